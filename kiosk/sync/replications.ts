/**
 * The replications that run while the kiosk has a roster: changes and photos of leads down, scans and edits of leads up,
 * print jobs both ways.
 */
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { Feed } from '#kiosk/store/rows.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import { type LeadPhotosFetch, startLeadPhotosFetch } from './fetch-lead-photos.ts';
import type { Link } from './link.ts';
import { type ChangesPull, startChangesPull } from './pull-changes.ts';
import { type LeadEditsPush, startLeadEditsPush } from './push-lead-edits.ts';
import { type ScansPush, startScansPush } from './push-scans.ts';
import { startPrintJobs } from './replicate-print-jobs.ts';

interface Running {
  readonly changes: ChangesPull;
  readonly scans: ScansPush;
  readonly leadEdits: LeadEditsPush;
  readonly leadPhotos: LeadPhotosFetch;
  readonly printJobs: Feed;
}

export interface Replications {
  /** Starts what does not run. */
  start(): Running;
  /** @param forget drops what they remember of how far they are, too */
  stop(forget?: boolean): Promise<void>;
}

export function createReplications(replica: SyncedReplica, link: Link, timers: Timers): Replications {
  let running: Running | null = null;

  function start(): Running {
    const changes = startChangesPull(replica, link, timers, (page) => {
      if (page.documents.some((document) => document.collection === 'print_jobs')) running?.printJobs.wake();
    });
    return {
      changes,
      scans: startScansPush(replica, link, timers),
      leadEdits: startLeadEditsPush(replica, link, timers),
      leadPhotos: startLeadPhotosFetch(replica, link),
      printJobs: startPrintJobs(replica, link),
    };
  }

  return {
    start: () => (running ??= start()),
    async stop(forget = false) {
      const stopping = running;
      running = null;
      // One that cannot write down where it stopped has stopped all the same.
      if (stopping) await Promise.allSettled(Object.values(stopping).map((part) => part.stop(forget)));
    },
  };
}
