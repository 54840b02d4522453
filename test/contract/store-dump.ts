/** A database that is dumped and loaded into another store has the same content, and a log identity of its own. */
import { expect } from 'vitest';
import type { DumpPart, Store, TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

const collections = ['gadgets', 'visits'];

async function partsOf(db: TenantStore): Promise<readonly DumpPart[]> {
  const parts: DumpPart[] = [];
  for await (const part of db.dump(collections)) parts.push(part);
  return parts;
}

/** Every kind of value, and a log with all three kinds of change. */
async function fill(db: TenantStore): Promise<void> {
  await db.commit('user:a', async (tx) => {
    const one = await tx.create(
      'gadgets',
      gadget('a', {
        seats: 3,
        weight: -0.1,
        price: 1_999,
        open: false,
        since: '2026-05-01T08:00:00.123Z',
        kind: 'hall',
        sizes: ['s', 'l'],
        tags: ['x', 'é\u0000\u0001😀'],
        meta: { z: 1, a: [null, { deep: '\u0002' }] },
        place: [10.5, 59.9],
        address: { city: 'Å' },
        state: 'draft',
        order: 7,
        group: "it's\u0000",
      }),
    );
    await tx.create('gadgets', gadget('b'));
    await tx.create('visits', { gadget: one.id, note: null });
    await tx.update('gadgets', one.id, { state: 'live', seats: null });
    await tx.remember('key-1', 'hash', { status: 201, body: { id: one.id, text: '\u0000' } });
    return ok(null);
  });
  await db.commit('key:k', async (tx) => {
    const gone = await tx.create('gadgets', gadget('c'));
    await tx.delete('gadgets', gone.id);
    return ok(null);
  });
  await db.saveCursor('mails', 5);
}

/** Enough rows for several pages and a log of several more. */
async function fillPages(db: TenantStore): Promise<void> {
  await db.commit('user:bulk', async (tx) => {
    for (let i = 0; i < 1_100; i += 1) await tx.create('visits', { note: `visit ${i}` });
    return ok(null);
  });
}

export async function checkDump(store: Store): Promise<void> {
  const from = await store.tenant('from');
  await from.migrate([gadgets, visits]);
  await fill(from);
  await fillPages(from);
  expect(await from.collections()).toEqual(collections);

  // What is written while a dump is being read is not in it, nor in its log.
  const parts: DumpPart[] = [];
  for await (const part of from.dump(collections)) {
    if (parts.length === 0)
      await from.commit('user:late', async (tx) => ok(await tx.create('visits', { note: 'too late' })));
    parts.push(part);
  }
  expect(JSON.stringify(parts)).not.toContain('too late');

  const to = await store.tenant('to');
  await to.migrate([gadgets, visits]);
  const heads: number[] = [];
  to.onCommit((head) => heads.push(head));
  await to.load(parts);
  const head = (await from.head()) - 1;
  expect(await to.head()).toBe(head);
  expect(heads).toEqual([head]);
  expect(to.logId).not.toBe(from.logId);
  expect(await partsOf(to)).toEqual(parts);
  expect(await to.cursor('mails')).toBe(5);
  expect(await to.since(0, { limit: 10_000 })).toEqual((await from.since(0, { limit: 10_000 })).slice(0, -1));

  // It works on: sequence numbers continue after the last one, answers are remembered, unique values are kept unique.
  const next = await to.commit('user:a', async (tx) => {
    expect(await tx.recall('key-1')).toMatchObject({ bodyHash: 'hash' });
    return ok(await tx.create('visits', { note: 'new' }));
  });
  expect(next).toMatchObject({ ok: true, value: { seq: head + 1 } });
  await expect(to.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a'))))).rejects.toThrow();

  // Nothing is laid over what is there, and what breaks off leaves nothing.
  await expect(to.load(parts)).rejects.toThrow('empty');
  expect(await to.head()).toBe(head + 1);
  const third = await store.tenant('third');
  await third.migrate([gadgets, visits]);
  const broken = [...parts, { kind: 'records', collection: 'nothing', records: [] } as const];
  await expect(third.load(broken)).rejects.toThrow('no collection');
  expect([await third.head(), await third.count('visits')]).toEqual([0, 0]);
  await third.load(parts);
  expect(await third.head()).toBe(head);
}
