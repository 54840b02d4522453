/**
 * `npm start -- --kiosks 4`: the demo with several kiosks on this computer, each with a device host of its own, so that
 * they hear each other as kiosks on one LAN do. What the command line asks for, and how each host is started.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../core/config-error.ts';

/** More windows than that are no help on one screen, and each pulses every second. */
const kiosksMax = 12;

/** @returns how many kiosks have a host of their own; null: two kiosks share one, as `npm start` does it @throws ConfigError */
export function readVenueKiosks(args: readonly string[]): number | null {
  const { values } = parseArgs({ args: [...args], options: { kiosks: { type: 'string' } } });
  if (values.kiosks === undefined) return null;
  const count = Number(values.kiosks);
  if (!Number.isInteger(count) || count < 2 || count > kiosksMax)
    throw new ConfigError(`--kiosks must be a number from 2 to ${kiosksMax}`);
  return count;
}

/** @param n counted from 0; the first one has the printer on a page */
export function venueHostArguments(n: number, dataDir: string): readonly string[] {
  return [
    // The other processes of this computer alone: the demo's kiosks find each other by the loopback interface.
    ...['--port', '0', '--peer-port', '0', '--peer-address', '127.0.0.1'],
    ...['--data', join(dataDir, n === 0 ? 'kiosk-host' : `kiosk-host-${n + 1}`)],
  ];
}

/** Hints on what to try, below the addresses of the kiosks. */
export const venueHints: readonly string[] = [
  'Open two kiosks or more. In Settings, cut the network at each of them: there is no server for them any more.',
  'The status bar says how many kiosks are in reach. Scan a ticket at one, then at another: already checked in, at once.',
];
