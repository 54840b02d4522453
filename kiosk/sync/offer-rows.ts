/**
 * Offers append-only rows to the server until each has its answer (SY6–SY9). Waits while there is no connection. A request
 * that the server refuses as a whole is split, so that one bad row never blocks the rows beside it.
 */
import { validate } from '#shared/schema/validate.ts';
import { type PushAnswer, pushAnswer } from '#shared/sync/down.ts';
import { isBoxed } from '#shared/sync/signed-row.ts';
import type { Link } from './link.ts';

/** Statuses that speak about the rows themselves: asking again with the same rows gives the same answer. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Answers by row id; null: the server has the row. */
export type Answers = ReadonlyMap<string, Refusal | null>;

/**
 * @param keep called with the answers to some of the rows, until each has one
 * @throws where nothing can be said about the rows: a locked kiosk, an answer that makes no sense, a closed link
 */
export async function offerRows(
  collection: 'scans' | 'walk_ins' | 'lead_edits',
  rows: readonly { readonly id: string }[],
  link: Link,
  keep: (answers: Answers) => Promise<void>,
): Promise<void> {
  const [only, second] = rows;
  if (only === undefined) return;
  await link.whenUp();
  const body = { rows: await Promise.all(rows.map((row) => pushed(collection, row, link))) };
  const answer = await link.ask({ method: 'POST', path: `/api/v1/replication/${collection}/push`, body });
  if (answer.kind === 'unreachable') return offerRows(collection, rows, link, keep);
  if (answer.kind === 'locked') throw new Error(`the kiosk is locked: ${answer.code}`);
  if (answer.kind === 'ok') return keep(answersOf(rows, answer.body));
  // This kiosk's role sends none of these (any more): each stays here with that reason, and blocks no other (SY9).
  if (answer.code === 'device_not_allowed') return keep(new Map(rows.map(({ id }) => [id, codeOf(answer)])));
  if (!rowsAreBad.has(answer.status)) throw new Error(`${collection} were refused as a whole: ${answer.code}`);
  if (second === undefined) return keep(new Map([[only.id, codeOf(answer)]]));
  const half = Math.ceil(rows.length / 2);
  await offerRows(collection, rows.slice(0, half), link, keep);
  await offerRows(collection, rows.slice(half), link, keep);
}

async function pushed(collection: string, newDocumentState: unknown, link: Link) {
  const relay = isBoxed(collection) ? await link.signed?.(collection, newDocumentState) : null;
  return relay ? { newDocumentState, relay } : { newDocumentState };
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
