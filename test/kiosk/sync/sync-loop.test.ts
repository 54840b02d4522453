/** The end of the sync loop: closing it never waits for the next try. */
import { expect, test } from 'vitest';
import { createHints } from '#kiosk/sync/hints.ts';
import type { RoundResult } from '#kiosk/sync/pull-changes.ts';
import { type SyncLoopParts, startSyncLoop } from '#kiosk/sync/sync-loop.ts';

/** Time stands still: a wait ends by a hint or not at all. */
const noTime = { monotonicMs: () => 0, after: () => () => {} };
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a loop that is closed while it follows up a failed round ends then', async () => {
  let followedUp = (): void => {};
  const parts = {
    replica: { ready: () => true },
    status: { phase: () => ({ phase: 'connecting' }), setOffline: () => {} },
    hints: createHints(noTime),
    replications: {
      start: () => ({ changes: { round: async (): Promise<RoundResult> => ({ kind: 'stalled' }) } }),
      stop: () => new Promise<void>((resolve) => (followedUp = resolve)),
    },
    random: () => 0.5,
  };
  const loop = startSyncLoop(parts as unknown as SyncLoopParts);
  await settle();
  let hasEnded = false;
  void loop.close().then(() => (hasEnded = true));
  followedUp();
  await settle();
  expect(hasEnded).toBe(true);
});
