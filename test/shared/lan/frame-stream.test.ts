import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameStream, heartbeat, writeFrame } from '#shared/lan/frame-stream.ts';
import { maxPeerFrameBytes } from '#shared/peers/peer-api.ts';
import { framed } from './rig.ts';

const frames = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 12 });

test('frames arrive whole and in order however the stream is cut, heartbeats between them', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.flatMap((frame) => [heartbeat, writeFrame(frame)]));
      const got: Uint8Array[] = [];
      const stream = createFrameStream((frame) => got.push(frame));
      let at = 0;
      for (let i = 0; at < bytes.length; i += 1) {
        const next = at + cuts[i % cuts.length]!;
        expect(stream.push(bytes.subarray(at, next))).toBe(true);
        at = next;
      }
      expect(got).toEqual(sent.map((frame) => new Uint8Array(frame)));
      expect(stream.isInside()).toBe(false);
    }),
  );
});

test.each([maxPeerFrameBytes + 1, 10_000_000, 0xffff_ffff])(
  'a frame of %d bytes ends the stream at its head',
  (size) => {
    const got: Uint8Array[] = [];
    const stream = createFrameStream((frame) => got.push(frame));
    expect(stream.push(framed(new Uint8Array([1])))).toBe(true);
    expect(stream.push(framed(new Uint8Array(0), size))).toBe(false);
    expect(stream.push(framed(new Uint8Array([2])))).toBe(false);
    expect(got).toEqual([new Uint8Array([1])]);
  },
);
