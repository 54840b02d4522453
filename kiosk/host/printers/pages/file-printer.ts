/**
 * The printer that writes each badge as a PNG or PDF into a folder: for trying out, for hot folders of other print
 * software, for machines without a printer. A file appears whole or not at all.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { flushFolder } from '../../durable-file.ts';
import type { Condition, PrinterPort, PrintHooks } from '../printer-port.ts';
import { type Trouble, troubleBy } from '../trouble.ts';
import { badgePdf } from './badge-pdf.ts';
import { badgePng } from './badge-png.ts';

const maxSlugChars = 40;

/** Letters and digits of any script; the time before it keeps reserved names and hidden files away. */
function slug(title: string): string {
  const words = title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return (
    [...words]
      .slice(0, maxSlugChars)
      .join('')
      .replace(/^-+|-+$/g, '') || 'badge'
  );
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * @param config its `folder` is made when it is missing; kind `pdf` or `file`
 * @param now Unix milliseconds, for the names
 */
export function createFilePrinter(config: PrinterConfig, now: () => number): PrinterPort {
  const folder = must(config.folder, 'a file printer has a folder');
  const ending = config.kind === 'pdf' ? 'pdf' : 'png';

  function unwritable(cause: unknown): Trouble {
    const detail = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    const message = `The folder of this printer cannot be written${detail}.`;
    return troubleBy('unreachable', 'folder_unwritable', message);
  }

  async function probe(): Promise<Condition> {
    const path = join(folder, `.probe-${process.pid}`);
    try {
      await mkdir(folder, { recursive: true });
      await writeDurably(path, new Uint8Array(0));
      await rm(path);
      return { trouble: null, paperLow: false };
    } catch (error) {
      return { trouble: unwritable(error), paperLow: false };
    }
  }

  async function print(job: PrintRequest, hooks: PrintHooks): Promise<PrintOutcome> {
    const stamp = isoTime(now()).replaceAll(':', '-');
    const name = `${stamp} ${slug(job.title)} ${job.jobId.slice(-12)}`;
    const copies = Array.from({ length: job.copies ?? 1 }, (_, i) => (i === 0 ? name : `${name} (${i + 1})`));
    const hidden = (copy: string): string => join(folder, `.${copy}.part`);
    let appeared = 0;
    try {
      await mkdir(folder, { recursive: true });
      const { bitmap, title } = job;
      const bytes = ending === 'png' ? badgePng(bitmap) : await badgePdf(bitmap, config.dpi, 1, title, now());
      for (const copy of copies) await writeDurably(hidden(copy), bytes);
    } catch (error) {
      await Promise.allSettled(copies.map((copy) => rm(hidden(copy), { force: true })));
      return { outcome: 'failed', ...unwritable(error) };
    }
    await hooks.commit();
    try {
      for (const copy of copies) {
        await rename(hidden(copy), join(folder, `${copy}.${ending}`));
        appeared += 1;
      }
      await flushFolder(folder);
      return { outcome: 'printed' };
    } catch (error) {
      await Promise.allSettled(copies.map((copy) => rm(hidden(copy), { force: true })));
      return { outcome: appeared === 0 ? 'failed' : 'unknown', ...unwritable(error) };
    }
  }

  return { config, probe, print };
}
