/** A print job as RxDB keeps it, and which of two states of one job wins: this kiosk's or the server's. */
import { deepEqual, type RxConflictHandler } from 'rxdb/plugins/core';
import type { PrintJob } from './replica.ts';
import type { PrintJobDoc } from './rows.ts';

export function printJobDoc(job: PrintJob): PrintJobDoc {
  return { id: job.id, state: job.state, registration: job.registration, queuedAt: job.queuedAt, job };
}

/**
 * Two states of one job, here and at the server. The kiosk that has taken a job says what became of it; a job that another
 * kiosk has taken is the other's, and a job that the server deleted stays deleted.
 */
export const printJobConflicts: RxConflictHandler<PrintJobDoc> = {
  isEqual: (a, b) => deepEqual(a, b),
  resolve: ({ realMasterState: server, newDocumentState: local }) => {
    const othersJob = server.job.kiosk !== null && server.job.kiosk !== local.job.kiosk;
    return Promise.resolve(othersJob || server._deleted ? server : local);
  },
};
