/** The start time of a segment of MPEG-TS, on the clock of the stream. */

const packetBytes = 188;
const sync = 0x47;
/** 90 kHz. */
const ticksOfMs = 90;

/** @returns milliseconds; null: no time stands in it */
export function segmentStartMs(bytes: Uint8Array): number | null {
  for (let at = 0; at + packetBytes <= bytes.length && bytes[at] === sync; at += packetBytes) {
    const ms = timeOf(bytes.subarray(at, at + packetBytes));
    if (ms !== null) return ms;
  }
  return null;
}

function timeOf(packet: Uint8Array): number | null {
  const [, flags = 0, , control = 0, adaptation = 0] = packet;
  const begins = (flags & 0x40) !== 0;
  const hasPayload = (control & 0x10) !== 0;
  if (!begins || !hasPayload) return null;
  const start = (control & 0x20) === 0 ? 4 : 5 + adaptation;
  const [a, b, c, id = 0, , , , hasTime = 0] = packet.subarray(start);
  const isMedia = a === 0 && b === 0 && c === 1 && id >= 0xc0 && id <= 0xef;
  if (!isMedia || (hasTime & 0x80) === 0) return null;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = packet.subarray(start + 9);
  const high = (first >> 1) & 7;
  const ticks = high * 2 ** 30 + second * 2 ** 22 + (third >> 1) * 2 ** 15 + fourth * 2 ** 7 + (fifth >> 1);
  return Math.round(ticks / ticksOfMs);
}
