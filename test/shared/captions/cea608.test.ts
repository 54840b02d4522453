/** CEA-608 in H.264, read back by ffmpeg's own decoder; without ffmpeg the tests of the bytes alone run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { hasCaptions, insertUnit, readAvcPacket } from '#shared/captions/avc-packet.ts';
import { CaptionInserter, heldMax, type StreamPacket } from '#shared/captions/caption-inserter.ts';
import { captionSei, withEmulationPrevention, withOddParity } from '#shared/captions/caption-sei.ts';
import { carriedText, rowsOf, textGroups } from '#shared/captions/cea608-text.ts';
import { Cea608Writer, waitingMax } from '#shared/captions/cea608-writer.ts';
import type { Cue } from '#shared/captions/cue.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasFfmpeg) console.warn('ffmpeg is missing: captions are not read back from video.');

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-608-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { cwd: folder, encoding: 'utf8' });

interface Source {
  readonly name: string;
  readonly rate: string;
  readonly bFrames: number;
  readonly seconds: number;
}

function makeVideo({ bFrames, name, rate, seconds }: Source): Buffer {
  const file = `${name}.flv`;
  ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc=size=160x120:rate=${rate}:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', String(bFrames), '-g', '50', '-pix_fmt', 'yuv420p'],
    ...['-x264-params', bFrames > 0 ? 'b-adapt=0:b-pyramid=normal' : 'bframes=0'],
    ...['-c:a', 'aac', '-threads', '1', file],
  );
  return readFileSync(join(folder, file));
}

const kinds = { 8: 'audio', 9: 'video', 18: 'script' } as const;

function readFlv(file: Buffer): readonly StreamPacket[] {
  const packets: StreamPacket[] = [];
  let at = 13;
  while (at + 11 < file.length) {
    const type = file[at]! as keyof typeof kinds;
    const size = file.readUIntBE(at + 1, 3);
    const timestampMs = file.readUIntBE(at + 4, 3) + file[at + 7]! * 2 ** 24;
    packets.push({ kind: kinds[type], timestampMs, data: new Uint8Array(file.subarray(at + 11, at + 11 + size)) });
    at += 11 + size + 4;
  }
  return packets;
}

function writeFlv(head: Buffer, packets: readonly StreamPacket[]): Buffer {
  const types = { audio: 8, video: 9, script: 18 };
  const tags = packets.flatMap(({ data, kind, timestampMs }) => {
    const tag = Buffer.alloc(11);
    tag[0] = types[kind];
    tag.writeUIntBE(data.length, 1, 3);
    tag.writeUIntBE(timestampMs & 0xffffff, 4, 3);
    tag[7] = timestampMs >>> 24;
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length + 11);
    return [tag, data, size];
  });
  return Buffer.concat([head.subarray(0, 13), ...tags]);
}

interface Shown {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What a decoder shows: text, from and to in seconds. */
function readBack(file: string): readonly Shown[] {
  const srt = ffmpeg('-f', 'lavfi', '-i', `movie=${file}[out+subcc]`, '-map', '0:s', '-f', 'srt', '-');
  const seconds = (text: string) => {
    const [hours = 0, minutes = 0, rest = 0] = text.replace(',', '.').split(':').map(Number);
    return (hours * 60 + minutes) * 60 + rest;
  };
  return srt
    .split(/\r?\n\r?\n/)
    .filter((block) => block.includes('-->'))
    .map((block) => {
      const [, times = '', ...lines] = block.trim().split(/\r?\n/);
      const [from = '', to = ''] = times.split(' --> ');
      const text = lines
        .join('\n')
        .replace(/<[^>]*>|\{[^}]*\}/g, '')
        .replaceAll('\\h', ' ');
      return { from: seconds(from), to: seconds(to), text: text.trim() };
    });
}

const cue = (start: number, end: number, text: string): Cue => ({ startMs: start * 1_000, endMs: end * 1_000, text });

const spoken: readonly Cue[] = [
  cue(1, 3, 'HELLO FROM THE KEYNOTE'),
  cue(3.5, 5, "It's 50 % – isn't it? (yes!)"),
  cue(5.5, 7.5, 'Größe, Übergang, süß: ÄÖÜäöüß'),
  cue(8, 10, 'Ça va à Málaga, señor? Ñandú Œuvre'),
  cue(10.5, 12.5, '♪♪ 25 °C ½ price ™ for £3 ♪♪'),
  cue(13, 17, 'A cue that is longer than one row of thirty-two characters\nand has a second line, too'),
  cue(17.5, 19, 'Closing words'),
];
const expected = [
  'HELLO FROM THE KEYNOTE',
  "It's 50 % - isn't it? (yes!)",
  'Größe, Übergang, süß: ÄÖÜäöüß',
  'Ça va à Málaga, señor? Ñandú\nOEuvre',
  '♪♪ 25 °C ½ price ™ for £3 ♪♪',
  'A cue that is longer than one\nrow of thirty-two characters\nand has a second line, too',
  'Closing words',
];

describe.skipIf(!hasFfmpeg)('captions in video, read back by a decoder', () => {
  const sources: readonly Source[] = [
    { name: 'plain25', rate: '25', bFrames: 0, seconds: 20 },
    { name: 'b25', rate: '25', bFrames: 3, seconds: 20 },
    { name: 'b2997', rate: '30000/1001', bFrames: 2, seconds: 20 },
    { name: 'b60', rate: '60', bFrames: 3, seconds: 20 },
    { name: 'slow12', rate: '12', bFrames: 0, seconds: 20 },
  ];
  test.each(sources)('$name: every text once, at its second, and erased at its end', (source) => {
    const file = makeVideo(source);
    const packets = readFlv(file);
    const inserter = new CaptionInserter<StreamPacket>();
    // As it happens live: a cue is known a moment before it is spoken at best.
    const open = [...spoken];
    const made = packets.flatMap((packet) => {
      while (open[0] && open[0].startMs <= packet.timestampMs + 2_000) inserter.caption(open.shift()!);
      return inserter.push(packet);
    });
    made.push(...inserter.finish());
    expect(inserter.isOff).toBe(false);
    expect(made.map(({ kind, timestampMs }) => [kind, timestampMs])).toEqual(
      packets.map(({ kind, timestampMs }) => [kind, timestampMs]),
    );
    const name = `${source.name}-608.flv`;
    writeFileSync(join(folder, name), writeFlv(file, made));
    const shown = readBack(name);
    expect(shown.map(({ text }) => text.replaceAll('’', "'"))).toEqual(expected);
    for (const [at, { from, to }] of shown.entries()) {
      expect(Math.abs(from - spoken[at]!.startMs / 1_000)).toBeLessThan(0.3);
      expect(Math.abs(to - spoken[at]!.endMs / 1_000)).toBeLessThan(0.3);
    }
    // The pictures are the same as before, bit for bit.
    const pictures = (video: string) => ffmpeg('-i', video, '-map', '0:v', '-f', 'md5', '-');
    expect(pictures(name)).toBe(pictures(`${source.name}.flv`));
  });
});

describe('bytes', () => {
  test('every pair has odd parity, and no message holds the start of a unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 0, max: 127 })), { maxLength: 31 }),
        (pairs) => {
          const unit = captionSei(pairs);
          const text = Buffer.from(unit).toString('latin1');
          expect(/\0\0[\0\x01\x02]/.test(text)).toBe(false);
          expect(hasCaptions(Uint8Array.from([0x27, 1, 0, 0, 0, unit.length, ...unit]), 1)).toBe(true);
        },
      ),
    );
    for (let byte = 0; byte < 128; byte += 1)
      expect([...withOddParity(byte).toString(2)].filter((bit) => bit === '1').length % 2).toBe(1);
    expect([...withEmulationPrevention([0, 0, 0, 0, 0, 1])]).toEqual([0, 0, 3, 0, 0, 3, 0, 1]);
  });

  test('any text becomes rows of at most 32 characters, and a script that is not carried is counted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const carried = carriedText(text);
        if (carried === null) return;
        for (const row of rowsOf(carried)) {
          expect([...row].length).toBeLessThanOrEqual(32);
          const bytes = textGroups(row).flat(2);
          expect(bytes.every((byte) => byte >= 0 && byte < 128)).toBe(true);
        }
      }),
    );
    const writer = new Cea608Writer();
    writer.push(cue(1, 2, 'مرحبا بكم في المؤتمر'));
    expect(writer.notCarried).toBe(1);
    expect(writer.next(1_500)).toBeNull();
    expect(carriedText('Žižek & Łódź – “ok”…')).toBe('Zizek & Lódz - “ok”...');
  });

  test('a cue that is spoken now does not wait for one that was written ahead', () => {
    const writer = new Cea608Writer();
    const sent = (fromMs: number, toMs: number) => {
      let pairs = 0;
      for (let ms = fromMs; ms < toMs; ms += 33) if (writer.next(ms)) pairs += 1;
      return pairs;
    };
    writer.push(cue(60, 62, 'Written ahead'));
    expect(sent(0, 1_000)).toBe(0);
    writer.push(cue(2, 4, 'Spoken now'));
    expect(sent(1_000, 5_000)).toBeGreaterThan(10);
    expect(sent(5_000, 30_000)).toBe(0);
  });

  test('a queue beyond its bound drops its oldest and counts them', () => {
    const writer = new Cea608Writer();
    for (let n = 0; n < waitingMax + 5; n += 1) writer.push(cue(n, n + 1, `Cue ${n}`));
    expect(writer.dropped).toBe(5);
  });

  test('packets that are cut off, foreign or already captioned pass unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (data) => {
        readAvcPacket(data);
        const made = insertUnit(data, 4, captionSei([[0x14, 0x2c]]));
        expect(made === data || made.length > data.length).toBe(true);
      }),
    );
    const setup = {
      kind: 'video',
      timestampMs: 0,
      data: Uint8Array.from([0x17, 0, 0, 0, 0, 1, 66, 0, 30, 0xff, 0]),
    } as const;
    const sei = captionSei([[0x14, 0x2c]]);
    const own = Uint8Array.from([0x17, 1, 0, 0, 0, 0, 0, 0, sei.length, ...sei, 0, 0, 0, 2, 0x65, 1]);
    const inserter = new CaptionInserter<StreamPacket>();
    expect(inserter.push(setup)).toEqual([setup]);
    expect(inserter.push({ kind: 'video', timestampMs: 40, data: own })[0]!.data).toBe(own);
    expect(inserter.isOff).toBe(true);
  });

  test('a stream whose frames never settle is passed on after the bound', () => {
    const inserter = new CaptionInserter<StreamPacket>();
    inserter.push({ kind: 'video', timestampMs: 0, data: Uint8Array.from([0x17, 0, 0, 0, 0, 1, 66, 0, 30, 0xff, 0]) });
    const far = Uint8Array.from([0x17, 1, 0x7f, 0xff, 0xff, 0, 0, 0, 2, 0x65, 1]);
    let out = 0;
    for (let n = 0; n <= heldMax; n += 1) out += inserter.push({ kind: 'video', timestampMs: n, data: far }).length;
    expect(out).toBe(heldMax + 1);
    expect(inserter.isOff).toBe(true);
  });
});
