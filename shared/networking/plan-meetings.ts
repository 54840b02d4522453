/**
 * A plan of meetings for a day: greedy over pairs and slots, and slot by slot the matching with the greatest weight; the
 * better total is taken. Greedy is near the best where tables are short, the matching where people's time is.
 */
import { maxWeightMatching } from './max-weight-matching.ts';

export interface PlannedPair {
  /** Numbers of two people. */
  readonly a: number;
  readonly b: number;
  /** Above 0. */
  readonly score: number;
}

export interface PlanTask {
  readonly people: number;
  /** Each once. */
  readonly pairs: readonly PlannedPair[];
  /** Number of meetings that fit each slot, and the numbers of the people who have no time. */
  readonly slots: readonly { readonly tables: number; readonly busy: readonly number[] }[];
  /** Number of meetings that each person may get, by the number of the person. */
  readonly most: readonly number[];
}

export interface PlannedMeeting {
  /** Places in the lists of the task. */
  readonly pair: number;
  readonly slot: number;
}

export interface Plan {
  readonly meetings: readonly PlannedMeeting[];
  readonly total: number;
  readonly way: 'greedy' | 'matching';
}

/** Pairs above which a slot is left to the greedy way, as with many people: the matching takes the cube of the people. */
export const matchingPairsMax = 2_000;
const matchingPeopleMax = 400;
const scoreSteps = 1_000;

/** An unfinished plan, with the people, tables and times that it takes. */
class Draft {
  readonly meetings: PlannedMeeting[] = [];
  total = 0;
  readonly #task: PlanTask;
  readonly #left: number[];
  readonly #tables: number[];
  readonly #busy: Set<number>[];
  readonly #planned = new Set<number>();

  constructor(task: PlanTask) {
    this.#task = task;
    this.#left = [...task.most];
    this.#tables = task.slots.map(({ tables }) => tables);
    this.#busy = task.slots.map(({ busy }) => new Set(busy));
  }

  fits(pair: number, slot: number): boolean {
    const { a, b } = this.#task.pairs[pair] as PlannedPair;
    const busy = this.#busy[slot] as Set<number>;
    const hasTime = (this.#left[a] as number) > 0 && (this.#left[b] as number) > 0;
    return hasTime && !this.#planned.has(pair) && (this.#tables[slot] as number) > 0 && !busy.has(a) && !busy.has(b);
  }

  put(pair: number, slot: number): void {
    const { a, b, score } = this.#task.pairs[pair] as PlannedPair;
    this.meetings.push({ pair, slot });
    this.total += score;
    this.#planned.add(pair);
    this.#tables[slot] = (this.#tables[slot] as number) - 1;
    for (const person of [a, b]) {
      this.#left[person] = (this.#left[person] as number) - 1;
      (this.#busy[slot] as Set<number>).add(person);
    }
  }
}

function byScore({ pairs }: PlanTask): readonly number[] {
  return pairs
    .map((_, i) => i)
    .sort((x, y) => (pairs[y] as PlannedPair).score - (pairs[x] as PlannedPair).score || x - y);
}

function greedy(task: PlanTask): Draft {
  const draft = new Draft(task);
  for (const pair of byScore(task)) {
    const slot = task.slots.findIndex((_, i) => draft.fits(pair, i));
    if (slot >= 0) draft.put(pair, slot);
  }
  return draft;
}

/** The matching of one slot, as pairs of the task, the best first. */
function matchSlot(task: PlanTask, open: readonly number[]): readonly number[] {
  const people = [...new Set(open.flatMap((pair) => [task.pairs[pair]?.a ?? 0, task.pairs[pair]?.b ?? 0]))];
  if (open.length > matchingPairsMax || people.length > matchingPeopleMax) return open;
  const at = new Map(people.map((person, i) => [person, i]));
  const keyOf = (a: number, b: number) => Math.min(a, b) * people.length + Math.max(a, b);
  const byKey = new Map<number, number>();
  const edges = open.map((pair) => {
    const { a, b, score } = task.pairs[pair] as PlannedPair;
    const [x, y] = [at.get(a) as number, at.get(b) as number];
    byKey.set(keyOf(x, y), pair);
    return { a: x, b: y, weight: Math.max(1, Math.round(score * scoreSteps)) };
  });
  const found = maxWeightMatching(people.length, edges).map(([a, b]) => byKey.get(keyOf(a, b)) as number);
  return open.filter((pair) => found.includes(pair));
}

function slotBySlot(task: PlanTask): Draft {
  const draft = new Draft(task);
  const order = byScore(task);
  task.slots.forEach((_, slot) => {
    const open = order.filter((pair) => draft.fits(pair, slot));
    for (const pair of matchSlot(task, open)) if (draft.fits(pair, slot)) draft.put(pair, slot);
  });
  return draft;
}

export function planMeetings(task: PlanTask): Plan {
  const [first, second] = [greedy(task), slotBySlot(task)];
  const best = second.total > first.total ? second : first;
  return { meetings: best.meetings, total: best.total, way: best === second ? 'matching' : 'greedy' };
}
