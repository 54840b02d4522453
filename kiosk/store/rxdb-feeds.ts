/**
 * The feeds as replications of RxDB, which keeps their checkpoints: documents first, then the checkpoint, so that none
 * runs ahead of the disk. Nothing is decided here; what is sent and what an answer means stands in kiosk/sync.
 */
import { replicateRxCollection } from 'rxdb/plugins/replication';
import type { ReplicaCollections, StoredScan } from './database.ts';
import type { ChangeDoc, Feed, PrintJobDoc, Pulled, PushedRow, ReplicaFeeds } from './rows.ts';
import { openScanRow } from './rxdb-rows.ts';
import type { Sealer } from './sealer.ts';

/** Returns a pull in the form that RxDB's handlers want: arrays and checkpoints they may write to. */
function pulled<Doc>({ documents, checkpoint }: Pulled<Doc>) {
  return { documents: [...documents], checkpoint };
}

interface Stoppable {
  reSync(): void;
  remove(): Promise<unknown>;
  cancel(): Promise<unknown>;
}

function feedOf(replication: Stoppable): Feed {
  return {
    wake: () => replication.reSync(),
    async stop(forget) {
      await (forget ? replication.remove() : replication.cancel());
    },
  };
}

export function rxdbFeeds(collections: ReplicaCollections, sealer: Sealer): ReplicaFeeds {
  return {
    changes({ pull, onFault }) {
      const replication = replicateRxCollection<ChangeDoc, unknown>({
        replicationIdentifier: 'changes',
        collection: collections.changes,
        live: true,
        waitForLeadership: false,
        // After a full batch RxDB asks at once, while the disk may still refuse that one: the checkpoint of the next would
        // then skip it.
        pull: { handler: async (checkpoint) => pulled(await pull(checkpoint)), batchSize: Number.MAX_SAFE_INTEGER },
      });
      const errors = replication.error$.subscribe(onFault);
      const feed = feedOf(replication);
      return {
        ...feed,
        async stop(forget) {
          errors.unsubscribe();
          await feed.stop(forget);
        },
      };
    },
    scans({ name, batchRows, retryMs, push }) {
      const replication = replicateRxCollection<StoredScan, unknown>({
        replicationIdentifier: name,
        collection: collections.scans,
        live: true,
        retryTime: retryMs,
        waitForLeadership: false,
        push: {
          batchSize: batchRows,
          async handler(rows) {
            const stored = rows.map((row) => row.newDocumentState).filter((doc) => !doc._deleted);
            const opened = await Promise.all(stored.map((row) => openScanRow(row, sealer)));
            // One that cannot be opened is parked by the journal.
            await push(opened.filter((row) => row !== null));
            return [];
          },
        },
      });
      return {
        ...feedOf(replication),
        inSync: async () => {
          await replication.awaitInSync();
        },
        stopped: () => replication.isStopped(),
      };
    },
    printJobs({ batchRows, retryMs, pull, push }) {
      return feedOf(
        replicateRxCollection<PrintJobDoc, unknown>({
          replicationIdentifier: 'print_jobs',
          collection: collections.print_jobs,
          live: true,
          retryTime: retryMs,
          waitForLeadership: false,
          pull: { handler: async (checkpoint) => pulled(await pull(checkpoint)), batchSize: batchRows },
          push: { handler: async (rows) => [...(await push(rows as PushedRow<PrintJobDoc>[]))], batchSize: batchRows },
        }),
      );
    },
  };
}
