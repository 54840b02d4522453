/** Acts of staff at a kiosk in real Chromium, on the real disk, survive a kill of the browser and are sent once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WalkInEntry } from '#shared/admission/walk-in.ts';
import { storedPin } from '#test/fixtures/derive-pin.ts';
import {
  isLive,
  isOffline,
  type KioskWorld,
  openKiosk,
  openKioskWorld,
  stateOf,
  until,
} from '#test/fixtures/kiosk-world.ts';
import type { WireRecord } from '#test/fixtures/wire-event.ts';

let world: KioskWorld;
let page: Page;

const options = () => ({ databaseName: 'door', baseUrl: world.server.baseUrl });
const patience = { timeout: 60_000 };
const supervisorId = '019c167f-0000-7000-8000-0000000000aa';
const pin = '314159';
const person = (n: number): WireRecord => world.event.registrations[n]!;
const atServer = (collection: string): readonly WireRecord[] => world.server.log().records(collection);

beforeAll(async () => {
  world = await openKioskWorld(30);
  const log = world.server.log();
  const event = world.event.eventId;
  log.set('supervisors', { id: supervisorId, event, name: 'Kim', active: true, ...(await storedPin(pin)) });
  const standard = atServer('ticket_types').find(({ id }) => id === world.event.ticketTypes.standard)!;
  log.set('ticket_types', { ...standard, walkIn: true, price: 0, amount: 0, currency: 'EUR' });
  page = await world.window();
  await openKiosk(page, { ...options(), pairingCode: world.server.pairingCode(world.event.gates.main) });
  await until(page, 'live', isLive);
}, 180_000);
afterAll(() => world.end());

/** The browser ends at once, with what it has on its disk. */
async function killAndOpen(): Promise<void> {
  await (await world.chromium()).kill();
  page = await world.window();
  await openKiosk(page, options());
}

/** Something changes at the server; the kiosk has it, on its disk too. */
async function change(collection: string, record: WireRecord): Promise<void> {
  world.server.log().set(collection, record);
  world.server.hint();
  const head = world.server.log().head();
  const onDisk = () =>
    page.evaluate(async (key) => {
      const docs = await window.kiosk.replica().collections.changes.find().exec();
      return Math.max(0, ...docs.filter((doc) => doc.key.endsWith(key)).map((doc) => doc.seq));
    }, `:${collection}:${record.id}`);
  await expect.poll(onDisk, patience).toBeGreaterThanOrEqual(head);
}

async function admit(n: number) {
  const result = await page.evaluate((id) => window.kiosk.station().admitRegistration(id), person(n).id);
  if (result.kind !== 'decided') throw new Error(result.message);
  return result.outcome;
}
const code = async (n: number) => (await admit(n)).verdict.code;

/** From here on nothing reaches the server, and the kiosk knows it. */
async function cutOff(): Promise<void> {
  world.server.faults.refuseAll = true;
  world.server.hint();
  await page.evaluate(() => window.kiosk.setNetworkCut(true));
  await until(page, 'offline', isOffline);
}
async function backOnline(): Promise<void> {
  world.server.faults.refuseAll = false;
  await page.evaluate(() => window.kiosk.setNetworkCut(false));
  await until(page, 'everything sent', (state) => isLive(state) && state.pending === 0);
}

describe('on the disk of a kiosk', { timeout: 400_000 }, () => {
  test('an undo that was not sent is there after a kill, and the server agrees with it', async () => {
    const { scanId } = await admit(0);
    await until(page, 'sent', (state) => state.pending === 0);
    await expect.poll(() => atServer('checkins').length, patience).toBe(1);
    await cutOff();
    const undone = await page.evaluate((id) => window.kiosk.station().undo(id, 'a mistake'), scanId);
    expect(undone).toEqual({ kind: 'undone', scanId });
    await killAndOpen();
    expect(await code(0)).toBe('admitted');
    expect(await code(0)).toBe('already_checked_in');
    const [second] = await page.evaluate(() => window.kiosk.station().recent(2)).then((all) => all.slice(1));
    await page.evaluate((id) => window.kiosk.station().undo(id!, 'again'), second?.scanId);
    await backOnline();
    await expect.poll(() => atServer('checkins'), patience).toEqual([]);
    expect(atServer('scans').filter(({ verdict }) => verdict === 'undone')).toHaveLength(2);
    expect(await code(0)).toBe('admitted');
  });

  test('a walk-in and the scan that lets them in are there together, and come up once', async () => {
    const entry: WalkInEntry = {
      ticketType: world.event.ticketTypes.standard,
      name: 'Wilma Walk',
      email: null,
      company: 'Walk & Co',
      role: null,
      payment: 'none',
      paymentReference: null,
    };
    await cutOff();
    const result = await page.evaluate((given) => window.kiosk.station().walkIn(given, {}), entry);
    expect(result).toMatchObject({ outcome: { verdict: { code: 'admitted' }, person: { name: 'Wilma Walk' } } });
    await killAndOpen();
    const { people } = await page.evaluate(() => window.kiosk.station().search('wilma'));
    expect(people).toMatchObject([{ name: 'Wilma Walk', checkedInAt: expect.any(String) }]);
    const again = await page.evaluate((id) => window.kiosk.station().admitRegistration(id), people[0]!.registrationId);
    expect(again).toMatchObject({ outcome: { verdict: { code: 'already_checked_in' } } });
    world.server.faults.dropAnswers = 0.5;
    await backOnline();
    world.server.faults.dropAnswers = 0;
    expect(atServer('walk_ins')).toMatchObject([{ name: 'Wilma Walk', registration: people[0]!.registrationId }]);
    await expect
      .poll(() => atServer('checkins').map(({ registration }) => registration), patience)
      .toContain(people[0]!.registrationId);
    expect(await stateOf(page)).toMatchObject({ parked: [], registrations: 31 });
  });

  test('wrong PINs are remembered over a kill, and the right one admits after the wait', async () => {
    await change('registrations', { ...person(2), blockedReason: 'Ask the desk' });
    const override = async (text: string) => {
      const { scanId, verdict } = await admit(2);
      expect(verdict.code).toBe('blocked');
      return page.evaluate((given) => window.kiosk.station().override(given.scanId, given.by), {
        scanId,
        by: { supervisorId, pin: text, reason: 'Known to the desk' },
      });
    };
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await override('000000')).toEqual({ kind: 'wrong_pin', attemptsLeft });
    await killAndOpen();
    expect(await override('000001')).toMatchObject({ kind: 'pin_locked' });
    await killAndOpen();
    expect(await override(pin)).toMatchObject({ kind: 'pin_locked' });
    await page.evaluate(() => window.kiosk.replica().settings.write('pin_attempts', { wrong: 5, lockedUntilMs: 1 }));
    expect(await override(pin)).toMatchObject({
      outcome: { verdict: { code: 'admitted', detail: { overrode: 'blocked' } } },
    });
    await until(page, 'everything sent', (state) => isLive(state) && state.pending === 0);
    expect(atServer('scans').filter(({ overrideBy }) => overrideBy === supervisorId)).toMatchObject([
      { registration: person(2).id, overrideReason: 'Known to the desk', flags: ['override'] },
    ]);
  });

  test('a lease that is used up stays used up after a kill without a network', async () => {
    world.server.faults.leaseMax = 3;
    const gate = atServer('gates').find(({ id }) => id === world.event.gates.main)!;
    await change('gates', { ...gate, capacity: 100 });
    await until(page, 'a lease', (state) => state.rooms[0]?.left === 3);
    await cutOff();
    expect([await code(10), await code(11)]).toEqual(['admitted', 'admitted']);
    await killAndOpen();
    expect((await stateOf(page)).rooms).toMatchObject([
      { kind: 'gate', name: 'Main entrance', capacity: 100, left: 1 },
    ]);
    expect([await code(12), await code(13)]).toEqual(['admitted', 'gate_full']);
    await killAndOpen();
    expect(await code(13)).toBe('gate_full');
    await backOnline();
    await until(page, 'more places', (state) => (state.rooms[0]?.left ?? 0) > 0);
    expect(await code(13)).toBe('admitted');
  });
});
