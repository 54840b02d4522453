/**
 * Maximum weight matching in a general graph: Edmonds' blossom algorithm in the primal-dual form of Galil (Efficient
 * algorithms for finding maximum matching in graphs, ACM Computing Surveys 18, 1986), O(n³) on a matrix of edges.
 * Vertices are 1 to n, blossoms n + 1 to 2 n; 0 stands for none. All duals are doubled, so that they stay whole numbers.
 */

interface Edge {
  readonly u: number;
  readonly v: number;
  w: number;
}

class Matching {
  readonly #n: number;
  #all: number;
  readonly #edges: Edge[][] = [];
  readonly #label: number[];
  readonly #mate: number[];
  readonly #slack: number[];
  readonly #top: number[];
  readonly #parent: number[];
  /** 0 outer, 1 inner, −1 free. */
  readonly #side: number[];
  readonly #seen: number[];
  readonly #flower: number[][];
  /** Member of a blossom that holds a vertex. */
  readonly #holder: number[][];
  #queue: number[] = [];
  #stamp = 0;

  constructor(n: number, weightOf: (u: number, v: number) => number) {
    this.#n = n;
    this.#all = n;
    const size = 2 * n + 1;
    const zeros = () => new Array<number>(size).fill(0);
    for (let u = 0; u < size; u += 1)
      this.#edges.push(
        Array.from({ length: size }, (_, v) => ({
          u,
          v,
          w: u >= 1 && v >= 1 && u <= n && v <= n && u !== v ? 2 * weightOf(u, v) : 0,
        })),
      );
    [this.#label, this.#mate, this.#slack, this.#parent, this.#side, this.#seen] = [
      zeros(),
      zeros(),
      zeros(),
      zeros(),
      zeros(),
      zeros(),
    ];
    this.#top = Array.from({ length: size }, (_, v) => (v <= n ? v : 0));
    this.#flower = Array.from({ length: size }, () => []);
    this.#holder = Array.from({ length: size }, (_, b) => Array.from({ length: n + 1 }, (_v, v) => (b === v ? v : 0)));
    const most = Math.max(0, ...this.#edges.flatMap((row) => row.map(({ w }) => w)));
    for (let u = 1; u <= n; u += 1) this.#label[u] = most / 2;
  }

  #at(list: readonly number[], i: number): number {
    return list[i] as number;
  }

  #edge(u: number, v: number): Edge {
    return (this.#edges[u] as Edge[])[v] as Edge;
  }

  #members(b: number): number[] {
    return this.#flower[b] as number[];
  }

  #delta({ u, v, w: _w }: Edge): number {
    return this.#at(this.#label, u) + this.#at(this.#label, v) - this.#edge(u, v).w;
  }

  #updateSlack(u: number, x: number): void {
    const known = this.#at(this.#slack, x);
    if (known === 0 || this.#delta(this.#edge(u, x)) < this.#delta(this.#edge(known, x))) this.#slack[x] = u;
  }

  #setSlack(x: number): void {
    this.#slack[x] = 0;
    for (let u = 1; u <= this.#n; u += 1)
      if (this.#edge(u, x).w > 0 && this.#top[u] !== x && this.#side[this.#at(this.#top, u)] === 0)
        this.#updateSlack(u, x);
  }

  #push(x: number): void {
    if (x <= this.#n) this.#queue.push(x);
    else for (const member of this.#members(x)) this.#push(member);
  }

  #setTop(x: number, b: number): void {
    this.#top[x] = b;
    if (x > this.#n) for (const member of this.#members(x)) this.#setTop(member, b);
  }

  /** The even way round a blossom from its base to a member. */
  #evenWay(b: number, member: number): number {
    const way = this.#members(b);
    const at = way.indexOf(member);
    if (at % 2 === 0) return at;
    this.#flower[b] = [this.#at(way, 0), ...way.slice(1).reverse()];
    return way.length - at;
  }

  #setMate(u: number, v: number): void {
    const edge = this.#edge(u, v);
    this.#mate[u] = edge.v;
    if (u <= this.#n) return;
    const member = this.#at(this.#holder[u] as number[], edge.u);
    const at = this.#evenWay(u, member);
    const way = this.#members(u);
    for (let i = 0; i < at; i += 1) this.#setMate(this.#at(way, i), this.#at(way, i ^ 1));
    this.#setMate(member, v);
    this.#flower[u] = [...way.slice(at), ...way.slice(0, at)];
  }

  #augment(u: number, v: number): void {
    for (let [from, to] = [u, v]; ; ) {
      const next = this.#at(this.#top, this.#at(this.#mate, from));
      this.#setMate(from, to);
      if (next === 0) return;
      const above = this.#at(this.#top, this.#at(this.#parent, next));
      this.#setMate(next, above);
      [from, to] = [above, next];
    }
  }

  #commonBase(u: number, v: number): number {
    this.#stamp += 1;
    for (let [x, y] = [u, v]; x !== 0 || y !== 0; [x, y] = [y, x]) {
      if (x === 0) continue;
      if (this.#seen[x] === this.#stamp) return x;
      this.#seen[x] = this.#stamp;
      x = this.#at(this.#top, this.#at(this.#mate, x));
      if (x !== 0) x = this.#at(this.#top, this.#at(this.#parent, x));
    }
    return 0;
  }

  #freeBlossom(): number {
    let b = this.#n + 1;
    while (b <= this.#all && this.#top[b] !== 0) b += 1;
    if (b > this.#all) this.#all = b;
    return b;
  }

  #addBlossom(u: number, base: number, v: number): void {
    const b = this.#freeBlossom();
    this.#label[b] = 0;
    this.#side[b] = 0;
    this.#mate[b] = this.#at(this.#mate, base);
    const way: number[] = [base];
    for (const [from, isSecond] of [
      [u, false],
      [v, true],
    ] as const) {
      if (isSecond) way.splice(1, way.length - 1, ...way.slice(1).reverse());
      for (let x = from; x !== base; ) {
        const y = this.#at(this.#top, this.#at(this.#mate, x));
        way.push(x, y);
        this.#push(y);
        x = this.#at(this.#top, this.#at(this.#parent, y));
      }
    }
    this.#flower[b] = way;
    this.#setTop(b, b);
    this.#joinEdges(b);
    this.#setSlack(b);
  }

  #joinEdges(b: number): void {
    const holder = this.#holder[b] as number[];
    holder.fill(0);
    for (let x = 1; x <= this.#all; x += 1) {
      (this.#edges[b] as Edge[])[x] = { ...this.#edge(b, x), w: 0 };
      (this.#edges[x] as Edge[])[b] = { ...this.#edge(x, b), w: 0 };
    }
    for (const member of this.#members(b)) {
      for (let x = 1; x <= this.#all; x += 1)
        if (this.#edge(b, x).w === 0 || this.#delta(this.#edge(member, x)) < this.#delta(this.#edge(b, x))) {
          (this.#edges[b] as Edge[])[x] = this.#edge(member, x);
          (this.#edges[x] as Edge[])[b] = this.#edge(x, member);
        }
      for (let x = 1; x <= this.#n; x += 1) if (this.#at(this.#holder[member] as number[], x) !== 0) holder[x] = member;
    }
  }

  #expand(b: number): void {
    for (const member of this.#members(b)) this.#setTop(member, member);
    const entered = this.#at(this.#holder[b] as number[], this.#edge(b, this.#at(this.#parent, b)).u);
    const at = this.#evenWay(b, entered);
    const way = this.#members(b);
    for (let i = 0; i < at; i += 2) {
      const [inner, outer] = [this.#at(way, i), this.#at(way, i + 1)];
      this.#parent[inner] = this.#edge(outer, inner).u;
      this.#side[inner] = 1;
      this.#side[outer] = 0;
      this.#slack[inner] = 0;
      this.#setSlack(outer);
      this.#push(outer);
    }
    this.#side[entered] = 1;
    this.#parent[entered] = this.#at(this.#parent, b);
    for (const member of way.slice(at + 1)) {
      this.#side[member] = -1;
      this.#setSlack(member);
    }
    this.#top[b] = 0;
  }

  /** @returns whether the matching grew */
  #take({ u: x, v: y }: Edge): boolean {
    const [u, v] = [this.#at(this.#top, x), this.#at(this.#top, y)];
    if (this.#side[v] === -1) {
      this.#parent[v] = x;
      this.#side[v] = 1;
      const next = this.#at(this.#top, this.#at(this.#mate, v));
      this.#slack[v] = 0;
      this.#slack[next] = 0;
      this.#side[next] = 0;
      this.#push(next);
    } else if (this.#side[v] === 0) {
      const base = this.#commonBase(u, v);
      if (base === 0) {
        this.#augment(u, v);
        this.#augment(v, u);
        return true;
      }
      this.#addBlossom(u, base, v);
    }
    return false;
  }

  #isRoot(x: number): boolean {
    return this.#top[x] === x;
  }

  #scanQueue(): boolean {
    for (let u = this.#queue.shift(); u !== undefined; u = this.#queue.shift()) {
      if (this.#side[this.#at(this.#top, u)] === 1) continue;
      for (let v = 1; v <= this.#n; v += 1) {
        const edge = this.#edge(u, v);
        if (edge.w <= 0 || this.#top[u] === this.#top[v]) continue;
        if (this.#delta(edge) > 0) this.#updateSlack(u, this.#at(this.#top, v));
        else if (this.#take(edge)) return true;
      }
    }
    return false;
  }

  #step(): number {
    let step = Number.POSITIVE_INFINITY;
    for (let b = this.#n + 1; b <= this.#all; b += 1)
      if (this.#isRoot(b) && this.#side[b] === 1) step = Math.min(step, this.#at(this.#label, b) / 2);
    for (let x = 1; x <= this.#all; x += 1) {
      const near = this.#at(this.#slack, x);
      if (!this.#isRoot(x) || near === 0 || this.#side[x] === 1) continue;
      const delta = this.#delta(this.#edge(near, x));
      step = Math.min(step, this.#side[x] === -1 ? delta : delta / 2);
    }
    return step;
  }

  /** @returns false where no path can gain anything any more */
  #relabel(step: number): boolean {
    for (let u = 1; u <= this.#n; u += 1) {
      const side = this.#side[this.#at(this.#top, u)];
      if (side === 0) {
        if (this.#at(this.#label, u) <= step) return false;
        this.#label[u] = this.#at(this.#label, u) - step;
      } else if (side === 1) this.#label[u] = this.#at(this.#label, u) + step;
    }
    for (let b = this.#n + 1; b <= this.#all; b += 1) {
      if (!this.#isRoot(b)) continue;
      if (this.#side[b] === 0) this.#label[b] = this.#at(this.#label, b) + 2 * step;
      else if (this.#side[b] === 1) this.#label[b] = this.#at(this.#label, b) - 2 * step;
    }
    return true;
  }

  #takeTight(): boolean {
    for (let x = 1; x <= this.#all; x += 1) {
      const near = this.#at(this.#slack, x);
      if (!this.#isRoot(x) || near === 0 || this.#top[near] === x) continue;
      if (this.#delta(this.#edge(near, x)) === 0 && this.#take(this.#edge(near, x))) return true;
    }
    for (let b = this.#n + 1; b <= this.#all; b += 1)
      if (this.#isRoot(b) && this.#side[b] === 1 && this.#label[b] === 0) this.#expand(b);
    return false;
  }

  #phase(): boolean {
    this.#side.fill(-1);
    this.#slack.fill(0);
    this.#queue = [];
    for (let x = 1; x <= this.#all; x += 1)
      if (this.#isRoot(x) && this.#mate[x] === 0) {
        this.#parent[x] = 0;
        this.#side[x] = 0;
        this.#push(x);
      }
    if (this.#queue.length === 0) return false;
    for (;;) {
      if (this.#scanQueue()) return true;
      if (!this.#relabel(this.#step())) return false;
      this.#queue = [];
      if (this.#takeTight()) return true;
    }
  }

  run(): readonly number[] {
    while (this.#phase());
    return this.#mate.slice(1, this.#n + 1);
  }
}

/**
 * @param count vertices, numbered from 0
 * @param edges each pair once, with a whole weight above 0
 * @returns the pairs of the matching with the greatest total weight
 */
export function maxWeightMatching(
  count: number,
  edges: readonly { readonly a: number; readonly b: number; readonly weight: number }[],
): readonly (readonly [number, number])[] {
  const weights = new Map(edges.map(({ a, b, weight }) => [Math.min(a, b) * count + Math.max(a, b), weight]));
  const weightOf = (u: number, v: number) => weights.get(Math.min(u - 1, v - 1) * count + Math.max(u - 1, v - 1)) ?? 0;
  return new Matching(count, weightOf)
    .run()
    .flatMap((mate, i): readonly (readonly [number, number])[] => (mate - 1 > i ? [[i, mate - 1]] : []));
}
