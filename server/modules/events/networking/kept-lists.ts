/**
 * Lists of matches for events with many people: a worker computes them from all pairs, and they are kept with the book. Only
 * lists that are made together bound how often one person is shown. Until they are there, and for people who have changed
 * since, a list is computed when it is asked for: that takes 2.6 ms of CPU among 5,000 people and 9.8 ms among 20,000,
 * instead of 0.002 ms (24 November 2026, the people of bench row M1, five rounds by turns).
 */
import { exposureFactor, type Lists } from '#shared/networking/allocate.ts';
import { buffersOf } from '#shared/networking/people-table.ts';
import { inTurns } from '../../../store/in-turns.ts';
import { Threads } from '../../../store/threads.ts';
import type { Book } from './book.ts';
import type { PairTask } from './pairs/pair-thread.ts';

/** Up to this many people each list is computed on demand: in at most a millisecond. */
export const onDemandMax = 2_000;

const threads = new Threads<PairTask, Lists>(new URL('./pairs/pair-thread.ts', import.meta.url));
const running = new WeakMap<Book, Promise<void>>();

/** Computes the lists of more than `onDemandMax` people where they are missing or old; resolves when they are there. */
export function keepLists(book: Book): Promise<void> {
  const current = running.get(book);
  if (current) return current;
  if (book.table.size <= onDemandMax || book.lists?.version === book.version) return Promise.resolve();
  const done = computeLists(book).finally(() => running.delete(book));
  running.set(book, done);
  return done;
}

/** Pairs in the form that the worker takes: `i * count + j` with i < j. */
export function excludedPairs(
  ids: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlySet<number> {
  const excluded = new Set<number>();
  // Most events have none, and a map of all people takes some milliseconds.
  if (pairs.length === 0) return excluded;
  const rows = new Map(ids.map((id, row) => [id, row]));
  for (const [first, second] of pairs) {
    const [a, b] = [rows.get(first), rows.get(second)];
    if (a !== undefined && b !== undefined) excluded.add(Math.min(a, b) * ids.length + Math.max(a, b));
  }
  return excluded;
}

/** Returns the number of lists that show each person, by row. */
export function timesShown({ others }: Lists, people: number): Int32Array {
  const shown = new Int32Array(people);
  for (const other of others) if (other >= 0) shown[other] = (shown[other] ?? 0) + 1;
  return shown;
}

async function computeLists(book: Book): Promise<void> {
  const { semantic, setting, version } = book;
  const changedBefore = [...book.changed];
  // A change from here on may be only partly in the lists: it counts as changed.
  book.changed.clear();
  try {
    const { ids, ...people } = await inTurns(book.table.packing());
    const task: PairTask = {
      people,
      shares: setting.shares,
      calibration: semantic.calibration,
      minScore: setting.minScore,
      excluded: excludedPairs(ids, [...book.closed.values()]),
      most: setting.maxMatches,
    };
    const lists = await threads.ask(task, new AbortController().signal, { given: buffersOf(people) });
    book.lists = {
      ids,
      rowOf: new Map(ids.map((id, row) => [id, row])),
      lists,
      shown: timesShown(lists, ids.length),
      filled: new Set(),
      version,
    };
  } catch (fault) {
    for (const id of changedBefore) book.changed.add(id);
    throw fault;
  }
}

/** The kept list of a person; null: it is not there, or they have changed since. */
export function keptList({ changed, lists }: Book, id: string): readonly string[] | null {
  const row = lists?.rowOf.get(id);
  if (!lists || row === undefined || changed.has(id)) return null;
  const { most, others } = lists.lists;
  return [...others.subarray(row * most, (row + 1) * most)].flatMap((other) => lists.ids[other] ?? []);
}

/** Whether the kept lists may show a person once more. People who joined or changed since are in none of them. */
export function hasRoom({ changed, lists }: Pick<Book, 'changed' | 'lists'>, id: string): boolean {
  const row = lists?.rowOf.get(id);
  if (!lists || row === undefined || changed.has(id)) return true;
  return (lists.shown[row] ?? 0) < exposureFactor * lists.lists.most;
}

/** Whether the list of a person stayed shorter than it may be, and no one has looked for more yet. */
export function isShort({ lists }: Pick<Book, 'lists'>, id: string): boolean {
  const row = lists?.rowOf.get(id);
  if (!lists || row === undefined || lists.filled.has(row)) return false;
  const { most, others } = lists.lists;
  return others[row * most + most - 1] === -1;
}

/**
 * Adds what was found to a list that stayed short, and counts whom it shows: the next person with a short list finds those
 * at the bound taken. Others may have been filled up while it was looked for, or this one by another request.
 *
 * @param found people who are not on the list, best first
 * @returns the whole list
 */
export function fillUp(book: Pick<Book, 'changed' | 'lists'>, id: string, found: readonly string[]): readonly string[] {
  const { lists } = book;
  const row = lists?.rowOf.get(id);
  if (!lists || row === undefined) return found;
  const { most, others } = lists.lists;
  const list = others.subarray(row * most, (row + 1) * most);
  const known = list.indexOf(-1);
  if (known >= 0 && !lists.filled.has(row)) {
    const open = found.filter((other) => hasRoom(book, other)).flatMap((other) => lists.rowOf.get(other) ?? []);
    const added = open.filter((other) => !list.includes(other)).slice(0, most - known);
    list.set(added, known);
    for (const other of added) lists.shown[other] = (lists.shown[other] ?? 0) + 1;
    lists.filled.add(row);
  }
  return [...list].flatMap((other) => lists.ids[other] ?? []);
}
