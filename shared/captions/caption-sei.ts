/** Caption pairs as an SEI message of H.264: user data registered by ITU-T T.35, as ATSC A/53 part 4 has it (`GA94`). */
import type { Pair } from './cea608-text.ts';

/** Maximum number of pairs that one message can hold. */
export const seiPairsMax = 31;

const seiType = 6;
const registeredUserData = 4;
/** Country, provider, `GA94`, type of caption data. */
export const captionMark: readonly number[] = [0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03];
/** A pair of the first field that is valid. */
const firstField = 0xfc;

export function withOddParity(byte: number): number {
  let ones = 0;
  for (let rest = byte & 0x7f; rest > 0; rest >>= 1) ones += rest & 1;
  return ones % 2 === 0 ? byte | 0x80 : byte & 0x7f;
}

/** Three bytes that would look like the start of a unit are parted by a 3. */
export function withEmulationPrevention(payload: readonly number[]): Uint8Array {
  const made: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      made.push(3);
      zeros = 0;
    }
    made.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(made);
}

/**
 * @param pairs without parity, at most `seiPairsMax`
 * @returns the unit, without its length or start code
 */
export function captionSei(pairs: readonly Pair[]): Uint8Array {
  const triplets = pairs.flatMap(([high, low]) => [firstField, withOddParity(high), withOddParity(low)]);
  const payload = [...captionMark, 0x40 | pairs.length, 0xff, ...triplets, 0xff];
  return Uint8Array.from([seiType, ...withEmulationPrevention([registeredUserData, payload.length, ...payload, 0x80])]);
}
