/**
 * `node kiosk/host/keys/make-pin.ts`: reads a PIN from standard input (not from the command line, which every user of
 * the machine can see) and prints the line for kiosk.json.
 */
import { createInterface } from 'node:readline/promises';
import { pinDigits } from '#kiosk/bridge/messages.ts';
import { hashPin } from './pin.ts';

const terminal = createInterface({ input: process.stdin, output: process.stderr });
const pin = (await terminal.question('PIN (4 to 12 digits): ')).trim();
terminal.close();
if (pinDigits.test(pin)) console.log(`"exitPinHash": "${await hashPin(pin)}"`);
else {
  console.error('A PIN must have 4 to 12 digits.');
  process.exitCode = 2;
}
