/**
 * The disk as the journal and the roster see it: rows of two kinds, and followers of the journal and of the server that
 * remember how far they are. Over RxDB in a window (rxdb-rows.ts, rxdb-feeds.ts), over a simulated disk in test/sim.
 * A write is durable when it resolves; what rejects may have been written all the same.
 */
import type { JournalScan, PrintJob, WalkIn } from './replica.ts';

export interface ScanDoc {
  readonly id: string;
  readonly counter: number;
  readonly scan: RecordedScan;
}

/** A scan with the walk-in that it lets in: one row, so that both are on the disk or neither. */
export type RecordedScan = JournalScan & { readonly walkIn?: WalkIn };

/** The latest state of one record after the packed roster; `sealed` opens to the record, or null when it is gone. */
export interface ChangeDoc {
  /** `epoch:collection:id` (change-epochs.ts); the epoch rises with every fold, so that folding never races with a write. */
  readonly key: string;
  readonly seq: number;
  readonly base: string;
  readonly sealed: string;
}

export interface PrintJobDoc {
  readonly id: string;
  readonly state: string;
  readonly registration: string;
  readonly queuedAt: string;
  readonly job: PrintJob;
}

/** The journal's rows. What lies on the disk may have been changed by hand, or sealed with a key that is gone. */
export interface ScanRows {
  insert(row: ScanDoc): Promise<void>;
  /** Returns rows by counter, ascending, without those that cannot be read. @param limit absent: all */
  after(counter: number, limit?: number): Promise<readonly ScanDoc[]>;
  /** Rows met so far that are there and cannot be read; absent: there are none on this disk. */
  damaged?(): readonly Pick<ScanDoc, 'id' | 'counter'>[];
  /**
   * Returns the highest counter of any row, also of one that cannot be opened; 0 when there is none.
   *
   * @param known most likely not above the last one: the fewer rows lie after it, the sooner the answer
   */
  lastCounter(known: number): Promise<number>;
  byIds(ids: readonly string[]): Promise<readonly ScanDoc[]>;
  /** Gone from the disk, not only from view. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Changes since the packed roster; written by the feed that pulls. */
export interface ChangeRows {
  all(): Promise<readonly ChangeDoc[]>;
  /** Gone from the disk, not only from view. */
  forget(keys: readonly string[]): Promise<void>;
}

/** A follower with a checkpoint of its own, live until it is stopped. */
export interface Feed {
  /** There may be something new at the server. */
  wake(): void;
  /** @param forget drops what it remembers, too */
  stop(forget: boolean): Promise<void>;
}

export interface PushFeed extends Feed {
  /** Everything that was there at the start has been handed over. */
  inSync(): Promise<void>;
  stopped(): boolean;
}

export interface Pulled<Doc> {
  readonly documents: readonly (Doc & { readonly _deleted: boolean })[];
  /** Kept after the documents; undefined: stay where it was. */
  readonly checkpoint: unknown;
}

export interface PushedRow<Doc> {
  readonly newDocumentState: Doc & { readonly _deleted: boolean };
  readonly assumedMasterState?: Doc & { readonly _deleted: boolean };
}

export interface ReplicaFeeds {
  /**
   * Writes what `pull` brings into the change rows, then the checkpoint. Asks at the start and when woken, once what it
   * was given before is on the disk or refused.
   *
   * @param pull never rejects
   * @param onFault the disk did not take what came
   */
  changes(parts: {
    readonly pull: (checkpoint: unknown) => Promise<Pulled<ChangeDoc>>;
    readonly onFault: () => void;
  }): Feed;
  /**
   * Hands over every row of the journal once, as it knows; again after a crash, and where `push` rejects.
   *
   * @param name another name is another checkpoint: it begins with the first row
   */
  scans(parts: {
    readonly name: string;
    readonly batchRows: number;
    readonly retryMs: number;
    readonly push: (rows: readonly ScanDoc[]) => Promise<void>;
  }): PushFeed;
  /** Both ways, by RxDB's rule; `push` answers with the server's state where the row lost against it. */
  printJobs(parts: {
    readonly batchRows: number;
    readonly retryMs: number;
    readonly pull: (checkpoint: unknown) => Promise<Pulled<PrintJobDoc>>;
    readonly push: (
      rows: readonly PushedRow<PrintJobDoc>[],
    ) => Promise<readonly (PrintJobDoc & { readonly _deleted: boolean })[]>;
  }): Feed;
}
