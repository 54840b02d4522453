import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { ready } from 'zpl-renderer-js';
import { type Bitmap, isBlack, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { readZplFormat } from '#kiosk/host/printers/virtual/zpl-interpreter.ts';
import { encodeZplBadge } from '#kiosk/host/printers/zpl/zpl-graphic.ts';
import { createZplStatusReader, isIdle, readZplTrouble, type ZplStatus } from '#kiosk/host/printers/zpl/zpl-status.ts';
import { qrBitmap, readQr, sameInk } from '#test/fixtures/escpos-picture.ts';

/** Long runs, repeated rows, rows of one colour: what the compression has words for. */
const bitmaps: fc.Arbitrary<Bitmap> = fc
  .record({ widthDots: fc.integer({ min: 1, max: 400 }), heightDots: fc.integer({ min: 1, max: 40 }) })
  .chain(({ widthDots, heightDots }) => {
    const bytes = rowBytes(widthDots);
    const row = fc.oneof(
      fc.constantFrom(0x00, 0xff).map((byte) => Array<number>(bytes).fill(byte)),
      fc.array(fc.constantFrom(0x00, 0xff, 0x0f, 0xa5), { minLength: bytes, maxLength: bytes }),
      fc.array(fc.integer({ min: 0, max: 255 }), { minLength: bytes, maxLength: bytes }),
    );
    const rows = fc.array(row, { minLength: heightDots, maxLength: heightDots });
    return rows.map((lines) => ({ widthDots, heightDots, bits: Uint8Array.from(lines.flat()) }));
  });

/** The picture that another implementation of ZPL makes of it. */
async function render(zpl: string, widthDots: number, heightDots: number): Promise<Bitmap> {
  const { api } = await ready;
  const picture = await api.zplToBase64Async(zpl, widthDots / 8, heightDots / 8, 8);
  const { width, height, data } = PNG.sync.read(Buffer.from(picture, 'base64'));
  const bits = new Uint8Array(rowBytes(width) * height);
  for (let i = 0; i < width * height; i += 1) {
    if (data[i * 4]! < 128)
      bits[Math.floor(i / width) * rowBytes(width) + ((i % width) >> 3)]! |= 0x80 >> ((i % width) & 7);
  }
  return { widthDots: width, heightDots: height, bits };
}

test('a badge comes back dot for dot', () => {
  fc.assert(
    fc.property(bitmaps, fc.integer({ min: 1, max: 10 }), (bitmap, copies) => {
      const label = readZplFormat(encodeZplBadge(bitmap, copies), 400);
      expect(label.complaints).toEqual([]);
      expect(label.copies).toBe(copies);
      expect(label.bitmap.heightDots).toBe(bitmap.heightDots);
      expect(sameInk(label.bitmap, bitmap)).toBe(true);
    }),
  );
});

test('another implementation of ZPL draws the same dots', async () => {
  await fc.assert(
    fc.asyncProperty(bitmaps, async (bitmap) => {
      const page = await render(encodeZplBadge(bitmap, 1), bitmap.widthDots, bitmap.heightDots);
      for (let y = 0; y < bitmap.heightDots; y += 1) {
        for (let x = 0; x < bitmap.widthDots; x += 1) {
          if (isBlack(page, x, y) !== isBlack(bitmap, x, y)) throw new Error(`dot ${x}, ${y}`);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('the QR code of the label that it draws decodes', async () => {
  const text = 'GATE1:ABC-0123456789-LABEL';
  const zpl = encodeZplBadge(qrBitmap(text), 1);
  expect(await readQr(await render(zpl, 400, 520))).toEqual([text]);
  expect(zpl.length).toBeLessThan(12_000); // 52,000 hex digits without the compression
});

const healthy =
  '\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';

test('status strings are found however the packets fall, after any noise', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('x', ',', '0', '\r', '\x03') }),
      fc.integer({ min: 1, max: 4 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
      (noise, times, cuts) => {
        const bytes = Buffer.from(noise + healthy.repeat(times), 'latin1');
        const read = createZplStatusReader();
        const found: ZplStatus[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value ?? 1;
          found.push(...read(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(found).toHaveLength(times);
        expect(found.every((status) => isIdle(status) && readZplTrouble(status) === null)).toBe(true);
      },
    ),
  );
});

test('a string that got lost does not shift the ones that follow', () => {
  const read = createZplStatusReader();
  const [first = '', second = ''] = healthy.split('\r\n');
  expect(read(Buffer.from(`${first}\r\n${second}\r\n`, 'latin1'))).toEqual([]);
  expect(read(Buffer.from(healthy, 'latin1'))).toHaveLength(1);
});

test('each flag is the trouble that it is, the helpful one first', () => {
  const base = createZplStatusReader()(Buffer.from(healthy, 'latin1'))[0]!;
  expect(readZplTrouble({ ...base, headUp: true, paused: true, paperOut: true })?.reason).toBe('cover_open');
  expect(readZplTrouble({ ...base, paperOut: true, paused: true })?.reason).toBe('paper_out');
  expect(readZplTrouble({ ...base, paused: true })?.reason).toBe('offline');
  for (const flag of ['ribbonOut', 'corruptMemory', 'tooHot', 'tooCold']) {
    expect(readZplTrouble({ ...base, [flag]: true })?.reason).toBe('printer_error');
  }
  expect(isIdle({ ...base, formatsWaiting: 1 })).toBe(false);
  expect(isIdle({ ...base, labelsRemaining: 2 })).toBe(false);
  expect(isIdle({ ...base, partialFormat: true })).toBe(false);
});
