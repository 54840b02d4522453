import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowBytes } from '#kiosk/bridge/bitmap.ts';
import { type PrintRequest, printerKinds, quitAnswers } from '#kiosk/bridge/host-api.ts';
import { reconnectDelayMs } from '#kiosk/bridge/host-socket.ts';
import { encodeRequest, parseCall, parseHostMessage, parseRequest } from '#kiosk/bridge/messages.ts';
import { parseHostInfo, parseOutcome, parsePrinterStatus, parseQuitAnswer } from '#kiosk/bridge/parse-answers.ts';

const jobs: fc.Arbitrary<PrintRequest> = fc
  .record({ widthDots: fc.integer({ min: 1, max: 70 }), heightDots: fc.integer({ min: 1, max: 20 }) })
  .chain(({ widthDots, heightDots }) => {
    const length = rowBytes(widthDots) * heightDots;
    return fc.record(
      {
        jobId: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
        title: fc.stringMatching(/^[\w李Ł]{0,40}$/u).map((title) => title.normalize('NFC')),
        copies: fc.integer({ min: 1, max: 10 }),
        evenIfUnknown: fc.boolean(),
        bitmap: fc
          .uint8Array({ minLength: length, maxLength: length })
          .map((bits) => ({ widthDots, heightDots, bits })),
      },
      { requiredKeys: ['jobId', 'title', 'bitmap'] },
    );
  });

test('a print job survives the WebSocket dot for dot', () => {
  fc.assert(
    fc.property(jobs, fc.nat(), (job, id) => {
      const call = { call: 'print', printerId: 'desk', job } as const;
      expect(parseRequest(encodeRequest({ id, call }))).toEqual({ id, name: 'print', call: { ok: true, value: call } });
    }),
  );
});

test('for any input the parsers answer and never throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.anything(), (text, value) => {
      parseRequest(text);
      parseHostMessage(text);
      parseOutcome(value);
      parsePrinterStatus(value);
      parseHostInfo(value);
      parseQuitAnswer(value);
      for (const name of ['info', 'print', 'saveSecret', 'loadSecret', 'quit', value])
        parseCall(name, { job: value, printerId: 'x', pin: value });
    }),
  );
});

test.each([
  ['a row short', { bits: new Uint8Array(3) }],
  ['a byte long', { bits: new Uint8Array(5) }],
  ['bits as list', { bits: [1, 2, 3, 4] }],
  ['no width', { widthDots: 0 }],
  ['half a dot', { heightDots: 1.5 }],
  ['a wall', { widthDots: 1_000_000 }],
])('a bitmap with %s is refused', (_what, change) => {
  const bitmap = { widthDots: 16, heightDots: 2, bits: new Uint8Array(4), ...change };
  const call = parseCall('print', { printerId: 'desk', job: { jobId: 'a', title: 'A', bitmap } });
  expect(call).toMatchObject({ ok: false, errors: [{ code: 'bad_message' }] });
});

test('control characters leave the title', () => {
  const bitmap = { widthDots: 1, heightDots: 1, bits: new Uint8Array(1) };
  const call = parseCall('print', {
    printerId: 'desk',
    job: { jobId: 'a', title: '\u001bp\u0000Zoe\u0308\n', bitmap },
  });
  expect(call).toMatchObject({ ok: true, value: { job: { title: 'p Zoë' } } });
});

test('waiting to reconnect grows, stays within its bound, and differs between kiosks', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const delay = reconnectDelayMs(attempt, random);
      expect(delay).toBeGreaterThanOrEqual(125);
      expect(delay).toBeLessThanOrEqual(10_000);
      expect(reconnectDelayMs(attempt + 1, random)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect(reconnectDelayMs(3, 0)).not.toBe(reconnectDelayMs(3, 0.9));
});

test('every kind of printer and every answer of the host arrives; what is not in the lists does not', () => {
  const status = { id: 'desk', name: 'Desk', dpi: 203, widthDots: 576, state: 'ready', paperLow: false, queued: 0 };
  for (const kind of printerKinds) expect(parsePrinterStatus({ ...status, kind })).toEqual({ ...status, kind });
  const pool = { ...status, kind: 'pool', members: ['a', 'b'] };
  expect(parsePrinterStatus(pool)).toEqual(pool);
  expect(parsePrinterStatus({ ...pool, members: ['a', '../b', 3] })).toMatchObject({ members: ['a'] });
  expect(parsePrinterStatus({ ...status, kind: 'lpt' })).toBeNull();
  for (const answer of quitAnswers) expect(parseQuitAnswer(answer)).toBe(answer);
  expect(parseQuitAnswer('maybe')).toBeNull();
  const info = { kind: 'electron', version: '1', keyStore: 'plain', canQuit: true, warnings: ['key_store_plain'] };
  expect(parseHostInfo(info)).toEqual(info);
  // Of a newer host: silence would be worse.
  expect(parseHostInfo({ ...info, warnings: [...Array(99).fill('x'), 4] })?.warnings).toEqual(['other']);
});

test.each(['123', '1234567890123', '12a4', 1_234, ''])('%j is no PIN', (pin) => {
  expect(parseCall('quit', { pin })).toMatchObject({ ok: false, errors: [{ path: 'pin' }] });
});
