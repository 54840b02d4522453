/**
 * Frames on a stream of bytes: four bytes with the length, big-endian, then the frame; a length of 0 is a heartbeat.
 * A length above the limit ends the stream before a byte of the frame is kept.
 */
import { maxPeerFrameBytes } from '#shared/peers/peer-api.ts';

const headBytes = 4;
export const heartbeat: Uint8Array = new Uint8Array(headBytes);

export function writeFrame(frame: Uint8Array): Uint8Array {
  const out = new Uint8Array(headBytes + frame.length);
  new DataView(out.buffer).setUint32(0, frame.length);
  out.set(frame, headBytes);
  return out;
}

export interface FrameStream {
  /** @returns false: the other side announced a frame above the limit, and nothing after it is read */
  push(chunk: Uint8Array): boolean;
  /** Whether a frame was begun and not finished. */
  isInside(): boolean;
}

/** @param onFrame a whole frame; not called for a heartbeat */
export function createFrameStream(onFrame: (frame: Uint8Array) => void): FrameStream {
  const head = new Uint8Array(headBytes);
  let headFilled = 0;
  let frame: Uint8Array | null = null;
  let filled = 0;
  let broken = false;

  /** @returns how many bytes of the chunk it took */
  function take(target: Uint8Array, at: number, chunk: Uint8Array): number {
    const part = chunk.subarray(0, target.length - at);
    target.set(part, at);
    return part.length;
  }

  /** @returns whether the length of the frame is within the limit */
  function begin(): boolean {
    const length = new DataView(head.buffer).getUint32(0);
    headFilled = 0;
    if (length > maxPeerFrameBytes) return false;
    if (length > 0) frame = new Uint8Array(length);
    filled = 0;
    return true;
  }

  return {
    push(chunk) {
      let rest = chunk;
      while (rest.length > 0 && !broken) {
        if (frame === null) {
          const took = take(head, headFilled, rest);
          headFilled += took;
          rest = rest.subarray(took);
          if (headFilled === headBytes) broken = !begin();
          continue;
        }
        const took = take(frame, filled, rest);
        filled += took;
        rest = rest.subarray(took);
        if (filled < frame.length) continue;
        const whole = frame;
        frame = null;
        onFrame(whole);
      }
      return !broken;
    },
    isInside: () => frame !== null || headFilled > 0,
  };
}
