/** The queue of name badges on disk: local jobs and those the server sent. Not who prints them: kiosk/printing. */
import { deepEqual, type RxConflictHandler } from 'rxdb/plugins/core';
import { forgetDocuments, type ReplicaCollections } from './database.ts';
import type { PrintJobEntry, PrintJobs } from './replica.ts';
import type { PrintJobDoc } from './rows.ts';

export function printJobDoc(job: PrintJobEntry): PrintJobDoc {
  return { id: job.id, state: job.state, registration: job.registration, queuedAt: job.queuedAt, job };
}

/**
 * Two states of one job, here and at the server. Whoever has taken a job says what became of it; a job that another
 * kiosk has taken is the other's.
 */
export const printJobConflicts: RxConflictHandler<PrintJobDoc> = {
  isEqual: (a, b) => deepEqual(a, b),
  resolve: ({ realMasterState: server, newDocumentState: local }) => {
    const othersJob = server.job.kiosk !== null && server.job.kiosk !== local.job.kiosk;
    return Promise.resolve(othersJob || server._deleted ? server : local);
  },
};

export interface PrintJobsOnDisk extends PrintJobs {
  /** Leaves no job on the disk, and takes none any more: a printer may still be at work on one. */
  forget(): Promise<void>;
}

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

  const jobs = (docs: readonly { toJSON(): unknown }[]): PrintJobEntry[] =>
    docs.map((doc) => (doc.toJSON() as PrintJobDoc).job);

  return {
    get: async (id) => {
      const doc = await collection.findOne(id).exec();
      return doc ? (jobs([doc])[0] ?? null) : null;
    },
    inStates: async (states, limit) =>
      jobs(
        await collection.find({ selector: { state: { $in: [...states] } }, sort: [{ queuedAt: 'asc' }], limit }).exec(),
      ),
    recent: async (limit) => jobs(await collection.find({ selector: {}, sort: [{ queuedAt: 'desc' }], limit }).exec()),
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
