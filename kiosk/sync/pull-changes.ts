/**
 * Changes down: RxDB's replication writes them into the collection `changes` and keeps the checkpoint, in this order,
 * so that a checkpoint never runs ahead of the disk. When to ask is decided by open-sync.ts: the handler never throws
 * and never waits, it ends the round and says how.
 */
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { isObject } from '#shared/base/json.ts';
import { validate } from '#shared/schema/validate.ts';
import { type PullAnswer, pullAnswer } from '#shared/sync/down.ts';
import type { ChangeDoc } from '../store/database.ts';
import type { SyncedReplica } from '../store/open-replica.ts';
import type { HeldRecord, RosterCursor } from '../store/replica.ts';
import type { RosterChange } from '../store/roster-maps.ts';
import type { Link, LinkAnswer } from './link.ts';

export type RoundResult =
  | { readonly kind: 'at_head' }
  /** The server's log is another one, or shorter than what is known here (SY2). */
  | { readonly kind: 'log_changed' }
  /** So much has happened that a new roster is there sooner. */
  | { readonly kind: 'far_behind' }
  /** The disk did not take what came: memory has it, a restart would not. */
  | { readonly kind: 'not_stored' }
  | Exclude<LinkAnswer, { kind: 'ok' }>;

export interface ChangesPull {
  /** Pulls until the head of the log; a call while one runs joins it. */
  round(): Promise<RoundResult>;
  /** @param forget drops RxDB's checkpoint, too */
  stop(forget: boolean): Promise<void>;
}

/** Rows a request; RxDB asks again at once when it got as many. */
const pullLimit = 500;
/** Each change is sealed and stored on its own; this many take longer than a whole roster. */
const farBehindChanges = 20_000;

export function startChangesPull(replica: SyncedReplica, link: Link, onPage: (page: PullAnswer) => void): ChangesPull {
  const { rosterStore, journal } = replica;
  let waiting: ((result: RoundResult) => void)[] = [];
  /** From this checkpoint on up to `to` there was nothing for this kiosk: RxDB keeps no checkpoint without documents. */
  let empty: { readonly from: number; readonly to: number } | null = null;

  function end(result: RoundResult): void {
    const done = waiting;
    waiting = [];
    for (const tell of done) tell(result);
  }

  async function page(at: RosterCursor): Promise<PullAnswer | null> {
    const query = new URLSearchParams({ log: at.log, seq: String(at.seq), limit: String(pullLimit) });
    const answer = await link.ask({ method: 'GET', path: `/api/v1/replication/pull?${query}` });
    if (answer.kind === 'refused' && answer.code === 'log_changed') end({ kind: 'log_changed' });
    else if (answer.kind !== 'ok') end(answer);
    if (answer.kind !== 'ok') return null;
    const parsed = validate(pullAnswer, answer.body, { mode: 'create', unknown: 'drop' });
    if (!parsed.ok) end({ kind: 'unreachable', reason: 'bad_answer' });
    return parsed.ok ? parsed.value : null;
  }

  async function handler(checkpoint: unknown): Promise<{ documents: Written[]; checkpoint: RosterCursor | undefined }> {
    const base = rosterStore.cursor();
    if (base === null) return { documents: [], checkpoint: undefined };
    let at = startOf(checkpoint, base, replica);
    if (empty?.from === at.seq) at = { ...at, seq: empty.to };
    const from = at.seq;
    const documents: Written[] = [];
    while (documents.length < pullLimit) {
      const answer = await page(at);
      if (answer === null) break;
      if (answer.head - at.seq > farBehindChanges) {
        end({ kind: 'far_behind' });
        break;
      }
      const written = await rosterStore.take(answer.documents.map(asChange), answer.seq);
      for (const doc of written) documents.push({ ...doc, _deleted: false });
      at = { ...at, seq: answer.seq };
      onPage(answer);
      if (answer.seq >= answer.head) {
        end({ kind: 'at_head' });
        break;
      }
    }
    if (documents.length === 0) empty = { from, to: at.seq };
    journal.settle();
    await journal.whenQuiet();
    return { documents, checkpoint: at };
  }

  const replication = replicateRxCollection<ChangeDoc, RosterCursor>({
    replicationIdentifier: 'changes',
    collection: replica.collections.changes,
    live: true,
    waitForLeadership: false,
    pull: { handler, batchSize: pullLimit },
  });
  const errors = replication.error$.subscribe(() => end({ kind: 'not_stored' }));

  return {
    round: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        replication.reSync();
      }),
    async stop(forget) {
      errors.unsubscribe();
      await (forget ? replication.remove() : replication.cancel());
      end({ kind: 'unreachable', reason: 'stopped' });
    },
  };
}

type Written = ChangeDoc & { _deleted: boolean };

function asChange(document: PullAnswer['documents'][number]): RosterChange {
  const { collection, id, seq, deleted, record } = document;
  return { collection, id, seq, record: deleted || !isObject(record) ? null : (record as HeldRecord) };
}

/** RxDB's checkpoint, unless it belongs to a roster before this one or the packed roster is further already. */
function startOf(checkpoint: unknown, base: RosterCursor, replica: SyncedReplica): RosterCursor {
  const packed = replica.rosterStore.packedCursor() ?? base;
  if (!isObject(checkpoint) || checkpoint['base'] !== base.base) return packed;
  const seq = checkpoint['seq'];
  return typeof seq === 'number' && seq > packed.seq ? { ...packed, seq } : packed;
}
