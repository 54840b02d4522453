/**
 * Up: rows that kiosks signed, each as its kiosk made it (SY25), until each has its answer. Walk-ins first, so that the server
 * upstream never has a scan of a person without a name for long.
 */
import { parseJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { parseTime, secondMs } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import { validate } from '#shared/schema/validate.ts';
import { type PushAnswer, pushAnswer } from '#shared/sync/down.ts';
import { boxedCollections } from '#shared/sync/signed-row.ts';
import type { BoxState } from './box-state.ts';
import { type BoxRowRecord, boxActor, boxRows } from './tables.ts';
import { RefusedUpstream, type UpstreamLink } from './upstream-link.ts';

const rowsAtOnce = 100;
/** Time for which a row heard in the mesh waits: where its own kiosk brings it upstream, it has come down by then. */
export const leaveToOwnKioskMs = 5 * secondMs;
/** Statuses that speak about the rows themselves: with the same rows the answer is the same. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

type Item = Pick<PushAnswer['items'][number], 'outcome' | 'code' | 'message'>;

function waiting(collection: string): Condition {
  const equal = (path: string, value: string) => ({ kind: 'field', path, op: 'equals', value }) as const;
  return { kind: 'and', of: [equal('state', 'waiting'), equal('collection', collection)] };
}

/**
 * @param nowMs by the clock of the box's own store
 * @param onAnswered ids of rows that have their answer
 * @returns whether there are rows that wait for their own kiosk's way up
 * @throws NoWayUp, RefusedUpstream: what has no answer waits
 */
export async function sendUp(
  state: BoxState,
  link: UpstreamLink,
  nowMs: number,
  onAnswered: (ids: readonly string[]) => void,
): Promise<boolean> {
  let areLeft = false;
  for (const collection of boxedCollections.toReversed())
    for (let later = 0; ; ) {
      const found = await state.store.find(boxRows, {
        where: waiting(collection),
        sort: [{ path: 'createdAt', direction: 'asc' }],
        limit: rowsAtOnce + later,
      });
      const rows = found.filter((row) => isDue(row, nowMs));
      const isAll = found.length < rowsAtOnce + later;
      later = found.length - rows.length;
      areLeft ||= later > 0;
      if (rows.length > 0) {
        await offer(state, link, collection, rows);
        onAnswered(rows.map(({ id }) => id));
      }
      if (isAll) break;
    }
  return areLeft;
}

/** PE14: what was heard has a kiosk of its own, which may bring it, too. */
function isDue({ createdAt, heard }: BoxRowRecord, nowMs: number): boolean {
  return heard !== true || (parseTime(createdAt) ?? 0) <= nowMs - leaveToOwnKioskMs;
}

/** A request that is refused as a whole is split, so that one bad row never blocks the rows beside it. */
async function offer(
  state: BoxState,
  link: UpstreamLink,
  collection: string,
  rows: readonly BoxRowRecord[],
): Promise<void> {
  const body = {
    rows: rows.map(({ document, previous, signature }) => ({
      newDocumentState: parseJson(document),
      relay: { previous, signature },
    })),
  };
  try {
    const answer = await link.ask({ method: 'POST', path: `/api/v1/replication/${collection}/push`, body, slow: true });
    const read = validate(pushAnswer, answer, { mode: 'create', unknown: 'drop' });
    if (!read.ok || read.value.items.length !== rows.length) throw new Error('a push did not answer every row');
    await keepAnswers(state, rows, read.value.items);
  } catch (fault) {
    if (!(fault instanceof RefusedUpstream) || !rowsAreBad.has(fault.status)) throw fault;
    if (rows.length === 1) {
      const { code, message } = fault;
      return keepAnswers(state, rows, [{ outcome: 'refused', code, message }]);
    }
    const half = Math.ceil(rows.length / 2);
    await offer(state, link, collection, rows.slice(0, half));
    await offer(state, link, collection, rows.slice(half));
  }
}

async function keepAnswers({ store }: BoxState, rows: readonly BoxRowRecord[], items: readonly Item[]): Promise<void> {
  const done = await store.commit(boxActor, async (tx) => {
    for (const [n, { id }] of rows.entries()) {
      const item = items[n];
      if (item) await tx.update(boxRows, id, { state: item.outcome, code: item.code, message: item.message });
    }
    return ok(null);
  });
  if (!done.ok) throw new Error(done.errors[0].message);
}
