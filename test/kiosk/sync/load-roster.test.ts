/** A load that fails has ended: nothing of it comes later. */
import { expect, test } from 'vitest';
import type { RosterLoad } from '#kiosk/store/roster-load.ts';
import type { Link } from '#kiosk/sync/link.ts';
import { loadRoster } from '#kiosk/sync/load-roster.ts';

test('a chunk that the disk refuses ends the load, once no other is on its way, and no more are asked for', async () => {
  const asked: string[] = [];
  const link: Pick<Link, 'ask'> = {
    async ask({ path }) {
      asked.push(path);
      return { kind: 'ok', body: { collection: 'registrations', records: [] } };
    },
  };
  let store = (): void => {};
  const slow = new Promise<void>((resolve) => {
    store = resolve;
  });
  const stored: number[] = [];
  const load: RosterLoad = {
    info: { snapshot: 's', log: 'l', seq: 1, rows: 0, chunks: 9 },
    missing: () => [0, 1, 2, 3, 4, 5, 6, 7, 8],
    loadedRows: () => 0,
    async put(n) {
      if (n === 0) throw new Error('the disk failed');
      await slow;
      stored.push(n);
    },
    finish: () => Promise.reject(new Error('not whole')),
  };
  let end = '';
  const loading = loadRoster(
    { resumeLoad: async () => load, beginLoad: async () => load },
    link as Link,
    async () => () => {},
    () => {},
  ).catch((error: Error) => {
    end = error.message;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([end, asked.length]).toEqual(['', 4]);
  store();
  await loading;
  expect([end, stored, asked.length]).toEqual(['the disk failed', [1, 2, 3], 4]);
});
