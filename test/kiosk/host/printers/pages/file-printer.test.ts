import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { createFilePrinter } from '#kiosk/host/printers/pages/file-printer.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks } from '#test/contract/printer.ts';
import { sameInk } from '#test/fixtures/escpos-picture.ts';

const base = await mkdtemp(join(tmpdir(), 'badges-'));
afterAll(() => rm(base, { recursive: true }));
let started = 0;

function config(folder: string): PrinterConfig {
  return { id: 'folder', name: 'Folder', kind: 'file', folder, dpi: 203, widthDots: 576 };
}

async function readPng(path: string): Promise<Bitmap> {
  const { width, height, data } = PNG.sync.read(await readFile(path));
  const bits = new Uint8Array(rowBytes(width) * height);
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (data[i * 4]! < 128) bits[y * rowBytes(width) + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { widthDots: width, heightDots: height, bits };
}

printerContract('a folder of PNG files', async (): Promise<PrinterUnderTest> => {
  started += 1;
  const folder = join(base, `run-${started}`);
  let now = 1_780_000_000_000;
  return {
    port: createFilePrinter(config(folder), () => ++now),
    printed: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
      return Promise.all(names.map((name) => readPng(join(folder, name))));
    },
    breakIt: async () => {
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'a file where the folder should be');
    },
    stop: async () => {},
  };
});

test('the picture keeps every dot, and the name tells time and title with any title', async () => {
  const folder = join(base, 'names');
  const printer = createFilePrinter(config(folder), () => Date.UTC(2026, 4, 1, 10));
  const job = jobFor('X', { title: '../../etc/李雷 & Zoë\\:*?"<>|' });
  expect(await printer.print(job, quietHooks)).toEqual({ outcome: 'printed' });
  const names = await readdir(folder);
  expect(names).toEqual([`2026-05-01T10-00-00.000Z etc-李雷-Zoë ${job.jobId}.png`]);
  expect(sameInk(await readPng(join(folder, names[0]!)), job.bitmap)).toBe(true);
});
