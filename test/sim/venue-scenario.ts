/** A venue without internet as data from a seed: who scans what where, which kiosks cannot reach each other, what breaks. */
import { secondMs } from '#shared/base/time.ts';
import { type Random, randomOf } from './random.ts';

export interface Cut {
  readonly a: number;
  readonly b: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** `hold`: what was sent comes later, if the line lives so long. */
  readonly how: 'close' | 'hold';
}

export interface VenueScenario {
  readonly seed: number;
  readonly kiosks: number;
  /** Which of them is a box for the venue: it scans nothing, and keeps what it hears for the server. Null: there is none. */
  readonly box: number | null;
  readonly lengthMs: number;
  readonly wayMs: number;
  readonly scans: readonly { readonly atMs: number; readonly kiosk: number; readonly ticket: number }[];
  /** Staff at the kiosk take its latest admission back. */
  readonly takeBacks: readonly { readonly atMs: number; readonly kiosk: number }[];
  readonly fills: readonly { readonly atMs: number; readonly kiosk: number }[];
  readonly cuts: readonly Cut[];
  readonly crashes: readonly {
    readonly atMs: number;
    readonly kiosk: number;
    readonly downMs: number;
    readonly power: boolean;
  }[];
  readonly clocks: readonly { readonly offsetMs: number; readonly trusted: boolean }[];
  readonly online: readonly { readonly kiosk: number; readonly fromMs: number; readonly toMs: number }[];
  readonly revoked: { readonly kiosk: number; readonly atMs: number; readonly learnMs: readonly number[] } | null;
  readonly lies: readonly {
    readonly atMs: number;
    readonly to: number;
    readonly what: 'replay' | 'stolen_key' | 'noise';
  }[];
}

export function venueScenario(seed: number): VenueScenario {
  const random = randomOf(seed, 'venue');
  const kiosks = random.chance(0.12) ? random.whole(9, 12) : random.whole(2, 5);
  const lengthMs = random.whole(12, 30) * secondMs;
  const at = (): number => random.next() * lengthMs;
  const one = (): number => random.whole(0, kiosks - 1);
  const some = <T>(share: number, most: number, make: () => T): T[] =>
    random.chance(share) ? Array.from({ length: random.whole(1, most) }, make) : [];
  return {
    seed,
    kiosks,
    box: boxOf(seed, kiosks),
    lengthMs,
    wayMs: random.pick([1, 5, 40]),
    scans: Array.from({ length: random.whole(10, 50) }, () => ({
      atMs: at(),
      kiosk: one(),
      ticket: random.whole(0, 25),
    })),
    takeBacks: takeBacksOf(seed, kiosks, lengthMs),
    fills: Array.from({ length: random.whole(4, 30) }, () => ({ atMs: at(), kiosk: one() })),
    cuts: cutsOf(random, kiosks, at),
    crashes: some(0.6, kiosks, () => ({
      atMs: at(),
      kiosk: one(),
      downMs: random.delayMs(4_000),
      power: random.chance(0.5),
    })),
    clocks: Array.from({ length: kiosks }, () =>
      random.chance(0.15)
        ? { offsetMs: random.pick([-1, 1]) * 40 * 24 * 3_600_000, trusted: false }
        : { offsetMs: random.whole(-2_000, 2_000), trusted: true },
    ),
    online: some(0.4, 3, () => {
      const fromMs = at();
      return { kiosk: one(), fromMs, toMs: fromMs + random.delayMs(6_000) };
    }),
    revoked: random.chance(0.35)
      ? {
          kiosk: one(),
          atMs: lengthMs / 4,
          learnMs: Array.from({ length: kiosks }, () => lengthMs / 4 + random.delayMs(lengthMs / 3)),
        }
      : null,
    lies: some(0.5, 8, () => ({ atMs: at(), to: one(), what: random.pick(['replay', 'stolen_key', 'noise']) })),
  };
}

/** From a stream of its own: the venues of a seed stay otherwise what they were. */
function takeBacksOf(seed: number, kiosks: number, lengthMs: number): VenueScenario['takeBacks'] {
  const random = randomOf(seed, 'venue take-backs');
  const count = random.chance(0.5) ? random.whole(1, 5) : 0;
  return Array.from({ length: count }, () => ({ atMs: random.next() * lengthMs, kiosk: random.whole(0, kiosks - 1) }));
}

/** Not the first, which has the places of the room. */
function boxOf(seed: number, kiosks: number): number | null {
  const random = randomOf(seed, 'venue box');
  return kiosks > 2 && random.chance(0.4) ? random.whole(1, kiosks - 1) : null;
}

/** Single pairs, and whole parts that do not hear each other. */
function cutsOf(random: Random, kiosks: number, at: () => number): Cut[] {
  const cuts: Cut[] = [];
  const until = (fromMs: number): number => fromMs + random.delayMs(8_000);
  for (let n = random.chance(0.5) ? random.whole(1, 2 * kiosks) : 0; n > 0; n -= 1) {
    const fromMs = at();
    const [a, b] = [random.whole(0, kiosks - 1), random.whole(0, kiosks - 1)];
    cuts.push({ a, b, fromMs, toMs: until(fromMs), how: random.pick(['close', 'hold']) });
  }
  if (random.chance(0.5)) {
    const fromMs = at();
    const toMs = until(fromMs);
    const left = Array.from({ length: kiosks }, () => random.chance(0.5));
    for (let a = 0; a < kiosks; a += 1)
      for (let b = 0; b < a; b += 1) if (left[a] !== left[b]) cuts.push({ a, b, fromMs, toMs, how: 'close' });
  }
  return cuts;
}
