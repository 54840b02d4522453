/** A device asks for print jobs only while its role prints: an exhibitor's device would be refused. */
import { expect, test } from 'vitest';
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { PrintJobDoc, Pulled, PushedRow } from '#kiosk/store/rows.ts';
import type { Link } from '#kiosk/sync/link.ts';
import { startPrintJobs } from '#kiosk/sync/replicate-print-jobs.ts';

interface Handlers {
  readonly pull: (checkpoint: unknown) => Promise<Pulled<PrintJobDoc>>;
  readonly push: (rows: readonly PushedRow<PrintJobDoc>[]) => Promise<unknown>;
}

/** @param recorded the role of the kiosk's record; null: it has not come down yet */
function openFeed(paired: string, recorded: string | null) {
  const asked: string[] = [];
  let handlers: Handlers | null = null;
  const replica = {
    cursor: () => ({ log: 'log-1', seq: 0, base: '' }),
    roster: { record: (name: string) => (name === 'kiosks' && recorded !== null ? { role: recorded } : null) },
    printJobs: { get: async () => null },
    feeds: {
      printJobs(given: Handlers) {
        handlers = given;
        return { wake() {}, async stop() {} };
      },
    },
  } as unknown as SyncedReplica;
  const link = {
    credentials: () => ({ kioskId: 'kiosk-1', gate: 'gate-1', role: paired }),
    whenUp: async () => undefined,
    async ask({ path }: { readonly path: string }) {
      asked.push(path.split('?')[0] ?? '');
      return { kind: 'unreachable', reason: 'test' };
    },
  } as unknown as Link;
  startPrintJobs(replica, link);
  return { asked, handlers: handlers as unknown as Handlers };
}

test.each([
  ['exhibitor', null, 0],
  ['gate', 'exhibitor', 0],
  ['exhibitor', 'gate', 1],
  ['self-service', null, 1],
] as const)('paired as %s, recorded as %s: %i requests', async (paired, recorded, requests) => {
  const { asked, handlers } = openFeed(paired, recorded);
  await handlers.pull(undefined);
  expect(asked).toEqual(Array.from({ length: requests }, () => '/api/v1/replication/print_jobs/pull'));
  await expect(handlers.push([])).rejects.toThrow(requests === 0 ? 'sends no print jobs' : 'were not taken');
  expect(asked).toHaveLength(2 * requests);
});
