/** Runs seeds one after another, and says of one that fails what broke, by which faults, and how to see it again. */
import { type Ground, layGround, removeGround } from './ground.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { type Profile, type Scenario, scenarioOf } from './scenario.ts';
import { everything, type Kept, keep, type Shrunk, shrink } from './shrink.ts';
import { faultText } from './tell.ts';
import { runWorld, type WorldResult } from './world.ts';

export interface SeedRun {
  readonly seed: number;
  readonly scenario: Scenario;
  readonly result: WorldResult;
}

export type Hear = (atMs: number, who: string, what: string) => void;

export interface Seeds {
  /** @param hear what happens, for people */
  run(seed: number, kept?: Kept, hear?: Hear): Promise<SeedRun>;
  /** Makes it small. @returns lines for people */
  /** @param runsMax absent: as many as a person waits for */
  explain(run: SeedRun, runsMax?: number): Promise<string>;
}

/** One for each size of a world. Every world works on a copy: so those of different bugs may begin with the same. */
export class Grounds {
  readonly #laid = new Map<number, Promise<Ground>>();

  of(registrations: number): Promise<Ground> {
    const laid = this.#laid.get(registrations) ?? layGround(registrations);
    this.#laid.set(registrations, laid);
    return laid;
  }

  end(): void {
    for (const ground of this.#laid.values()) void ground.then(removeGround);
  }
}

export function openSeeds(grounds: Grounds, profile: Profile, bug: PlantedBug | null = null): Seeds {
  const world = async (scenario: Scenario, hear?: Hear) =>
    runWorld(scenario, await grounds.of(scenario.registrations), bug, hear);

  return {
    async run(seed, kept, hear) {
      const whole = scenarioOf(seed, profile);
      const scenario = kept ? keep(whole, kept) : whole;
      return { seed, scenario, result: await world(scenario, hear) };
    },
    async explain({ seed, result }, runsMax) {
      const whole = scenarioOf(seed, profile);
      const small = await shrink(whole, result.broken, async (scenario) => (await world(scenario)).broken, runsMax);
      return explained(seed, profile, small);
    },
  };
}

const shownBroken = 6;

function explained(seed: number, profile: Profile, { kept, scenario, broken, runs }: Shrunk): string {
  const { kiosks, registrations, arrivals, acts, faults } = scenario;
  return [
    `seed ${seed} breaks ${[...new Set(broken.map(({ id }) => id))].join(', ')}`,
    ...broken.slice(0, shownBroken).map(({ id, round, what }) => `  ${id} (${round}): ${what}`),
    `  with ${kiosks} kiosks, ${registrations} registrations, ${arrivals.length} arrivals, ${acts.length} acts, after ${runs} runs of shrinking:`,
    ...faults.map((fault) => `    ${faultText(fault)}`),
    `  replay: npm run sim -- --seed ${seed}${profile === 'full' ? ' --full' : ''} --keep ${keptText(kept)}`,
  ].join('\n');
}

/** `f0.3,a1.2.9,h,d4`, and `,l` where the kiosks hear each other no more */
export function keptText(kept: Kept): string {
  return `f${kept.faults.join('.')},a${kept.arrivals.join('.')},h${kept.happenings.join('.')},d${kept.acts.join('.')}${kept.lan ? '' : ',l'}`;
}

export function parseKept(text: string, seed: number, profile: Profile): Kept {
  const of = (letter: string) => {
    const part = text.split(',').find((one) => one.startsWith(letter));
    return part === undefined ? null : part.slice(1).split('.').filter(Boolean).map(Number);
  };
  const all = everything(scenarioOf(seed, profile));
  return {
    faults: of('f') ?? all.faults,
    arrivals: of('a') ?? all.arrivals,
    happenings: of('h') ?? all.happenings,
    acts: of('d') ?? all.acts,
    lan: of('l') === null,
  };
}
