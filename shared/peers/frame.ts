/** Frames, sealed by the venue key of the day and signed by the device: what a line carries. Layout: frame-layout.ts. */
import { must } from '../base/assert.ts';
import { createOneAtATime } from '../base/one-at-a-time.ts';
import {
  type FrameHeader,
  frameBytesMax,
  headerBytes,
  nonceOf,
  readFrame,
  saltBytes,
  signatureBytes,
  writeHeader,
} from './frame-layout.ts';
import type { PeerClock, PeerCrypto, PeerMembers, VenueKeys } from './ports.ts';
import type { RefusalReason } from './session.ts';
import { createSealingKeys, dayOf, isDayNow, readingKey, type SealingKeys } from './venue-key.ts';

export interface FrameParties {
  /** This kiosk's id. */
  readonly self: string;
  readonly event: string;
  readonly crypto: PeerCrypto;
  readonly members: PeerMembers;
  readonly keys: () => VenueKeys | null;
  readonly clock: PeerClock;
  /** No earlier run of this device had this number (PE5). */
  readonly run: number;
}

/** More bytes than this have no place in one frame once they are sealed. */
export const plainBytesMax = frameBytesMax - headerBytes - signatureBytes - 16;
const numberMax = 0xffff_ffff;

export interface Sealer {
  /**
   * One after the other: frames come out in the order of their numbers.
   *
   * @param day of the key; null: today by this kiosk's clock
   * @param then gets the frame before the next one is sealed; not called where there is no venue key, or no number is left
   */
  seal(text: string, day: number | null, then: (frame: Uint8Array) => void): Promise<void>;
}

export function createSealer(parties: FrameParties): Sealer {
  const { self, crypto, clock, run } = parties;
  const keyOf = createSealingKeys(crypto, parties.event);
  const salt = crypto.randomBytes(saltBytes);
  const oneAtATime = createOneAtATime();
  let number = 0;

  return {
    seal: (text, day, then) =>
      oneAtATime(async () => {
        const keys = parties.keys();
        // A run that long has not been seen; it would have to end before a number came twice.
        if (keys === null || number >= numberMax) return;
        number += 1;
        const { generation } = keys.current;
        const header = { generation, day: day ?? dayOf(clock.now()), sender: self, run, number, salt };
        const key = await keyOf({ venue: keys.current, day: header.day, sender: self });
        then(await sealed(header, key, crypto.encode(text), crypto));
      }),
  };
}

async function sealed(header: FrameHeader, key: object, plain: Uint8Array, crypto: PeerCrypto): Promise<Uint8Array> {
  const head = writeHeader(header);
  const body = await crypto.seal(key, nonceOf(header), head, plain);
  const frame = new Uint8Array(head.length + body.length + signatureBytes);
  frame.set(head);
  frame.set(body, head.length);
  frame.set(await crypto.sign(frame.slice(0, head.length + body.length)), head.length + body.length);
  return frame;
}

export interface OpenedFrame {
  readonly header: FrameHeader;
  readonly text: string;
  /** The frame was sealed under the key before the current one. */
  readonly isPrevious: boolean;
}

export type Opening =
  | { readonly ok: true; readonly frame: OpenedFrame }
  /** @param peer the kiosk whose signature the frame carries; null: not proven */
  | { readonly ok: false; readonly reason: RefusalReason; readonly peer: string | null };

export type OpenFrame = (bytes: Uint8Array) => Promise<Opening>;

/** Cheap looks first, so that what is no frame of the event costs next to nothing. */
export function createOpener(parties: FrameParties): OpenFrame {
  const { self, crypto, members, clock } = parties;
  const keyOf: SealingKeys = createSealingKeys(crypto, parties.event);
  const refused = (reason: RefusalReason, peer: string | null = null): Opening => ({ ok: false, reason, peer });

  return async (bytes) => {
    const parts = readFrame(bytes);
    if (typeof parts === 'string') return refused(parts);
    const { header, sealed: body, signed, signature } = parts;
    if (header.sender === self) return refused('own_id');
    const member = members.find(header.sender);
    if (member === null) return refused('sender_unknown');
    if (!(await crypto.verify(member.publicKey, signed, signature))) return refused('signature_invalid');
    // Proven from here on: what is refused can be said of this kiosk.
    const { id } = member;
    if (member.revoked) return refused('revoked', id);
    const keys = parties.keys();
    const venue = keys === null ? 'key_unknown' : readingKey(keys, header.generation, clock);
    if (typeof venue === 'string') return refused(venue, id);
    if (!isDayNow(header.day, clock)) return refused('wrong_day', id);
    const key = await keyOf({ venue, day: header.day, sender: id });
    const plain = await crypto.open(key, nonceOf(header), parts.headerBytes, body);
    const text = plain && crypto.decode(plain);
    if (text === null) return refused('seal_broken', id);
    const isPrevious = venue !== must(keys, 'a key that reads').current;
    return { ok: true, frame: { header, text, isPrevious } };
  };
}
