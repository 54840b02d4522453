/** A commit is its rows and its changes, or nothing: rule ST1 of server/store/contract.ts. */
import { expect, test } from 'vitest';
import { MissingRecord, type TenantStore, UniqueViolation } from '#server/store/contract.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { nope, type StoreLab, startMs } from './store-lab.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

export function commitTests(lab: StoreLab): void {
  test('ST1 a commit is its rows and its changes', async () => {
    const result = expectOk(
      await lab.db.commit('key:k1', async (tx) => {
        const one = await tx.create('gadgets', gadget('a', { seats: 3 }));
        const two = await tx.create('visits', { gadget: one.id, note: 'first' });
        return ok([one, two] as const);
      }),
    );
    const [one, two] = result.value;
    expect(result.seq).toBe(2);
    expect(await lab.db.get('gadgets', one.id)).toEqual(one);
    expect(one).toMatchObject({
      version: 1,
      createdAt: '2026-05-01T08:00:00.000Z',
      updatedAt: '2026-05-01T08:00:00.000Z',
    });
    expect(await lab.log()).toEqual([
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
    await lab.add('a');
    const refused = await lab.db.commit('user:a', async (tx) => {
      await tx.create('gadgets', gadget('b'));
      await tx.remember('key', 'hash', 1);
      return nope;
    });
    expect(refused).toEqual(nope);
    const broken = new Error('broken plan');
    await expect(
      lab.db.commit('user:a', async (tx) => {
        await tx.create('gadgets', gadget('c'));
        throw broken;
      }),
    ).rejects.toBe(broken);
    expect(await lab.codes()).toEqual(['a']);
    expect((await lab.log()).map((c) => c.seq)).toEqual([1]);
    await lab.db.commit('user:a', async (tx) => ok(expect(await tx.recall('key')).toBeNull()));
    await lab.add('d');
    expect(await lab.db.head()).toBe(2);
  });

  test('ST1 what was acknowledged is there after reopening, with the same log', async () => {
    const one = await lab.add('a');
    await lab.db.saveCursor('mail', 1);
    const { logId } = lab.db;
    await lab.opened.store.close();
    const again = await (await lab.opened.reopen()).tenant('one');
    await again.migrate([gadgets, visits]);
    expect(again.logId).toBe(logId);
    expect(await again.get('gadgets', one.id)).toEqual(one);
    expect(await again.head()).toBe(1);
    expect(await again.cursor('mail')).toBe(1);
    const next = await again.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('b'))));
    expect(next).toMatchObject({ ok: true, value: { seq: 2 } });
  });
}

export function updateTests(lab: StoreLab): void {
  test('ST1 an update logs what changed, raises the version, and names the transition', async () => {
    const one = await lab.add('a', { seats: 3, state: 'draft' });
    lab.nowMs += 1_000;
    const result = expectOk(
      await lab.db.commit('user:b', async (tx) =>
        ok(await tx.update('gadgets', one.id, { state: 'live', seats: 3, title: 'Other' })),
      ),
    );
    expect(result.value).toEqual({
      ...one,
      state: 'live',
      title: 'Other',
      version: 2,
      updatedAt: '2026-05-01T08:00:01.000Z',
    });
    expect((await lab.log())[1]).toMatchObject({
      op: 'update',
      types: ['stock.gadget.updated', 'stock.gadget.released'],
      record: result.value,
      previous: { state: 'draft', title: 'Title a' },
    });
    expect((await lab.log())[1]?.previous).not.toHaveProperty('seats');
    await lab.db.commit('user:b', async (tx) => ok(await tx.update('gadgets', one.id, { state: 'gone' })));
    expect((await lab.log())[2]?.types).toEqual(['stock.gadget.updated']);
  });

  test('ST1 an update that changes nothing writes nothing', async () => {
    const one = await lab.add('a', { meta: { b: 1, a: [true] }, tags: ['x'], weight: 0.1, open: false });
    const same = { meta: { a: [true], b: 1 }, tags: ['x'], weight: 0.1, open: false, code: 'a' };
    const result = await lab.db.commit('user:a', async (tx) => ok(await tx.update('gadgets', one.id, same)));
    expect(result).toEqual(ok({ value: one, seq: 1 }));
    expect(await lab.db.head()).toBe(1);
  });

  test('ST1 a deletion logs the last state', async () => {
    const one = await lab.add('a');
    await lab.db.commit('user:a', async (tx) => ok(await tx.delete('gadgets', one.id)));
    expect(await lab.db.get('gadgets', one.id)).toBeNull();
    expect((await lab.log())[1]).toMatchObject({
      op: 'delete',
      types: ['stock.gadget.deleted'],
      record: one,
      previous: null,
    });
  });
}

export function twinTests(lab: StoreLab): void {
  test('ST1 updating or deleting what is not there throws MissingRecord', async () => {
    const id = uuidv7(startMs, new Uint8Array(10));
    await expect(lab.db.commit('u:a', async (tx) => ok(await tx.update('gadgets', id, { seats: 1 })))).rejects.toThrow(
      MissingRecord,
    );
    await expect(lab.db.commit('u:a', async (tx) => ok(await tx.delete('gadgets', id)))).rejects.toThrow(MissingRecord);
  });

  test('ST1 a unique violation names collection and fields, also composite and of the id', async () => {
    const one = await lab.add('a', { kind: 'hall' });
    const violationOf = (plan: Parameters<TenantStore['commit']>[1]) =>
      lab.db.commit('user:a', plan).catch((e: unknown) => e);
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
    const other = await lab.add('b');
    expect(await fields(async (tx) => ok(await tx.update('gadgets', other.id, { code: 'a' })))).toEqual(['code']);
    await lab.add('c', { title: 'Title a', kind: null });
    await lab.add('d', { title: 'Title a', kind: null });
    expect(await lab.codes()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('ST1 a plan may catch a unique violation and go on', async () => {
    await lab.add('a');
    const result = await lab.db.commit('user:a', async (tx) => {
      await tx.create('gadgets', gadget('b'));
      await tx.create('gadgets', gadget('a')).catch(() => null);
      await tx.create('gadgets', gadget('c'));
      return ok(null);
    });
    expect(result).toMatchObject({ ok: true, value: { seq: 3 } });
    expect(await lab.codes()).toEqual(['a', 'b', 'c']);
    expect((await lab.log()).map((c) => c.seq)).toEqual([1, 2, 3]);
  });

  test('ST1 a record keeps the id a device gave it', async () => {
    const id = uuidv7(startMs - 5_000, new Uint8Array(10));
    await lab.db.commit('kiosk:1', async (tx) => ok(await tx.create('gadgets', gadget('a'), id)));
    expect((await lab.db.get('gadgets', id))?.id).toBe(id);
  });
}
