/** The plain handshake of RTMP, for both sides. Its bytes prove nothing; they only say that the other side speaks RTMP. */
import { randomBytes } from 'node:crypto';
import { demand } from './protocol-error.ts';

const version = 3;
const packetBytes = 1_536;

function ownPacket(): Buffer {
  const packet = randomBytes(packetBytes);
  // Time and version are 0: the plain form, without digests.
  packet.fill(0, 0, 8);
  return packet;
}

export interface Handshake {
  /** Bytes to send at once; empty where the other side begins. */
  readonly opening: Buffer;
  /** @returns what to send back; `rest` is what follows the handshake, null while it is not over. Throws ProtocolError. */
  push(data: Buffer): { readonly reply: Buffer; readonly rest: Buffer | null };
}

function gathered(bytes: number) {
  let waiting: Buffer = Buffer.alloc(0);
  return {
    add(data: Buffer): boolean {
      waiting = Buffer.concat([waiting, data]);
      demand(waiting.length === 0 || waiting[0] === version, 'the other side does not speak RTMP');
      return waiting.length >= bytes;
    },
    get: () => waiting,
  };
}

/** Handshake of the side that accepts: C0+C1 → S0+S1+S2 → C2. */
export function serverHandshake(): Handshake {
  const hello = gathered(1 + packetBytes);
  let hasReplied = false;
  const none = Buffer.alloc(0);
  return {
    opening: none,
    push(data) {
      if (!hello.add(data)) return { reply: none, rest: null };
      const all = hello.get();
      const reply = hasReplied
        ? none
        : Buffer.concat([Buffer.from([version]), ownPacket(), all.subarray(1, 1 + packetBytes)]);
      hasReplied = true;
      const end = 1 + 2 * packetBytes;
      return { reply, rest: all.length >= end ? all.subarray(end) : null };
    },
  };
}

/** Handshake of the side that connects. */
export function clientHandshake(): Handshake {
  const answer = gathered(1 + 2 * packetBytes);
  return {
    opening: Buffer.concat([Buffer.from([version]), ownPacket()]),
    push(data) {
      if (!answer.add(data)) return { reply: Buffer.alloc(0), rest: null };
      const all = answer.get();
      return { reply: Buffer.from(all.subarray(1, 1 + packetBytes)), rest: all.subarray(1 + 2 * packetBytes) };
    },
  };
}
