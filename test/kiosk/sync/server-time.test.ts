import { describe, expect, test } from 'vitest';
import { verifiedServerTime } from '#kiosk/sync/server-time.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { nodeVerifier, ticketKeyPair } from '#test/fixtures/ticket-signing.ts';

const server = ticketKeyPair(21);
const kioskId = '019b76da-a800-7bee-af42-7ee0bfcd1a7b';
const now = 1_767_000_000_000;

const signed = (text: string, by = server): string => toBase64url(by.sign(new TextEncoder().encode(text)));
const read = (time: unknown) => verifiedServerTime({ time }, kioskId, server.publicKeyText, nodeVerifier());

describe('SY12 the server’s time', () => {
  test('is believed with the server’s signature for this kiosk', async () => {
    expect(await read({ now, sig: signed(`gatehouse-time-v1\n${kioskId}\n${now}`) })).toBe(now);
  });

  test.each([
    ['another time', { now: now + 1, sig: signed(`gatehouse-time-v1\n${kioskId}\n${now}`) }],
    ['another kiosk', { now, sig: signed(`gatehouse-time-v1\nsomeone\n${now}`) }],
    ['another key', { now, sig: signed(`gatehouse-time-v1\n${kioskId}\n${now}`, ticketKeyPair(22)) }],
    ['no signature', { now }],
    ['a short one', { now, sig: 'AAAA' }],
    ['no whole number', { now: '1767000000000', sig: signed(`gatehouse-time-v1\n${kioskId}\n${now}`) }],
    ['nothing', null],
  ])('is not believed with %s', async (_what, time) => {
    expect(await read(time)).toBeNull();
  });

  test('is nothing where the answer has none', async () => {
    for (const body of [null, 'text', [], {}])
      expect(await verifiedServerTime(body, kioskId, server.publicKeyText, nodeVerifier())).toBeNull();
  });
});
