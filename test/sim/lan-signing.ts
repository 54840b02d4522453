/**
 * The peers' cryptography in a world. What a device signs for the server (an entry of its log) it signs with its real key,
 * which the server asks for; frames, of which there are thousands, by a hash.
 */
import { hash } from 'node:crypto';
import { must } from '#shared/base/assert.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import type { PeerCrypto } from '#shared/peers/ports.ts';
import { nodeSealing } from '#test/fixtures/peer-crypto.ts';
import { ticketKeyPair } from '#test/fixtures/ticket-signing.ts';
import type { Random } from './random.ts';

const entryOpening = Buffer.from(must(entryClaim(null, 0).split('\n')[0], 'the first line of a claim'));

const isEntry = (message: Uint8Array): boolean =>
  Buffer.compare(message.subarray(0, entryOpening.length), entryOpening) === 0;

function frameSignature(publicKey: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha512', Buffer.concat([publicKey, message]), 'buffer'));
}

/** @param keySeed of the device's key pair, as the ground paired it */
export function lanCrypto(keySeed: number, random: Random): PeerCrypto {
  const pair = ticketKeyPair(keySeed);
  return {
    ...nodeSealing,
    sign: async (message) => (isEntry(message) ? pair.sign(message) : frameSignature(pair.publicKey, message)),
    verify: async (publicKey, message, signature) =>
      isEntry(message)
        ? nodeSealing.verify(publicKey, message, signature)
        : Buffer.compare(frameSignature(publicKey, message), signature) === 0,
    randomBytes: random.bytes,
  };
}
