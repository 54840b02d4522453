/** SY3 as a property: after any changes, and any way of loading and pulling, a replica ends with the server's state. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replicaOf } from '#server/surfaces/replication/replica-view.ts';
import { gates as gatesDefinition } from '#shared/modules/events/event.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

type Step =
  | { readonly do: 'create'; readonly inside: boolean; readonly name: string }
  | { readonly do: 'rename'; readonly nth: number; readonly name: string }
  | { readonly do: 'move'; readonly nth: number; readonly inside: boolean }
  | { readonly do: 'delete'; readonly nth: number }
  | { readonly do: 'pull'; readonly limit: number }
  | { readonly do: 'load' };

const nth = fc.nat({ max: 20 });
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((s) => s.trim() !== '' && !s.includes('\0') && s.isWellFormed());
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), inside: fc.boolean(), name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), nth, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), nth, inside: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pull' as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('load' as const) }) },
);

interface Document {
  readonly collection: string;
  readonly id: string;
  readonly deleted: boolean;
  readonly record: Body | null;
}

/** What a kiosk does with the wire, for one collection, in a few lines. */
class Replica {
  readonly held = new Map<string, Body>();
  #at: { readonly log: string; readonly seq: number } | null = null;
  readonly #kiosk: PairedKiosk;

  constructor(kiosk: PairedKiosk) {
    this.#kiosk = kiosk;
  }

  async load(): Promise<void> {
    const { body } = await this.#kiosk.send('GET', '/api/v1/replication/snapshot');
    this.held.clear();
    for (let n = 0; n < Number(body['chunks']); n += 1) {
      const chunk = await this.#kiosk.send('GET', `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`);
      if (chunk.body['collection'] !== 'gates') continue;
      for (const record of chunk.body['records'] as Body[]) this.held.set(String(record['id']), record);
    }
    this.#at = { log: String(body['log']), seq: Number(body['seq']) };
  }

  /** @returns whether there is more */
  async pull(limit: number): Promise<boolean> {
    if (this.#at === null) await this.load();
    const { log, seq } = this.#at!;
    const { status, body } = await this.#kiosk.send(
      'GET',
      `/api/v1/replication/pull?log=${log}&seq=${seq}&limit=${limit}`,
    );
    expect(status).toBe(200);
    for (const { collection, id, deleted, record } of body['documents'] as Document[]) {
      if (collection !== 'gates') continue;
      if (deleted) this.held.delete(id);
      else this.held.set(id, record!);
    }
    this.#at = { log, seq: Number(body['seq']) };
    return Number(body['seq']) < Number(body['head']);
  }
}

/** Without what the store itself sets. */
function valuesOf(record: StoredRecord): Record<string, unknown> {
  const { id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...values } = record;
  return values;
}

let house: TestServer;
let here: TwoEvents;
let runs = 0;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here', 1);
});
afterAll(() => house.close());

const commit = (plan: Parameters<typeof here.store.commit<unknown>>[1]) => here.store.commit('system:test', plan);

/** An event of its own, so that no run finds the snapshot of another. */
async function newEvent(): Promise<{ event: string; kiosk: PairedKiosk; gate: StoredRecord }> {
  runs += 1;
  const demo = (await here.store.get('events', here.demo.eventId))!;
  const made = expectOk(
    await commit(async (tx) => {
      const event = await tx.create('events', { ...valuesOf(demo), name: `Run ${runs}`, slug: `run-${runs}` });
      const gate = { ...valuesOf(here.gate), event: event.id, key: 'first' };
      return { ok: true, value: await tx.create('gates', gate) };
    }),
  );
  const gate = made.value as StoredRecord;
  return {
    event: String(gate['event']),
    kiosk: await pairKiosk(house, here.demo.tenant, String(gate['event']), gate.id),
    gate,
  };
}

test('SY3 over random creations, changes, moves between events and deletions, read in pieces', async () => {
  const toReplica = replicaOf(gatesDefinition);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { event, kiosk, gate } = await newEvent();
      const replica = new Replica(kiosk);
      const gates: string[] = [];
      const home = (inside: boolean) => ({ event: inside ? event : here.otherEvent });
      let made = 0;
      for (const one of steps) {
        const id = 'nth' in one ? gates[one.nth % gates.length] : undefined;
        if (one.do === 'load') await replica.load();
        else if (one.do === 'pull') await replica.pull(one.limit);
        else if (one.do === 'create')
          await commit(async (tx) => {
            made += 1;
            const values = { ...valuesOf(gate), ...home(one.inside), key: `${runs}-${made}`, name: one.name };
            gates.push((await tx.create('gates', values)).id);
            return { ok: true, value: null };
          });
        else if (id !== undefined && one.do === 'delete') {
          gates.splice(gates.indexOf(id), 1);
          await commit(async (tx) => ({ ok: true, value: await tx.delete('gates', id) }));
        } else if (id !== undefined && one.do !== 'delete') {
          const patch = one.do === 'rename' ? { name: one.name } : home(one.inside);
          const changed = commit(async (tx) => ({ ok: true, value: await tx.update('gates', id, patch) }));
          // Half of the changes race a pull.
          if (one.nth % 2 === 0) await replica.pull(2);
          await changed;
        }
      }
      while (await replica.pull(3));
      const there: Body[] = [];
      for await (const page of here.store.walk('gates'))
        there.push(...page.filter((g) => g['event'] === event).map(toReplica));
      const byId = (records: Iterable<Body>) =>
        [...records].sort((a, b) => String(a['id']).localeCompare(String(b['id'])));
      expect(byId(replica.held.values())).toEqual(byId(there));
    }),
    { numRuns: 15 },
  );
});
