/**
 * Lists of suggestions that share the attention: greedy b-matching over the best candidates (Khan et al., Efficient
 * approximation algorithms for weighted b-matching, 2016), then lists that are not full are filled one way, then people who
 * are shown to no one get a place in a candidate's list.
 * Showing each person their own best would show the popular to everyone and many people to no one.
 */
import { type Candidates, leastKey, otherOf, scoreSteps, stepsOf, turned } from './candidates.ts';

export interface Lists {
  readonly most: number;
  /** `most` places a person, best first; −1: empty. */
  readonly others: Int32Array<ArrayBuffer>;
}

/** A person is shown to at most so many times as many people as a list is long. */
export const exposureFactor = 2;
/** Room for the place of a candidate beside its score in one double. */
const placesMax = 2 ** 23;
/** Steps of a candidate's score that count as one: no more fit beside the place. */
const stepsAtOnce = 10;
/** A value above every score. */
const top = 101 * scoreSteps;

interface Draft {
  readonly most: number;
  /** Keys of the listed candidates by person, in the order in which they were listed. */
  readonly keys: Float64Array<ArrayBuffer>;
  readonly lengths: Int32Array;
  /** Number of times that each is shown. */
  readonly shown: Int32Array;
}

function isListed({ keys, lengths, most }: Draft, person: number, key: number): boolean {
  const end = person * most + (lengths[person] as number);
  for (let at = person * most; at < end; at += 1) if (keys[at] === key) return true;
  return false;
}

function put({ keys, lengths, most, shown }: Draft, person: number, key: number): void {
  const length = lengths[person] as number;
  const other = otherOf(key);
  keys[person * most + length] = key;
  lengths[person] = length + 1;
  shown[other] = (shown[other] as number) + 1;
}

/** Steps that are sorted at once: when the lower ones come, most lists are full and nothing is left to sort. */
const bandSteps = (2 * scoreSteps) / stepsAtOnce;
const bandsEnd = (102 * scoreSteps) / stepsAtOnce;

/** Number of a person's best candidates that are sorted at first: few people need more. */
const sortedFirst = 24;

/** Steps below the highest score, rounded. */
const depthOf = (key: number): number => Math.floor((top - stepsOf(key)) / stepsAtOnce + 0.5);
/** The lowest key whose depth is below `depth`. */
const leastAbove = (depth: number): number => leastKey(top - depth * stepsAtOnce + stepsAtOnce / 2 + 1);

/** Walks down the candidates of all people, in bands of the score. */
interface Descent {
  readonly places: Float64Array<ArrayBuffer>;
  /** Number of candidates of each person that are still to come. */
  readonly left: Int32Array;
}

/** Places of candidates in the bands up to `end`, of people with room, each pair once, the best pair first. */
function nextPlaces({ left, places }: Descent, draft: Draft, candidates: Candidates, end: number): Float64Array {
  const { keys, most, people } = candidates;
  const least = leastAbove(end);
  let count = 0;
  for (let person = 0; person < people; person += 1) {
    if ((draft.lengths[person] as number) >= draft.most) continue;
    const from = person * most;
    let at = from + (left[person] as number) - 1;
    const sortedFrom = from + (candidates.counts[person] as number) - sortedFirst;
    for (; at >= from; at -= 1) {
      if (at < sortedFrom) candidates.sort(person);
      const key = keys[at] as number;
      if (key < least) break;
      const other = otherOf(key);
      if ((draft.lengths[other] as number) >= draft.most) continue;
      if (person > other && candidates.holds(other, turned(key, other, person))) continue;
      places[count] = depthOf(key) * placesMax + at;
      count += 1;
    }
    left[person] = at + 1 - from;
  }
  return places.subarray(0, count).sort();
}

/** Both are shown to each other, as long as neither list is full. */
function match(draft: Draft, candidates: Candidates): void {
  const { lengths, most } = draft;
  const descent = { places: new Float64Array(candidates.keys.length), left: candidates.counts.slice() };
  for (let end = bandSteps; end <= bandsEnd; end += bandSteps)
    for (const sorted of nextPlaces(descent, draft, candidates, end)) {
      const at = sorted - Math.floor(sorted / placesMax) * placesMax;
      const person = Math.floor(at / candidates.most);
      const key = candidates.keys[at] as number;
      const other = otherOf(key);
      if ((lengths[person] as number) >= most || (lengths[other] as number) >= most) continue;
      put(draft, person, key);
      put(draft, other, turned(key, other, person));
    }
}

function fill(draft: Draft, candidates: Candidates): void {
  const { lengths, most, shown } = draft;
  for (let person = 0; person < candidates.people; person += 1) {
    if ((lengths[person] as number) >= most) continue;
    candidates.sort(person);
    const best = candidates.of(person);
    for (let i = best.length - 1; i >= 0 && (lengths[person] as number) < most; i -= 1) {
      const key = best[i] as number;
      if ((shown[otherOf(key)] as number) < exposureFactor * most && !isListed(draft, person, key))
        put(draft, person, key);
    }
  }
}

/** Shows the person to a candidate, in the place of one who is shown to others, too. */
function showTo(draft: Draft, person: number, candidate: number): boolean {
  const { keys, lengths, most, shown } = draft;
  const other = otherOf(candidate);
  const key = turned(candidate, other, person);
  if ((lengths[other] as number) < most) {
    put(draft, other, key);
    return true;
  }
  const last = other * most + most - 1;
  const ousted = otherOf(keys[last] as number);
  if ((shown[ousted] as number) < 2) return false;
  keys[last] = key;
  shown[ousted] = (shown[ousted] as number) - 1;
  shown[person] = 1;
  return true;
}

function showAll(draft: Draft, candidates: Candidates): void {
  for (let person = 0; person < candidates.people; person += 1) {
    if ((draft.shown[person] as number) > 0) continue;
    candidates.sort(person);
    candidates
      .of(person)
      .toReversed()
      .some((candidate) => showTo(draft, person, candidate));
  }
}

/** The highest first, by insertion: lists are short and nearly in this order. */
function sortDown(keys: Float64Array, from: number, end: number): void {
  for (let next = from + 1; next < end; next += 1) {
    const key = keys[next] as number;
    let at = next;
    for (; at > from && (keys[at - 1] as number) < key; at -= 1) keys[at] = keys[at - 1] as number;
    keys[at] = key;
  }
}

/**
 * @param candidates are sorted by this, as far as needed
 * @param most the length of a list
 */
export function allocate(candidates: Candidates, most: number): Lists {
  const { people } = candidates;
  for (let person = 0; person < people; person += 1) candidates.sort(person, sortedFirst);
  const draft: Draft = {
    most,
    keys: new Float64Array(people * most),
    lengths: new Int32Array(people),
    shown: new Int32Array(people),
  };
  match(draft, candidates);
  fill(draft, candidates);
  showAll(draft, candidates);
  const others = new Int32Array(people * most).fill(-1);
  for (let person = 0; person < people; person += 1) {
    const from = person * most;
    const end = from + (draft.lengths[person] as number);
    sortDown(draft.keys, from, end);
    for (let at = from; at < end; at += 1) others[at] = otherOf(draft.keys[at] as number);
  }
  return { most, others };
}
