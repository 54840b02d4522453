/** The system's printers: the driver and main's port, with a window that stands in for Electron's. */
import type { WebContentsPrintOptions } from 'electron';
import { PNG } from 'pngjs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import { rowBytes } from '#kiosk/bridge/bitmap.ts';
import { createAbsentSystemPrinter, createSystemPrinter } from '#kiosk/host/printers/pages/system-printer.ts';
import { createSystemPrint, type PrintWindow, printOptions, printWindowOptions } from '#kiosk/main/system-print.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks } from '#test/contract/printer.ts';

const config = { id: 'office', name: 'Office', kind: 'system', queue: 'Office', dpi: 300, widthDots: 1_016 } as const;

interface Spooler {
  names: string[];
  /** Null: it prints. */
  refusal: string | null;
  readonly printed: Bitmap[];
  readonly options: WebContentsPrintOptions[];
  open: number;
  breaks: boolean;
}

function bitmapIn(url: string): Bitmap {
  const html = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString();
  const picture = /base64,([^"]+)"/.exec(html)?.[1] ?? '';
  const { width, height, data } = PNG.sync.read(Buffer.from(picture, 'base64'));
  const bits = new Uint8Array(rowBytes(width) * height);
  for (let i = 0; i < width * height; i += 1) {
    const x = i % width;
    if (data[i * 4]! < 128) bits[Math.floor(i / width) * rowBytes(width) + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { widthDots: width, heightDots: height, bits };
}

function createSpooler(): { spooler: Spooler; openWindow: () => PrintWindow } {
  const spooler: Spooler = {
    names: ['Office', 'Fax'],
    refusal: null,
    printed: [],
    options: [],
    open: 0,
    breaks: false,
  };
  const openWindow = (): PrintWindow => {
    let shown = '';
    let destroyed = false;
    spooler.open += 1;
    const print = (
      options: WebContentsPrintOptions = {},
      callback?: (success: boolean, reason: string) => void,
    ): void => {
      spooler.options.push(options);
      if (spooler.refusal === null)
        for (let i = 0; i < (options.copies ?? 1); i += 1) spooler.printed.push(bitmapIn(shown));
      callback?.(spooler.refusal === null, spooler.refusal ?? '');
    };
    const getPrintersAsync = async () =>
      spooler.names.map((name) => ({ name, displayName: name, description: '', options: {} }));
    return {
      webContents: { print, getPrintersAsync } as PrintWindow['webContents'],
      loadURL: async (url) => {
        if (spooler.breaks) throw new Error('ERR_FAILED');
        shown = url;
      },
      isDestroyed: () => destroyed,
      destroy: () => {
        destroyed = true;
        spooler.open -= 1;
      },
    };
  };
  return { spooler, openWindow };
}

printerContract('a printer of the operating system', async (): Promise<PrinterUnderTest> => {
  const { spooler, openWindow } = createSpooler();
  return {
    port: createSystemPrinter(config, createSystemPrint(openWindow)),
    printed: async () => spooler.printed,
    breakIt: async () => {
      spooler.names = ['Fax'];
    },
    stop: async () => expect(spooler.open).toBe(1),
  };
});

describe('a printer of the operating system', () => {
  let made: ReturnType<typeof createSpooler>;
  beforeEach(() => {
    made = createSpooler();
  });

  test.each([
    ['Print job failed', 'unknown'],
    ['Print job canceled', 'failed'],
    ['Invalid printer settings', 'failed'],
  ])('%s: %s', async (refusal, outcome) => {
    made.spooler.refusal = refusal;
    const port = createSystemPrinter(config, createSystemPrint(made.openWindow));
    expect(await port.print(jobFor('X'), quietHooks)).toMatchObject({ outcome, reason: 'printer_error' });
  });

  test('a window that broke: failed for certain, and the next badge gets a new one', async () => {
    const port = createSystemPrinter(config, createSystemPrint(made.openWindow));
    made.spooler.breaks = true;
    expect(await port.print(jobFor('A'), quietHooks)).toMatchObject({ outcome: 'failed' });
    expect(made.spooler.open).toBe(0);
    made.spooler.breaks = false;
    expect(await port.print(jobFor('B'), quietHooks)).toEqual({ outcome: 'printed' });
    expect(made.spooler.printed).toHaveLength(1);
  });

  test('the page has the badge’s size in microns, no one is asked, and nothing in it may run', () => {
    const page = { png: new Uint8Array(1), widthMm: 86.02, heightMm: 54.02, copies: 2 };
    expect(printOptions('Office', page)).toMatchObject({
      silent: true,
      deviceName: 'Office',
      copies: 2,
      pageSize: { width: 86_020, height: 54_020 },
      margins: { marginType: 'none' },
    });
    expect(printWindowOptions.webPreferences).toMatchObject({
      javascript: false,
      sandbox: true,
      nodeIntegration: false,
    });
  });

  test('beside a browser it says what to use instead', async () => {
    const absent = createAbsentSystemPrinter(config);
    expect(await absent.print(jobFor('X'), quietHooks)).toMatchObject({ outcome: 'failed', reason: 'unreachable' });
    expect((await absent.probe()).trouble?.message).toContain('cups:Queue');
  });
});
