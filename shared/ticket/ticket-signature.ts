/**
 * Makes the message that a ticket's signature covers, and verifies the signature. The message is the ASCII (hence
 * UTF-8) text
 *
 *   gatehouse-ticket-v1 ⏎ event_ticket ⏎ {eventId} ⏎ {ticketNumber} ⏎ {timestamp}
 *
 * so that a code of one event never verifies at another. The arithmetic of Ed25519 (RFC 8032) comes through a port:
 * node:crypto on the server, WebCrypto at the kiosk. Both refuse a scalar S not below the group order.
 */
import { assert } from '../base/assert.ts';
import { isId } from '../base/id.ts';
import { isTimestamp, type TicketCode, ticketCodeType } from './ticket-code.ts';
import { isTicketNumber } from './ticket-number.ts';

/** Ed25519 over raw 32-byte public keys. Answers false for anything that does not verify; throws only when broken. */
export interface SignatureVerifier {
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}

export interface SyncSignatureVerifier {
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

export type SignatureState = 'valid' | 'invalid' | 'missing';

export interface TicketClaim {
  readonly eventId: string;
  readonly ticketNumber: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export function signedMessage({ eventId, ticketNumber, timestamp }: TicketClaim): Uint8Array<ArrayBuffer> {
  assert(isId(eventId) && isTicketNumber(ticketNumber) && isTimestamp(timestamp), 'a ticket claim is checked before');
  const text = `gatehouse-ticket-v1\n${ticketCodeType}\n${eventId}\n${ticketNumber}\n${timestamp}`;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** @param sign Ed25519 with the event's private key: message in, 64 bytes out */
export function issueTicketCode(claim: TicketClaim, sign: (message: Uint8Array) => Uint8Array): TicketCode {
  const { ticketNumber, timestamp } = claim;
  return { type: ticketCodeType, ticketNumber, timestamp, signature: sign(signedMessage(claim)) };
}

/**
 * @param publicKeys the event's keys that have not been withdrawn, raw 32 bytes, in the order in which they are tried
 * @returns at once with a synchronous verifier; `invalid` when no key verifies it, so also for an event without keys
 */
export function checkSignature(
  code: TicketCode,
  eventId: string,
  publicKeys: readonly Uint8Array[],
  verifier: SyncSignatureVerifier,
): SignatureState;
export function checkSignature(
  code: TicketCode,
  eventId: string,
  publicKeys: readonly Uint8Array[],
  verifier: SignatureVerifier,
): SignatureState | Promise<SignatureState>;
export function checkSignature(
  code: TicketCode,
  eventId: string,
  publicKeys: readonly Uint8Array[],
  verifier: SignatureVerifier,
): SignatureState | Promise<SignatureState> {
  const { signature, ticketNumber, timestamp } = code;
  if (signature === null) return 'missing';
  const message = signedMessage({ eventId, ticketNumber, timestamp });

  const tryFrom = (first: number): SignatureState | Promise<SignatureState> => {
    for (let i = first; i < publicKeys.length; i++) {
      const answer = verifier.verify(publicKeys[i]!, message, signature);
      if (answer === true) return 'valid';
      if (answer !== false) return answer.then((verified) => (verified ? 'valid' : tryFrom(i + 1)));
    }
    return 'invalid';
  };
  return tryFrom(0);
}
