/** Long reads of several tenants: a few at once, in turns, with bounded waiting and reading. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReadAbandoned, ReadsWaiting, ReadTimeout } from '#server/store/contract.ts';
import { ReadLine } from '#server/store/read-line.ts';

interface Begun {
  readonly tenant: string;
  readonly signal: AbortSignal;
  readonly finish: () => void;
}

/** A line whose reads end when the test says so, on a clock of its own. */
function lab(atOnce: number) {
  const begun: Begun[] = [];
  const ended: string[] = [];
  const clock = { nowMs: 0 };
  const line = new ReadLine(atOnce, { nowMs: () => clock.nowMs });
  const read = (tenant: string, isWanted = () => true, node: string | null = null, question?: string) => {
    const done = line.run({
      tenant,
      node,
      isWanted,
      ...(question !== undefined && { question }),
      work: (signal, onBegin) =>
        new Promise<string>((resolve, reject) => {
          onBegin();
          begun.push({ tenant, signal, finish: () => resolve(tenant) });
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const outcome = done.then(
      (name) => `done ${name}`,
      (fault: Error) => fault.constructor.name,
    );
    void outcome.then((one) => ended.push(one));
    return outcome;
  };
  return { begun, ended, clock, line, read };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('one tenant’s hundred do not keep another’s one waiting', async () => {
    const { begun, line, read } = lab(1);
    const many = Array.from({ length: 20 }, () => read('many'));
    const one = read('one');
    begun[0]!.finish();
    await many[0];
    await settle();
    begun[1]!.finish();
    await settle();
    expect(begun.map(({ tenant }) => tenant).slice(0, 3)).toContain('one');
    if (begun[1]!.tenant !== 'one') begun[2]!.finish();
    expect(await one).toBe('done one');
    line.close(new ReadAbandoned('over'));
    await Promise.all(many);
  });

  test('a node of a cluster never has all of several places, by however many of its tenants', async () => {
    const { begun, line, read } = lab(2);
    const many = Array.from({ length: 6 }, (_, n) => read(`on w1, ${n}`, undefined, 'w1'));
    const other = read('on w2', undefined, 'w2');
    await settle();
    expect(begun.map(({ tenant }) => tenant)).toEqual(['on w1, 0', 'on w2']);
    begun[1]?.finish();
    expect(await other).toBe('done on w2');
    await settle();
    expect(begun).toHaveLength(2);
    line.close(new ReadAbandoned('over'));
    await Promise.all(many);
  });

  test('one tenant never has all of several places', async () => {
    const { begun, line, read } = lab(3);
    const all = [read('a'), read('a'), read('a'), read('a')];
    expect(begun.map(({ tenant }) => tenant)).toEqual(['a', 'a']);
    const other = read('b');
    expect(begun.map(({ tenant }) => tenant)).toEqual(['a', 'a', 'b']);
    line.close(new ReadAbandoned('over'));
    await Promise.all([...all, other]);
  });

  test('with any reads in any order, all places are used, and no more', async () => {
    const asked = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        async (tenants, atOnce, pick) => {
          const { begun, ended, read } = lab(atOnce);
          for (const tenant of tenants) void read(tenant);
          const open = new Set<Begun>();
          let seen = 0;
          while (ended.length < tenants.length) {
            for (; seen < begun.length; seen++) open.add(begun[seen]!);
            expect(open.size).toBeGreaterThan(0);
            expect(open.size).toBeLessThanOrEqual(atOnce);
            const all = [...open];
            const next = all[(pick.next().value ?? 0) % all.length]!;
            open.delete(next);
            next.finish();
            await settle();
          }
          expect(ended.toSorted()).toEqual(tenants.map((tenant) => `done ${tenant}`).toSorted());
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('ends', () => {
  test('a read that takes too long is ended, and the next begins', async () => {
    const { begun, clock, line, read } = lab(1);
    const [slow, next] = [read('a'), read('b')];
    clock.nowMs = 1_999;
    line.look();
    expect(begun[0]!.signal.aborted).toBe(false);
    clock.nowMs = 2_000;
    line.look();
    expect(await slow).toBe(ReadTimeout.name);
    await settle();
    begun[1]!.finish();
    expect(await next).toBe('done b');
  });

  test('a reader that is gone is not read for, running or waiting', async () => {
    const { begun, line, read } = lab(1);
    let isThere = true;
    const both = [read('a', () => isThere), read('a', () => isThere)];
    isThere = false;
    line.look();
    expect(await Promise.all(both)).toEqual([ReadAbandoned.name, ReadAbandoned.name]);
    expect(begun).toHaveLength(1);
  });

  test('a read that waits too long, or after too many others, is refused', async () => {
    const { begun, clock, line, read } = lab(1);
    const all = Array.from({ length: 66 }, () => read('a'));
    expect(await all[65]).toBe(ReadsWaiting.name);
    const other = read('b');
    begun[0]!.finish();
    await all[0];
    await settle();
    clock.nowMs = 5_000;
    line.look();
    const outcomes = await Promise.all(all.slice(2));
    expect(new Set(outcomes)).toEqual(new Set([ReadsWaiting.name]));
    line.close(new ReadAbandoned('over'));
    await Promise.all([...all, other]);
  });
});

describe('equal questions', () => {
  const ask = ({ read }: ReturnType<typeof lab>, question: string, isWanted?: () => boolean, tenant = 'a') =>
    read(tenant, isWanted, null, question);

  test('that wait are asked once, however many there are; one on its way is not joined', async () => {
    const room = lab(2);
    const first = ask(room, 'how many');
    const others = Array.from({ length: 500 }, () => ask(room, 'how many'));
    const different = ask(room, 'who');
    const elsewhere = ask(room, 'how many', undefined, 'b');
    expect(room.begun.map(({ tenant }) => tenant)).toEqual(['a', 'b']);
    for (let n = 0; n < 4; n += 1) {
      room.begun[n]?.finish();
      await settle();
    }
    expect(room.begun).toHaveLength(4);
    const outcomes = await Promise.all([first, different, ...others]);
    expect(new Set(outcomes)).toEqual(new Set(['done a']));
    expect(await elsewhere).toBe('done b');
  });

  test('are read while one of those who asked still waits for the answer', async () => {
    const room = lab(1);
    const busy = ask(room, 'long');
    let isWanted = true;
    const gone = ask(room, 'how many', () => false);
    const stays = ask(room, 'how many', () => isWanted);
    room.line.look();
    room.begun[0]?.finish();
    await busy;
    await settle();
    expect(room.begun).toHaveLength(2);
    isWanted = false;
    room.line.look();
    expect(await Promise.all([gone, stays])).toEqual(['ReadAbandoned', 'ReadAbandoned']);
    // The next one joins none of them.
    const again = ask(room, 'how many');
    await settle();
    room.begun[2]?.finish();
    expect(await again).toBe('done a');
  });
});
