import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { createFilePrinter } from '#kiosk/host/printers/pages/file-printer.ts';
import { must } from '#shared/base/assert.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks } from '#test/contract/printer.ts';
import { qrBitmap, sameInk } from '#test/fixtures/escpos-picture.ts';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { pdfImages, pdfPages, pdfSize } from '#test/fixtures/private-cups.ts';

const base = await mkdtemp(join(tmpdir(), 'pdf-badges-'));
beforeAll(() => needBinary('pdftoppm', 'poppler-utils'), 600_000);
afterAll(() => rm(base, { recursive: true }));
let started = 0;
const dpi = 300;

function config(folder: string): PrinterConfig {
  return { id: 'folder', name: 'Folder', kind: 'pdf', folder, dpi, widthDots: 1_016 };
}

async function files(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  return names.map((name) => join(folder, name));
}

printerContract('a folder of PDF files', async (): Promise<PrinterUnderTest> => {
  started += 1;
  const folder = join(base, `run-${started}`);
  let now = 1_780_000_000_000;
  return {
    port: createFilePrinter(config(folder), () => ++now),
    printed: async () => (await Promise.all((await files(folder)).map((path) => pdfPages(path, dpi)))).flat(),
    breakIt: async () => {
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'a file where the folder should be');
    },
    stop: async () => {},
  };
});

test('the page is as large as the badge, and every dot stands where it was', async () => {
  const folder = join(base, 'size');
  const port = createFilePrinter(config(folder), Date.now);
  const bitmap = qrBitmap('EXACT', 1_016, 638);
  expect(await port.print(jobFor('EXACT', { bitmap, title: 'Badge (Zoë) \\ 李雷' }), quietHooks)).toEqual({
    outcome: 'printed',
  });
  const path = must((await files(folder))[0], 'a file');
  expect(await pdfSize(path)).toEqual([243.84, 153.12]);
  // Taken out of the file, because renderers round at the edges of dots.
  const [image] = await pdfImages(path);
  expect(image?.ppi).toEqual([dpi, dpi]);
  expect(sameInk(must(image, 'a picture').bitmap, bitmap)).toBe(true);
});
