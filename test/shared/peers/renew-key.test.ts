/** A member requests the venue key again: at once for news, sooner again while only the old key comes, and not without end. */
import { beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { createKeyRenewal } from '#shared/peers/renew-key.ts';

let nowMs: number;
let generation: number;
/** What the next renewals bring; absent: what is there. */
let brings: (number | 'no answer')[];
let asked: number[];
let isMissing: boolean;
let revoked: Set<string>;
let look: () => Promise<void>;

beforeEach(() => {
  nowMs = 0;
  generation = 1;
  brings = [];
  asked = [];
  isMissing = false;
  revoked = new Set();
  look = createKeyRenewal({
    generation: () => generation,
    isMissing: () => isMissing,
    members: () => ['a', 'b', 'c'].map((id) => ({ id, revoked: revoked.has(id) })),
    async renew() {
      asked.push(nowMs / secondMs);
      const next = brings.shift();
      if (next === 'no answer') return false;
      generation = next ?? generation;
      return true;
    },
    monotonicMs: () => nowMs,
  });
});

/** Looks each second. */
async function after(ms: number): Promise<void> {
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs += secondMs) await look();
}

test('without news and with a key that reads the others, never', async () => {
  await after(10 * minuteMs);
  expect(asked).toEqual([]);
});

test('a revocation asks at once, and once where the new key comes', async () => {
  await after(3 * secondMs);
  revoked.add('a');
  brings = [2];
  await after(5 * minuteMs);
  expect(asked).toEqual([3]);
});

test('an answer with the old key is asked for again soon, then ever more seldom, and in the end no more', async () => {
  revoked.add('a');
  await after(20 * minuteMs);
  expect(asked).toEqual([0, 2, 6, 14, 30, 62]);
  revoked.add('b');
  brings = [1, 2];
  await after(5 * minuteMs);
  expect(asked.slice(6)).toEqual([1_200, 1_202]);
});

test('a request without an answer is repeated at the next look', async () => {
  revoked.add('a');
  brings = ['no answer', 'no answer', 2];
  await after(minuteMs);
  expect(asked).toEqual([0, 1, 2]);
});

test('a key that others have and this member lacks is asked for as long as it lacks it, at last once a minute', async () => {
  isMissing = true;
  await after(4 * minuteMs);
  expect(asked).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
  brings = [2];
  await after(2 * secondMs + minuteMs);
  isMissing = false;
  await after(5 * minuteMs);
  expect(generation).toBe(2);
});
