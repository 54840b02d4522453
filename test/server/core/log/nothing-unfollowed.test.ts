/** In any order of writes, looks, crashes and clocks that are set: no change stays unseen and nothing due is missed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { type PostgresServer, postgres } from '#test/fixtures/postgres.ts';
import { type Cut, Lab, type Mutant } from './follow-lab.ts';

const skews: Readonly<Record<string, number>> = { one: 0, two: -50 * secondMs, three: 50 * secondMs };
const tenants = ['first', 'second'];

type Step =
  | { readonly kind: 'write'; readonly tenant: number; readonly inMs: number }
  | { readonly kind: 'look'; readonly process: string; readonly cut: Cut | null }
  | { readonly kind: 'pass' | 'set back'; readonly ms: number };

const cut: fc.Arbitrary<Cut> = fc.record({
  after: fc.nat({ max: 60 }),
  what: fc.constantFrom('write', 'write', 'crash'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write'),
      tenant: fc.nat({ max: 1 }),
      inMs: fc.constantFrom(-minuteMs, 0, 5 * minuteMs, hourMs),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('look'),
      process: fc.constantFrom('one', 'one', 'two', 'three'),
      cut: fc.option(cut),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      ms: fc.constantFrom(secondMs, 2 * minuteMs, 5 * minuteMs, hourMs),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set back'), ms: fc.constantFrom(30 * secondMs, 2 * hourMs) }),
  },
);

interface Ground {
  open(clock: () => number): Store;
  clean(): Promise<void>;
}

async function run(ground: Ground, steps: readonly Step[], mutant: Mutant): Promise<number> {
  const lab = new Lab({ open: (clock) => ground.open(clock), tenants, mutant });
  try {
    await lab.begin();
    for (const one of steps) {
      if (one.kind === 'write') await lab.write(one.tenant, one.inMs);
      else if (one.kind === 'look') await lab.look(one.process, skews[one.process] ?? 0, one.cut);
      else if (one.kind === 'pass') await lab.pass(one.ms);
      else lab.pace.nowMs -= one.ms;
      await lab.check();
    }
    return lab.rests;
  } finally {
    await lab.close();
    await ground.clean();
  }
}

function onSqlite(): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-follow-'));
  return {
    open: (clock) => openSqliteStore({ folder, clock, newId: idMaker(clock) }),
    clean: async () => rmSync(folder, { recursive: true }),
  };
}

const steps = (max: number) => fc.array(step, { minLength: 6, maxLength: max, size: 'max' });

/** A tenant has news, is followed, and is about to be put to rest when something comes in between. */
const cutAt =
  (what: Cut['what']) =>
  (after: Cut['after']): readonly Step[] => [
    { kind: 'write', tenant: 0, inMs: hourMs },
    { kind: 'look', process: 'one', cut: null },
    { kind: 'pass', ms: 2 * minuteMs },
    { kind: 'look', process: 'one', cut: { after, what } },
    { kind: 'look', process: 'one', cut: null },
  ];
/** More calls than one look makes. */
const moments: readonly Cut['after'][] = [...Array.from({ length: 30 }, (_, after) => after), 'mark', 'mark', 'mark'];

describe('on SQLite', () => {
  test('nothing is missed', async () => {
    let rests = 0;
    const property = fc.asyncProperty(steps(24), async (all) => {
      rests += await run(onSqlite(), all, null);
    });
    await fc.assert(property, { numRuns: 10 });
    expect(rests).toBeGreaterThan(5);
  });

  test.each(['write', 'crash'] as const)('a %s at any moment of a rest leaves nothing unseen', async (what) => {
    expect(await run(onSqlite(), moments.flatMap(cutAt(what)), null)).toBeGreaterThan(moments.length / 2);
  });

  // Each is one part of the rule in server/core/log/followers/README.md left out.
  test.each<Mutant>(['no mark', 'any turn'])('the rule with "%s" is found out', async (mutant) => {
    await expect(run(onSqlite(), moments.flatMap(cutAt('write')), mutant)).rejects.toThrow('changes not seen');
  });
});

describe('on PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await postgres();
    url = await server.database('unfollowed');
  });
  afterAll(() => server.dropSchemas('unfollowed', 'gatehouse_%'));

  test('nothing is missed', async () => {
    const ground: Ground = {
      open: (clock) => openPostgresStore({ url, clock, newId: idMaker(clock), findEngine, connections: 6 }),
      clean: () => server.dropSchemas('unfollowed', 'gatehouse_%'),
    };
    expect(await run(ground, moments.flatMap(cutAt('write')), null)).toBeGreaterThan(moments.length / 2);
    const property = fc.asyncProperty(steps(14), async (all) => void (await run(ground, all, null)));
    await fc.assert(property, { numRuns: 2 });
  });
});
