/** The contract of a store's other calls: reads, cursors, remembered answers, tables, tenants, the end. */
import { expect, test } from 'vitest';
import { StoreFault, UniqueViolation } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { StoreLab } from './store-lab.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

export function callTests(lab: StoreLab): void {
  test('get, findOne, find and count', async () => {
    const [a, b] = [await lab.add('a', { seats: 1, open: true }), await lab.add('b', { seats: 1 })];
    expect(await lab.db.get('gadgets', b.id)).toEqual(b);
    expect(await lab.db.get('gadgets', 'nothing')).toBeNull();
    expect(await lab.db.findOne('gadgets', { code: 'b' })).toEqual(b);
    expect(await lab.db.findOne('gadgets', { seats: 1, open: null })).toEqual(b);
    expect(await lab.db.findOne('gadgets', { seats: 1 })).toEqual(a);
    expect(await lab.db.findOne('gadgets', { code: 'B' })).toBeNull();
    expect(await lab.db.find('gadgets', { where: where({ seats: 1 }), limit: 1 })).toEqual([a]);
    expect(await lab.db.find('gadgets', { where: where({ seats: 1 }), limit: 5, after: [a.id] })).toEqual([b]);
    expect(await lab.db.count('gadgets')).toBe(2);
    expect(await lab.db.count('gadgets', where({ open: true }))).toBe(1);
  });

  test('a name that is no collection or no field is a bug, and says so', async () => {
    await expect(lab.db.get('nothing', 'a')).rejects.toThrow(/no collection nothing/);
    await expect(lab.add('a', { colour: 'red' })).rejects.toThrow(/no field colour/);
    await expect(lab.add('a', { version: 7 })).rejects.toThrow(/set by the store/);
    await expect(lab.add('a', { seats: 1.5 })).rejects.toThrow(/expected an integer/);
    expect(await lab.codes()).toEqual([]);
  });

  test('cursors begin at 0 and keep what was saved last', async () => {
    expect(await lab.db.cursor('mail')).toBe(0);
    await Promise.all([
      lab.db.saveCursor('mail', 5),
      lab.db.saveCursor('mail', 7),
      lab.db.saveCursor('stats', 1),
      lab.add('a'),
    ]);
    expect([await lab.db.cursor('mail'), await lab.db.cursor('stats')]).toEqual([7, 1]);
    await lab.db.saveCursor('mail', 3);
    expect(await lab.db.cursor('mail')).toBe(3);
  });

  test('an idempotency key is remembered for 24 hours', async () => {
    const recall = async (key: string) => {
      const result = await lab.db.commit('user:a', async (tx) => ok(await tx.recall(key)));
      return result.ok ? result.value.value : null;
    };
    await lab.db.commit('user:a', async (tx) => ok(await tx.remember('k1', 'hash', { status: 201, list: [1] })));
    expect(await recall('k1')).toEqual({ bodyHash: 'hash', answer: { status: 201, list: [1] } });
    expect(await recall('k2')).toBeNull();
    lab.nowMs += dayMs - 1;
    expect(await recall('k1')).not.toBeNull();
    lab.nowMs += 1;
    expect(await recall('k1')).toBeNull();
    await lab.db.commit('user:a', async (tx) => ok(await tx.remember('k1', 'other', null)));
    expect(await recall('k1')).toEqual({ bodyHash: 'other', answer: null });
  });
}

export function tableTests(lab: StoreLab): void {
  test('migrate adds fields, defaults and indexes, keeps rows, and is harmless twice', async () => {
    const one = await lab.add('a');
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
    await lab.db.migrate([wider]);
    await lab.db.migrate([wider, visits]);
    expect(await lab.db.get('gadgets', one.id)).toEqual({ ...one, colour: "it's red", rank: 4, badge: null });
    const two = await lab.db.commit('user:a', async (tx) =>
      ok(await tx.create('gadgets', gadget('b', { badge: 'x' }))),
    );
    expect(two).toMatchObject({ value: { value: { colour: "it's red", rank: 4, badge: 'x' } } });
    const clash = lab.db.commit('user:a', async (tx) => ok(await tx.update('gadgets', one.id, { badge: 'x' })));
    await expect(clash).rejects.toThrow(UniqueViolation);
    expect(await lab.db.findOne('gadgets', { colour: "it's red" })).toMatchObject({ code: 'a' });
  });

  test('migrate refuses to turn a field into another type, and changes nothing then', async () => {
    const one = await lab.add('a');
    const turned = {
      ...gadgets,
      fields: gadgets.fields.map((f) => (f.name === 'title' ? { name: 'title', type: 'integer' as const } : f)),
    };
    await expect(lab.db.migrate([turned])).rejects.toThrow(/gadgets\.title is stored as/);
    expect(await lab.db.get('gadgets', one.id)).toEqual(one);
    await lab.add('b');
  });

  test('migrate waits for its turn among commits', async () => {
    const colour = { name: 'colour', type: 'text' } as const;
    const adding = Promise.all(Array.from({ length: 50 }, (_, i) => lab.add(`c${i}`)));
    await lab.db.migrate([{ ...gadgets, fields: [...gadgets.fields, colour] }]);
    await adding;
    expect(await lab.add('z', { colour: 'red' })).toMatchObject({ colour: 'red' });
  });

  test('a tenant is a database of its own; the same object each time; after a drop it begins empty', async () => {
    await lab.add('a');
    const two = await lab.opened.store.tenant('two');
    expect(await lab.opened.store.tenant('two')).toBe(two);
    await two.migrate([gadgets]);
    expect(await two.count('gadgets')).toBe(0);
    expect(await two.head()).toBe(0);
    expect(two.logId).not.toBe(lab.db.logId);
    const { logId } = lab.db;
    await lab.opened.store.drop('one');
    lab.db = await lab.opened.store.tenant('one');
    await lab.db.migrate([gadgets]);
    expect(lab.db.logId).not.toBe(logId);
    expect(await lab.db.count('gadgets')).toBe(0);
  });

  test.each(['', '../up', 'a/b', '.hidden', 'a\0b', 'x'.repeat(200)])('%j cannot name a tenant', async (id) => {
    await expect(lab.opened.store.tenant(id)).rejects.toThrow();
  });

  test('closing finishes what was taken and takes nothing new', async () => {
    const taken = [lab.add('a'), lab.add('b'), lab.db.saveCursor('mail', 2)];
    const closing = lab.opened.store.close();
    await expect(lab.add('c')).rejects.toThrow(StoreFault);
    await expect(lab.db.saveCursor('mail', 3)).rejects.toThrow(StoreFault);
    await Promise.all([...taken, closing]);
    lab.db = await (await lab.opened.reopen()).tenant('one');
    await lab.db.migrate([gadgets]);
    expect(await lab.codes()).toEqual(['a', 'b']);
    expect(await lab.db.cursor('mail')).toBe(2);
  });
}
