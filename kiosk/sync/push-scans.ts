/**
 * Scans up: a feed of the replica reads the journal and remembers how far; what the server has is said by the journal's
 * ledger alone. Sending twice is harmless, so what the ledger lacks is offered past the feed: after each start (RxDB's
 * checkpoint goes by the device's clock, and one that was set back hides scans from it), and when nothing moves (RxDB
 * gives up for good when its notes cannot be written).
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import { secondMs } from '#shared/base/time.ts';
import type { Link } from './link.ts';
import { offerScans } from './offer-scans.ts';

export interface ScansPush {
  /** @param forget drops the notes of what was sent, too: they hold copies of scans */
  stop(forget: boolean): Promise<void>;
}

const pushBatchRows = 100;
/** Delay after a fault that is not the network's; the network has its own wait in the link. */
const retryAfterFaultMs = 2_000;
/** A queue of which not one scan is answered from one look to the next, with a server that answers, does not move. */
const lookEveryMs = 10 * secondMs;

export function startScansPush(replica: SyncedReplica, link: Link, timers: Timers): ScansPush {
  const { journal, feeds } = replica;
  const unsentAtStart = journal.pendingIds();
  let seen: readonly string[] = [];
  let offering = false;

  const feed = feeds.scans({
    // Another name is another checkpoint: that is how the whole journal is offered again.
    name: `scans-${journal.offer()}`,
    batchRows: pushBatchRows,
    retryMs: retryAfterFaultMs,
    async push(rows) {
      await journal.whenQuiet();
      if (rows.length > 0) await offerScans(rows, link, journal);
      await journal.whenQuiet();
    },
  });

  /** Sends scans without the feed, which has passed them. */
  async function offer(ids: readonly string[]): Promise<void> {
    const unsent = new Set(journal.pendingIds());
    const missed = ids.filter((id) => unsent.has(id));
    for (let from = 0; from < missed.length && !feed.stopped(); from += pushBatchRows)
      await offerScans(await journal.byIds(missed.slice(from, from + pushBatchRows)), link, journal);
  }

  // An error here comes from a closed or locked kiosk, or from an answer that makes no sense; `look`, or the next start, tries
  // again.
  const offerAfterFeed = (ids: readonly string[]): void =>
    void feed
      .inSync()
      .then(() => offer(ids))
      .catch(() => undefined);
  offerAfterFeed(unsentAtStart);
  const endFound = journal.onFound((found) => offerAfterFeed(found.map(({ id }) => id)));

  function look(): void {
    cancelLook = timers.after(lookEveryMs, look);
    const before = seen;
    // While there is no connection nothing can move: the feed waits for it, too, and need not have company.
    seen = link.up() ? journal.pendingIds() : [];
    const unsent = new Set(seen);
    if (offering || before.length === 0 || !before.every((id) => unsent.has(id))) return;
    offering = true;
    offer(seen)
      .catch(() => undefined)
      .finally(() => {
        offering = false;
      });
  }
  let cancelLook = timers.after(lookEveryMs, look);

  return {
    async stop(forget) {
      cancelLook();
      endFound();
      await feed.stop(forget);
    },
  };
}
