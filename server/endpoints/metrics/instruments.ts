/**
 * Counters, gauges and histograms, and their text form for Prometheus (exposition format 0.0.4,
 * https://prometheus.io/docs/instrumenting/exposition_formats/). The number of series of each is bounded.
 */

export type Labels = Readonly<Record<string, string>>;

/**
 * Maximum number of series of one instrument. Further series of a counter or histogram are counted together under `other`;
 * further series of a gauge are left out.
 */
const seriesMax = 1_000;

interface Instrument {
  lines(): readonly string[];
}

export interface Counter {
  add(labels: Labels, by?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

export interface Instruments {
  counter(name: string, help: string): Counter;
  /** @param bounds upper bounds, rising */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** @param read called at each `text()` */
  gauge(
    name: string,
    help: string,
    read: () => readonly (readonly [Labels, number])[],
    kind?: 'gauge' | 'counter',
  ): void;
  text(): string;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Holds one value for each series: each combination of labels. */
class Series<T> {
  readonly #known = new Map<string, { readonly labels: Labels; readonly value: T }>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  at(labels: Labels): { labels: Labels; value: T } {
    const asked = this.#known.get(shown(labels));
    if (asked) return asked;
    const wanted = this.#known.size < seriesMax ? labels : othersOf(labels);
    const key = shown(wanted);
    const known = this.#known.get(key);
    if (known) return known;
    const made = { labels: wanted, value: this.#make() };
    this.#known.set(key, made);
    return made;
  }

  all(): Iterable<{ readonly labels: Labels; readonly value: T }> {
    return this.#known.values();
  }
}

function othersOf(labels: Labels): Labels {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']));
}

class Counting implements Counter, Instrument {
  readonly #name: string;
  readonly #series = new Series(() => ({ total: 0 }));

  constructor(name: string) {
    this.#name = name;
  }

  add(labels: Labels, by = 1): void {
    this.#series.at(labels).value.total += by;
  }

  lines(): readonly string[] {
    return [...this.#series.all()].map(({ labels, value }) => `${this.#name}${shown(labels)} ${value.total}`);
  }
}

class Distribution implements Histogram, Instrument {
  readonly #name: string;
  readonly #bounds: readonly number[];
  readonly #series: Series<{ counts: number[]; sum: number; count: number }>;

  constructor(name: string, bounds: readonly number[]) {
    this.#name = name;
    this.#bounds = bounds;
    this.#series = new Series(() => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
  }

  observe(labels: Labels, value: number): void {
    const { value: seen } = this.#series.at(labels);
    seen.sum += value;
    seen.count += 1;
    const place = this.#bounds.findIndex((bound) => value <= bound);
    if (place !== -1) seen.counts[place]! += 1;
  }

  lines(): readonly string[] {
    return [...this.#series.all()].flatMap(({ labels, value: { counts, sum, count } }) => {
      let below = 0;
      const buckets = this.#bounds.map((bound, i) => {
        below += counts[i] ?? 0;
        return `${this.#name}_bucket${shown({ ...labels, le: String(bound) })} ${below}`;
      });
      return [
        ...buckets,
        `${this.#name}_bucket${shown({ ...labels, le: '+Inf' })} ${count}`,
        `${this.#name}_sum${shown(labels)} ${sum}`,
        `${this.#name}_count${shown(labels)} ${count}`,
      ];
    });
  }
}

export function createInstruments(): Instruments {
  const all: { readonly head: readonly string[]; readonly instrument: Instrument }[] = [];
  const add = <T extends Instrument>(name: string, help: string, kind: string, instrument: T): T => {
    all.push({ head: [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`], instrument });
    return instrument;
  };
  return {
    counter: (name, help) => add(name, help, 'counter', new Counting(name)),
    histogram: (name, help, bounds) => add(name, help, 'histogram', new Distribution(name, bounds)),
    gauge(name, help, read, kind = 'gauge') {
      const lines = () =>
        read()
          .slice(0, seriesMax)
          .map(([labels, value]) => `${name}${shown(labels)} ${value}`);
      add(name, help, kind, { lines });
    },
    text: () => `${all.flatMap(({ head, instrument }) => [...head, ...instrument.lines()]).join('\n')}\n`,
  };
}
