import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { encodeBadge } from '#kiosk/host/printers/escpos/escpos-raster.ts';
import { printOnPaper, qrBitmap, readQr, sameInk } from '#test/fixtures/escpos-picture.ts';

const bitmaps: fc.Arbitrary<Bitmap> = fc
  .record({ widthDots: fc.integer({ min: 1, max: 576 }), heightDots: fc.integer({ min: 1, max: 300 }) })
  .chain(({ widthDots, heightDots }) => {
    const size = rowBytes(widthDots) * heightDots;
    return fc.uint8Array({ minLength: size, maxLength: size }).map((bits) => ({ widthDots, heightDots, bits }));
  });

test('a badge comes back dot for dot, one cut a copy, and the question for the acknowledgement last', () => {
  fc.assert(
    fc.property(bitmaps, fc.integer({ min: 1, max: 3 }), (bitmap, copies) => {
      // Padding bits may hold anything: they must not come out as ink.
      const bytes = encodeBadge(bitmap, copies);
      const { pages, complaints, blankCuts, questions } = printOnPaper(bytes, 576);
      expect(complaints).toEqual([]);
      expect(blankCuts).toBe(0);
      expect(questions).toBe(1);
      expect(pages.length).toBe(copies);
      for (const page of pages) expect(sameInk(page, bitmap)).toBe(true);
      expect([...bytes.subarray(-3)]).toEqual([0x1d, 0x72, 0x01]);
    }),
    { numRuns: 60 },
  );
});

test('the QR code of the printed picture decodes', async () => {
  const text = 'GATE1:ABC-0123456789-PRINTED';
  const { pages } = printOnPaper(encodeBadge(qrBitmap(text), 1), 576);
  expect(await readQr(pages[0]!)).toEqual([text]);
});

test('the same bytes on narrower paper are reported as lost ink', () => {
  const { complaints } = printOnPaper(encodeBadge(qrBitmap('TOO WIDE'), 1), 384);
  expect(complaints).toContain('overflow');
});

test('an empty job is a bug, not a cut', () => {
  expect(() => encodeBadge(qrBitmap('X'), 0)).toThrow('assertion');
});
