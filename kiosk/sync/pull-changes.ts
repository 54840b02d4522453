/**
 * Changes down: a feed of the replica writes them to disk and then keeps the checkpoint, in this order, so that a
 * checkpoint never runs ahead of the disk. When to ask is decided by sync-loop.ts: a request that fails is not repeated
 * here, it ends the round, whose result says why.
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import type { RosterCursor } from '#kiosk/store/replica.ts';
import type { RosterChange } from '#kiosk/store/roster-maps.ts';
import type { ChangeDoc, Pulled } from '#kiosk/store/rows.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import { isObject } from '#shared/base/json.ts';
import { minuteMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { type PullAnswer, pullAnswer } from '#shared/sync/down.ts';
import type { Link, LinkAnswer } from './link.ts';

export type RoundResult =
  | { readonly kind: 'at_head' }
  /** The server's log is another one, or shorter than what is known here (SY2). */
  | { readonly kind: 'log_changed' }
  /** There are so many changes that loading a new roster is faster. */
  | { readonly kind: 'too_many_changes' }
  /** The disk did not take what came: memory has it, a restart would not. */
  | { readonly kind: 'not_stored' }
  /** The feed asks for nothing any more: RxDB gives up for good when a checkpoint cannot be written. */
  | { readonly kind: 'stalled' }
  | Exclude<LinkAnswer, { kind: 'ok' }>;

export interface ChangesPull {
  /** Pulls until the head of the log; a call while one runs joins it. */
  round(): Promise<RoundResult>;
  /** @param forget drops the checkpoint, too */
  stop(forget: boolean): Promise<void>;
}

/** Maximum number of rows of a request, and number after which they are given to the disk. */
const pullLimit = 500;
/** Each change is sealed and stored on its own; this many take longer than a whole roster. */
const maxPulledChanges = 20_000;
/** Nothing for so long, neither a question nor an answer: requests end sooner by themselves, also with a new token. */
const silentMaxMs = minuteMs;

export function startChangesPull(
  replica: SyncedReplica,
  link: Link,
  timers: Timers,
  onPage: (page: PullAnswer) => void,
): ChangesPull {
  const { rosterStore, journal } = replica;
  let waiting: ((result: RoundResult) => void)[] = [];
  /** Part of the log that held nothing for this kiosk: the feed keeps no checkpoint without documents. */
  let empty: { readonly from: number; readonly to: number } | null = null;

  /** The disk refused something: nothing is asked for any more, because the next checkpoint would skip it. */
  let refused = false;
  let cancelWatch = (): void => {};

  function watch(): void {
    cancelWatch();
    cancelWatch = timers.after(silentMaxMs, () => end({ kind: 'stalled' }));
  }

  function end(result: RoundResult): void {
    cancelWatch();
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

  async function pull(checkpoint: unknown): Promise<Pulled<ChangeDoc>> {
    const base = rosterStore.cursor();
    if (base === null || refused) return { documents: [], checkpoint: undefined };
    let at = startOf(checkpoint, base, replica);
    const from = at.seq;
    if (empty?.from === from) at = { ...at, seq: Math.max(from, empty.to) };
    if (at.seq >= base.seq) journal.rosterStored();
    let atHead = false;
    const documents: (ChangeDoc & { _deleted: boolean })[] = [];
    while (documents.length < pullLimit) {
      const answer = await page(at);
      // An answer that was requested for the roster before this one says nothing about this one.
      if (answer === null || rosterStore.cursor()?.base !== base.base) break;
      if (waiting.length > 0) watch();
      if (answer.head - at.seq > maxPulledChanges) {
        end({ kind: 'too_many_changes' });
        break;
      }
      const written = await rosterStore.take(answer.documents.map(asChange), answer.seq);
      for (const doc of written) documents.push({ ...doc, _deleted: false });
      at = { ...at, seq: answer.seq };
      onPage(answer);
      atHead = answer.seq >= answer.head;
      if (atHead) {
        end({ kind: 'at_head' });
        break;
      }
    }
    if (!atHead && documents.length >= pullLimit) feed.wake();
    if (documents.length === 0) empty = { from, to: at.seq };
    journal.settle();
    await journal.whenQuiet();
    return { documents, checkpoint: at };
  }

  const feed = replica.feeds.changes({
    pull,
    onFault() {
      // The round may be over: its end is reported when everything is here, not when it is on the disk.
      refused = true;
      end({ kind: 'not_stored' });
    },
  });

  return {
    round: () => {
      if (refused) return Promise.resolve({ kind: 'not_stored' });
      return new Promise((resolve) => {
        waiting.push(resolve);
        watch();
        feed.wake();
      });
    },
    async stop(forget) {
      cancelWatch();
      await feed.stop(forget);
      end({ kind: 'unreachable', reason: 'stopped' });
    },
  };
}

function asChange(document: PullAnswer['documents'][number]): RosterChange {
  const { collection, id, seq, deleted, record } = document;
  return { collection, id, seq, record: deleted || !isObject(record) ? null : (record as HeldRecord) };
}

/** The feed's checkpoint, unless it belongs to a roster before this one or the packed roster is further already. */
function startOf(checkpoint: unknown, base: RosterCursor, replica: SyncedReplica): RosterCursor {
  const packed = replica.rosterStore.packedCursor() ?? base;
  if (!isObject(checkpoint) || checkpoint['base'] !== base.base) return packed;
  const seq = checkpoint['seq'];
  return typeof seq === 'number' && seq > packed.seq ? { ...packed, seq } : packed;
}
