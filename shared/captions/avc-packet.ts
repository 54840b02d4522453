/** H.264 in FLV: what a video packet says of its frame, and a unit put before its first slice. */
import { captionMark } from './caption-sei.ts';

const avcCodec = 7;

export type AvcPacket =
  /** The decoder's configuration; `lengthBytes`: bytes of the length before each unit. */
  | { readonly kind: 'setup'; readonly lengthBytes: number }
  /** `offsetMs`: time at which the frame is shown less its decoding time. */
  | { readonly kind: 'frame'; readonly offsetMs: number }
  | { readonly kind: 'other' };

/** @param data the body of the FLV tag or the RTMP message */
export function readAvcPacket(data: Uint8Array): AvcPacket {
  const [first = 0, type, ...offset] = data.subarray(0, 5);
  // The high bit stands for the enhanced form, which has other codecs.
  if (data.length < 5 || (first & 0x80) !== 0 || (first & 0x0f) !== avcCodec) return { kind: 'other' };
  if (type === 0) return data.length > 9 ? { kind: 'setup', lengthBytes: ((data[9] ?? 3) & 3) + 1 } : { kind: 'other' };
  if (type !== 1) return { kind: 'other' };
  const [high = 0, middle = 0, low = 0] = offset;
  // Signed, of 24 bits.
  return { kind: 'frame', offsetMs: (((high << 16) | (middle << 8) | low) << 8) >> 8 };
}

interface Unit {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly type: number;
}

/** @returns null where the lengths do not fit the packet */
function unitsOf(data: Uint8Array, lengthBytes: number): readonly Unit[] | null {
  const units: Unit[] = [];
  let at = 5;
  while (at < data.length) {
    const start = at + lengthBytes;
    if (start >= data.length) return null;
    const length = data.subarray(at, start).reduce((sum, byte) => sum * 256 + byte, 0);
    if (length === 0 || start + length > data.length) return null;
    units.push({ at, start, end: start + length, type: (data[start] ?? 0) & 0x1f });
    at = start + length;
  }
  return units;
}

function holdsCaptions(data: Uint8Array, { end, start, type }: Unit): boolean {
  if (type !== 6) return false;
  for (let at = start; at + captionMark.length <= end; at += 1)
    if (captionMark.every((byte, n) => data[at + n] === byte)) return true;
  return false;
}

/** Whether the source brings captions in this packet. */
export function hasCaptions(data: Uint8Array, lengthBytes: number): boolean {
  return unitsOf(data, lengthBytes)?.some((unit) => holdsCaptions(data, unit)) ?? false;
}

/**
 * @param unit without its length
 * @returns the packet itself where it has no slice or cannot be read, or the unit is too long
 */
export function insertUnit(data: Uint8Array, lengthBytes: number, unit: Uint8Array): Uint8Array {
  const slice = unitsOf(data, lengthBytes)?.find(({ type }) => type >= 1 && type <= 5);
  if (!slice || unit.length >= 256 ** lengthBytes) return data;
  const made = new Uint8Array(data.length + lengthBytes + unit.length);
  made.set(data.subarray(0, slice.at));
  for (let n = 0; n < lengthBytes; n += 1)
    made[slice.at + n] = Math.floor(unit.length / 256 ** (lengthBytes - 1 - n)) % 256;
  made.set(unit, slice.at + lengthBytes);
  made.set(data.subarray(slice.at), slice.at + lengthBytes + unit.length);
  return made;
}
