/**
 * Q06: a person with access to the device edits the kiosk's database. The kiosk detects it, reports it, and goes on
 * admitting.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintJob } from '#kiosk/store/replica.ts';
import { must } from '#shared/base/assert.ts';
import {
  admitText,
  isLive,
  isOffline,
  type KioskWorld,
  openKiosk,
  openKioskWorld,
  until,
} from '#test/fixtures/kiosk-world.ts';

let world: KioskWorld;
let page: Page;
const databaseName = 'edited';

const options = () => ({
  databaseName,
  baseUrl: world.server.baseUrl,
  pairingCode: world.server.pairingCode(world.event.gates.main),
});
const code = (n: number): string => world.event.code(must(world.event.registrations[n], 'a registration'), Date.now());

beforeAll(async () => {
  world = await openKioskWorld(200);
  page = await world.window();
  await openKiosk(page, options());
  await until(page, 'live', isLive);
  world.server.faults.refuseAll = true;
  for (const n of [0, 1, 2, 3]) await admitText(page, code(n));
  await until(page, 'offline', isOffline);
  await page.evaluate(() => window.kiosk.close());
}, 300_000);
afterAll(() => world?.end());

interface Row {
  readonly id: string;
  readonly counter: number;
  scan: { sealed: string };
}

/** The journal's rows as they lie in IndexedDB, handed to `edit` and written back. */
function editJournal(edit: (rows: Row[]) => void): Promise<void> {
  return page.evaluate(
    async ({ name, source }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(`rxdb-dexie-${name}--0--scans`);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction('docs', 'readwrite');
      const docs = transaction.objectStore('docs');
      const rows = await new Promise<Row[]>((resolve) => {
        const all = docs.getAll();
        all.onsuccess = () => resolve((all.result as Row[]).toSorted((a, b) => a.counter - b.counter));
      });
      new Function('rows', `(${source})(rows)`)(rows);
      for (const row of rows) docs.put(row);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    },
    { name: databaseName, source: edit.toString() },
  );
}

describe('Q06 a journal edited by hand', { timeout: 300_000 }, () => {
  test('holds nothing that could be read or changed to a purpose: verdict, ticket and person are sealed', async () => {
    const text = await page.evaluate(async (name) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(`rxdb-dexie-${name}--0--scans`);
        request.onsuccess = () => resolve(request.result);
      });
      const all = database.transaction('docs').objectStore('docs').getAll();
      const rows = await new Promise<unknown>((resolve) => {
        all.onsuccess = () => resolve(all.result);
      });
      database.close();
      return JSON.stringify(rows);
    }, databaseName);
    expect(text).toContain('"counter":1');
    for (const word of ['admitted', 'verdict', String(world.event.registrations[0]?.['ticketNumber'])])
      expect(text).not.toContain(word);
  });

  test('a changed scan and one put in the place of another are parked and reported; the others arrive, and the gates stay open', async () => {
    await editJournal((rows) => {
      const [first, second, third] = rows as [Row, Row, Row];
      first.scan.sealed =
        `A${first.scan.sealed.slice(1)}` === first.scan.sealed
          ? `B${first.scan.sealed.slice(1)}`
          : `A${first.scan.sealed.slice(1)}`;
      // A scan of another ticket in its place: sealed by this kiosk, and yet not this scan.
      second.scan.sealed = third.scan.sealed;
    });
    world.server.faults.refuseAll = false;
    await page.reload();
    await openKiosk(page, options());
    const state = await until(page, 'live with all sent', (now) => isLive(now) && now.pending === 0);
    expect(state.parked.map(({ code: why }) => why)).toEqual(['scan_damaged', 'scan_damaged']);
    const arrived = world.server
      .log()
      .records('scans')
      .map((scan) => scan['counter']);
    expect(arrived.toSorted()).toEqual([3, 4]);
    expect(await admitText(page, code(10))).toMatchObject({
      kind: 'decided',
      outcome: { verdict: { code: 'admitted' } },
    });
    await until(page, 'sent', (now) => now.pending === 0);
    expect(world.server.log().records('scans')).toHaveLength(3);
  });
});

describe('SY14 a replica that was wiped', { timeout: 300_000 }, () => {
  test('takes no word of a printer any more that was still at work: no job is left on the disk', async () => {
    const job: PrintJob = {
      ...{
        id: 'job-1',
        event: String(world.event.registrations[0]?.['event']),
        state: 'sent',
        kiosk: null,
        attempts: 1,
      },
      ...{ registration: String(world.event.registrations[0]?.['id']), scan: null, gate: null, printer: null },
      ...{ queuedAt: new Date().toISOString(), printedAt: null, reason: null, failure: null, problem: null },
    };
    const seen = await page.evaluate(
      async ({ name, taken }) => {
        const { printJobs, wipe } = window.kiosk.replica();
        const rows = async (): Promise<number> => {
          const database = await new Promise<IDBDatabase>((resolve) => {
            const request = indexedDB.open(`rxdb-dexie-${name}--0--print_jobs`);
            request.onsuccess = () => resolve(request.result);
          });
          const counting = database.transaction('docs').objectStore('docs').count();
          const count = await new Promise<number>((resolve) => {
            counting.onsuccess = () => resolve(counting.result);
          });
          database.close();
          return count;
        };
        await printJobs.insert(taken);
        const before = await rows();
        const [underWay] = await Promise.all([printJobs.update(taken.id, { state: 'printed' }), wipe()]);
        const late = [
          await printJobs.update(taken.id, { state: 'printed' }),
          await printJobs.insert(taken),
          await printJobs.insert({ ...taken, id: 'job-2' }),
        ];
        return { before, underWay, late, after: await rows() };
      },
      { name: databaseName, taken: job },
    );
    expect(seen).toEqual({ before: 1, underWay: true, late: [false, false, false], after: 0 });
  });
});
