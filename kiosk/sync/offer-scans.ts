/**
 * Offers scans to the server until each has its answer, and keeps the answers in the journal's ledger (SY6–SY9). Waits
 * while there is no connection. A request that the server refuses as a whole is split, so that one bad row never blocks
 * the rows beside it.
 */
import { validate } from '#shared/schema/validate.ts';
import { type PushAnswer, pushAnswer } from '#shared/sync/down.ts';
import type { JournalStore, NumberedScan } from '../store/journal.ts';
import type { ParkedScan } from '../store/replica.ts';
import type { ScanDoc } from '../store/rows.ts';
import type { Link } from './link.ts';

/** Statuses that speak about the rows themselves: asking again with the same rows gives the same answer. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

/** @throws where nothing can be said about the rows: a locked kiosk, an answer that makes no sense, a closed link */
export async function offerScans(rows: readonly ScanDoc[], link: Link, journal: JournalStore): Promise<void> {
  await link.whenUp();
  const body = { rows: rows.map((row) => ({ newDocumentState: row.scan })) };
  const answer = await link.ask({ method: 'POST', path: '/api/v1/replication/scans/push', body });
  if (answer.kind === 'unreachable') return offerScans(rows, link, journal);
  if (answer.kind === 'locked') throw new Error(`the kiosk is locked: ${answer.code}`);
  if (answer.kind === 'ok') return keepAnswers(rows, answer.body, journal);
  if (!rowsAreBad.has(answer.status)) throw new Error(`scans were refused as a whole: ${answer.code}`);
  const [only, second] = rows;
  if (only && !second) return journal.answered([], [{ scanId: only.id, counter: only.counter, ...codeOf(answer) }]);
  const half = Math.ceil(rows.length / 2);
  await offerScans(rows.slice(0, half), link, journal);
  await offerScans(rows.slice(half), link, journal);
}

function keepAnswers(rows: readonly ScanDoc[], body: unknown, journal: JournalStore): Promise<void> {
  const parsed = validate(pushAnswer, body, { mode: 'create', unknown: 'drop' });
  if (!parsed.ok) throw new Error('the server did not answer every scan');
  const itemById = new Map(parsed.value.items.map((item) => [item.id, item]));
  const accepted: NumberedScan[] = [];
  const refused: ParkedScan[] = [];
  for (const { id, counter } of rows) {
    const item = itemById.get(id);
    if (item === undefined) throw new Error('the server did not answer every scan');
    if (item.outcome === 'refused') refused.push({ scanId: id, counter, ...codeOf(item) });
    else accepted.push({ id, counter });
  }
  return journal.answered(accepted, refused);
}

function codeOf(item: Pick<PushAnswer['items'][number], 'code' | 'message'>): { code: string; message: string } {
  const code = item.code ?? 'refused';
  return { code, message: item.message ?? code };
}
