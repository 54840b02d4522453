import { expect, test } from 'vitest';
import { SharedQuestions } from '#server/store/postgres/shared-questions.ts';

const one = { text: 'SELECT 1', values: ['a'] };

function counted() {
  const waiting: (() => void)[] = [];
  let value = 0;
  const shared = new SharedQuestions({
    rows: () =>
      new Promise((resolve) => {
        const now = value;
        waiting.push(() => resolve([[now]]));
      }),
    moment: (work) => work(shared),
  });
  const write = (next: number) => {
    value = next;
  };
  return { shared, waiting, write };
}

/** Answers the next question that was sent, and lets what follows from it begin. */
async function answer(waiting: (() => void)[]): Promise<void> {
  waiting.shift()?.();
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

test('equal questions share one that is sent after they came, never one that is on its way', async () => {
  const { shared, waiting, write } = counted();
  const first = shared.rows(one);
  write(1);
  const later = Array.from({ length: 20 }, () => shared.rows(one));
  expect(waiting).toHaveLength(1);
  await answer(waiting);
  expect(await first).toEqual([[0]]);
  expect(waiting).toHaveLength(1);
  write(2);
  const last = shared.rows(one);
  await answer(waiting);
  // What was written before they asked is in their answer.
  expect(await Promise.all(later)).toEqual(Array.from({ length: 20 }, () => [[1]]));
  await answer(waiting);
  expect(await last).toEqual([[2]]);
  expect(waiting).toHaveLength(0);
});

test('other values are another question; one that failed holds up no other', async () => {
  let sent = 0;
  const shared = new SharedQuestions({
    rows: async ({ values }) => {
      sent += 1;
      if (values[0] === 'bad') throw new Error('refused');
      return [[String(values[0])]];
    },
    moment: (work) => work(shared),
  });
  const bad = shared.rows({ text: 'SELECT 1', values: ['bad'] });
  const again = shared.rows({ text: 'SELECT 1', values: ['bad'] });
  expect(await shared.rows(one)).toEqual([['a']]);
  await expect(bad).rejects.toThrow('refused');
  await expect(again).rejects.toThrow('refused');
  expect(sent).toBe(3);
  expect(await shared.rows({ text: 'SELECT 1', values: ['b'] })).toEqual([['b']]);
});
