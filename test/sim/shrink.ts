/** Makes a failing scenario small: takes parts of it away as long as the same invariant breaks. */
import type { Broken } from './check.ts';
import type { Scenario } from './scenario.ts';

/** Which parts of the seed's scenario are left, by their place in it: that is how a shrunk one is replayed. */
export interface Kept {
  readonly faults: readonly number[];
  readonly happenings: readonly number[];
  readonly arrivals: readonly number[];
  readonly acts: readonly number[];
  /** Kiosks hear each other, where the seed says so. */
  readonly lan: boolean;
}

export interface Shrunk {
  readonly kept: Kept;
  readonly scenario: Scenario;
  readonly broken: readonly Broken[];
  readonly runs: number;
}

/** Each run is a whole world; what is not small by then is small enough. */
const runsMaxByHand = 120;
const parts = ['faults', 'acts', 'happenings', 'arrivals'] as const;

export function everything(scenario: Scenario): Kept {
  const all = (rows: readonly unknown[]) => rows.map((_, i) => i);
  return {
    faults: all(scenario.faults),
    happenings: all(scenario.happenings),
    arrivals: all(scenario.arrivals),
    acts: all(scenario.acts),
    lan: true,
  };
}

export function keep(scenario: Scenario, kept: Kept): Scenario {
  const pick = <T>(rows: readonly T[], which: readonly number[]) => rows.filter((_, i) => which.includes(i));
  return {
    ...scenario,
    faults: pick(scenario.faults, kept.faults),
    happenings: pick(scenario.happenings, kept.happenings),
    arrivals: pick(scenario.arrivals, kept.arrivals),
    acts: pick(scenario.acts, kept.acts),
    lan: kept.lan ? scenario.lan : null,
  };
}

/**
 * @param run a world of this scenario; what breaks in it
 * @param runsMax so many worlds at most
 */
export async function shrink(
  scenario: Scenario,
  broken: readonly Broken[],
  run: (scenario: Scenario) => Promise<readonly Broken[]>,
  runsMax = runsMaxByHand,
): Promise<Shrunk> {
  const wanted = new Set(broken.map(({ id }) => id));
  let best = { kept: everything(scenario), broken };
  let runs = 0;

  async function without(kept: Kept): Promise<boolean> {
    if (runs >= runsMax) return false;
    runs += 1;
    const found = (await run(keep(scenario, kept))).filter(({ id }) => wanted.has(id));
    if (found.length === 0) return false;
    best = { kept, broken: found };
    return true;
  }

  if (scenario.lan !== null) await without({ ...best.kept, lan: false });
  for (const kind of new Set(scenario.faults.map((fault) => fault.kind)))
    await without({ ...best.kept, faults: best.kept.faults.filter((i) => scenario.faults[i]!.kind !== kind) });
  // Of each part all, then halves, then quarters …: a world that is small early is small in all later runs.
  const sizes = new Map(parts.map((part) => [part, best.kept[part].length]));
  while (runs < runsMax && [...sizes.values()].some((size) => size >= 1))
    for (const [part, size] of sizes) {
      for (let from = 0; size >= 1 && runs < runsMax && from < best.kept[part].length; ) {
        const rest = best.kept[part].filter((_, i) => i < from || i >= from + size);
        if (!(await without({ ...best.kept, [part]: rest }))) from += size;
      }
      sizes.set(part, Math.floor(size / 2));
    }
  return { ...best, scenario: keep(scenario, best.kept), runs };
}
