/**
 * Checks a code's signature on another thread, before the transaction: in it, every other writer would wait too. It
 * guesses the key by the last code of the same event. Nothing is decided here: the transaction asks about the keys it
 * reads itself, and where the guess was another one, the signature is checked then and there.
 */
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { tagOf } from '#shared/ticket/ticket-number.ts';
import { type SyncSignatureVerifier, signedMessage } from '#shared/ticket/ticket-signature.ts';
import type { Signer } from '../ports.ts';

/** Events whose last key is remembered. */
const guessesMax = 1_000;

interface Guess {
  readonly eventId: string;
  readonly publicKey: Uint8Array;
}

/** What one signature was found to be under one key. */
interface Finding {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  readonly verified: boolean;
}

export interface VerifyAhead {
  /** Null where there is nothing to check or nothing to guess from. */
  find(code: TicketCode | null): Promise<Finding | null>;
  /** Says what was found, checks what was not, and learns the event's key from what verifies. */
  verifier(found: Finding | null, code: TicketCode, eventId: string): SyncSignatureVerifier;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

export function createVerifyAhead(signer: Signer): VerifyAhead {
  /** By the tag in the ticket number; of two events that share one, one guesses wrong now and then. */
  const guesses = new Map<string, Guess>();

  return {
    async find(code) {
      if (!code?.signature) return null;
      const { ticketNumber, timestamp, signature } = code;
      const guess = guesses.get(tagOf(ticketNumber) ?? '');
      if (!guess) return null;
      const { eventId, publicKey } = guess;
      const message = signedMessage({ eventId, ticketNumber, timestamp });
      return { publicKey, message, signature, verified: await signer.verifyAside(publicKey, message, signature) };
    },
    verifier: (found, code, eventId) => ({
      verify(publicKey, message, signature) {
        const known =
          found !== null &&
          equal(found.publicKey, publicKey) &&
          equal(found.message, message) &&
          equal(found.signature, signature);
        if (known) return found.verified;
        const verified = signer.verify(publicKey, message, signature);
        const tag = tagOf(code.ticketNumber);
        if (verified && tag !== null) {
          if (guesses.size >= guessesMax) guesses.clear();
          guesses.set(tag, { eventId, publicKey });
        }
        return verified;
      },
    }),
  };
}
