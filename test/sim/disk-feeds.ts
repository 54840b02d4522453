/**
 * Feeds over the simulated disk that behave as RxDB's replication does (rxdb/replication-protocol: downstream.ts,
 * upstream.ts, checkpoint.ts), its weak sides included: notes are relaxed, checkpoints go by the device's clock, and one
 * that could not be written ends the pulling.
 */
import type { ChangeDoc, Feed, PushFeed, ReplicaFeeds, ScanDoc } from '#kiosk/store/rows.ts';
import type { StoredScan } from './disk-rows.ts';
import type { MountedDisk } from './sim-disk.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

export interface DiskFeedsParts {
  readonly disk: MountedDisk;
  readonly time: VirtualTime;
  readonly process: Process;
  /** @returns the function that ends it */
  readonly onInsert: (listener: (row: StoredScan) => void) => () => void;
  /** A planted bug: the checkpoint is kept before the documents. */
  readonly checkpointFirst: boolean;
}

/** RxDB opens a database of its own for the notes of each replication. */
function createNotes(disk: MountedDisk, name: string): Promise<void> {
  return disk.write('relaxed', (tables) => tables.put('notes of', name, true));
}

type ChangesParts = Parameters<ReplicaFeeds['changes']>[0];
type ScansParts = Parameters<ReplicaFeeds['scans']>[0];

export function diskFeeds(parts: DiskFeedsParts): ReplicaFeeds {
  return {
    changes: (given) => changesFeed(parts, given),
    scans: (given) => scansFeed(parts, given),
    printJobs: () => ({ wake: () => {}, stop: async () => {} }),
  };
}

function changesFeed({ disk, checkpointFirst }: DiskFeedsParts, { pull, onFault }: ChangesParts): Feed {
  const note = 'changes';
  let stopped = false;
  let woken = 0;
  let askedAt = -1;
  let checkpoints: Promise<unknown> = Promise.resolve();
  let persisting: Promise<unknown> = Promise.resolve();
  let line: Promise<unknown> = Promise.resolve();

  function keepCheckpoint(checkpoint: unknown): void {
    checkpoints = checkpoints.then(() =>
      stopped ? undefined : disk.write('relaxed', (tables) => tables.put('notes', note, checkpoint)),
    );
    // Not awaited: the next call that asks for the checkpoint meets a failure.
    checkpoints.catch(() => {});
  }

  let unwritten = new Map<string, ChangeDoc>();
  let newest: unknown;
  function persist(documents: readonly ChangeDoc[], checkpoint: unknown): Promise<unknown> {
    for (const doc of documents) unwritten.set(doc.key, doc);
    newest = checkpoint;
    persisting = persisting
      .then(async () => {
        const docs = [...unwritten.values()];
        unwritten = new Map();
        if (stopped || docs.length === 0) return;
        const upTo = newest;
        if (checkpointFirst) {
          keepCheckpoint(upTo);
          await checkpoints;
        }
        await disk.write('strict', (tables) => {
          for (const { key, seq, base, sealed } of docs) tables.put('changes', key, { key, seq, base, sealed });
        });
        if (!checkpointFirst) keepCheckpoint(upTo);
      })
      .catch(() => {
        if (!stopped) onFault();
      });
    return persisting;
  }

  async function resync(): Promise<void> {
    await checkpoints;
    const checkpoint = await disk.read((tables) => tables.get('notes', note));
    if (stopped) return;
    askedAt = woken++;
    const page = await pull(checkpoint);
    if (page.documents.length > 0) await persist(page.documents, page.checkpoint);
  }

  function wake(): void {
    const at = woken++;
    line = line.then(() => (stopped || at < askedAt ? undefined : resync()));
    line.catch(() => {});
  }
  line = createNotes(disk, note).catch((error: unknown) => {
    stopped = true;
    onFault();
    throw error;
  });
  wake();

  return {
    wake,
    async stop(forget) {
      stopped = true;
      await checkpoints;
      if (forget) await disk.write('relaxed', (tables) => tables.delete('notes', note));
    },
  };
}

function scansFeed(parts: DiskFeedsParts, { name, batchRows, retryMs, push }: ScansParts): PushFeed {
  const { disk, time, process } = parts;
  const sentTable = `sent ${name}`;
  let stopped = false;
  let initialDone = false;
  let arrived: StoredScan[] = [];
  let tellInSync = (): void => {};
  const inSync = new Promise<void>((resolve) => {
    tellInSync = resolve;
  });

  const byClock = (a: StoredScan, b: StoredScan) =>
    a.writtenAt - b.writtenAt || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

  async function handOver(rows: readonly StoredScan[]): Promise<void> {
    const unsent = await disk.read((tables) => rows.filter((row) => tables.get(sentTable, row.id) === null));
    while (unsent.length > 0 && !stopped) {
      try {
        await push(unsent.map(({ id, counter, scan }): ScanDoc => ({ id, counter, scan })));
        break;
      } catch {
        await time.sleep(process, retryMs);
      }
    }
    if (stopped) return;
    const last = rows.at(-1)!;
    // Notes that cannot be written make RxDB send the rows again some day.
    await disk
      .write('relaxed', (tables) => {
        for (const row of unsent) tables.put(sentTable, row.id, true);
        tables.put('notes', name, { writtenAt: last.writtenAt, id: last.id });
      })
      .catch(() => {});
  }

  async function initial(): Promise<void> {
    for (let at = (await disk.read((tables) => tables.get('notes', name))) as StoredScan | null; !stopped; ) {
      const from = at;
      const rows = await disk.read((tables) =>
        (tables.values('scans') as readonly StoredScan[])
          .filter((row) => from === null || byClock(row, from) > 0)
          .toSorted(byClock)
          .slice(0, batchRows),
      );
      if (rows.length === 0) break;
      await handOver(rows);
      at = rows.at(-1)!;
    }
  }

  // Without a store for its notes it never starts, and never says that it is in step.
  let running = createNotes(disk, name).then(async () => {
    await initial();
    initialDone = true;
    tellInSync();
    return live();
  });
  running.catch(() => {});

  async function live(): Promise<void> {
    while (arrived.length > 0 && !stopped) {
      const rows = arrived;
      arrived = [];
      for (let from = 0; from < rows.length; from += batchRows) await handOver(rows.slice(from, from + batchRows));
    }
  }

  const end = parts.onInsert((row) => {
    arrived.push(row);
    if (!initialDone) return;
    running = running.then(live);
    running.catch(() => {});
  });

  return {
    wake: () => {},
    inSync: () => inSync,
    stopped: () => stopped,
    async stop(forget) {
      stopped = true;
      end();
      if (!forget) return;
      await disk.write('relaxed', (tables) => {
        tables.delete('notes', name);
        for (const id of tables.keys(sentTable)) tables.delete(sentTable, id);
      });
    },
  };
}
