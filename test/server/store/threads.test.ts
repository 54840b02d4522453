/** Threads that are closed while they work: found where a server that stopped ended in the middle of it. */
import { expect, test } from 'vitest';
import { threadsMax } from '#server/store/threads.ts';
import { runChild } from '#test/fixtures/child.ts';

test.each([
  ['no task waits', 0],
  ['other tasks wait', threadsMax + 1],
])('a process lives until its threads are closed, and no thread begins after that: %s', async (_case, waiting) => {
  const { code, err, out } = await runChild('test/fixtures/close-threads.ts', [String(waiting)], {}).ended;
  expect([code, err]).toEqual([0, '']);
  const answers = JSON.parse(out) as readonly string[];
  expect(answers[0]).toBe('answered');
  // As many as there are threads may be at work with the first.
  expect(answers.slice(threadsMax).every((one) => one === 'the store is closed')).toBe(true);
});
