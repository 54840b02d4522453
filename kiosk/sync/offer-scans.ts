/**
 * Offers scans to the server until each has its answer, and keeps the answers in the journal's ledger (SY6–SY9). Waits
 * while there is no connection. A request that the server refuses as a whole is split, so that one bad row never blocks
 * the rows beside it.
 */

import type { JournalStore, NumberedScan } from '#kiosk/store/journal.ts';
import type { JournalScan, ParkedScan } from '#kiosk/store/replica.ts';
import type { ScanDoc } from '#kiosk/store/rows.ts';
import { must } from '#shared/base/assert.ts';
import { validate } from '#shared/schema/validate.ts';
import { type PushAnswer, pushAnswer } from '#shared/sync/down.ts';
import type { Link } from './link.ts';

/** Statuses that speak about the rows themselves: asking again with the same rows gives the same answer. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Each scan after the walk-in whose person it lets in, so that the server never has a person without a name.
 *
 * @throws where nothing can be said about the rows: a locked kiosk, an answer that makes no sense, a closed link
 */
export async function offerScans(rows: readonly ScanDoc[], link: Link, journal: JournalStore): Promise<void> {
  const made = rows.flatMap(({ scan }) => (scan.walkIn ? [scan.walkIn] : []));
  const refusedWalkIns = new Map<string, Refusal>();
  await offer('walk_ins', made, link, async (answers) => {
    for (const [id, refusal] of answers) if (refusal) refusedWalkIns.set(id, refusal);
  });
  const rowById = new Map(rows.map((row) => [row.id, row]));
  await offer('scans', rows.map(withoutWalkIn), link, (answers) => {
    const accepted: NumberedScan[] = [];
    const refused: ParkedScan[] = [];
    for (const [id, refusal] of answers) {
      const { counter, scan } = must(rowById.get(id), 'an answer for a row that was offered');
      // Refused is the pair: who stands at this kiosk has to see to it that the person is registered.
      const reason = refusal ?? (scan.walkIn && refusedWalkIns.get(scan.walkIn.id)) ?? null;
      if (reason === null) accepted.push({ id, counter });
      else refused.push({ scanId: id, counter, ...reason });
    }
    return journal.answered(accepted, refused);
  });
}

function withoutWalkIn({ scan }: ScanDoc): JournalScan {
  const { walkIn: _walkIn, ...alone } = scan;
  return alone;
}

type Answers = ReadonlyMap<string, Refusal | null>;

/** @param keep called with the answers to some of the rows, until each has one */
async function offer(
  collection: 'scans' | 'walk_ins',
  rows: readonly { readonly id: string }[],
  link: Link,
  keep: (answers: Answers) => Promise<void>,
): Promise<void> {
  const [only, second] = rows;
  if (only === undefined) return;
  await link.whenUp();
  const body = { rows: rows.map((newDocumentState) => ({ newDocumentState })) };
  const answer = await link.ask({ method: 'POST', path: `/api/v1/replication/${collection}/push`, body });
  if (answer.kind === 'unreachable') return offer(collection, rows, link, keep);
  if (answer.kind === 'locked') throw new Error(`the kiosk is locked: ${answer.code}`);
  if (answer.kind === 'ok') return keep(answersOf(rows, answer.body));
  // This kiosk's role sends none of these (any more): each stays here with that reason, and blocks no other (SY9).
  if (answer.code === 'device_not_allowed') return keep(new Map(rows.map(({ id }) => [id, codeOf(answer)])));
  if (!rowsAreBad.has(answer.status)) throw new Error(`${collection} were refused as a whole: ${answer.code}`);
  if (second === undefined) return keep(new Map([[only.id, codeOf(answer)]]));
  const half = Math.ceil(rows.length / 2);
  await offer(collection, rows.slice(0, half), link, keep);
  await offer(collection, rows.slice(half), link, keep);
}

function answersOf(rows: readonly { readonly id: string }[], body: unknown): Answers {
  const parsed = validate(pushAnswer, body, { mode: 'create', unknown: 'drop' });
  if (!parsed.ok) throw new Error('the server did not answer every row');
  const itemById = new Map(parsed.value.items.map((item) => [item.id, item]));
  return new Map(
    rows.map(({ id }) => {
      const item = itemById.get(id);
      if (item === undefined) throw new Error('the server did not answer every row');
      return [id, item.outcome === 'refused' ? codeOf(item) : null];
    }),
  );
}

function codeOf(item: Pick<PushAnswer['items'][number], 'code' | 'message'>): Refusal {
  const code = item.code ?? 'refused';
  return { code, message: item.message ?? code };
}
