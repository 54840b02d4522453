/**
 * Writes scans to the journal's rows, one after the other, each with the next number of the kiosk's own counter. After
 * a write that the disk refused, the disk is asked what it has before anything else is decided.
 */
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { JournalScan, NotRecorded, Recorded, ScanDraft, WalkIn } from './replica.ts';
import type { ScanDoc, ScanRows } from './rows.ts';
import { notRecorded } from './storage-failure.ts';

export interface ScanAppender {
  append(draft: ScanDraft, walkIn: WalkIn | null): Promise<Recorded | NotRecorded>;
  /** Counter of the latest scan. */
  last(): number;
  /** Resolves when what was begun has been written or refused. */
  settled(): Promise<void>;
}

export interface AppenderParts {
  readonly rows: ScanRows;
  /** Counter of the latest scan at the start. */
  readonly last: number;
  /** A scan is on the disk. @param undone the scan that it takes back */
  readonly onWritten: (row: ScanDoc, undone: JournalScan | null) => void;
  /**
   * Scans are on the disk although it had refused them. They count as recorded, though no verdict was shown.
   *
   * @returns to be called once they have their place in the count
   */
  readonly onFound: (found: readonly ScanDoc[]) => Promise<() => void>;
}

export function createScanAppender({ rows, last: first, onWritten, onFound }: AppenderParts): ScanAppender {
  let last = first;
  /** The disk refused a write: it may have it all the same. */
  let lastUnsure = false;
  const oneAtATime = createOneAtATime();

  async function findRefused(): Promise<void> {
    const found = await rows.after(last);
    const announce = await onFound(found);
    last = found.at(-1)?.counter ?? last;
    lastUnsure = false;
    announce();
  }

  async function write(draft: ScanDraft, walkIn: WalkIn | null): Promise<Recorded | NotRecorded> {
    try {
      if (lastUnsure) await findRefused();
      const [undone] = draft.undoes ? await rows.byIds([draft.undoes]) : [];
      lastUnsure = true;
      const scan: JournalScan = { ...draft, counter: last + 1 };
      const row: ScanDoc = { id: scan.id, counter: last + 1, scan: walkIn ? { ...scan, walkIn } : scan };
      await rows.insert(row);
      lastUnsure = false;
      last += 1;
      onWritten(row, undone?.scan ?? null);
      return { kind: 'recorded', scan };
    } catch (error) {
      // The row is looked for at once: the next scan may be of the same ticket. A disk that cannot be read is read
      // again before the next scan is written.
      if (lastUnsure) await findRefused().catch(() => undefined);
      return notRecorded(error);
    }
  }

  return {
    append: (draft, walkIn) => oneAtATime(() => write(draft, walkIn)),
    last: () => last,
    settled: () => oneAtATime(async () => undefined),
  };
}
