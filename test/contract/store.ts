/**
 * What every store must do, whatever is behind it: the rules ST1–ST7 of server/store/contract.ts and the promises
 * of its methods. Run by test/server/store/<kind>.test.ts with a factory.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MissingRecord, type Store, StoreFault, type TenantStore, UniqueViolation } from '#server/store/contract.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { dayMs } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { checkDump } from './store-dump.ts';
import { checkEstimate } from './store-estimate.ts';
import { checkLog } from './store-log.ts';
import { checkAbandoned, checkLongReads, checkLongReadsAfterWrites } from './store-long-reads.ts';
import {
  checkMoves,
  checkMovesLoaded,
  checkMovesRefused,
  checkMovesReopened,
  checkMovesSkipped,
} from './store-moves.ts';
import { checkDrop, checkReshape, checkReshapeMeanwhile, checkReshapeRefused } from './store-reshape.ts';
import { gadget, gadgets, visits } from './store-samples.ts';
import { checkDue, checkLateRest, checkLeavesRest, checkScheduleReopened, checkStaysAtRest } from './store-schedule.ts';
import { checkCrowdedSearch, checkHostileSearch, checkSearch, checkSearchReshaped } from './store-search.ts';
import { checkEstimates, checkStatistics } from './store-size.ts';

export interface StoreSetting {
  readonly clock: () => number;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  /** How long a batch may go on taking plans. */
  readonly batchWorkMs: number;
  /** How long one long read may take. */
  readonly readMs: number;
}

/** A store on data of its own. */
export interface OpenedStore {
  readonly store: Store;
  /** Opens the same data again, after `store` was closed. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

const startMs = Date.UTC(2026, 4, 1, 8);
const nope = refuse({ code: 'nope', message: 'No.' });
/** Longer than any plan here takes on any machine; short enough to wait for one that hangs. */
const planTimeoutMs = 60_000;
const hangingPlanMs = 3_000;
/** Never reached: what shares a batch must not depend on how busy the machine is. */
const batchWorkMs = 20_000;
/** Likewise. */
const readMs = 60_000;

/** @param part `calls`: without those tests that are about what questions find, which no opening changes */
export function storeContract(
  kind: string,
  open: (setting: StoreSetting) => Promise<OpenedStore>,
  part: 'all' | 'calls' = 'all',
): void {
  describe(`store contract: ${kind}`, () => {
    let opened: OpenedStore;
    let db: TenantStore;
    let nowMs = startMs;
    let made = 0;

    const newId = () => {
      const counter = new Uint8Array(10);
      new DataView(counter.buffer).setUint32(6, ++made);
      return uuidv7(nowMs, counter);
    };
    async function begin(patienceMs: number): Promise<void> {
      opened = await open({ clock: () => nowMs, newId, planTimeoutMs: patienceMs, batchWorkMs, readMs });
      db = await opened.store.tenant('one');
      await db.migrate([gadgets, visits]);
    }

    beforeEach(async () => {
      nowMs = startMs;
      made = 0;
      await begin(planTimeoutMs);
    });

    afterEach(() => opened.dispose());

    const add = async (code: string, values: Readonly<Record<string, unknown>> = {}) => {
      const result = await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget(code, values))));
      if (!result.ok) throw new Error('refused');
      return result.value.value;
    };
    const log = () => db.since(0, { limit: 10_000 });
    const codes = async () => (await db.find('gadgets', { limit: 1_000 })).map((g) => g['code']);

    test('ST1 a commit is its rows and its changes', async () => {
      const result = await db.commit('key:k1', async (tx) => {
        const one = await tx.create('gadgets', gadget('a', { seats: 3 }));
        const two = await tx.create('visits', { gadget: one.id, note: 'first' });
        return ok([one, two] as const);
      });
      if (!result.ok) throw new Error('refused');
      const [one, two] = result.value.value;
      expect(result.value.seq).toBe(2);
      expect(await db.get('gadgets', one.id)).toEqual(one);
      expect(one).toMatchObject({
        version: 1,
        createdAt: '2026-05-01T08:00:00.000Z',
        updatedAt: '2026-05-01T08:00:00.000Z',
      });
      expect(await log()).toEqual([
        {
          seq: 1,
          at: '2026-05-01T08:00:00.000Z',
          collection: 'gadgets',
          id: one.id,
          op: 'create',
          types: ['stock.gadget.created'],
          actor: 'key:k1',
          record: one,
          previous: null,
        },
        expect.objectContaining({ seq: 2, collection: 'visits', record: two, types: ['stock.site_visit.created'] }),
      ]);
    });

    test('ST1 a refusal or an error leaves no row, no change, no number and no remembered key', async () => {
      await add('a');
      const refused = await db.commit('user:a', async (tx) => {
        await tx.create('gadgets', gadget('b'));
        await tx.remember('key', 'hash', 1);
        return nope;
      });
      expect(refused).toEqual(nope);
      const broken = new Error('broken plan');
      await expect(
        db.commit('user:a', async (tx) => {
          await tx.create('gadgets', gadget('c'));
          throw broken;
        }),
      ).rejects.toBe(broken);
      expect(await codes()).toEqual(['a']);
      expect((await log()).map((c) => c.seq)).toEqual([1]);
      await db.commit('user:a', async (tx) => ok(expect(await tx.recall('key')).toBeNull()));
      await add('d');
      expect(await db.head()).toBe(2);
    });

    test('ST1 what was acknowledged is there after reopening, with the same log', async () => {
      const one = await add('a');
      await db.saveCursor('mail', 1);
      const { logId } = db;
      await opened.store.close();
      const again = await (await opened.reopen()).tenant('one');
      await again.migrate([gadgets, visits]);
      expect(again.logId).toBe(logId);
      expect(await again.get('gadgets', one.id)).toEqual(one);
      expect(await again.head()).toBe(1);
      expect(await again.cursor('mail')).toBe(1);
      const next = await again.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('b'))));
      expect(next).toMatchObject({ ok: true, value: { seq: 2 } });
    });

    test('ST1 an update logs what changed, raises the version, and names the transition', async () => {
      const one = await add('a', { seats: 3, state: 'draft' });
      nowMs += 1_000;
      const result = await db.commit('user:b', async (tx) =>
        ok(await tx.update('gadgets', one.id, { state: 'live', seats: 3, title: 'Other' })),
      );
      if (!result.ok) throw new Error('refused');
      expect(result.value.value).toEqual({
        ...one,
        state: 'live',
        title: 'Other',
        version: 2,
        updatedAt: '2026-05-01T08:00:01.000Z',
      });
      expect((await log())[1]).toMatchObject({
        op: 'update',
        types: ['stock.gadget.updated', 'stock.gadget.released'],
        record: result.value.value,
        previous: { state: 'draft', title: 'Title a' },
      });
      expect((await log())[1]?.previous).not.toHaveProperty('seats');
      await db.commit('user:b', async (tx) => ok(await tx.update('gadgets', one.id, { state: 'gone' })));
      expect((await log())[2]?.types).toEqual(['stock.gadget.updated']);
    });

    test('ST1 an update that changes nothing writes nothing', async () => {
      const one = await add('a', { meta: { b: 1, a: [true] }, tags: ['x'], weight: 0.1, open: false });
      const same = { meta: { a: [true], b: 1 }, tags: ['x'], weight: 0.1, open: false, code: 'a' };
      const result = await db.commit('user:a', async (tx) => ok(await tx.update('gadgets', one.id, same)));
      expect(result).toEqual(ok({ value: one, seq: 1 }));
      expect(await db.head()).toBe(1);
    });

    test('ST1 a deletion logs the last state', async () => {
      const one = await add('a');
      await db.commit('user:a', async (tx) => ok(await tx.delete('gadgets', one.id)));
      expect(await db.get('gadgets', one.id)).toBeNull();
      expect((await log())[1]).toMatchObject({
        op: 'delete',
        types: ['stock.gadget.deleted'],
        record: one,
        previous: null,
      });
    });

    test('ST1 updating or deleting what is not there throws MissingRecord', async () => {
      const id = uuidv7(startMs, new Uint8Array(10));
      await expect(db.commit('u:a', async (tx) => ok(await tx.update('gadgets', id, { seats: 1 })))).rejects.toThrow(
        MissingRecord,
      );
      await expect(db.commit('u:a', async (tx) => ok(await tx.delete('gadgets', id)))).rejects.toThrow(MissingRecord);
    });

    test('ST1 a unique violation names collection and fields, also composite and of the id', async () => {
      const one = await add('a', { kind: 'hall' });
      const violationOf = (plan: Parameters<TenantStore['commit']>[1]) =>
        db.commit('user:a', plan).catch((e: unknown) => e);
      const fields = async (plan: Parameters<TenantStore['commit']>[1]) => {
        const error = await violationOf(plan);
        expect(error).toBeInstanceOf(UniqueViolation);
        expect((error as UniqueViolation).collection).toBe('gadgets');
        return (error as UniqueViolation).fields;
      };
      expect(await fields(async (tx) => ok(await tx.create('gadgets', gadget('a', { title: 'x' }))))).toEqual(['code']);
      const twin = gadget('b', { title: 'Title a', kind: 'hall' });
      expect(await fields(async (tx) => ok(await tx.create('gadgets', twin)))).toEqual(['title', 'kind']);
      expect(await fields(async (tx) => ok(await tx.create('gadgets', gadget('b'), one.id)))).toEqual(['id']);
      const other = await add('b');
      expect(await fields(async (tx) => ok(await tx.update('gadgets', other.id, { code: 'a' })))).toEqual(['code']);
      await add('c', { title: 'Title a', kind: null });
      await add('d', { title: 'Title a', kind: null });
      expect(await codes()).toEqual(['a', 'b', 'c', 'd']);
    });

    test('ST1 a plan may catch a unique violation and go on', async () => {
      await add('a');
      const result = await db.commit('user:a', async (tx) => {
        await tx.create('gadgets', gadget('b'));
        await tx.create('gadgets', gadget('a')).catch(() => null);
        await tx.create('gadgets', gadget('c'));
        return ok(null);
      });
      expect(result).toMatchObject({ ok: true, value: { seq: 3 } });
      expect(await codes()).toEqual(['a', 'b', 'c']);
      expect((await log()).map((c) => c.seq)).toEqual([1, 2, 3]);
    });

    test('ST1 a record keeps the id a device gave it', async () => {
      const id = uuidv7(startMs - 5_000, new Uint8Array(10));
      await db.commit('kiosk:1', async (tx) => ok(await tx.create('gadgets', gadget('a'), id)));
      expect((await db.get('gadgets', id))?.id).toBe(id);
    });

    test('ST2 500 concurrent commits: the sequence is dense, and in commit order', async () => {
      const finished: number[] = [];
      await Promise.all(
        Array.from({ length: 500 }, async (_, i) => {
          const refused = i % 7 === 3;
          const result = await db.commit('user:a', async (tx) => {
            await tx.create('gadgets', gadget(`c${i}`));
            return refused ? nope : ok(i);
          });
          expect(result.ok).toBe(!refused);
          if (result.ok) finished.push(result.value.seq);
        }),
      );
      const changes = await log();
      expect(changes.map((c) => c.seq)).toEqual(changes.map((_, i) => i + 1));
      expect(finished).toEqual(changes.map((c) => c.seq));
      expect(await db.head()).toBe(changes.length);
      expect(await db.count('gadgets')).toBe(changes.length);
    });

    test('ST2 a reader that follows while others write sees every number once, rising', async () => {
      const seen: number[] = [];
      let writing = true;
      const follow = async () => {
        while (writing || seen.length < (await db.head())) {
          const changes = await db.since(seen.at(-1) ?? 0, { limit: 7 });
          seen.push(...changes.map((c) => c.seq));
          if (changes.length === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const write = async (writer: number) => {
        for (let i = 0; i < 25; i++) await add(`w${writer}-${i}`);
      };
      const following = follow();
      await Promise.all([0, 1, 2, 3].map(write));
      writing = false;
      await following;
      expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    });

    test('ST2 since: after a number, bounded, of some collections only', async () => {
      for (let i = 0; i < 6; i++) {
        await db.commit('user:a', async (tx) => {
          const g = await tx.create('gadgets', gadget(`g${i}`));
          return ok(await tx.create('visits', { gadget: g.id, note: null }));
        });
      }
      const seqs = async (seq: number, limit: number, collections?: readonly string[]) =>
        (await db.since(seq, { limit, ...(collections ? { collections } : {}) })).map((c) => c.seq);
      expect(await seqs(3, 4)).toEqual([4, 5, 6, 7]);
      expect(await seqs(3, 3, ['visits'])).toEqual([4, 6, 8]);
      expect(await seqs(9, 100, ['visits', 'gadgets'])).toEqual([10, 11, 12]);
      expect(await seqs(0, 3, ['visits', 'gadgets', 'visits'])).toEqual([1, 2, 3]);
      expect(await seqs(12, 5)).toEqual([]);
      expect(await seqs(0, 5, ['nothing'])).toEqual([]);
      expect(await seqs(0, 5, [])).toEqual([]);
    });

    test('ST2 replaying the log gives the rows', () => checkLog(() => opened.store));

    test('ST3 a plan sees what earlier plans of its batch wrote, and nothing of one that failed', async () => {
      const sees: boolean[][] = [];
      const look = (own: string, fail: boolean) =>
        db.commit('user:a', async (tx) => {
          const rows = await Promise.all(['a', 'b', 'c'].map((code) => tx.findOne('gadgets', { code })));
          sees.push(rows.map((row) => row !== null));
          await tx.create('gadgets', gadget(own));
          if (fail) throw new Error('broken plan');
          return ok(await tx.count('gadgets', where({ code: own })));
        });
      const results = await Promise.allSettled([look('a', false), look('b', true), look('c', false), look('d', false)]);
      expect(results.map((r) => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      expect(sees).toEqual([
        [false, false, false],
        [true, false, false],
        [true, false, false],
        [true, false, true],
      ]);
      expect(results[0]).toMatchObject({ value: { value: { value: 1, seq: 1 } } });
      expect(await codes()).toEqual(['a', 'c', 'd']);
      expect((await log()).map((c) => c.seq)).toEqual([1, 2, 3]);
    });

    test('ST3 of two plans that check and then write, one wins', async () => {
      const claim = (by: string) =>
        db.commit('user:a', async (tx) => {
          if ((await tx.findOne('gadgets', { title: 'Seat 1' })) !== null) return nope;
          return ok(await tx.create('gadgets', gadget(by, { title: 'Seat 1' })));
        });
      const results = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(`c${i}`)));
      expect(results.filter((r) => r.ok)).toHaveLength(1);
      expect(await db.count('gadgets')).toBe(1);
    });

    test('ST4 readers see nothing of a commit before it is over', async () => {
      let written = () => {};
      let goOn = () => {};
      const hasWritten = new Promise<void>((resolve) => {
        written = resolve;
      });
      const mayGoOn = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const committing = db.commit('user:a', async (tx) => {
        const record = await tx.create('gadgets', gadget('a'));
        written();
        await mayGoOn;
        return ok(record);
      });
      await hasWritten;
      expect(await db.findOne('gadgets', { code: 'a' })).toBeNull();
      expect(await db.count('gadgets')).toBe(0);
      expect(await db.head()).toBe(0);
      expect(await log()).toEqual([]);
      goOn();
      await committing;
      expect(await codes()).toEqual(['a']);
      expect(await db.head()).toBe(1);
    });

    test('ST4 a scan gives all rows in id order, of one moment', async () => {
      for (let i = 0; i < 25; i++) await add(`a${i}`, { open: i % 2 === 0 });
      const pages: unknown[][] = [];
      for await (const page of db.scan('gadgets', undefined, 10)) {
        pages.push(page.map((r) => r['code']));
        const first = await db.findOne('gadgets', { code: 'a24' });
        await add(`later${pages.length}`);
        if (first) await db.commit('user:a', async (tx) => ok(await tx.delete('gadgets', first.id)));
      }
      expect(pages.map((p) => p.length)).toEqual([10, 10, 5]);
      expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, i) => `a${i}`));
      const open = [];
      for await (const page of db.scan('gadgets', where({ open: true }), 10)) open.push(...page);
      expect(open).toHaveLength(await db.count('gadgets', where({ open: true })));
      for await (const page of db.scan('gadgets', undefined, 10)) {
        expect(page).toHaveLength(10);
        break;
      }
    });

    test('ST5 plans that arrive together wake the followers once, whatever becomes of some', async () => {
      const heads: number[] = [];
      const stop = db.onCommit((head) => heads.push(head));
      await Promise.allSettled(
        Array.from({ length: 64 }, (_, i) =>
          db.commit('user:a', async (tx) => {
            await tx.create('gadgets', gadget(`c${i}`));
            if (i % 8 === 1) throw new Error('broken plan');
            return i % 8 === 2 ? nope : ok(null);
          }),
        ),
      );
      expect(heads).toEqual([48]);
      await db.commit('user:a', async () => ok(null));
      expect(heads).toEqual([48]);
      stop();
      await add('more');
      expect(heads).toEqual([48]);
    });

    test('ST5 many more plans than one batch takes are all served, in order', async () => {
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 1_500 }, async (_, i) => {
          await db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: String(i) })));
          order.push(i);
        }),
      );
      expect(order).toEqual(Array.from({ length: 1_500 }, (_, i) => i));
    });

    test('ST6 a plan that hangs is rolled back; its transaction is of no use; the others go on', async () => {
      await opened.dispose();
      await begin(hangingPlanMs);
      let release = () => {};
      const forever = new Promise<void>((resolve) => {
        release = resolve;
      });
      let late: Promise<unknown> = Promise.resolve();
      const hung = db.commit('user:a', async (tx) => {
        await tx.create('gadgets', gadget('hung'));
        await forever;
        late = tx.create('gadgets', gadget('late'));
        return ok(await late);
      });
      const next = db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('next'))), { planTimeoutMs });
      await expect(hung).rejects.toThrow(/did not finish/);
      await next;
      release();
      await new Promise((resolve) => setImmediate(resolve));
      await expect(late).rejects.toThrow(/transaction is over/);
      expect(await codes()).toEqual(['next']);
      expect((await log()).map((c) => c.seq)).toEqual([1]);
    });

    test('ST6 a transaction kept beyond its plan is of no use', async () => {
      const kept = await db.commit('user:a', async (tx) => ok(tx));
      if (!kept.ok) throw new Error('refused');
      const tx = kept.value.value;
      await expect(tx.create('gadgets', gadget('a'))).rejects.toThrow(/transaction is over/);
      await expect(tx.get('gadgets', 'a')).rejects.toThrow(/transaction is over/);
      await expect(tx.remember('k', 'h', 1)).rejects.toThrow(/transaction is over/);
    });

    test('get, findOne, find and count', async () => {
      const [a, b] = [await add('a', { seats: 1, open: true }), await add('b', { seats: 1 })];
      expect(await db.get('gadgets', b.id)).toEqual(b);
      expect(await db.get('gadgets', 'nothing')).toBeNull();
      expect(await db.findOne('gadgets', { code: 'b' })).toEqual(b);
      expect(await db.findOne('gadgets', { seats: 1, open: null })).toEqual(b);
      expect(await db.findOne('gadgets', { seats: 1 })).toEqual(a);
      expect(await db.findOne('gadgets', { code: 'B' })).toBeNull();
      expect(await db.find('gadgets', { where: where({ seats: 1 }), limit: 1 })).toEqual([a]);
      expect(await db.find('gadgets', { where: where({ seats: 1 }), limit: 5, after: [a.id] })).toEqual([b]);
      expect(await db.count('gadgets')).toBe(2);
      expect(await db.count('gadgets', where({ open: true }))).toBe(1);
    });

    test('a name that is no collection or no field is a bug, and says so', async () => {
      await expect(db.get('nothing', 'a')).rejects.toThrow(/no collection nothing/);
      await expect(add('a', { colour: 'red' })).rejects.toThrow(/no field colour/);
      await expect(add('a', { version: 7 })).rejects.toThrow(/set by the store/);
      await expect(add('a', { seats: 1.5 })).rejects.toThrow(/expected an integer/);
      expect(await codes()).toEqual([]);
    });

    test('cursors begin at 0 and keep what was saved last', async () => {
      expect(await db.cursor('mail')).toBe(0);
      await Promise.all([db.saveCursor('mail', 5), db.saveCursor('mail', 7), db.saveCursor('stats', 1), add('a')]);
      expect([await db.cursor('mail'), await db.cursor('stats')]).toEqual([7, 1]);
      await db.saveCursor('mail', 3);
      expect(await db.cursor('mail')).toBe(3);
    });

    test('an idempotency key is remembered for 24 hours', async () => {
      const recall = async (key: string) => {
        const result = await db.commit('user:a', async (tx) => ok(await tx.recall(key)));
        return result.ok ? result.value.value : null;
      };
      await db.commit('user:a', async (tx) => ok(await tx.remember('k1', 'hash', { status: 201, list: [1] })));
      expect(await recall('k1')).toEqual({ bodyHash: 'hash', answer: { status: 201, list: [1] } });
      expect(await recall('k2')).toBeNull();
      nowMs += dayMs - 1;
      expect(await recall('k1')).not.toBeNull();
      nowMs += 1;
      expect(await recall('k1')).toBeNull();
      await db.commit('user:a', async (tx) => ok(await tx.remember('k1', 'other', null)));
      expect(await recall('k1')).toEqual({ bodyHash: 'other', answer: null });
    });

    test('migrate adds fields, defaults and indexes, keeps rows, and is harmless twice', async () => {
      const one = await add('a');
      const wider = {
        ...gadgets,
        fields: [
          ...gadgets.fields,
          { name: 'colour', type: 'text', default: "it's red", index: true },
          { name: 'rank', type: 'integer', default: 4 },
          { name: 'badge', type: 'text', unique: true },
        ],
        indexes: [['colour', 'rank']],
      } as const;
      await db.migrate([wider]);
      await db.migrate([wider, visits]);
      expect(await db.get('gadgets', one.id)).toEqual({ ...one, colour: "it's red", rank: 4, badge: null });
      const two = await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('b', { badge: 'x' }))));
      expect(two).toMatchObject({ value: { value: { colour: null, rank: null, badge: 'x' } } });
      const clash = db.commit('user:a', async (tx) => ok(await tx.update('gadgets', one.id, { badge: 'x' })));
      await expect(clash).rejects.toThrow(UniqueViolation);
      expect(await db.findOne('gadgets', { colour: "it's red" })).toMatchObject({ code: 'a' });
    });

    test('migrate refuses to turn a field into another type, and changes nothing then', async () => {
      const one = await add('a');
      const turned = {
        ...gadgets,
        fields: gadgets.fields.map((f) => (f.name === 'title' ? { name: 'title', type: 'integer' as const } : f)),
      };
      await expect(db.migrate([turned])).rejects.toThrow(/gadgets\.title is stored as/);
      expect(await db.get('gadgets', one.id)).toEqual(one);
      await add('b');
    });

    test('migrate waits for its turn among commits', async () => {
      const colour = { name: 'colour', type: 'text' } as const;
      const adding = Promise.all(Array.from({ length: 50 }, (_, i) => add(`c${i}`)));
      await db.migrate([{ ...gadgets, fields: [...gadgets.fields, colour] }]);
      await adding;
      expect(await add('z', { colour: 'red' })).toMatchObject({ colour: 'red' });
    });

    test('a tenant is a database of its own; the same object each time; dropped, it begins anew', async () => {
      await add('a');
      const two = await opened.store.tenant('two');
      expect(await opened.store.tenant('two')).toBe(two);
      await two.migrate([gadgets]);
      expect(await two.count('gadgets')).toBe(0);
      expect(await two.head()).toBe(0);
      expect(two.logId).not.toBe(db.logId);
      const { logId } = db;
      await opened.store.drop('one');
      db = await opened.store.tenant('one');
      await db.migrate([gadgets]);
      expect(db.logId).not.toBe(logId);
      expect(await db.count('gadgets')).toBe(0);
    });

    test('what goes out as a dump comes in as the same data, with its numbers, under another log id', () =>
      checkDump(opened.store));

    test('a table takes another shape with its rows, and the log tells of each', () => checkReshape(opened.store));
    test('rows that do not fit are counted and shown, and nothing has changed', () =>
      checkReshapeRefused(opened.store));
    test('while a table takes another shape, reads go on and other tenants write', () =>
      checkReshapeMeanwhile(opened.store));
    test('a dropped table goes with its rows, and one of its name begins anew', () =>
      checkDrop(opened.store, opened.reopen));

    test('a new release moves fields and values, with their indexes, search and history', () =>
      checkMoves(opened.store, opened.reopen));
    test('a release that has moved them finds nothing to do, and the next one goes on from there', () =>
      checkMovesReopened(opened.store, opened.reopen));
    test('ST7 a tenant at rest is active before its log grows, whatever lets it grow', () =>
      checkLeavesRest(opened.store));
    test('what leaves the log as it is leaves a tenant at rest', () => checkStaysAtRest(opened.store));
    test('a rest that was decided before a change is refused', () => checkLateRest(opened.store));
    test('a tenant is due at its time, or when the clock was set back', () => checkDue(opened.store));
    test('the schedule is durable, and tenants that are not at rest are in it', () =>
      checkScheduleReopened(opened.store, opened.reopen));

    test('long reads answer what memory does', () => checkLongReads(opened.store, db));

    test('long reads see what was written before them, in tables of any shape', () => checkLongReadsAfterWrites(db));

    test('a long read ends when nobody waits for it', () => checkAbandoned(db));

    if (part === 'all') questionTests(() => ({ opened, db }));

    test.each(['', '../up', 'a/b', '.hidden', 'a\0b', 'x'.repeat(200)])('%j cannot name a tenant', async (id) => {
      await expect(opened.store.tenant(id)).rejects.toThrow();
    });

    test('closing finishes what was taken and takes nothing new', async () => {
      const taken = [add('a'), add('b'), db.saveCursor('mail', 2)];
      const closing = opened.store.close();
      await expect(add('c')).rejects.toThrow(StoreFault);
      await expect(db.saveCursor('mail', 3)).rejects.toThrow(StoreFault);
      await Promise.all([...taken, closing]);
      db = await (await opened.reopen()).tenant('one');
      await db.migrate([gadgets]);
      expect(await codes()).toEqual(['a', 'b']);
      expect(await db.cursor('mail')).toBe(2);
    });
  });
}

function questionTests(given: () => { readonly opened: OpenedStore; readonly db: TenantStore }): void {
  test('makes the statistics of its planner', () => checkStatistics(given().db));

  test('says about how many rows a collection has', () => checkEstimates(given().db));

  test('an estimate is exact for few records and near for many', async () =>
    checkEstimate(given().db, await given().opened.store.tenant('many')));

  test('a release that comes after several moves what each of them moved', () =>
    checkMovesSkipped(given().opened.store));
  test('values that cannot be moved leave everything as it was', () => checkMovesRefused(given().opened.store));
  test('a dump of an earlier release is loaded as one of this release', () => checkMovesLoaded(given().opened.store));

  test('a search finds and ranks what memory does, after any writes', () => checkSearch(given().db));
  test('a search stays in order where many ids come between two', () => checkCrowdedSearch(given().db));
  test('a search for what is no search breaks nothing', () => checkHostileSearch(given().db));
  test('what is searchable changes with the definition, the shape and the database', () => {
    const { opened } = given();
    return checkSearchReshaped(opened.store, opened.reopen);
  });
}
