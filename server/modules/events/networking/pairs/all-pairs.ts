/**
 * Scores all pairs of an event exactly and keeps the best candidates of each person. Each strip of the product is scored
 * while it is in the cache, so the matrix itself is never stored. Most pairs share no word and need a cosine that few
 * pairs have: those are passed over by one comparison, the rest is scored.
 */
import { Candidates, candidatesMax } from '#shared/networking/candidates.ts';
import { complement, cover } from '#shared/networking/norm.ts';
import { listsPerRow, type PackedPeople, prevented, type Shares } from '#shared/networking/people-table.ts';
import { type Calibration, tolerance } from '#shared/networking/score.ts';
import { Arena } from './arena.ts';
import { blockFloats } from './block-kernel.ts';
import { countCommon, type Walks, walkBytes, walksOf, wordsOf } from './postings.ts';
import { type Products, productsOf, stripRows } from './products.ts';
import { coverBits, foundBytes, loadScoreKernel, type Score, tableShift, tableSizes } from './score-kernel.ts';
import { WorkMemory } from './work-memory.ts';

export interface PairsTask {
  readonly people: PackedPeople;
  readonly shares: Shares;
  readonly calibration: Calibration;
  readonly minScore: number;
  /** Pairs that are not to be brought together, as `i * count + j` with i < j. */
  readonly excluded: ReadonlySet<number>;
}

/** Fills the tables of what shared items add, by counts and by the sizes that divide them, as `score-kernel.ts` reads it. */
function writeTables(tables: Float64Array, shares: Shares): void {
  const coverMask = (1 << coverBits) - 1;
  const { complementary, items } = tableSizes;
  for (let at = 0; at < complementary; at += 1) {
    const part = (n: number) => (at >> (n * coverBits)) & coverMask;
    tables[at] = shares.complementary * complement(cover(part(3), part(1)), cover(part(2), part(0)));
  }
  for (let at = 0; at < items; at += 1) {
    const [count, size] = [at >> tableShift, at & ((1 << tableShift) - 1)];
    tables[complementary + at] = size === 0 ? 0 : (shares.interests * 2 * count) / size;
    tables[complementary + items + at] = size === 0 ? 0 : (shares.skills * 2 * count) / size;
  }
}

/**
 * Breaks ties differently for each pair: where many people have the same score, all would have the same hundred best,
 * and those who come last would find them taken.
 */
function tieSpread(i: number, j: number): number {
  const mixed = Math.imul(Math.imul(i + 1, 0x9e3779b1) ^ (j + 1), 0x85ebca6b);
  return (((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * 1e-4;
}

/**
 * The cosine below which a pair without a shared word is out; −∞: none is, ∞: all are. A little lower than exact: what passes
 * is scored.
 */
function barOf({ calibration: { hi, lo }, minScore, shares }: PairsTask): number {
  const least = minScore - tolerance - shares.role - shares.industry;
  if (least <= 0) return -Infinity;
  return shares.semantic < least ? Infinity : lo + ((hi - lo) * least) / shares.semantic - 1e-6;
}

/** Packs the lengths of each person's lists into one integer, in the order of the lists, the first in the lowest byte. */
function writeSizes(packed: Int32Array, sizes: Uint8Array): void {
  for (let at = 0; at < packed.length * listsPerRow; at += 1) {
    const row = (at - (at % listsPerRow)) / listsPerRow;
    packed[row] = (packed[row] as number) | ((sizes[at] as number) << (8 * (at % listsPerRow)));
  }
}

const floatBytes = Float32Array.BYTES_PER_ELEMENT;
const intBytes = Int32Array.BYTES_PER_ELEMENT;
const doubleBytes = Float64Array.BYTES_PER_ELEMENT;
const tableLength = tableSizes.complementary + 2 * tableSizes.items;

/** Data of the loops, which are functions of the module: the engine would compile closures again for each task. */
interface Scoring {
  /** The cosine that a pair without a shared word needs. */
  readonly bar: number;
  /** Starts of the blocks of products in which one reaches the bar. */
  readonly blocks: Int32Array;
  readonly task: PairsTask;
  readonly products: Products;
  readonly walks: Walks;
  readonly tables: Float64Array;
  /** The four doubles of the parameter `numbers` in `score-kernel.ts`. */
  readonly numbers: Float64Array;
  /** Lengths of the four lists of each person, one byte each. */
  readonly sizes: Int32Array;
  /** Output of the kernel, as doubles and as integers. */
  readonly scores: Float64Array;
  readonly found: Int32Array;
  readonly score: Score;
  readonly candidates: Candidates;
}

const sizesOf = (count: number): number =>
  intBytes * count + doubleBytes * (tableLength + 4 + candidatesMax * count) + foundBytes * count;

function scoringOf(task: PairsTask, kept: WorkMemory): Scoring {
  const { calibration, minScore, people, shares } = task;
  const { count, dim, vectors } = people;
  const words = wordsOf(people);
  const more = walkBytes(people, words) + Arena.bytesOf(5, sizesOf(count));
  const products = productsOf(vectors, count, dim, more, kept);
  const { memory, arena, width } = products;
  const [tables, numbers, sizes] = [arena.doubles(tableLength), arena.doubles(4), arena.ints(count)];
  const scores = arena.doubles((foundBytes / doubleBytes) * count);
  writeTables(tables, shares);
  writeSizes(sizes, people.sizes);
  const perCosine = shares.semantic / (calibration.hi - calibration.lo);
  const least = minScore - tolerance - shares.role - shares.industry;
  numbers.set([perCosine, perCosine * calibration.lo, shares.semantic, least]);
  return {
    bar: barOf(task),
    blocks: new Int32Array(width / blockFloats),
    task,
    products,
    walks: walksOf(people, words, products),
    tables,
    numbers,
    sizes,
    scores,
    found: new Int32Array(scores.buffer, scores.byteOffset, (foundBytes / intBytes) * count),
    score: loadScoreKernel(memory),
    candidates: new Candidates(count, candidatesMax, arena.doubles(candidatesMax * count)),
  };
}

/**
 * Appends the rows after `i` that share no word with it and whose cosine is not below the bar (NaN is not).
 *
 * @param row index in `cosines` at which the product of `i` with person 0 would stand, were it computed
 * @param close how many of the blocks hold such a cosine
 * @param listed how many rows the list holds already
 * @returns how many the list holds now
 */
function pickClose(scoring: Scoring, i: number, row: number, close: number, listed: number): number {
  const { bar, blocks } = scoring;
  const { common, list } = scoring.walks;
  const { cosines } = scoring.products;
  let many = listed;
  for (let n = 0; n < close; n += 1) {
    const block = blocks[n] as number;
    const end = Math.min(block + blockFloats, row + common.length);
    for (let at = Math.max(block, row + i + 1); at < end; at += 1)
      if (!((cosines[at] as number) < bar) && common[at - row] === 0) {
        list[many] = at - row;
        many += 1;
      }
  }
  return many;
}

/** Adds roles and industries to what the kernel found, and offers each pair that can be a suggestion to both people. */
function offerFound({ candidates, found, scores, task }: Scoring, i: number, many: number): void {
  const { excluded, minScore, people, shares } = task;
  const { count, industries, industryClasses, industryTable, roleClasses, roles, roleTable } = people;
  const least = minScore - tolerance;
  const byRole = (roles[i] as number) * roleClasses;
  const byIndustry = (industries[i] as number) * industryClasses;
  const hasExcluded = excluded.size > 0;
  for (let n = 0; n < many; n += 1) {
    const j = found[4 * n + 2] as number;
    const role = roleTable[byRole + (roles[j] as number)] as number;
    if (role === prevented) continue;
    const beside = shares.industry * (industryTable[byIndustry + (industries[j] as number)] as number);
    const score = (scores[2 * n] as number) + (shares.role * role + beside);
    if (score < least || (hasExcluded && excluded.has(i * count + j))) continue;
    candidates.offerBoth(i, j, score + tieSpread(i, j));
  }
}

/** @param row as for `pickClose`; @returns how many of the list can still reach the least score */
function scoreList(
  { numbers, products, score, scores, sizes, tables, walks }: Scoring,
  i: number,
  row: number,
  many: number,
) {
  const { common, list } = walks;
  const end = score(
    list.byteOffset,
    list.byteOffset + many * intBytes,
    common.byteOffset,
    products.cosines.byteOffset + row * floatBytes,
    sizes.byteOffset,
    tables.byteOffset,
    sizes[i] as number,
    numbers.byteOffset,
    scores.byteOffset,
  );
  return (end - scores.byteOffset) / foundBytes;
}

/**
 * @param look called between strips: throws where the work is no longer wanted
 * @param kept where the memory comes from: what it gave for the task before is overwritten, its candidates as well
 */
export function bestCandidates(task: PairsTask, look: () => void = () => {}, kept = new WorkMemory()): Candidates {
  const { count, sizes } = task.people;
  const scoring = scoringOf(task, kept);
  const { bar, blocks, candidates, products, walks } = scoring;
  const { pickBlocks, strip, width } = products;
  for (let from = 0; from < count; from += stripRows) {
    look();
    const rows = Math.min(stripRows, count - from);
    strip(from, rows);
    for (let i = from; i < from + rows; i += 1) {
      const row = (i - from) * width - from;
      const sharing = countCommon(walks, i, sizes);
      const close = pickBlocks(i - from, i + 1 - from, bar, blocks);
      offerFound(scoring, i, scoreList(scoring, i, row, pickClose(scoring, i, row, close, sharing)));
    }
  }
  return candidates;
}
