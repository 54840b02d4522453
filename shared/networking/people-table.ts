/**
 * All people of an event as numbers in typed arrays, so that one row is scored in milliseconds and all of them can be
 * handed to a worker. Rows are kept by the id of a profile; a row that is given up is used again.
 */

import { industryScore } from './industry.ts';
import { complement } from './norm.ts';
import { type ItemList, itemLimits, itemLists, type Traits } from './profile.ts';
import type { RoleRules } from './roles.ts';
import { type Calibration, complementaryRoles, isPrevented, type Weights } from './score.ts';

/** Start of each list of items within the items of a row. */
export const places = { lookingFor: 0, offering: 5, interests: 10, skills: 20 } as const;
export const itemsPerRow = 30;
export const listsPerRow = 4;
/** Value in the table of roles for two classes that are never brought together. */
export const prevented = 2;

/** The weights as they add up to 100. */
export type Shares = Weights;

export function sharesOf(weights: Weights): Shares {
  const sum = Object.values(weights).reduce((all, one) => all + one, 0);
  return Object.fromEntries(
    Object.entries(weights).map(([part, one]) => [part, (100 * one) / sum]),
  ) as unknown as Shares;
}

/** Rows that were copied out of the table, in the order of their ids. */
interface PackedRows {
  readonly vectors: Float32Array<ArrayBuffer>;
  /** −1 where a list is shorter than it can be. */
  readonly items: Int32Array<ArrayBuffer>;
  readonly sizes: Uint8Array<ArrayBuffer>;
  readonly roles: Int32Array<ArrayBuffer>;
  readonly industries: Int32Array<ArrayBuffer>;
}

export interface PackedPeople extends PackedRows {
  readonly count: number;
  readonly dim: number;
  /** 1 complementary, 2 prevented; by two classes of roles. */
  readonly roleTable: Uint8Array<ArrayBuffer>;
  readonly roleClasses: number;
  readonly industryTable: Float32Array<ArrayBuffer>;
  readonly industryClasses: number;
}

export interface PackedTable extends PackedPeople {
  /** Ids of the rows. */
  readonly ids: readonly string[];
}

/** Returns the buffers that a message to a worker transfers instead of copying: the sender cannot read them any more. */
export const buffersOf = ({ vectors, items, sizes, roles, industries }: PackedPeople): readonly ArrayBuffer[] =>
  [vectors, items, sizes, roles, industries].map(({ buffer }) => buffer);

/** Traits that are compared as a whole: each different one is a class, compared once with all others. */
class Classes<T> {
  readonly #known = new Map<string, number>();
  readonly #all: T[] = [];
  readonly table: number[][] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  of(key: string, value: T): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#all.length;
    this.#known.set(key, made);
    this.#all.push(value);
    this.table.push(this.#all.map((other) => this.#compare(value, other)));
    for (let i = 0; i < made; i += 1) this.table[i]?.push(this.#compare(this.#all[i] as T, value));
    return made;
  }

  get size(): number {
    return this.#all.length;
  }
}

/** Conditions under which a score counts, and the weights of its parts. */
export interface ScoreRule {
  readonly shares: Shares;
  readonly calibration: Calibration;
  readonly minScore: number;
}

const rowsPerPiece = 256;
/** Scored in some 50 microseconds, and in a millisecond where the code runs for the first time. A part of a piece. */
const scoredAtOnce = 128;
/** Copied in a fraction of a millisecond: a row of 384 dimensions has 1.5 KB. */
const packedAtOnce = 256;

/** Rows in memory that stays where it is: a table that grew by copying all of them would hold up a request. */
interface Piece {
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
  readonly items: Int32Array<ArrayBuffer>;
  readonly sizes: Uint8Array<ArrayBuffer>;
  readonly roles: Int32Array<ArrayBuffer>;
  readonly industries: Int32Array<ArrayBuffer>;
}

function emptyPiece(dim: number): Piece {
  const vectors = new Float32Array(rowsPerPiece * dim);
  return {
    vectors: Array.from({ length: rowsPerPiece }, (_, n) => vectors.subarray(n * dim, (n + 1) * dim)),
    items: new Int32Array(rowsPerPiece * itemsPerRow),
    sizes: new Uint8Array(rowsPerPiece * listsPerRow),
    roles: new Int32Array(rowsPerPiece),
    industries: new Int32Array(rowsPerPiece),
  };
}

export class PeopleTable {
  readonly dim: number;
  readonly #rows = new Map<string, number>();
  readonly #ids: (string | null)[] = [];
  #free: number[] = [];
  readonly #words = new Map<string, number>();
  readonly #roleClasses: Classes<Traits>;
  readonly #industryClasses = new Classes<Traits['industry']>(industryScore);
  readonly #pieces: Piece[] = [];
  #mark = new Uint8Array(1024);

  constructor(dim: number, rules: RoleRules) {
    this.dim = dim;
    this.#roleClasses = new Classes((a, b) =>
      isPrevented(a, b, rules) ? prevented : complementaryRoles(a, b, rules) ? 1 : 0,
    );
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  ids(): IterableIterator<string> {
    return this.#rows.keys();
  }

  /** @param vector of length 1; null: nothing is known of its meaning */
  put(id: string, traits: Traits, vector: Float32Array | null): void {
    const row = this.#rows.get(id) ?? this.#take(id);
    const piece = this.#pieceOf(row);
    const at = row % rowsPerPiece;
    itemLists.forEach((list, n) => {
      const items = [...traits[list].keys()].slice(0, itemLimits[list]);
      const from = at * itemsPerRow + places[list];
      for (let i = 0; i < itemLimits[list]; i += 1) piece.items[from + i] = this.#word(items[i]);
      piece.sizes[at * listsPerRow + n] = items.length;
    });
    piece.roles[at] = this.#roleClasses.of(traits.roles.join('|'), traits);
    const { industry } = traits;
    piece.industries[at] = this.#industryClasses.of(industry ? `${industry.sector}|${industry.key}` : '', industry);
    if (vector) this.#vectorOf(row).set(vector);
    else this.#vectorOf(row).fill(0);
  }

  /** @returns false where it is what is known already, or the person is not here */
  setVector(id: string, vector: Float32Array): boolean {
    const row = this.#rows.get(id);
    if (row === undefined) return false;
    const known = this.#vectorOf(row);
    if (vector.every((value, i) => value === known[i])) return false;
    known.set(vector);
    return true;
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    this.#ids[row] = null;
    this.#vectorOf(row).fill(0);
    this.#free.push(row);
  }

  #word(item: string | undefined): number {
    if (item === undefined) return -1;
    const known = this.#words.get(item);
    if (known !== undefined) return known;
    this.#words.set(item, this.#words.size);
    return this.#words.size - 1;
  }

  #take(id: string): number {
    const row = this.#free.pop() ?? this.#ids.length;
    if (row === this.#pieces.length * rowsPerPiece) this.#pieces.push(emptyPiece(this.dim));
    this.#ids[row] = id;
    this.#rows.set(id, row);
    return row;
  }

  #pieceOf(row: number): Piece {
    return this.#pieces[Math.floor(row / rowsPerPiece)] as Piece;
  }

  #vectorOf(row: number): Float32Array<ArrayBuffer> {
    return this.#pieceOf(row).vectors[row % rowsPerPiece] as Float32Array<ArrayBuffer>;
  }

  /** Cosine of two people; 0 for one that is not here. */
  cosine(a: string, b: string): number {
    const [x, y] = [this.#rows.get(a), this.#rows.get(b)];
    return x === undefined || y === undefined ? 0 : this.#dot(this.#vectorOf(x), this.#vectorOf(y));
  }

  #dot(one: Float32Array, other: Float32Array): number {
    const { dim } = this;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < dim; k += 4) {
      a += (one[k] as number) * (other[k] as number);
      b += (one[k + 1] as number) * (other[k + 1] as number);
      c += (one[k + 2] as number) * (other[k + 2] as number);
      d += (one[k + 3] as number) * (other[k + 3] as number);
    }
    return a + b + c + d;
  }

  /** Counts the marked items of this list of a row of a piece. */
  #marked(items: Int32Array, row: number, list: ItemList, bit: number): number {
    const from = row * itemsPerRow + places[list];
    const end = from + itemLimits[list];
    let count = 0;
    for (let at = from; at < end; at += 1) {
      const item = items[at] as number;
      if (item < 0) break;
      if (((this.#mark[item] as number) & bit) !== 0) count += 1;
    }
    return count;
  }

  #setMarks(row: number, on: boolean): void {
    if (this.#mark.length < this.#words.size) this.#mark = new Uint8Array(2 * this.#words.size);
    const { items } = this.#pieceOf(row);
    itemLists.forEach((list, n) => {
      const from = (row % rowsPerPiece) * itemsPerRow + places[list];
      for (let i = 0; i < itemLimits[list]; i += 1) {
        const item = items[from + i] as number;
        if (item >= 0) this.#mark[item] = on ? (this.#mark[item] as number) | (1 << n) : 0;
      }
    });
  }

  /**
   * Visits all others who may be brought together with a person and who score at least `rule.minScore`. For a person who is
   * not in the table it visits no one.
   */
  eachScore(id: string, rule: ScoreRule, visit: (id: string, score: number) => void): void {
    const steps = this.scoring(id, rule, visit);
    while (!steps.next().done);
  }

  /**
   * Does the same as `eachScore`, a few rows at a time, so that other work can be done in between. A person who changes or
   * leaves meanwhile is scored as they are when their turn comes.
   */
  *scoring(id: string, rule: ScoreRule, visit: (id: string, score: number) => void): Generator<void, void> {
    for (let from = 0; from < this.#ids.length; from += scoredAtOnce) {
      if (from > 0) yield;
      const row = this.#rows.get(id);
      if (row === undefined) return;
      this.#setMarks(row, true);
      this.#scoreRows(row, rule, from, visit);
      this.#setMarks(row, false);
    }
  }

  /** The words of the row are marked. */
  #scoreRows(
    row: number,
    { calibration: { hi, lo }, minScore, shares }: ScoreRule,
    from: number,
    visit: (id: string, score: number) => void,
  ): void {
    const own = this.#pieceOf(row);
    const at = row % rowsPerPiece;
    const vector = this.#vectorOf(row);
    const [look = 0, offer = 0, interest = 0, skill = 0] = own.sizes.subarray(at * listsPerRow, (at + 1) * listsPerRow);
    const byRole = this.#roleClasses.table[own.roles[at] as number] as number[];
    const byIndustry = this.#industryClasses.table[own.industries[at] as number] as number[];
    const { industries, items, roles: roleClasses, sizes, vectors } = this.#pieceOf(from);
    const end = Math.min(from + scoredAtOnce, this.#ids.length);
    for (let other = from; other < end; other += 1) {
      const theirs = this.#ids[other];
      if (theirs === null || theirs === undefined || other === row) continue;
      const n = other % rowsPerPiece;
      const roles = byRole[roleClasses[n] as number] as number;
      if (roles === prevented) continue;
      const cosine = (this.#dot(vector, vectors[n] as Float32Array) - lo) / (hi - lo);
      const wanted = sizes[n * listsPerRow] as number;
      let score =
        shares.semantic * (cosine > 0 ? Math.min(1, cosine) : 0) +
        shares.role * roles +
        shares.industry * (byIndustry[industries[n] as number] as number);
      const c1 = look === 0 ? 0 : this.#marked(items, n, 'offering', 1) / look;
      const c2 = wanted === 0 || offer === 0 ? 0 : this.#marked(items, n, 'lookingFor', 2) / wanted;
      score += shares.complementary * complement(c1, c2);
      const interests = sizes[n * listsPerRow + 2] as number;
      if (interest > 0 && interests > 0)
        score += (shares.interests * 2 * this.#marked(items, n, 'interests', 4)) / (interest + interests);
      const skills = sizes[n * listsPerRow + 3] as number;
      if (skill > 0 && skills > 0)
        score += (shares.skills * 2 * this.#marked(items, n, 'skills', 8)) / (skill + skills);
      if (score >= minScore - 1e-6) visit(theirs, score);
    }
  }

  /** Copies for a worker, the rows in the order of their ids. */
  pack(): PackedTable {
    const steps = this.packing();
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
  }

  /**
   * Does the same as `pack`, a few rows at a time, so that other work can be done in between. A person who changes or
   * leaves meanwhile is copied as they are when their turn comes.
   */
  *packing(): Generator<void, PackedTable> {
    const ids = [...this.#rows.keys()].sort();
    const count = ids.length;
    const dim = this.dim;
    const packed = {
      vectors: new Float32Array(count * dim),
      items: new Int32Array(count * itemsPerRow),
      sizes: new Uint8Array(count * listsPerRow),
      roles: new Int32Array(count),
      industries: new Int32Array(count),
    };
    const left: number[] = [];
    for (let to = 0; to < count; to += 1) {
      if (to > 0 && to % packedAtOnce === 0) yield;
      const row = this.#rows.get(ids[to] as string);
      if (row === undefined) left.push(to);
      else this.#copyRow(row, packed, to);
    }
    // The row of a person who has left stays without words and vector, in a class that is brought together with no one.
    const roleClasses = this.#roleClasses.size + 1;
    for (const to of left) {
      packed.items.fill(-1, to * itemsPerRow, (to + 1) * itemsPerRow);
      packed.roles[to] = roleClasses - 1;
    }
    const roleTable = new Uint8Array(roleClasses * roleClasses).fill(prevented);
    this.#roleClasses.table.forEach((byRole, one) => {
      roleTable.set(byRole, one * roleClasses);
    });
    return {
      ids,
      count,
      dim,
      ...packed,
      roleTable,
      roleClasses,
      industryTable: Float32Array.from(this.#industryClasses.table.flat()),
      industryClasses: this.#industryClasses.size,
    };
  }

  #copyRow(row: number, packed: PackedRows, to: number): void {
    const { industries, items, roles, sizes } = this.#pieceOf(row);
    const at = row % rowsPerPiece;
    packed.vectors.set(this.#vectorOf(row), to * this.dim);
    packed.items.set(items.subarray(at * itemsPerRow, (at + 1) * itemsPerRow), to * itemsPerRow);
    packed.sizes.set(sizes.subarray(at * listsPerRow, (at + 1) * listsPerRow), to * listsPerRow);
    packed.roles[to] = roles[at] as number;
    packed.industries[to] = industries[at] as number;
  }
}
