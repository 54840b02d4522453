/**
 * Every order of what can happen between kiosks and a room's book, up to a depth, breadth first: the first world that breaks
 * the sum is a shortest one. Worlds that no rule can tell apart count once (`keyOf`).
 *
 *   node test/shared/admission/lease-orders.ts --kiosks 3 --capacity 3 --depth 9
 */
import { parseArgs } from 'node:util';
import { leaseGraceMs, leaseLifetimeMs } from '#shared/admission/lease.ts';
import type { LeaseEntry } from '#shared/admission/lease-book.ts';
import { LeaseWorld } from './lease-world.ts';

export interface OrdersBounds {
  readonly kiosks: number;
  readonly capacity: number;
  /** Steps from the empty room. */
  readonly depth: number;
  /** Messages on the line at once, each way; overrides, forgotten replicas and jumps of time in one world. */
  readonly onTheLine: number;
  readonly overrides: number;
  readonly forgets: number;
  readonly jumps: number;
}

interface Step {
  readonly name: string;
  readonly take: (world: LeaseWorld) => void;
}

interface Counts {
  readonly overrides: number;
  readonly forgets: number;
  readonly jumps: number;
}

interface Node extends Counts {
  readonly world: LeaseWorld;
  readonly path: readonly string[];
}

/** Past the kiosk's end but within the server's grace; past both. */
const jumps = { expired: leaseLifetimeMs + 1, over: leaseLifetimeMs + leaseGraceMs + 1 } as const;

function stepsOf(world: LeaseWorld, bounds: OrdersBounds, counts: Counts): readonly Step[] {
  const steps: Step[] = [];
  const add = (name: string, take: Step['take']) => steps.push({ name, take });
  const { length: questions } = world.questions;
  world.kiosks.forEach((kiosk, k) => {
    if (questions < bounds.onTheLine)
      for (const wanted of new Set([0, bounds.capacity])) add(`ask ${k} ${wanted}`, (w) => w.ask(k, wanted));
    add(`admit ${k}`, (w) => w.admit(k));
    if (counts.overrides < bounds.overrides) add(`override ${k}`, (w) => w.override(k));
    if (counts.forgets < bounds.forgets) add(`forget ${k}`, (w) => w.forget(k));
    if (kiosk.outbox.length > 0) for (const again of [false, true]) add(`send ${k} ${again}`, (w) => w.send(k, again));
  });
  for (let at = 0; at < questions; at++) add(`question ${at}`, (w) => w.deliverQuestion(at, false));
  for (let at = 0; at < world.answers.length; at++)
    for (const lost of world.answers.length > bounds.onTheLine ? [true] : [false, true])
      add(`answer ${at} ${lost ? 'lost' : 'heard'}`, (w) => w.deliverAnswer(at, lost));
  add('server admits', (w) => w.serverAdmits());
  if (world.book.inside > 0) add('leave', (w) => w.leave());
  if (counts.jumps < bounds.jumps)
    for (const [name, ms] of Object.entries(jumps)) {
      add(name, (w) => {
        w.nowMs += ms;
      });
    }
  return steps;
}

/** How far a lease is from its end: beyond the grace, all distances are one. */
function distance(expiresAtMs: number, nowMs: number): number {
  return Math.max(expiresAtMs - nowMs, -leaseGraceMs - 1);
}

/** Numbers that are only compared, by their rank. */
class Ranks {
  readonly #sorted: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#sorted = [...new Set([0, ...numbers])].sort((a, b) => a - b);
  }

  of(n: number): number {
    return this.#sorted.indexOf(n);
  }
}

function kioskKey(world: LeaseWorld, k: number): string {
  const model = world.kiosks[k];
  if (!model) return '';
  const mine = (entry: LeaseEntry) => entry.kiosk === `k${k}`;
  const entries = world.book.leases.filter(mine);
  const questions = world.questions.filter((q) => q.kiosk === k).map((q) => q.question);
  const answers = world.answers.filter((a) => a.kiosk === k);
  const names = [...new Set([...entries.map((e) => e.lease), ...questions.map((q) => q.lease), model.lease])].sort();
  const name = (lease: string | null) => (lease === null ? 'x' : names.indexOf(lease));
  const requests = new Ranks([model.request, ...[...entries, ...questions, ...answers].map((e) => e.request)]);
  const generations = new Ranks(
    [...entries, ...questions, ...answers.map((a) => a.lease), ...(model.held ? [model.held] : [])].map(
      (e) => e.generation,
    ),
  );
  const { nowMs } = world;
  const held = model.held;
  return JSON.stringify([
    name(model.lease),
    requests.of(model.request),
    held && [name(held.lease), generations.of(held.generation), held.granted, distance(held.expiresAtMs, nowMs)],
    world.usedOf(model),
    model.outbox.map(name),
    entries
      .map((e) => [
        name(e.lease),
        generations.of(e.generation),
        ...[e.granted, e.priorGranted, e.used, e.late],
        requests.of(e.request),
        distance(e.expiresAtMs, nowMs),
      ])
      .sort(),
    questions.map((q) => [
      name(q.lease),
      requests.of(q.request),
      generations.of(q.generation),
      ...[q.granted, q.used, q.wanted],
    ]),
    answers.map((a) => [
      requests.of(a.request),
      name(a.lease.lease),
      generations.of(a.lease.generation),
      a.lease.granted,
      distance(a.lease.expiresAtMs, nowMs),
    ]),
  ]);
}

/** Kiosks are alike: worlds that differ in which is which are one. */
function keyOf({ world, overrides, forgets, jumps: jumped }: Omit<Node, 'path'>): string {
  const kiosks = world.kiosks.map((_, k) => kioskKey(world, k)).sort();
  return `${world.book.inside} ${world.reported} ${overrides} ${forgets} ${jumped} ${kiosks.join('|')}`;
}

function holds(world: LeaseWorld): boolean {
  return world.book.inside + world.promised() <= world.book.capacity + world.reported;
}

export interface OrdersResult {
  readonly worlds: number;
  /** The steps of a shortest order that breaks the sum. */
  readonly broken: readonly string[] | null;
}

export function tryEveryOrder(bounds: OrdersBounds): OrdersResult {
  const first: Node = {
    world: new LeaseWorld(bounds.capacity, bounds.kiosks),
    path: [],
    overrides: 0,
    forgets: 0,
    jumps: 0,
  };
  const known = new Set([keyOf(first)]);
  let level: Node[] = [first];
  for (let depth = 0; depth < bounds.depth; depth++) {
    const next: Node[] = [];
    for (const node of level) {
      for (const { name, take } of stepsOf(node.world, bounds, node)) {
        const world = node.world.copy();
        take(world);
        const path = [...node.path, name];
        if (!holds(world)) return { worlds: known.size, broken: path };
        const after: Node = {
          world,
          path,
          overrides: node.overrides + Number(name.startsWith('override')),
          forgets: node.forgets + Number(name.startsWith('forget')),
          jumps: node.jumps + Number(name in jumps),
        };
        const key = keyOf(after);
        if (known.has(key)) continue;
        known.add(key);
        next.push(after);
      }
    }
    level = next;
  }
  return { worlds: known.size, broken: null };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kiosks: { type: 'string', default: '3' },
      capacity: { type: 'string', default: '3' },
      depth: { type: 'string', default: '8' },
    },
  });
  const [kiosks, capacity, depth] = [Number(values.kiosks), Number(values.capacity), Number(values.depth)];
  const from = performance.now();
  const result = tryEveryOrder({ kiosks, capacity, depth, onTheLine: 2, overrides: 1, forgets: 1, jumps: 2 });
  console.log(result, `${Math.round((performance.now() - from) / 100) / 10} s`);
  process.exitCode = result.broken === null ? 0 : 1;
}
