/** Signatures checked ahead of the transaction: the same answers as checked in it, mostly without asking again. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createVerifyAhead, type VerifyAhead } from '#server/modules/events/checkin/verify-ahead.ts';
import { createEd25519Signer } from '#server/modules/events/ed25519.ts';
import type { Signer } from '#server/modules/events/ports.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { checkSignature, issueTicketCode } from '#shared/ticket/ticket-signature.ts';
import { type TicketKeyPair, ticketKeyPair } from '#test/fixtures/ticket-signing.ts';

const events = [1, 2].map((n) => uuidv7(1_800_000_000_000, new Uint8Array(10).fill(n)));
const keys = [1, 2, 3].map(ticketKeyPair);
const [eventId] = events as [string];
const [key, nextKey] = keys as [TicketKeyPair, TicketKeyPair];

const real = createEd25519Signer();
let asked: { inside: number; aside: number };
let ahead: VerifyAhead;

beforeEach(() => {
  asked = { inside: 0, aside: 0 };
  const counting: Signer = {
    ...real,
    verify(...given) {
      asked.inside += 1;
      return real.verify(...given);
    },
    verifyAside(...given) {
      asked.aside += 1;
      return real.verifyAside(...given);
    },
  };
  ahead = createVerifyAhead(counting);
});

function codeOf(event: string, seed: number, signing: TicketKeyPair): TicketCode {
  const claim = { eventId: event, ticketNumber: ticketNumber(event, new Uint8Array(10).fill(seed)), timestamp: seed };
  return issueTicketCode(claim, (message) => signing.sign(message));
}

async function check(code: TicketCode, event: string, known: readonly TicketKeyPair[]) {
  const found = await ahead.find(code);
  const raw = known.map(({ publicKey }) => publicKey);
  return checkSignature(code, event, raw, ahead.verifier(found, code, event));
}

test('after the first code of an event the transaction checks no more signatures', async () => {
  expect(await check(codeOf(eventId, 1, key), eventId, [key])).toBe('valid');
  expect(asked).toEqual({ inside: 1, aside: 0 });
  for (let seed = 2; seed < 10; seed++) expect(await check(codeOf(eventId, seed, key), eventId, [key])).toBe('valid');
  expect(asked).toEqual({ inside: 1, aside: 8 });
});

test('a new key of the event is learned from its first code', async () => {
  await check(codeOf(eventId, 1, key), eventId, [key]);
  expect(await check(codeOf(eventId, 2, nextKey), eventId, [nextKey, key])).toBe('valid');
  expect(asked.inside).toBe(2);
  expect(await check(codeOf(eventId, 3, nextKey), eventId, [nextKey, key])).toBe('valid');
  expect(asked.inside).toBe(2);
});

test('a code of a withdrawn key is refused, also where the guessed key verifies it', async () => {
  await check(codeOf(eventId, 1, key), eventId, [key]);
  expect(await check(codeOf(eventId, 2, key), eventId, [nextKey])).toBe('invalid');
});

test('the answer is that of the signature itself, independent of earlier checks', async () => {
  const one = fc.record({
    event: fc.constantFrom(...events),
    signedFor: fc.constantFrom(...events),
    seed: fc.integer({ min: 1, max: 3 }),
    signing: fc.constantFrom(...keys),
    known: fc.subarray(keys),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 12 }), async (codes) => {
      ahead = createVerifyAhead(real);
      for (const { event, signedFor, seed, signing, known } of codes) {
        const code = { ...codeOf(signedFor, seed, signing), ticketNumber: codeOf(event, seed, signing).ticketNumber };
        const raw = known.map(({ publicKey }) => publicKey);
        expect(await check(code, event, known)).toBe(checkSignature(code, event, raw, real));
      }
    }),
    { numRuns: 60 },
  );
});
