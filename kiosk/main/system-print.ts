/**
 * Prints a badge on a printer of the operating system: a hidden window without scripts shows the picture at its size
 * and is printed silently. The port that kiosk/host/printers/pages/system-printer.ts asks for.
 */

import type { WebContents, WebContentsPrintOptions } from 'electron';
import type { SystemAnswer, SystemPage, SystemPrint } from '#kiosk/host/printers/pages/system-printer.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';

export interface PrintWindow {
  readonly webContents: Pick<WebContents, 'getPrintersAsync' | 'print'>;
  loadURL(url: string): Promise<void>;
  isDestroyed(): boolean;
  destroy(): void;
}

/** Options that a print window must have: nothing in it may run or reach out. */
export const printWindowOptions = {
  show: false,
  webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
} as const;

const micronsPerMm = 1_000;
/** Said by Electron before anything is spooled. */
const certainlyNot = /invalid|cancel|no printers/i;

export function pageUrl({ png, widthMm, heightMm }: SystemPage): string {
  const size = `${widthMm}mm ${heightMm}mm`;
  const picture = Buffer.from(png).toString('base64');
  const html =
    `<!doctype html><style>@page{size:${size};margin:0}html,body{margin:0}` +
    `img{display:block;width:${widthMm}mm;height:${heightMm}mm;image-rendering:pixelated}</style>` +
    `<img src="data:image/png;base64,${picture}">`;
  return `data:text/html;base64,${Buffer.from(html).toString('base64')}`;
}

export function printOptions(printer: string, page: SystemPage): WebContentsPrintOptions {
  return {
    silent: true,
    deviceName: printer,
    color: false,
    copies: page.copies,
    margins: { marginType: 'none' },
    pageSize: { width: Math.round(page.widthMm * micronsPerMm), height: Math.round(page.heightMm * micronsPerMm) },
    scaleFactor: 100,
  };
}

/** @param open makes a hidden window with `printWindowOptions`; one is kept, and replaced when it broke */
export function createSystemPrint(open: () => PrintWindow): SystemPrint {
  let kept: PrintWindow | null = null;
  /** Two badges in one window would print one of them twice. */
  const oneAtATime = createOneAtATime();

  function take(): PrintWindow {
    if (kept === null || kept.isDestroyed()) kept = open();
    return kept;
  }

  function spool(window: PrintWindow, options: WebContentsPrintOptions): Promise<SystemAnswer> {
    return new Promise((resolve) => {
      window.webContents.print(options, (success, reason) => {
        if (success) resolve({ ok: true });
        else
          resolve({ ok: false, certain: certainlyNot.test(reason), message: `The system did not print: ${reason}.` });
      });
    });
  }

  async function show(page: SystemPage): Promise<PrintWindow | null> {
    const window = take();
    try {
      await window.loadURL(pageUrl(page));
      return window;
    } catch (error) {
      console.error('print window:', error);
      window.destroy();
      return null;
    }
  }

  return {
    list: () => oneAtATime(async () => (await take().webContents.getPrintersAsync()).map(({ name }) => name)),
    print: (printer, page) =>
      oneAtATime(async () => {
        const window = await show(page);
        if (window !== null) return spool(window, printOptions(printer, page));
        return { ok: false, certain: true, message: 'The badge could not be shown to the printer.' };
      }),
  };
}
