import { spawn } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { hashPin, isPin, isPinHash } from '#kiosk/host/keys/pin.ts';
import { createStaffExit, tryAgainMs } from '#kiosk/main/staff-exit.ts';

let pinHash: string;
beforeAll(async () => {
  pinHash = await hashPin('246810');
});

function open(given: string | null = pinHash) {
  const state = { nowMs: 1_000_000, left: 0 };
  const quit = createStaffExit({ pinHash: given, now: () => state.nowMs, leave: () => (state.left += 1) });
  return { state, quit };
}

test('the PIN leaves, another does not, and without one there is no leaving', async () => {
  const { state, quit } = open();
  expect(await quit('111111')).toBe('wrong_pin');
  expect(state.left).toBe(0);
  expect(await quit('246810')).toBe('quitting');
  expect(state.left).toBe(1);
  expect(await open(null).quit('246810')).toBe('no_pin');
});

test('each wrong PIN makes the wait longer, even for the right one, and many tries at once do not pass', async () => {
  const { state, quit } = open();
  const answers = await Promise.all(['1111', '2222', '3333', '4444', '5555', '246810'].map(quit));
  expect(answers).toEqual(['wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'wait', 'wait']);
  state.nowMs += tryAgainMs(4) - 1;
  expect(await quit('246810')).toBe('wait');
  state.nowMs += 1;
  expect(await quit('9999')).toBe('wrong_pin');
  state.nowMs += tryAgainMs(4);
  expect(await quit('246810')).toBe('wait');
  state.nowMs += tryAgainMs(5);
  expect(await quit('246810')).toBe('quitting');
  expect(tryAgainMs(1_000)).toBe(15 * 60_000);
});

test('a hash is salted, says nothing of the PIN, and fits only it', async () => {
  expect(await hashPin('246810')).not.toBe(pinHash);
  expect(isPinHash(pinHash)).toBe(true);
  expect(isPinHash('246810')).toBe(false);
  expect(await isPin('246810', pinHash)).toBe(true);
  expect(await isPin('246811', pinHash)).toBe(false);
  expect(await isPin('', 'scrypt::')).toBe(false);
});

test('the command that makes a hash prints the line for kiosk.json, and takes no nonsense', async () => {
  const make = async (typed: string) => {
    const child = spawn(process.execPath, ['kiosk/host/keys/make-pin.ts'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.end(typed);
    let out = '';
    for await (const part of child.stdout) out += String(part);
    return out;
  };
  const config: unknown = JSON.parse(`{${await make('1357\n')}}`);
  expect(await isPin('1357', (config as { exitPinHash: string }).exitPinHash)).toBe(true);
  expect(await make('abc\n')).toBe('');
});
