/** The order of commits, what plans see of each other, and what becomes of plans that hang: rules ST2–ST6. */
import { expect, test } from 'vitest';
import type { Transaction } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { hangingPlanMs, nope, planTimeoutMs, type StoreLab } from './store-lab.ts';
import { checkLog } from './store-log.ts';
import { gadget } from './store-samples.ts';

export function sequenceTests(lab: StoreLab): void {
  test('ST2 500 concurrent commits: the sequence is dense, and in commit order', async () => {
    const finished: number[] = [];
    await Promise.all(
      Array.from({ length: 500 }, async (_, i) => {
        const refused = i % 7 === 3;
        const result = await lab.db.commit('user:a', async (tx) => {
          await tx.create('gadgets', gadget(`c${i}`));
          return refused ? nope : ok(i);
        });
        expect(result.ok).toBe(!refused);
        if (result.ok) finished.push(result.value.seq);
      }),
    );
    const changes = await lab.log();
    expect(changes.map((c) => c.seq)).toEqual(changes.map((_, i) => i + 1));
    expect(finished).toEqual(changes.map((c) => c.seq));
    expect(await lab.db.head()).toBe(changes.length);
    expect(await lab.db.count('gadgets')).toBe(changes.length);
  });

  test('ST2 a reader that follows while others write sees every number once, rising', async () => {
    const seen: number[] = [];
    let writing = true;
    const follow = async () => {
      while (writing || seen.length < (await lab.db.head())) {
        const changes = await lab.db.since(seen.at(-1) ?? 0, { limit: 7 });
        seen.push(...changes.map((c) => c.seq));
        if (changes.length === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const write = async (writer: number) => {
      for (let i = 0; i < 25; i++) await lab.add(`w${writer}-${i}`);
    };
    const following = follow();
    await Promise.all([0, 1, 2, 3].map(write));
    writing = false;
    await following;
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  test('ST2 since: after a number, bounded, of some collections only', async () => {
    for (let i = 0; i < 6; i++) {
      await lab.db.commit('user:a', async (tx) => {
        const g = await tx.create('gadgets', gadget(`g${i}`));
        return ok(await tx.create('visits', { gadget: g.id, note: null }));
      });
    }
    const seqs = async (seq: number, limit: number, collections?: readonly string[]) =>
      (await lab.db.since(seq, { limit, ...(collections ? { collections } : {}) })).map((c) => c.seq);
    expect(await seqs(3, 4)).toEqual([4, 5, 6, 7]);
    expect(await seqs(3, 3, ['visits'])).toEqual([4, 6, 8]);
    expect(await seqs(9, 100, ['visits', 'gadgets'])).toEqual([10, 11, 12]);
    expect(await seqs(0, 3, ['visits', 'gadgets', 'visits'])).toEqual([1, 2, 3]);
    expect(await seqs(12, 5)).toEqual([]);
    expect(await seqs(0, 5, ['nothing'])).toEqual([]);
    expect(await seqs(0, 5, [])).toEqual([]);
  });

  test('ST2 replaying the log gives the rows', () => checkLog(() => lab.opened.store));
}

/** A store may keep what it has read: all the same, a plan sees what the database has. */
export function questionsOfPlans(lab: StoreLab): void {
  test('ST3 every question of a plan sees what the plans before it left, of its batch and of earlier ones', async () => {
    const made = await lab.db.commit('user:a', async (tx) =>
      ok(await tx.create('gadgets', gadget('a', { title: 'old', seats: 1 }))),
    );
    const { id } = expectOk(made).value;
    const seen: string[][] = [];
    const look = async (tx: Transaction) => {
      const record = await tx.get('gadgets', id);
      const [old, fresh] = [
        await tx.findOne('gadgets', { title: 'old' }),
        await tx.findOne('gadgets', { title: 'new' }),
      ];
      const list = await tx.find('gadgets', { where: where({ seats: 1 }), limit: 10 });
      seen.push([record, old, fresh, ...list].map((one) => String(one?.['title'] ?? '-')));
    };
    const rename = (title: string, fails: boolean) =>
      lab.db.commit('user:a', async (tx) => {
        await look(tx);
        await tx.update('gadgets', id, { title });
        await look(tx);
        return fails ? nope : ok(null);
      });
    const [isOld, isNew] = [
      ['old', 'old', '-', 'old'],
      ['new', '-', 'new', 'new'],
    ];
    for (let round = 0; round < 2; round += 1) {
      seen.length = 0;
      await Promise.all([rename('new', true), rename('new', false), rename('old', false)]);
      expect(seen).toEqual([isOld, isNew, isOld, isNew, isNew, isOld]);
    }
  });
}

export function planTests(lab: StoreLab): void {
  test('ST3 a plan sees what earlier plans of its batch wrote, and nothing of one that failed', async () => {
    const sees: boolean[][] = [];
    const look = (own: string, fail: boolean) =>
      lab.db.commit('user:a', async (tx) => {
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
    expect(await lab.codes()).toEqual(['a', 'c', 'd']);
    expect((await lab.log()).map((c) => c.seq)).toEqual([1, 2, 3]);
  });

  test('ST3 of two plans that check and then write, one wins', async () => {
    const claim = (by: string) =>
      lab.db.commit('user:a', async (tx) => {
        if ((await tx.findOne('gadgets', { title: 'Seat 1' })) !== null) return nope;
        return ok(await tx.create('gadgets', gadget(by, { title: 'Seat 1' })));
      });
    const results = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(`c${i}`)));
    expect(results.filter((r) => r.ok)).toHaveLength(1);
    expect(await lab.db.count('gadgets')).toBe(1);
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
    const committing = lab.db.commit('user:a', async (tx) => {
      const record = await tx.create('gadgets', gadget('a'));
      written();
      await mayGoOn;
      return ok(record);
    });
    await hasWritten;
    expect(await lab.db.findOne('gadgets', { code: 'a' })).toBeNull();
    expect(await lab.db.count('gadgets')).toBe(0);
    expect(await lab.db.head()).toBe(0);
    expect(await lab.log()).toEqual([]);
    goOn();
    await committing;
    expect(await lab.codes()).toEqual(['a']);
    expect(await lab.db.head()).toBe(1);
  });

  test('ST4 a scan gives all rows in id order, of one moment', async () => {
    for (let i = 0; i < 25; i++) await lab.add(`a${i}`, { open: i % 2 === 0 });
    const pages: unknown[][] = [];
    for await (const page of lab.db.walk('gadgets', undefined, 10)) {
      pages.push(page.map((r) => r['code']));
      const first = await lab.db.findOne('gadgets', { code: 'a24' });
      await lab.add(`later${pages.length}`);
      if (first) await lab.db.commit('user:a', async (tx) => ok(await tx.delete('gadgets', first.id)));
    }
    expect(pages.map((p) => p.length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, i) => `a${i}`));
    const open = [];
    for await (const page of lab.db.walk('gadgets', where({ open: true }), 10)) open.push(...page);
    expect(open).toHaveLength(await lab.db.count('gadgets', where({ open: true })));
    for await (const page of lab.db.walk('gadgets', undefined, 10)) {
      expect(page).toHaveLength(10);
      break;
    }
  });
}

export function batchTests(lab: StoreLab): void {
  test('ST5 plans that arrive together wake the followers once, also where some fail', async () => {
    const heads: number[] = [];
    const stop = lab.db.onCommit((head) => heads.push(head));
    await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        lab.db.commit('user:a', async (tx) => {
          await tx.create('gadgets', gadget(`c${i}`));
          if (i % 8 === 1) throw new Error('broken plan');
          return i % 8 === 2 ? nope : ok(null);
        }),
      ),
    );
    expect(heads).toEqual([48]);
    await lab.db.commit('user:a', async () => ok(null));
    expect(heads).toEqual([48]);
    stop();
    await lab.add('more');
    expect(heads).toEqual([48]);
  });

  test('ST5 many more plans than one batch takes are all served, in order', async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 1_500 }, async (_, i) => {
        await lab.db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: String(i) })));
        order.push(i);
      }),
    );
    expect(order).toEqual(Array.from({ length: 1_500 }, (_, i) => i));
  });

  test('ST6 a plan that hangs is rolled back; its transaction is of no use; the others go on', async () => {
    await lab.opened.dispose();
    await lab.begin(hangingPlanMs);
    let release = () => {};
    const forever = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<unknown> = Promise.resolve();
    const hung = lab.db.commit('user:a', async (tx) => {
      await tx.create('gadgets', gadget('hung'));
      await forever;
      late = tx.create('gadgets', gadget('late'));
      return ok(await late);
    });
    const next = lab.db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('next'))), {
      planTimeoutMs,
    });
    await expect(hung).rejects.toThrow(/did not finish/);
    await next;
    release();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(late).rejects.toThrow(/transaction is over/);
    expect(await lab.codes()).toEqual(['next']);
    expect((await lab.log()).map((c) => c.seq)).toEqual([1]);
  });

  test('ST6 a transaction kept beyond its plan is of no use', async () => {
    const kept = expectOk(await lab.db.commit('user:a', async (tx) => ok(tx)));
    const tx = kept.value;
    await expect(tx.create('gadgets', gadget('a'))).rejects.toThrow(/transaction is over/);
    await expect(tx.get('gadgets', 'a')).rejects.toThrow(/transaction is over/);
    await expect(tx.remember('k', 'h', 1)).rejects.toThrow(/transaction is over/);
  });
}
