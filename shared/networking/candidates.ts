/**
 * The best candidates of many people at once: for each a heap of fixed size, made when it is full. A candidate is one
 * number, its score in steps of 10⁻⁷ above the number of the person, so that comparing two is one comparison and of equals
 * the first wins.
 */

/** Number of candidates that are kept of each person. */
export const candidatesMax = 100;
/** People that fit beside a score. */
export const peopleMax = 65_536;
/** Steps of one point of a score, within a candidate. */
export const scoreSteps = 1e7;

export function candidateKey(other: number, score: number): number {
  return Math.round(score * scoreSteps) * peopleMax + (peopleMax - 1 - other);
}
/** Computed by division: the remainder of doubles is many times slower. */
export const otherOf = (key: number): number => peopleMax - 1 - (key - Math.floor(key / peopleMax) * peopleMax);
/** Every key of this score or more is at least this. @param steps the score in steps of 10⁻⁷ */
export const leastKey = (steps: number): number => steps * peopleMax;
export const stepsOf = (key: number): number => Math.floor(key / peopleMax);
export const scoreOf = (key: number): number => stepsOf(key) / scoreSteps;
/** The same score with `person` in the place of `other`. */
export const turned = (key: number, other: number, person: number): number => key + other - person;

/** Ascending, by insertion: for a few numbers. */
function sortFew(keys: Float64Array, from: number, end: number): void {
  for (let next = from + 1; next < end; next += 1) {
    const key = keys[next] as number;
    let at = next;
    for (; at > from && (keys[at - 1] as number) > key; at -= 1) keys[at] = keys[at - 1] as number;
    keys[at] = key;
  }
}

/** Hoare's selection (Algorithm 65: Find, 1961): what is from `place` on is then at least as great as what is before. */
function split(keys: Float64Array, from: number, end: number, place: number): void {
  let [low, high] = [from, end - 1];
  while (low < high) {
    const pivot = keys[place] as number;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((keys[i] as number) < pivot) i += 1;
      while ((keys[j] as number) > pivot) j -= 1;
      if (i > j) break;
      const left = keys[i] as number;
      keys[i] = keys[j] as number;
      keys[j] = left;
      i += 1;
      j -= 1;
    }
    if (j < place) low = i;
    if (i > place) high = j;
  }
}

export class Candidates {
  readonly people: number;
  readonly most: number;
  readonly counts: Int32Array<ArrayBuffer>;
  /** `most` places a person; once all are taken they are a heap, the lowest first. */
  readonly keys: Float64Array<ArrayBuffer>;

  /** Number of the best of each person that are sorted. */
  readonly #sorted: Int32Array<ArrayBuffer>;

  /** @param keys of zeros, `most` a person */
  constructor(people: number, most = candidatesMax, keys = new Float64Array(people * most)) {
    this.people = people;
    this.#sorted = new Int32Array(people);
    this.most = most;
    this.keys = keys;
    this.counts = new Int32Array(people);
  }

  offer(person: number, other: number, score: number): void {
    this.#offer(person, candidateKey(other, score));
  }

  /** Offers each of two people to the other. */
  offerBoth(person: number, other: number, score: number): void {
    const key = candidateKey(other, score);
    this.#offer(person, key);
    this.#offer(other, turned(key, other, person));
  }

  #offer(person: number, key: number): void {
    const { counts, keys, most } = this;
    const from = person * most;
    const count = counts[person] as number;
    if (count === most) {
      if (key > (keys[from] as number)) this.#sink(from, 0, key);
      return;
    }
    keys[from + count] = key;
    counts[person] = count + 1;
    if (count + 1 < most) return;
    for (let at = (most >> 1) - 1; at >= 0; at -= 1) this.#sink(from, at, keys[from + at] as number);
  }

  /** Puts a key in this place of a heap, or below it. */
  #sink(from: number, place: number, key: number): void {
    const { keys, most } = this;
    let at = place;
    for (let child = 2 * at + 1; child < most; child = 2 * at + 1) {
      let least = keys[from + child] as number;
      if (child + 1 < most && (keys[from + child + 1] as number) < least) {
        child += 1;
        least = keys[from + child] as number;
      }
      if (key <= least) break;
      keys[from + at] = least;
      at = child;
    }
    keys[from + at] = key;
  }

  /** Whether `key` is among the candidates of `person`, or would be if it was offered. */
  holds(person: number, key: number): boolean {
    return (this.counts[person] as number) < this.most || key >= (this.keys[person * this.most] as number);
  }

  /**
   * Sorts the best of a person to the end of what `of` gives, the best last. What is before them is in no order, but
   * where all places are taken the first is still the lowest. Nothing may be offered afterwards.
   *
   * @param many how many are needed in order; absent: all
   */
  sort(person: number, many = this.most): void {
    const count = this.counts[person] as number;
    const needed = Math.min(many, count);
    if ((this.#sorted[person] as number) >= needed) return;
    this.#sorted[person] = needed;
    const from = person * this.most;
    const end = from + count;
    if (needed === count) this.of(person).sort();
    else {
      split(this.keys, count === this.most ? from + 1 : from, end, end - needed);
      sortFew(this.keys, end - needed, end);
    }
  }

  of(person: number): Float64Array<ArrayBuffer> {
    const from = person * this.most;
    return this.keys.subarray(from, from + (this.counts[person] as number));
  }
}
