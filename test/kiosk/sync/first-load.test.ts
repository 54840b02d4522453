import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitText,
  isLive,
  isOffline,
  type KioskWorld,
  openKiosk,
  openKioskWorld,
  stateOf,
  until,
} from '#test/fixtures/kiosk-world.ts';
import { canaries } from '#test/fixtures/wire-event.ts';

const people = 10_000;
let world: KioskWorld;
let page: Page;

beforeAll(async () => {
  world = await openKioskWorld(people);
  page = await world.window();
}, 180_000);
afterAll(() => world.end());

const options = () => ({ databaseName: 'first', baseUrl: world.server.baseUrl });

describe('the first load', { timeout: 400_000 }, () => {
  test('a wrong pairing code is refused with its reason', async () => {
    const opened = await openKiosk(page, { ...options(), pairingCode: 'NOSUCH00' });
    expect(opened).toBe('pairing: pairing_code_unknown');
    await page.evaluate(() => window.kiosk.close());
  });

  test('SY4 goes on where the connection was lost, with progress to see', async () => {
    let chunks = 0;
    world.server.faults.tear = (path) => /\/snapshot\/.+\/\d+$/.test(path) && ++chunks > 7;
    const pairingCode = world.server.pairingCode(world.event.gates.main);
    expect(await openKiosk(page, { ...options(), pairingCode })).toBe('opened');
    const cut = await until(page, 'offline', isOffline);
    expect(cut.ready).toBe(false);
    const early = await admitText(page, 'anything');
    expect(early).toMatchObject({ kind: 'not_recorded', reason: 'not_ready' });

    // The window goes away in the middle, too: what is on disk stays.
    await page.reload();
    world.server.faults.tear = null;
    const before = world.server.requests().length;
    await openKiosk(page, options());
    const seen = new Set<number>();
    await until(page, 'live', (state) => {
      if (state.sync.phase === 'loading') seen.add(state.sync.loadedRows);
      return isLive(state);
    });
    const asked = world.server.requests().slice(before);
    expect(asked).not.toContain('GET /api/v1/replication/snapshot');
    const loaded = asked.filter((request) => /\/snapshot\/.+\/\d+$/.test(request));
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.length).toBeLessThan(people / 1_000 + 6 - 3);
    // What was there counted from the beginning.
    expect(Math.min(...seen, people)).toBeGreaterThan(0);
    expect(await stateOf(page)).toMatchObject({
      registrations: people,
      ready: true,
      eventName: 'Gatehouse Conference',
    });
  });

  test('SY4 a snapshot that the server has dropped is replaced by a new one', async () => {
    const other = await world.window();
    let chunks = 0;
    world.server.faults.tear = (path) => /\/snapshot\/.+\/\d+$/.test(path) && ++chunks > 3;
    const pairingCode = world.server.pairingCode(world.event.gates.main);
    const vanishing = { databaseName: 'vanishing', baseUrl: world.server.baseUrl, pairingCode };
    await openKiosk(other, vanishing);
    await until(other, 'offline', isOffline);
    const manifest = await other.evaluate(() => window.kiosk.replica().rosterStore.resumeLoad());
    expect(manifest).not.toBeNull();
    // Another kiosk asks for a snapshot, and this server keeps one only.
    world.server.faults.tear = null;
    const third = await world.window();
    const thirdCode = world.server.pairingCode(world.event.gates.main);
    await openKiosk(third, { databaseName: 'third', baseUrl: world.server.baseUrl, pairingCode: thirdCode });
    await until(third, 'live', isLive);
    expect(await until(other, 'live', isLive)).toMatchObject({ registrations: people });
    await other.close();
    await third.close();
  });

  test('a cold start needs no network', async () => {
    const code = world.event.code(world.event.registrations[17]!, Date.now());
    world.server.faults.refuseAll = true;
    await page.reload();
    expect(await openKiosk(page, options())).toBe('opened');
    expect(await stateOf(page)).toMatchObject({
      ready: true,
      registrations: people,
      eventName: 'Gatehouse Conference',
    });
    await until(page, 'offline', isOffline);
    expect(await admitText(page, code)).toMatchObject({
      outcome: { verdict: { code: 'admitted', flags: ['offline'] }, person: { name: 'Søren Hopper 17' } },
    });
    world.server.faults.refuseAll = false;
    expect(await until(page, 'live', isLive)).toMatchObject({ checkedIn: 1 });
  });

  test('a chunk that cannot be opened brings a new roster, and the journal stays', async () => {
    await page.evaluate(async () => {
      await window.kiosk.close();
      const request = indexedDB.open('first-roster');
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction('chunks', 'readwrite');
      const chunks = transaction.objectStore('chunks');
      const key = await new Promise<IDBValidKey>((resolve) => {
        const keys = chunks.getAllKeys();
        keys.onsuccess = () => resolve(keys.result[5]!);
      });
      chunks.put({ id: key, sealed: new Uint8Array(500).buffer });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    });
    await page.reload();
    await openKiosk(page, options());
    expect(await until(page, 'live', isLive)).toMatchObject({ registrations: people, checkedIn: 1 });
    expect(await page.evaluate(async () => (await window.kiosk.journal()).length)).toBe(1);
  });

  test('nothing on the disk tells a name or an address', async () => {
    // One that came in the snapshot, one that came as a change.
    world.server.log().set('registrations', { ...world.event.registrations[4]!, name: canaries.laterName });
    world.server.hint();
    await expect
      .poll(() => page.evaluate(() => window.kiosk.cursorSeq()), { timeout: 120_000 })
      .toBe(world.server.log().head());
    await page.evaluate(() => window.kiosk.close());
    await (await world.chromium()).close();
    const found: string[] = [];
    let bytes = 0;
    for (const file of await readdir(world.profileFolder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const content = await readFile(join(file.parentPath, file.name));
      if (file.parentPath.includes('IndexedDB')) bytes += content.length;
      for (const secret of Object.values(canaries))
        for (const spelling of ['utf8', 'utf16le'] as const)
          if (content.includes(Buffer.from(secret, spelling))) found.push(`${file.name}: ${secret}`);
    }
    expect(found).toEqual([]);
    // The people are there all the same: it was the right folder.
    expect(bytes).toBeGreaterThan(1_000_000);
  });
});
