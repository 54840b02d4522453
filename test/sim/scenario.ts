/**
 * The scenario of one world, as data made from a seed before anything runs: how large it is, who comes to which gate,
 * what changes at the server, and what breaks. A failing scenario is shrunk by taking parts of it away.
 */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { type Random, randomOf } from './random.ts';
import type { CrashKind } from './sim-disk.ts';

/** All times are milliseconds since the event opened. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
/** Null: all kiosks. */
interface OfKiosk {
  readonly kiosk: number;
}

export type Fault =
  | ({ readonly kind: 'slow_network'; readonly kiosk: number | null; readonly wayMs: number } & Span)
  | ({ readonly kind: 'lost_requests'; readonly kiosk: number | null; readonly share: number } & Span)
  | ({ readonly kind: 'lost_answers'; readonly kiosk: number | null; readonly share: number } & Span)
  | ({ readonly kind: 'repeated_requests'; readonly kiosk: number | null; readonly share: number } & Span)
  | ({ readonly kind: 'partition'; readonly kiosk: number | null; readonly how: 'refuses' | 'silent' } & Span)
  | ({
      readonly kind: 'kiosk_crash';
      readonly atMs: number;
      readonly how: CrashKind;
      readonly downMs: number;
    } & OfKiosk)
  | ({
      readonly kind: 'crash_at_write';
      readonly atMs: number;
      readonly nth: number;
      readonly when: 'before' | 'after';
      readonly how: CrashKind;
      readonly downMs: number;
    } & OfKiosk)
  | ({ readonly kind: 'disk_full' } & OfKiosk & Span)
  | ({ readonly kind: 'disk_slow'; readonly writeMs: number } & OfKiosk & Span)
  | ({ readonly kind: 'disk_faults'; readonly share: number } & OfKiosk & Span)
  | ({ readonly kind: 'clock_set'; readonly atMs: number; readonly byMs: number } & OfKiosk)
  | ({ readonly kind: 'revoked'; readonly atMs: number } & OfKiosk)
  | { readonly kind: 'server_crash'; readonly atMs: number; readonly downMs: number }
  | {
      readonly kind: 'server_cut';
      readonly atMs: number;
      readonly nth: number;
      readonly when: 'before' | 'after';
      readonly downMs: number;
    }
  | ({ readonly kind: 'server_slow'; readonly kiosk: null; readonly commitMs: number } & Span)
  | { readonly kind: 'server_upgrade'; readonly atMs: number; readonly downMs: number }
  | {
      readonly kind: 'server_restore';
      readonly backupAtMs: number;
      readonly atMs: number;
      readonly downMs: number;
    };

export interface Arrival {
  readonly atMs: number;
  readonly kiosk: number;
  readonly person: number;
  readonly shows: 'ticket' | 'old_picture' | 'nonsense';
}

export type Happening =
  | { readonly kind: 'cancelled'; readonly atMs: number; readonly person: number }
  | { readonly kind: 'registered'; readonly atMs: number; readonly name: string };

/** What staff do beyond scanning: undo the latest scan, register a walk-in, change the gate's direction. */
export interface StaffAct {
  readonly atMs: number;
  readonly kiosk: number;
  readonly kind: 'undo' | 'walk_in' | 'turn';
}

/** Kiosks hear each other. Those that are `apart` hear themselves, and not the rest. */
export interface Lan {
  /** Mean time of one way. */
  readonly wayMs: number;
  readonly cuts: readonly ({ readonly apart: readonly number[] } & Span)[];
}

export interface Scenario {
  readonly seed: number;
  /** Null: there is no network but the one to the server. */
  readonly lan: Lan | null;
  readonly registrations: number;
  readonly kiosks: number;
  readonly lengthMs: number;
  /** Changes above which a kiosk folds its roster. */
  readonly foldAbove: number;
  readonly arrivals: readonly Arrival[];
  readonly acts: readonly StaffAct[];
  readonly happenings: readonly Happening[];
  readonly faults: readonly Fault[];
}

/** `quick`: small worlds, many seeds. `full`: 20 kiosks and 50,000 registrations. */
export type Profile = 'quick' | 'full';

/** Kiosks on a LAN have more to do: a world of them costs about twice the time. */
const lanShare = 0.3;

export function scenarioOf(seed: number, profile: Profile): Scenario {
  const random = randomOf(seed, 'scenario');
  const full = profile === 'full';
  const registrations = full ? 50_000 : random.pick([150, 150, 150, 150, 150, 150, 400, 1_200]);
  const kiosks = full ? 20 : random.chance(0.01) ? 20 : 2 + Math.floor(5 * random.next() ** 3);
  const lengthMs = full ? 15 * minuteMs : random.whole(30, 90) * secondMs;
  const scans = full ? 12_000 : Math.min(160, kiosks * random.whole(8, 30));
  const arrivals = arrivalsOf(random, { scans, kiosks, registrations, lengthMs });
  return {
    seed,
    lan: lanOf(randomOf(seed, 'lan'), kiosks, lengthMs),
    registrations,
    kiosks,
    lengthMs,
    foldAbove: random.pick(foldsOf(full, kiosks)),
    arrivals,
    acts: actsOf(randomOf(seed, 'acts'), arrivals, lengthMs),
    happenings: happeningsOf(random, registrations, lengthMs),
    faults: faultsOf(random, kiosks, lengthMs, arrivals),
  };
}

/** From a stream of its own: worlds without one stay what they were. */
function lanOf(random: Random, kiosks: number, lengthMs: number): Lan | null {
  if (!random.chance(lanShare)) return null;
  const cuts = Array.from({ length: random.chance(0.5) ? random.whole(1, 4) : 0 }, () => {
    const fromMs = random.next() * lengthMs;
    const apart = Array.from({ length: kiosks }, (_, n) => n).filter(() => random.chance(0.5));
    return { apart, fromMs, toMs: Math.min(lengthMs, fromMs + random.delayMs(15 * secondMs)) };
  });
  return { wayMs: random.pick([1, 5, 40]), cuts };
}

/** Each kiosk's state is a record that changes all the time: fewer than these, and they would fold without an end. */
function foldsOf(full: boolean, kiosks: number): readonly number[] {
  if (full) return [1_000, 5_000];
  return kiosks > 10 ? [40, 5_000] : [15, 40, 5_000];
}

function arrivalsOf(
  random: Random,
  of: { readonly scans: number; readonly kiosks: number; readonly registrations: number; readonly lengthMs: number },
): Arrival[] {
  const arrivals: Arrival[] = [];
  // Rushes: people come in groups, and disks and networks have something to do at once.
  for (let n = 0; n < of.scans; n++) {
    const before = arrivals.at(-1);
    const together = before !== undefined && random.chance(0.5);
    const atMs = together ? before.atMs + random.delayMs(400) : random.next() * of.lengthMs;
    const earlier = arrivals.length > 0 && random.chance(0.25) ? random.pick(arrivals) : null;
    arrivals.push({
      atMs: earlier ? earlier.atMs + random.delayMs(8 * secondMs) : atMs,
      kiosk: random.whole(0, of.kiosks - 1),
      // The same ticket at two gates.
      person: earlier ? earlier.person : random.whole(0, of.registrations - 1),
      shows: random.chance(0.04) ? 'nonsense' : random.chance(0.03) ? 'old_picture' : 'ticket',
    });
  }
  return arrivals.filter(({ atMs }) => atMs < of.lengthMs).sort((a, b) => a.atMs - b.atMs);
}

function actsOf(random: Random, arrivals: readonly Arrival[], lengthMs: number): StaffAct[] {
  if (arrivals.length === 0 || random.chance(0.3)) return [];
  const count = random.whole(1, Math.ceil(arrivals.length / 4));
  const acts = Array.from({ length: count }, (): StaffAct => {
    // Soon after a person came.
    const { atMs, kiosk } = random.pick(arrivals);
    return { atMs: atMs + random.delayMs(secondMs), kiosk, kind: random.pick(['undo', 'walk_in', 'turn']) };
  });
  // Changed back again, or the gate would stay an exit.
  const back = acts
    .filter(({ kind }) => kind === 'turn')
    .map((act): StaffAct => ({ ...act, atMs: act.atMs + random.delayMs(4 * secondMs) }));
  return [...acts, ...back].filter(({ atMs }) => atMs < lengthMs).sort((x, y) => x.atMs - y.atMs);
}

function happeningsOf(random: Random, registrations: number, lengthMs: number): Happening[] {
  const count = random.whole(0, 12);
  return Array.from({ length: count }, (_, n): Happening => {
    const atMs = random.next() * lengthMs;
    return random.chance(0.7)
      ? { kind: 'cancelled', atMs, person: random.whole(0, registrations - 1) }
      : { kind: 'registered', atMs, name: `Late ${n}` };
  }).sort((a, b) => a.atMs - b.atMs);
}

/** Each kind comes or stays away as a whole, so that seeds differ in kind and not only in number. */
function faultsOf(random: Random, kiosks: number, lengthMs: number, arrivals: readonly Arrival[]): Fault[] {
  const faults: Fault[] = [];
  const some = (share: number, most: number, make: () => Fault): void => {
    if (!random.chance(share)) return;
    for (let n = random.whole(1, most); n > 0; n--) faults.push(make());
  };
  const span = (meanMs: number): Span => {
    const fromMs = random.next() * lengthMs;
    return { fromMs, toMs: Math.min(lengthMs, fromMs + random.delayMs(meanMs)) };
  };
  const one = () => random.whole(0, kiosks - 1);
  const oneOrAll = () => (random.chance(0.25) ? null : one());
  const atMs = () => random.next() * lengthMs;
  /** While something is being done. */
  const busyMs = () => (arrivals.length > 0 ? random.pick(arrivals).atMs : atMs());
  const downMs = () => random.delayMs(6 * secondMs);
  const how = (): CrashKind => random.pick(['kill', 'power']);

  some(0.4, 3, () => ({
    kind: 'slow_network',
    kiosk: oneOrAll(),
    wayMs: random.pick([200, 1_500, 5_000]),
    ...span(40_000),
  }));
  some(0.35, 3, () => ({ kind: 'lost_requests', kiosk: oneOrAll(), share: random.next() * 0.6, ...span(40_000) }));
  some(0.5, 3, () => ({ kind: 'lost_answers', kiosk: oneOrAll(), share: 0.1 + random.next() * 0.8, ...span(40_000) }));
  some(0.25, 2, () => ({ kind: 'repeated_requests', kiosk: oneOrAll(), share: random.next() * 0.6, ...span(40_000) }));
  some(0.6, kiosks, () => ({
    kind: 'partition',
    kiosk: oneOrAll(),
    how: random.pick(['refuses', 'silent']),
    ...span(50_000),
  }));
  some(0.5, kiosks, () => ({ kind: 'kiosk_crash', kiosk: one(), atMs: atMs(), how: how(), downMs: downMs() }));
  some(0.5, 2 * kiosks, () => ({
    kind: 'crash_at_write',
    kiosk: one(),
    atMs: random.chance(0.5) ? busyMs() : atMs(),
    nth: random.whole(1, 12),
    when: random.pick(['before', 'after']),
    how: how(),
    downMs: downMs(),
  }));
  some(0.25, 3, () => ({ kind: 'disk_full', kiosk: one(), ...span(20_000) }));
  some(0.25, 3, () => ({ kind: 'disk_slow', kiosk: one(), writeMs: random.pick([80, 700]), ...span(20_000) }));
  some(0.2, 3, () => ({ kind: 'disk_faults', kiosk: one(), share: random.next() * 0.5, ...span(20_000) }));
  some(0.4, kiosks, () => ({
    kind: 'clock_set',
    kiosk: one(),
    atMs: random.chance(0.4) ? 0 : atMs(),
    byMs: random.pick([-1, 1]) * random.pick([3 * secondMs, 7 * minuteMs, 3 * hourMs, 30 * 24 * hourMs]),
  }));
  some(0.25, Math.max(1, Math.floor(kiosks / 3)), () => ({ kind: 'revoked', kiosk: one(), atMs: atMs() }));
  some(0.4, 3, () => ({ kind: 'server_crash', atMs: atMs(), downMs: downMs() }));
  some(0.4, 4, () => ({
    kind: 'server_cut',
    atMs: busyMs(),
    nth: random.whole(1, 4),
    when: random.pick(['before', 'after']),
    downMs: downMs(),
  }));
  some(0.3, 3, () => ({ kind: 'server_slow', kiosk: null, commitMs: random.pick([60, 500]), ...span(20_000) }));
  some(0.2, 1, () => ({ kind: 'server_upgrade', atMs: atMs(), downMs: downMs() }));
  some(0.15, 1, () => {
    const backupAtMs = atMs();
    return {
      kind: 'server_restore',
      backupAtMs,
      atMs: backupAtMs + random.next() * (lengthMs - backupAtMs),
      downMs: downMs(),
    };
  });
  return faults;
}
