/** The pace of topics: what concerns a page alone wakes it at once, also while something for everyone waits for its turn. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Topic } from '#server/core/collections/public-page.ts';
import { TopicTail, wokenPerSecond } from '#server/core/log/tails/topic-tail.ts';
import type { LogView } from '#server/core/platform.ts';
import type { Change } from '#server/store/contract.ts';

const slow: Topic = { collection: 'notes', field: 'event', value: 'e', paceMs: 10_000 };
const own: Topic = { collection: 'notes', field: 'person', value: 'p', paceMs: 250 };

let log: Change[] = [];
let commit: (head: number) => void = () => {};
const view: LogView = {
  logId: 'log',
  visibilityOf: () => Promise.reject(new Error('not asked for')),
  head: async () => log.length,
  since: async (seq) => ({ changes: log.filter((one) => one.seq > seq), seq: log.length }),
  onCommit(listener) {
    commit = listener;
    return () => {};
  },
};

function write(record: Readonly<Record<string, unknown>>): Promise<unknown> {
  const seq = log.length + 1;
  const at = new Date(0).toISOString();
  const system = { id: `n${seq}`, createdAt: at, updatedAt: at, version: 1 };
  const more = { collection: 'notes', op: 'create', types: [], actor: 'system:test', previous: null } as const;
  log.push({ ...more, seq, at, id: system.id, record: { ...system, ...record } });
  commit(seq);
  return vi.advanceTimersByTimeAsync(1);
}

beforeEach(() => {
  log = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('at most once in its pace, and what is due earlier does not wait for it', async () => {
  const tail = await TopicTail.open(view, (fault) => {
    throw fault;
  });
  const woken: string[] = [];
  const stop = tail.watch([slow, own], { look: (id) => void woken.push(id), ended: () => {} });
  await write({ event: 'e', person: 'other' });
  await write({ event: 'e', person: 'other' });
  expect(woken).toEqual(['1@log']);
  await vi.advanceTimersByTimeAsync(1_000);
  await write({ event: 'x', person: 'p' });
  expect(woken).toEqual(['1@log', '3@log']);
  await write({ event: 'e', person: 'other' });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(woken).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(woken).toEqual(['1@log', '3@log', '4@log']);
  await write({ event: 'x', person: 'q' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(woken).toHaveLength(3);
  stop();
  expect(tail.isIdle).toBe(true);
  tail.close();
});

test('a page is woken by the value that a record had before, too; a log that cannot be read ends all', async () => {
  const faults: unknown[] = [];
  const tail = await TopicTail.open(view, (fault) => void faults.push(fault));
  const woken: string[] = [];
  let isEnded = false;
  tail.watch([own], {
    look: (id) => void woken.push(id),
    ended() {
      isEnded = true;
    },
  });
  await write({ person: 'q' });
  expect(woken).toEqual([]);
  log.push({ ...log[0]!, seq: 2, op: 'update', previous: { person: 'p' } });
  commit(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual(['2@log']);
  log.push({ ...log[0]!, seq: 3 });
  const since = vi.spyOn(view, 'since').mockRejectedValue(new Error('gone'));
  commit(3);
  await vi.advanceTimersByTimeAsync(1);
  since.mockRestore();
  expect([isEnded, tail.isOver, faults]).toEqual([true, true, [new Error('gone')]]);
});

test('many who follow the same are woken at once, and again no sooner than they can be answered', async () => {
  const tail = await TopicTail.open(view, (fault) => {
    throw fault;
  });
  let looks = 0;
  const watchers = 2 * wokenPerSecond;
  const quick: Topic = { ...slow, paceMs: 250 };
  const watcher = {
    look() {
      looks += 1;
    },
    ended() {},
  };
  for (let n = 0; n < watchers; n += 1) tail.watch([quick], watcher);
  const soon = async () => {
    // Between two hundred of them other work has its turn.
    for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve));
    return looks;
  };
  await write({ event: 'e' });
  expect(await soon()).toBe(watchers);
  await write({ event: 'e' });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(await soon()).toBe(watchers);
  await vi.advanceTimersByTimeAsync(200);
  expect(await soon()).toBe(2 * watchers);
  tail.close();
});
