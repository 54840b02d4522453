/**
 * Scans up: RxDB's replication reads the journal, the server answers each scan, and the journal's ledger keeps the
 * answers (SY6–SY9). Sending twice is harmless; a scan leaves `pending` only by the server's word. A request that the
 * server refuses as a whole is split, so that one bad row never blocks the rows beside it.
 */
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { validate } from '#shared/schema/validate.ts';
import { type PushAnswer, pushAnswer } from '#shared/sync/down.ts';
import type { ScanDoc } from '../store/database.ts';
import type { NumberedScan } from '../store/journal.ts';
import type { SyncedReplica } from '../store/open-replica.ts';
import type { ParkedScan } from '../store/replica.ts';
import type { Link } from './link.ts';

export interface ScansPush {
  /** @param forget drops RxDB's notes of what it sent, too: they hold copies of scans */
  stop(forget: boolean): Promise<void>;
}

const pushBatchRows = 100;
/** After a fault that is not the network's; the network has its own wait in the link. */
const retryAfterFaultMs = 2_000;
/** Statuses that speak about the rows themselves: asking again with the same rows gives the same answer. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Pushes, and once after its start compares what RxDB believes to be sent with what the server has acknowledged: a
 * clock that was set back hides scans behind RxDB's checkpoint. If any is missing, the whole journal is offered again.
 */
export function startScansPush(replica: SyncedReplica, link: Link): ScansPush {
  const { journal } = replica;
  const before = journal.pendingIds();
  let stopped = false;
  let push = startPush(replica, link);
  let replacing: Promise<void> = Promise.resolve();
  void push.offered().then(() => {
    replacing = offerMissed(before);
  });

  async function offerMissed(asked: readonly string[]): Promise<void> {
    const still = new Set(journal.pendingIds());
    if (stopped || !asked.some((id) => still.has(id))) return;
    await push.stop(true);
    await journal.offerAgain();
    if (!stopped) push = startPush(replica, link);
  }

  return {
    async stop(forget) {
      stopped = true;
      await replacing;
      await push.stop(forget);
    },
  };
}

interface Push {
  offered(): Promise<void>;
  stop(forget: boolean): Promise<void>;
}

function startPush(replica: SyncedReplica, link: Link): Push {
  const { journal } = replica;
  let stopped = false;

  async function offer(rows: readonly ScanDoc[]): Promise<void> {
    await link.whenUp();
    if (stopped) throw new Error('the push was stopped');
    const body = { rows: rows.map((row) => ({ newDocumentState: row.scan })) };
    const answer = await link.ask({ method: 'POST', path: '/api/v1/replication/scans/push', body });
    if (answer.kind === 'unreachable') return offer(rows);
    if (answer.kind === 'locked') throw new Error(`the kiosk is locked: ${answer.code}`);
    if (answer.kind === 'ok') return keepAnswers(rows, answer.body);
    if (!rowsAreBad.has(answer.status)) throw new Error(`scans were refused as a whole: ${answer.code}`);
    const [only, second] = rows;
    if (only && !second) return journal.answered([], [{ scanId: only.id, counter: only.counter, ...codeOf(answer) }]);
    const half = Math.ceil(rows.length / 2);
    await offer(rows.slice(0, half));
    await offer(rows.slice(half));
  }

  async function keepAnswers(rows: readonly ScanDoc[], body: unknown): Promise<void> {
    const parsed = validate(pushAnswer, body, { mode: 'create', unknown: 'drop' });
    if (!parsed.ok || parsed.value.items.length !== rows.length) {
      throw new Error('the server did not answer every scan');
    }
    const itemById = new Map(parsed.value.items.map((item) => [item.id, item]));
    const accepted: NumberedScan[] = [];
    const refused: ParkedScan[] = [];
    for (const { id, counter } of rows) {
      const item = itemById.get(id);
      if (item === undefined) throw new Error('the server answered other scans than were sent');
      if (item.outcome === 'refused') refused.push({ scanId: id, counter, ...codeOf(item) });
      else accepted.push({ id, counter });
    }
    journal.answered(accepted, refused);
  }

  const replication = replicateRxCollection<ScanDoc, unknown>({
    // Another name is another checkpoint: that is how the whole journal is offered again.
    replicationIdentifier: `scans-${journal.offer()}`,
    collection: replica.collections.scans,
    live: true,
    retryTime: retryAfterFaultMs,
    waitForLeadership: false,
    push: {
      batchSize: pushBatchRows,
      async handler(rows) {
        const scans = rows.map((row) => row.newDocumentState).filter((doc) => !doc._deleted);
        await journal.whenQuiet();
        if (scans.length > 0) await offer(scans);
        await journal.whenQuiet();
        return [];
      },
    },
  });

  return {
    offered: () => replication.awaitInSync().then(() => undefined),
    async stop(forget) {
      stopped = true;
      if (forget) await replication.remove();
      else await replication.cancel();
    },
  };
}

function codeOf(item: Pick<PushAnswer['items'][number], 'code' | 'message'>): { code: string; message: string } {
  const code = item.code ?? 'refused';
  return { code, message: item.message ?? code };
}
