/** Long work lets others in by the clock, however long one step takes. */
import { expect, test } from 'vitest';
import { inTurns, pieceMs } from '#server/store/in-turns.ts';

/** @returns which steps were done each time that others had their turn, and what the work answers */
async function stepsBetweenTurns(stepMs: number, many: number) {
  let clock = 0;
  let done = 0;
  const seen: number[] = [];
  const look = () => {
    seen.push(done);
    if (done < many) setImmediate(look);
  };
  setImmediate(look);
  function* steps() {
    for (; done < many; done += 1) {
      clock += stepMs;
      yield;
    }
    return 'all';
  }
  const answer = await inTurns(steps(), () => clock);
  return { seen, answer };
}

test('slow steps: others come in after as few of them as fill a piece', async () => {
  const { answer, seen } = await stepsBetweenTurns(pieceMs, 5);
  expect(answer).toBe('all');
  expect(seen.slice(0, 4)).toEqual([0, 1, 2, 3]);
});

test('fast steps: many of them are one piece', async () => {
  const { seen } = await stepsBetweenTurns(pieceMs / 64, 150);
  expect(seen.slice(0, 2)).toEqual([63, 127]);
});
