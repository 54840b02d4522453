/** Numbers and warnings of an arriving stream, and the pauses of senders. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HealthMeter } from '#server/streaming/health.ts';
import type { MediaPacket } from '#server/streaming/tap.ts';
import { pauseMs } from '#server/streaming/target-sender.ts';
import { framePackets, openingPackets } from '../../fixtures/rtmp-publisher.ts';

interface Shape {
  readonly bytes: number;
  readonly group: number;
  readonly hasAudio?: boolean;
  /** Milliseconds of waiting for a second of stream. */
  readonly pace?: number;
}

function measured({ bytes, group, hasAudio = true, pace = 1_000 }: Shape) {
  const meter = new HealthMeter(0);
  const opening = openingPackets().filter(({ kind }) => hasAudio || kind !== 'audio');
  for (const packet of opening) meter.see(packet, 0);
  for (let n = 0; n < 25 * 15; n += 1) {
    const [video, audio] = framePackets(n, bytes) as [MediaPacket, MediaPacket];
    const first = n % group === 0 ? 0x17 : 0x27;
    meter.see({ ...video, data: Buffer.concat([Buffer.from([first]), video.data.subarray(1)]) }, (n * pace) / 25);
    if (hasAudio) meter.see(audio, (n * pace) / 25);
  }
  return meter.measure((25 * 15 * pace) / 25);
}

test('a good stream has its numbers and no warning', () => {
  expect(measured({ bytes: 10_000, group: 50 })).toEqual({
    ...{ bitrateKbps: 2_021, framesPerSecond: 25, keyFrameSeconds: 2, videoCodec: 'h264', audioCodec: 'aac' },
    ...{ width: 640, height: 360, warnings: [] },
  });
});

test.each([
  ['key_frames_far_apart', { bytes: 10_000, group: 250 }],
  ['bitrate_low', { bytes: 500, group: 50 }],
  ['bitrate_high', { bytes: 100_000, group: 50 }],
  ['no_audio', { bytes: 10_000, group: 50, hasAudio: false }],
  ['packets_late', { bytes: 20_000, group: 50, pace: 1_500 }],
] as const)('%s', (warning, shape) => {
  expect(measured(shape).warnings).toEqual([warning]);
});

test('pauses between attempts grow from 1 s and never reach 15 s', () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => pauseMs(failures, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 14_000, 14_000,
  ]);
  const property = fc.property(
    fc.integer({ min: 1, max: 1_000 }),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    (n, random) => {
      expect(pauseMs(n, random)).toBeGreaterThanOrEqual(800);
      expect(pauseMs(n, random)).toBeLessThan(15_000);
    },
  );
  fc.assert(property);
});
