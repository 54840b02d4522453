import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { formatCompact, formatJson, type TicketCode } from '#shared/ticket/ticket-code.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { checkSignature, issueTicketCode, signedMessage } from '#shared/ticket/ticket-signature.ts';
import { nodeVerifier, ticketKeyPair, webCryptoVerifier } from '../../fixtures/ticket-signing.ts';

const eventId = '01900000-0000-7000-8000-0123456789ab';
const otherEventId = '01900000-0000-7000-8000-0123456789ac';
const key = ticketKeyPair(1);
const otherKey = ticketKeyPair(2);
const number = ticketNumber(
  eventId,
  Uint8Array.from({ length: 10 }, (_, i) => i * 25),
);
const code = issueTicketCode({ eventId, ticketNumber: number, timestamp: 1_790_000_000 }, key.sign);

/** The group order of Ed25519 (RFC 8032 section 5.1), little-endian. */
const order = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex');

function withAddedOrder(signature: Uint8Array): Uint8Array {
  const out = Uint8Array.from(signature);
  let carry = 0;
  for (let i = 0; i < 32; i++) {
    const sum = out[32 + i]! + order[i]! + carry;
    out[32 + i] = sum & 255;
    carry = sum >> 8;
  }
  expect(carry).toBe(0);
  return out;
}

test('the signed message is the text the format names', () => {
  expect(Buffer.from(signedMessage({ eventId, ticketNumber: 'T-17', timestamp: 7 })).toString()).toBe(
    `gatehouse-ticket-v1\nevent_ticket\n${eventId}\nT-17\n7`,
  );
});

test('a synchronous verifier is answered at once, an asynchronous one with a promise', async () => {
  expect(checkSignature(code, eventId, [key.publicKey], nodeVerifier())).toBe('valid');
  const answer = checkSignature(code, eventId, [key.publicKey], webCryptoVerifier());
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toBe('valid');
});

describe.each([
  ['node:crypto', nodeVerifier()],
  ['WebCrypto', webCryptoVerifier()],
])('a signature checked by %s', (_, verifier) => {
  const check = async (c: TicketCode, event = eventId, keys = [key.publicKey]) =>
    checkSignature(c, event, keys, verifier);

  test('is valid in both spellings', async () => {
    for (const text of [formatJson(code), formatCompact(code)!]) {
      const parsed = parseTicketCode(text);
      expect(parsed.ok && (await check(parsed.code))).toBe('valid');
    }
  });

  test('is valid by any key of the event that has not been withdrawn', async () => {
    expect(await check(code, eventId, [otherKey.publicKey, key.publicKey])).toBe('valid');
    expect(await check(code, eventId, [otherKey.publicKey])).toBe('invalid');
    expect(await check(code, eventId, [])).toBe('invalid');
  });

  test('is invalid at another event, for another number, at another time', async () => {
    expect(await check(code, otherEventId)).toBe('invalid');
    expect(await check({ ...code, ticketNumber: 'T-17' })).toBe('invalid');
    expect(await check({ ...code, timestamp: code.timestamp + 1 })).toBe('invalid');
  });

  test('is missing where there is none', async () => {
    expect(await check({ ...code, signature: null })).toBe('missing');
  });

  test.each([
    ['of zeros', new Uint8Array(64)],
    ['of ones', new Uint8Array(64).fill(255)],
    ['whose S is raised by the group order (Wycheproof: malleability)', withAddedOrder(code.signature!)],
    ['whose S is zero', Uint8Array.from(code.signature!, (b, i) => (i < 32 ? b : 0))],
    ['whose R is the neutral point', Uint8Array.from(code.signature!, (b, i) => (i === 0 ? 1 : i < 32 ? 0 : b))],
    ['with halves swapped', Uint8Array.of(...code.signature!.slice(32), ...code.signature!.slice(0, 32))],
  ])('is invalid %s (Q04)', async (_, signature) => {
    expect(await check({ ...code, signature })).toBe('invalid');
  });

  test('does not survive one flipped bit, whichever byte of whichever spelling (Q01)', async () => {
    for (const text of [formatJson(code), formatCompact(code)!]) {
      for (let at = 0; at < text.length; at++) {
        for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
          const flipped = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
          const parsed = parseTicketCode(flipped);
          const state = parsed.ok ? await check(parsed.code) : parsed.reason;
          expect(['malformed', 'invalid'], `byte ${at}, bit ${bit}: ${flipped}`).toContain(state);
        }
      }
    }
  });

  test('does not survive another byte anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.nat(), fc.integer({ min: 0, max: 0xff }), async (compact, where, char) => {
        const text = compact ? formatCompact(code)! : formatJson(code);
        const at = where % text.length;
        fc.pre(text.charCodeAt(at) !== char);
        const parsed = parseTicketCode(text.slice(0, at) + String.fromCharCode(char) + text.slice(at + 1));
        expect(parsed.ok && (await check(parsed.code))).not.toBe('valid');
      }),
      { numRuns: 500 },
    );
  });
});
