import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitText,
  isLive,
  type KioskWorld,
  openKiosk,
  openKioskWorld,
  stateOf,
  until,
} from '#test/fixtures/kiosk-world.ts';
import { watchDurability, writesOf } from '#test/fixtures/watch-durability.ts';

let world: KioskWorld;
let page: Page;

const options = () => ({ databaseName: 'durable', baseUrl: world.server.baseUrl });

beforeAll(async () => {
  world = await openKioskWorld(600);
  page = await world.window();
  await openKiosk(page, { ...options(), pairingCode: world.server.pairingCode(world.event.gates.main) });
  await until(page, 'live', isLive);
}, 180_000);
afterAll(() => world.end());

describe('the journal', { timeout: 400_000 }, () => {
  test('is written strictly: the option reaches IndexedDB’s own transactions', async () => {
    await watchDurability(page);
    await page.reload();
    await openKiosk(page, options());
    await admitText(page, 'anything');
    const writes = await writesOf(page);
    expect(writes).toContain('scans: strict');
    expect(writes.filter((entry) => !entry.endsWith(': strict'))).toEqual([]);
  });

  test('a second window says so, and takes over when the first has gone', async () => {
    const second = await world.window();
    expect(await openKiosk(second, options())).toBe('already_open');
    const free = second.evaluate(() => window.kiosk.whenFree());
    await page.close();
    await free;
    expect(await openKiosk(second, options())).toBe('opened');
    expect(await until(second, 'live', isLive)).toMatchObject({ registrations: 600 });
    page = second;
  });

  test('holds every green that was shown, however the browser ends', async () => {
    const shown: string[] = [];
    await page.exposeFunction('sawGreen', (scanId: string) => {
      shown.push(scanId);
    });
    const texts = world.event.registrations.slice(0, 300).map((person) => world.event.code(person, Date.now()));
    world.server.faults.refuseAll = true;
    const scanning = page
      .evaluate(async (all) => {
        const saw = (globalThis as unknown as { sawGreen(id: string): Promise<void> }).sawGreen;
        for (const [n, text] of all.entries()) {
          // On a slow machine the kill comes late; it must still come before the end.
          if (n === all.length - 1) await new Promise(() => undefined);
          const result = await window.kiosk.admit([text]);
          if (result.kind === 'decided' && result.outcome.verdict.code === 'admitted') void saw(result.outcome.scanId);
        }
      }, texts)
      .catch(() => undefined);
    await expect.poll(() => shown.length, { timeout: 60_000, interval: 2 }).toBeGreaterThan(20);
    await (await world.chromium()).kill();
    await scanning;
    expect(shown.length).toBeLessThan(300);

    page = await world.window();
    await openKiosk(page, options());
    const kept = new Set(await page.evaluate(async () => (await window.kiosk.journal()).map((scan) => scan.id)));
    expect(shown.filter((id) => !kept.has(id))).toEqual([]);
    expect((await stateOf(page)).pending).toBeGreaterThanOrEqual(shown.length);
    world.server.faults.refuseAll = false;
    await until(page, 'everything sent', (state) => state.pending === 0);
    const sent = world.server
      .log()
      .records('scans')
      .map((scan) => scan.id);
    expect(sent.toSorted()).toEqual([...kept].toSorted());
  });

  test('a window that is closed in the middle of scanning loses nothing either', async () => {
    const shown: string[] = [];
    await page.exposeFunction('sawGreen', (scanId: string) => {
      shown.push(scanId);
    });
    const texts = world.event.registrations.slice(300, 600).map((person) => world.event.code(person, Date.now()));
    const scanning = page
      .evaluate(async (all) => {
        const saw = (globalThis as unknown as { sawGreen(id: string): Promise<void> }).sawGreen;
        for (const text of all) {
          const result = await window.kiosk.admit([text]);
          if (result.kind === 'decided') void saw(result.outcome.scanId);
        }
      }, texts)
      .catch(() => undefined);
    await expect.poll(() => shown.length, { timeout: 60_000, interval: 2 }).toBeGreaterThan(10);
    await page.close();
    await scanning;
    page = await world.window();
    await openKiosk(page, options());
    const kept = new Set(await page.evaluate(async () => (await window.kiosk.journal()).map((scan) => scan.id)));
    expect(shown.filter((id) => !kept.has(id))).toEqual([]);
  });

  test('a full disk is no green: the scan is refused with the reason, and the next one works when there is room', async () => {
    await (await world.chromium()).close();
    page = await world.window();
    const session = await page.context().newCDPSession(page);
    const origin = world.server.baseUrl;
    const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 300_000 });
    world.server.faults.refuseAll = true;
    await openKiosk(page, options());
    const stopped = await page.evaluate(async () => {
      for (let n = 0; n < 2_000; n++) {
        const result = await window.kiosk.admit([`filling the disk ${n}`]);
        if (result.kind === 'not_recorded') return result;
      }
      return null;
    });
    expect(stopped).toMatchObject({ kind: 'not_recorded', reason: 'disk_full' });
    const before = await page.evaluate(async () => (await window.kiosk.journal()).length);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await expect.poll(async () => (await admitText(page, 'room again')).kind, { timeout: 60_000 }).toBe('decided');
    const counters = await page.evaluate(async () => (await window.kiosk.journal()).map((scan) => scan.counter));
    expect(counters).toEqual(Array.from({ length: before + 1 }, (_, i) => i + 1));
    world.server.faults.refuseAll = false;
    await until(page, 'everything sent', (state) => state.pending === 0);
  });
});
