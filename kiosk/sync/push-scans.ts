/**
 * Scans up: RxDB's replication reads the journal and remembers how far; what the server has is said by the journal's
 * ledger alone. Sending twice is harmless, so after each start what the ledger lacks is offered once more: RxDB's
 * checkpoint goes by the device's clock, and one that was set back hides scans from it.
 */
import { replicateRxCollection } from 'rxdb/plugins/replication';
import type { ScanDoc } from '../store/database.ts';
import type { SyncedReplica } from '../store/open-replica.ts';
import type { Link } from './link.ts';
import { offerScans } from './offer-scans.ts';

export interface ScansPush {
  /** @param forget drops RxDB's notes of what it sent, too: they hold copies of scans */
  stop(forget: boolean): Promise<void>;
}

const pushBatchRows = 100;
/** After a fault that is not the network's; the network has its own wait in the link. */
const retryAfterFaultMs = 2_000;

export function startScansPush(replica: SyncedReplica, link: Link): ScansPush {
  const { journal, collections } = replica;
  const unsentAtStart = journal.pendingIds();

  const replication = replicateRxCollection<ScanDoc, unknown>({
    // Another name is another checkpoint: that is how the whole journal is offered again.
    replicationIdentifier: `scans-${journal.offer()}`,
    collection: collections.scans,
    live: true,
    retryTime: retryAfterFaultMs,
    waitForLeadership: false,
    push: {
      batchSize: pushBatchRows,
      async handler(rows) {
        const scans = rows.map((row) => row.newDocumentState).filter((doc) => !doc._deleted);
        await journal.whenQuiet();
        if (scans.length > 0) await offerScans(scans, link, journal);
        await journal.whenQuiet();
        return [];
      },
    },
  });

  async function offerMissed(): Promise<void> {
    await replication.awaitInSync();
    const unsent = new Set(journal.pendingIds());
    const missed = unsentAtStart.filter((id) => unsent.has(id));
    for (let from = 0; from < missed.length && !replication.isStopped(); from += pushBatchRows) {
      const docs = await collections.scans.findByIds(missed.slice(from, from + pushBatchRows)).exec();
      await offerScans(
        [...docs.values()].map((doc) => doc.toJSON() as ScanDoc),
        link,
        journal,
      );
    }
  }
  // What throws here is a closed or locked kiosk; the next start tries again.
  offerMissed().catch(() => undefined);

  return {
    async stop(forget) {
      if (forget) await replication.remove();
      else await replication.cancel();
    },
  };
}
