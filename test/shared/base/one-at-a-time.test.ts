import { expect, test } from 'vitest';
import { createOneAtATime, createOneAtATimeByKey } from '#shared/base/one-at-a-time.ts';

/** Work that ends when the test says so, and notes when it began. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, (fault?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (fault) => (fault ? reject(fault) : resolve(name)));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, work, settled, end: (name: string, fault?: Error) => ends.get(name)?.(fault) };
}

test('work starts when the work before it has ended, also where that failed', async () => {
  const { begun, end, settled, work } = workshop();
  const oneAtATime = createOneAtATime();
  const [first, second] = [oneAtATime(work('first')), oneAtATime(work('second'))];
  await settled();
  expect(begun).toEqual(['first']);

  end('first', new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settled();
  expect(begun).toEqual(['first', 'second']);
  end('second');
  expect(await second).toBe('second');
});

test('each key has a queue of its own', async () => {
  const { begun, end, settled, work } = workshop();
  const oneAtATime = createOneAtATimeByKey();
  const done = [oneAtATime('a', work('a1')), oneAtATime('a', work('a2')), oneAtATime('b', work('b1'))];
  await settled();
  expect(begun).toEqual(['a1', 'b1']);

  end('a1');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  end('b1');
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'b1']);
  const later = oneAtATime('a', work('a3'));
  await settled();
  end('a3');
  expect(await later).toBe('a3');
});
