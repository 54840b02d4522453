/**
 * The contract of every printer driver, run by each of them: its answer matches what the printer put out. The driver
 * brings a way to read what came out. Faults that only one kind of printer has are in its own test.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { PrinterPort, PrintHooks } from '#kiosk/host/printers/printer-port.ts';
import { qrBitmap, readQr } from '#test/fixtures/escpos-picture.ts';

export interface PrinterUnderTest {
  readonly port: PrinterPort;
  /** Whole badges that came out, oldest first. */
  printed(): Promise<readonly Bitmap[]>;
  /** From now on it can certainly not print. */
  breakIt(): Promise<void>;
  stop(): Promise<void>;
}

let lastJob = 0;

export function jobFor(text: string, more: Partial<PrintRequest> = {}): PrintRequest {
  lastJob += 1;
  return { jobId: `job-${lastJob}`, title: text, bitmap: qrBitmap(text), ...more };
}

export const quietHooks: PrintHooks = { commit: () => Promise.resolve(), onTrouble: () => {} };

export async function textsOn(badges: readonly Bitmap[]): Promise<readonly string[]> {
  return (await Promise.all(badges.map(readQr))).flat();
}

export function printerContract(name: string, start: () => Promise<PrinterUnderTest>): void {
  describe(`a printer: ${name}`, () => {
    let printer: PrinterUnderTest;
    beforeEach(async () => {
      printer = await start();
    });
    afterEach(() => printer.stop());

    test('prints what it says it printed, in order', async () => {
      for (const text of ['FIRST', 'SECOND']) {
        expect(await printer.port.print(jobFor(text), quietHooks)).toEqual({ outcome: 'printed' });
      }
      expect(await textsOn(await printer.printed())).toEqual(['FIRST', 'SECOND']);
    });

    test('prints as many copies as asked for', async () => {
      expect(await printer.port.print(jobFor('THRICE', { copies: 3 }), quietHooks)).toEqual({ outcome: 'printed' });
      expect(await textsOn(await printer.printed())).toEqual(['THRICE', 'THRICE', 'THRICE']);
    });

    test('commits once, before anything comes out', async () => {
      const seen: number[] = [];
      const commit = async (): Promise<void> => {
        seen.push((await printer.printed()).length);
      };
      await printer.port.print(jobFor('NOTED'), { ...quietHooks, commit });
      expect(seen).toEqual([0]);
    });

    test('sends nothing when the note cannot be made, and lets the error pass', async () => {
      const commit = (): Promise<void> => Promise.reject(new Error('disk full'));
      await expect(printer.port.print(jobFor('LOST'), { ...quietHooks, commit })).rejects.toThrow('disk full');
      expect(await printer.printed()).toEqual([]);
      expect(await printer.port.print(jobFor('NEXT'), quietHooks)).toEqual({ outcome: 'printed' });
      expect(await textsOn(await printer.printed())).toEqual(['NEXT']);
    });

    test('is ready, and says so', async () => {
      expect(await printer.port.probe()).toMatchObject({ trouble: null });
    });

    test('broken: fails for certain, without commit, and the probe says why', async () => {
      await printer.breakIt();
      let committed = false;
      const commit = async (): Promise<void> => {
        committed = true;
      };
      const outcome = await printer.port.print(jobFor('NEVER'), { ...quietHooks, commit });
      expect(outcome).toMatchObject({ outcome: 'failed', reason: 'unreachable' });
      expect(committed).toBe(false);
      expect((await printer.port.probe()).trouble?.reason).toBe('unreachable');
    });
  });
}
