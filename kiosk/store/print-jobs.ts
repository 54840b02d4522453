/** The queue of name badges on disk: local jobs and those the server sent. Not who prints them: kiosk/printing. */

import { forgetDocuments, type ReplicaCollections } from './database.ts';
import { createHeldPrintJobs, type JobRow } from './held-print-jobs.ts';
import { printJobDoc } from './print-job-conflicts.ts';
import type { PrintJob, PrintJobs } from './replica.ts';
import type { PrintJobDoc } from './rows.ts';

export interface PrintJobsOnDisk extends PrintJobs {
  /** Leaves no job on the disk, and takes none any more: a printer may still be at work on one. */
  forget(): Promise<void>;
}

/** Maximum numbers of open and of recent jobs in memory: printing and the screens read them again and again. */
const openHeld = 500;
const recentHeld = 200;
const openStates = ['queued', 'sent', 'unknown'];
const oldestFirst = (a: JobRow, b: JobRow): number =>
  a.queuedAt === b.queuedAt ? (a.id < b.id ? -1 : 1) : a.queuedAt < b.queuedAt ? -1 : 1;

export function openPrintJobs(collection: ReplicaCollections['print_jobs']): PrintJobsOnDisk {
  let forgotten = false;
  const writing = new Set<Promise<boolean>>();
  /** @returns false, and nothing is written, once all is forgotten */
  function write(job: () => Promise<boolean>): Promise<boolean> {
    if (forgotten) return Promise.resolve(false);
    const written = job().finally(() => writing.delete(written));
    writing.add(written);
    return written;
  }

  const rowsOf = (docs: readonly { toJSON(withRevAndAttachments: true): unknown }[]): JobRow[] =>
    docs.map((doc) => doc.toJSON(true) as JobRow);
  const open = createHeldPrintJobs({
    length: openHeld,
    belongs: ({ state, _deleted }) => !_deleted && openStates.includes(state),
    compare: oldestFirst,
    // State by state, so that an index answers and nothing else is walked.
    read: async (limit) => {
      const found = openStates.map((state) =>
        collection.find({ selector: { state }, sort: [{ queuedAt: 'asc' }], limit }).exec(),
      );
      return (await Promise.all(found)).flatMap(rowsOf);
    },
  });
  const recent = createHeldPrintJobs({
    length: recentHeld,
    belongs: ({ _deleted }) => !_deleted,
    compare: (a, b) => oldestFirst(b, a),
    read: async (limit) => rowsOf(await collection.find({ selector: {}, sort: [{ queuedAt: 'desc' }], limit }).exec()),
  });
  collection.eventBulks$.subscribe(({ events }) => {
    for (const { documentData } of events)
      for (const shelf of [open, recent]) shelf.take(documentData as unknown as JobRow);
  });

  const jobs = (docs: readonly { toJSON(): unknown }[]): PrintJob[] =>
    docs.map((doc) => (doc.toJSON() as PrintJobDoc).job);

  return {
    get: async (id) => {
      const doc = await collection.findOne(id).exec();
      return doc ? (jobs([doc])[0] ?? null) : null;
    },
    open: async (limit) => (await open.first(limit)).map(({ job }) => job),
    recent: async (limit) => (await recent.first(limit)).map(({ job }) => job),
    ofRegistration: async (registration) => jobs(await collection.find({ selector: { registration } }).exec()),
    insert: (job) =>
      write(async () => {
        const { error } = await collection.bulkInsert([printJobDoc(job)]);
        const [failed] = error;
        if (failed && failed.status !== 409) throw new Error('the print job could not be stored', { cause: failed });
        return !failed;
      }),
    update: (id, patch) =>
      write(async () => {
        const doc = await collection.findOne(id).exec();
        if (!doc) return false;
        await doc.incrementalModify((data) => ({ ...data, ...printJobDoc({ ...data.job, ...patch, id }) }));
        return true;
      }),
    async forget() {
      forgotten = true;
      await Promise.allSettled([...writing]);
      const all = await collection.find().exec();
      await forgetDocuments(
        collection,
        all.map(({ id }) => id),
      );
    },
    onChange(listener) {
      const subscription = collection.eventBulks$.subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };
}
