/** Print jobs, contact and the renewal of tokens between a kiosk in Chromium and the wire server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintJob } from '#kiosk/store/replica.ts';
import { hourMs } from '#shared/base/time.ts';
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
let kioskId: string;

const options = () => ({ databaseName: 'jobs', baseUrl: world.server.baseUrl });

beforeAll(async () => {
  world = await openKioskWorld(50);
  page = await world.window();
  await openKiosk(page, { ...options(), pairingCode: world.server.pairingCode(world.event.gates.main) });
  await until(page, 'live', isLive);
  kioskId = world.server.kioskIds()[0]!;
}, 180_000);
afterAll(() => world.end());

const patience = { timeout: 60_000 };

function job(n: number, fields: Partial<PrintJob> = {}): PrintJob {
  return {
    id: `019c167f-cc00-7675-bf72-0000000000${n}`,
    event: world.event.eventId,
    registration: world.event.registrations[n]!.id,
    scan: null,
    gate: 'main-entrance',
    kiosk: null,
    printer: null,
    state: 'queued',
    attempts: 0,
    reason: null,
    failure: null,
    problem: null,
    queuedAt: '2026-02-02T10:00:00.000Z',
    printedAt: null,
    ...fields,
  };
}

const atServer = (id: string) =>
  world.server
    .log()
    .records('print_jobs')
    .find((record) => record.id === id);
const atKiosk = (id: string) => page.evaluate((wanted) => window.kiosk.replica().printJobs.get(wanted), id);
const update = (id: string, patch: Partial<PrintJob>) =>
  page.evaluate((given) => window.kiosk.replica().printJobs.update(given.id, given.patch), { id, patch });

describe('print jobs', { timeout: 400_000 }, () => {
  test('made here go up, and what becomes of them', async () => {
    const mine = job(10, { kiosk: kioskId });
    expect(await page.evaluate((given) => window.kiosk.replica().printJobs.insert(given), mine)).toBe(true);
    expect(await page.evaluate((given) => window.kiosk.replica().printJobs.insert(given), mine)).toBe(false);
    await expect.poll(() => atServer(mine.id), patience).toMatchObject({ state: 'queued' });
    await update(mine.id, { state: 'printed', printedAt: '2026-02-02T10:00:05.000Z' });
    await expect
      .poll(() => atServer(mine.id), patience)
      .toMatchObject({ state: 'printed', registration: mine.registration });
  });

  test('of this gate come down, those of other kiosks and gates do not', async () => {
    world.server.log().set('print_jobs', { ...job(11) });
    world.server.log().set('print_jobs', { ...job(12, { kiosk: '019c167f-0000-7000-8000-000000000000' }) });
    world.server.log().set('print_jobs', { ...job(13, { gate: 'vip-entrance' }) });
    world.server.hint();
    await expect.poll(() => atKiosk(job(11).id), patience).toMatchObject({ state: 'queued' });
    expect(await atKiosk(job(12).id)).toBeNull();
    expect(await atKiosk(job(13).id)).toBeNull();
    const waiting = await page.evaluate(() => window.kiosk.replica().printJobs.open(10));
    expect(waiting.map(({ id }) => id)).toEqual([job(11).id]);
  });

  test('SY11 a job that another kiosk has taken meanwhile is the other’s', async () => {
    await page.evaluate(() => window.kiosk.setNetworkCut(true));
    await until(page, 'offline', isOffline);
    const other = '019c167f-0000-7000-8000-000000000000';
    world.server.log().set('print_jobs', { ...job(11, { kiosk: other, state: 'sent' }) });
    await update(job(11).id, { kiosk: kioskId });
    await page.evaluate(() => window.kiosk.setNetworkCut(false));
    await expect.poll(() => atKiosk(job(11).id), patience).toMatchObject({ kiosk: other, state: 'sent' });
    expect(atServer(job(11).id)).toMatchObject({ kiosk: other, state: 'sent' });
  });
});

describe('a kiosk that was moved', { timeout: 400_000 }, () => {
  const stand = (gate: string) =>
    world.server.log().set('kiosks', {
      id: kioskId,
      event: world.event.eventId,
      gate,
      ...{ role: 'gate', name: 'Kiosk 1', revokedAt: null },
    });

  test('SY11 takes the print jobs of its new gate, with the token of the old one', async () => {
    stand(world.event.gates.vip);
    world.server.log().set('print_jobs', { ...job(14, { gate: 'main-entrance' }) });
    world.server.log().set('print_jobs', { ...job(15, { gate: 'vip-entrance' }) });
    world.server.log().set('print_jobs', { ...job(16, { gate: null }) });
    world.server.hint();
    await expect.poll(() => atKiosk(job(16).id), patience).toMatchObject({ state: 'queued' });
    expect(await atKiosk(job(15).id)).toMatchObject({ state: 'queued' });
    expect(await atKiosk(job(14).id)).toBeNull();
    stand(world.event.gates.main);
    world.server.log().set('print_jobs', { ...job(17, { gate: 'main-entrance' }) });
    world.server.hint();
    await expect.poll(() => atKiosk(job(17).id), patience).toMatchObject({ state: 'queued' });
  });
});

describe('the connection', { timeout: 400_000 }, () => {
  test('tells the server how the kiosk is', async () => {
    await admitText(page, 'something');
    await expect.poll(() => world.server.statuses().length, patience).toBeGreaterThan(0);
    expect(world.server.statuses().at(-1)).toMatchObject({ kioskId, printer: 'none', pending: expect.any(Number) });
  });

  test('renews its token with the device key, and only then asks on', async () => {
    await page.evaluate(() => window.kiosk.close());
    world.server.setClock(2 * hourMs);
    const before = world.server.requests().length;
    await openKiosk(page, options());
    await until(page, 'live', isLive);
    // The old token still worked; the signed time then said that it had run out.
    await expect.poll(() => world.server.requests().slice(before), patience).toContain('POST /api/v1/kiosks/token');
    expect(await page.evaluate(() => window.kiosk.clockTrusted())).toBe(true);
    const code = world.event.code(world.event.registrations[20]!, Date.now() + 2 * hourMs);
    expect(await admitText(page, code)).toMatchObject({ outcome: { verdict: { code: 'admitted' } } });
  });
});
