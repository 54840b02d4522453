/** A further quality of a stream on the clock of the first one: numbers, dates and breaks of its segments. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FurtherQuality } from '#server/streaming/further-quality.ts';
import { playlistName } from '#server/streaming/hls-files.ts';
import { LiveStream } from '#server/streaming/live-stream.ts';
import { Segments } from '#server/streaming/segments.ts';
import type { MediaPacket } from '#server/streaming/tap.ts';
import { must } from '#shared/base/assert.ts';
import { frameMs, framePackets, openingPackets } from '#test/fixtures/rtmp-publisher.ts';

const second = 1_000 / frameMs;
const startedAtMs = Date.parse('2027-05-04T08:00:00.000Z');
let folder = '';
let written: Segments[] = [];
let live: LiveStream;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-quality-'));
  written = [];
  const keep = (segments: Segments) => {
    written.push(segments);
    return segments;
  };
  const onFault = (code: string) => expect.unreachable(code);
  live = new LiveStream({
    place: { tenant: 't', event: 'e', stream: 's' },
    taps: [],
    sender: { route: { lookup: null, permits: () => false, ca: null }, now: () => startedAtMs, random: () => 0.5 },
    openSegments: (headers) =>
      keep(new Segments({ folder, isRecorded: true, headers, dateOf: () => startedAtMs, onFault })),
    openQuality: (quality) => (parts) =>
      keep(new Segments({ ...parts, folder: join(folder, quality), isRecorded: false, onFault })),
    onTapFault: () => expect.unreachable('there is no tap'),
  });
  for (const packet of openingPackets()) live.push(packet);
});
afterEach(async () => {
  live.close(true);
  await Promise.all(written.map((one) => one.written()));
  rmSync(folder, { recursive: true, force: true });
});

interface Joined {
  readonly quality: FurtherQuality;
  /** Its clock, before that of the first quality. */
  readonly aheadMs?: number;
  readonly isFirst?: boolean;
}

function run(from: number, to: number, joined?: Joined): void {
  const { aheadMs = 0, isFirst = false, quality } = joined ?? {};
  const shifted = (packet: MediaPacket) => ({ ...packet, timestampMs: packet.timestampMs + aheadMs });
  if (quality)
    for (const packet of openingPackets()) quality.push({ ...packet, timestampMs: from * frameMs + aheadMs });
  for (let n = from; n < to; n += 1) {
    const packets = framePackets(n, 2_000);
    if (!isFirst) for (const packet of packets) live.push(packet);
    if (quality) for (const packet of packets) quality.push(shifted(packet));
    if (isFirst) for (const packet of packets) live.push(packet);
  }
}

/** Number, length and date of each segment. */
async function listed(quality = '') {
  await Promise.all(written.map((one) => one.written()));
  const text = readFileSync(join(folder, quality, playlistName), 'utf8');
  const segments = text.matchAll(/PROGRAM-DATE-TIME:(\S+)\n(?:#EXT-X-PART:.*\n)*#EXTINF:(\S+),\nseg-(\d+)/g);
  const found = Array.from(segments, ([, at = '', length, number]) => ({
    name: `${number} ${length}`,
    atMs: Date.parse(at),
  }));
  return { text, names: found.map(({ name }) => name), dates: found.map(({ atMs }) => atMs) };
}

const low = () => must(live.addQuality('low'), 'a quality');

test.each<[string, Omit<Joined, 'quality'>]>([
  ['of the same clock', {}],
  ['whose packets come first', { isFirst: true }],
  ['of another clock', { aheadMs: 3_600_000 }],
])('a quality %s that joins late has the segments of the first one', async (_, joined) => {
  run(0, 7 * second);
  run(7 * second, 16 * second, { quality: low(), ...joined });
  const first = await listed();
  const further = await listed('low');
  expect(further.names).toEqual(['000004 2.000', '000005 2.000', '000006 2.000']);
  expect(first.names.slice(4)).toEqual(further.names);
  // Another clock is put beside what arrives: a frame more or less.
  const apartMs = joined.aheadMs ? frameMs : 0;
  for (const [n, date] of further.dates.entries())
    expect(Math.abs(date - (first.dates[n + 4] ?? 0))).toBeLessThanOrEqual(apartMs);
  expect(further.text).toContain('#EXT-X-MEDIA-SEQUENCE:4\n');
  expect(further.text).not.toContain('DISCONTINUITY');
});

test('after an interruption it has as many discontinuities as the first one; one that comes back has another folder', async () => {
  run(0, 5 * second, { quality: low() });
  live.removeQuality('low');
  live.interrupt();
  for (const packet of openingPackets()) live.push(packet);
  run(0, 5 * second, { quality: low() });
  expect((await listed()).text).toContain('#EXT-X-DISCONTINUITY\n');
  const back = await listed('low.2');
  expect(back.text).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n');
  expect((await listed()).names).toEqual(expect.arrayContaining([...back.names]));
  expect(JSON.parse(readFileSync(join(folder, 'qualities.json'), 'utf8'))).toEqual(['low.2']);
});
