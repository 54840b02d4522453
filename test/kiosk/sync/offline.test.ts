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

let world: KioskWorld;
let page: Page;

const options = () => ({ databaseName: 'offline', baseUrl: world.server.baseUrl, timeoutMs: 5_000 });

beforeAll(async () => {
  world = await openKioskWorld(1_200);
  page = await world.window();
  await openKiosk(page, { ...options(), pairingCode: world.server.pairingCode(world.event.gates.main) });
  await until(page, 'live', isLive);
}, 180_000);
afterAll(() => world.end());

const codes = (from: number, to: number): string[] =>
  world.event.registrations.slice(from, to).map((person) => world.event.code(person, Date.now()));

/** @returns how many were admitted */
function scanAll(at: Page, texts: readonly string[]): Promise<number> {
  return at.evaluate(async (all) => {
    let admitted = 0;
    for (const text of all) {
      const result = await window.kiosk.admit([text]);
      if (result.kind === 'decided' && result.outcome.verdict.code === 'admitted') admitted += 1;
    }
    return admitted;
  }, texts);
}

describe('a kiosk without its server', { timeout: 400_000 }, () => {
  test('SY6 SY8 two hundred scans made offline arrive once each, although half of the answers are lost', async () => {
    await page.evaluate(() => window.kiosk.setNetworkCut(true));
    await until(page, 'offline', isOffline);
    expect(await scanAll(page, codes(0, 200))).toBe(200);
    expect(await stateOf(page)).toMatchObject({ pending: 200, checkedIn: 200, networkCut: true });
    expect(world.server.log().records('scans')).toEqual([]);

    world.server.faults.dropAnswers = 0.5;
    await page.evaluate(() => window.kiosk.setNetworkCut(false));
    const done = await until(page, 'everything sent', (state) => state.pending === 0);
    world.server.faults.dropAnswers = 0;
    expect(done.parked).toEqual([]);
    const scans = world.server.log().records('scans');
    expect(new Set(scans.map((scan) => scan.id)).size).toBe(200);
    expect(scans.length).toBe(200);
    expect(world.server.log().records('checkins').length).toBe(200);
    expect(world.server.log().records('checkin_conflicts')).toEqual([]);
    expect(await until(page, 'live', isLive)).toMatchObject({ checkedIn: 200 });
  });

  test('scans made in an earlier run of the window are sent, too, and none twice', async () => {
    world.server.faults.refuseAll = true;
    expect(await scanAll(page, codes(200, 260))).toBe(60);
    await page.reload();
    await openKiosk(page, options());
    const reopened = await stateOf(page);
    expect(reopened.checkedIn).toBe(260);
    // What was acknowledged in the last second may be offered once more.
    expect(reopened.pending).toBeGreaterThanOrEqual(60);
    // Used a moment ago, says the disk.
    const again = await admitText(page, codes(200, 201)[0]!);
    expect(again).toMatchObject({ outcome: { verdict: { code: 'already_checked_in' } } });
    world.server.faults.refuseAll = false;
    await until(page, 'everything sent', (state) => state.pending === 0);
    const scans = world.server.log().records('scans');
    expect(scans.length).toBe(261);
    expect(new Set(scans.map((scan) => scan.id)).size).toBe(261);
  });

  test('a clock that was set back hides no scan', async () => {
    // Closed properly, so that the ledger is up to date.
    await page.evaluate(() => window.kiosk.close());
    world.server.faults.refuseAll = true;
    // RxDB orders its checkpoint by this clock: without our ledger these scans would never be sent.
    await page.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() - 7_200_000;
    });
    await page.reload();
    await openKiosk(page, options());
    await scanAll(page, codes(260, 265));
    expect(await stateOf(page)).toMatchObject({ pending: 5 });
    await page.reload();
    await openKiosk(page, options());
    world.server.faults.refuseAll = false;
    await until(page, 'everything sent', (state) => state.pending === 0);
    expect(world.server.log().records('scans').length).toBe(266);
    await page.close();
    page = await world.window();
    await openKiosk(page, options());
    await until(page, 'live', isLive);
  });

  test('SY9 a row that the server refuses is parked with its reason and blocks no other', async () => {
    world.server.faults.poisonTicket = String(world.event.registrations[301]!['ticketNumber']);
    world.server.faults.refuseAll = true;
    await scanAll(page, codes(300, 305));
    world.server.faults.refuseAll = false;
    const state = await until(page, 'everything answered', (now) => now.pending === 0 && isLive(now));
    expect(state.parked).toMatchObject([{ code: 'invalid_body' }]);
    const arrived = new Set(
      world.server
        .log()
        .records('scans')
        .map((scan) => scan['ticketNumber']),
    );
    expect(world.event.registrations.slice(300, 305).map((p) => arrived.has(p['ticketNumber']))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    // Shown in the moment it is known; a window that goes before it is on the disk would offer the scan once more.
    await expect
      .poll(() => page.evaluate(() => window.kiosk.replica().settings.read('sent_ledger')), { timeout: 60_000 })
      .toMatchObject({ parked: [{ code: 'invalid_body' }] });
    world.server.faults.poisonTicket = null;
    // Parked is not forgotten: the ticket stays used here, and after a restart it is still shown.
    await page.reload();
    await openKiosk(page, options());
    expect((await stateOf(page)).parked).toHaveLength(1);
    expect(await admitText(page, codes(301, 302)[0]!)).toMatchObject({
      outcome: { verdict: { code: 'already_checked_in' } },
    });
    await until(page, 'live', isLive);
  });

  test('offline is what fails: a server that hangs, one that is gone; and back without anyone’s help', async () => {
    await world.server.stop();
    expect((await until(page, 'offline', isOffline)).sync).toMatchObject({ phase: 'offline', reason: 'no_connection' });
    await world.server.start();
    await until(page, 'live', isLive);
  });

  test('SY13 a change at the server is here after a hint, and a check-in of another kiosk is one here', async () => {
    const person = world.event.registrations[400]!;
    // Before the news: a kiosk that pulls of itself in this moment needs no hint.
    const { checkedIn } = await stateOf(page);
    world.server.log().set('checkins', {
      id: '019c167f-cc00-7675-bf72-65ddf8d774d7',
      event: world.event.eventId,
      list: world.event.lists.hall,
      registration: person.id,
      scan: '019c167f-cc00-7675-bf72-65ddf8d774d8',
      gate: 'vip-entrance',
      kiosk: null,
      checkedInAt: '2026-01-02T10:00:00.000Z',
    });
    world.server.hint();
    await until(page, 'one more checked in', (state) => state.checkedIn === checkedIn + 1);
    expect(await admitText(page, world.event.code(person, Date.now()))).toMatchObject({
      outcome: {
        verdict: {
          code: 'already_checked_in',
          detail: { checkedInAt: '2026-01-02T10:00:00.000Z', gate: 'VIP entrance' },
        },
      },
    });
  });

  test('Q02 two kiosks that were cut off both admit; afterwards one check-in, and the conflict is shown at both', async () => {
    const other = await world.window();
    const pairingCode = world.server.pairingCode(world.event.gates.vip);
    await openKiosk(other, { databaseName: 'other', baseUrl: world.server.baseUrl, pairingCode });
    await until(other, 'live', isLive);
    world.server.faults.refuseAll = true;
    // A VIP, whom both gates take.
    const text = codes(519, 520)[0]!;
    for (const window of [page, other]) expect(await scanAll(window, [text])).toBe(1);
    world.server.faults.refuseAll = false;
    for (const window of [page, other]) {
      const { conflicts } = await until(window, 'a conflict', (state) => state.conflicts.length === 1);
      expect(conflicts).toMatchObject([
        { registrationId: world.event.registrations[519]!.id, name: 'Tomáš Hopper 519' },
      ]);
    }
    const [one, two] = [await stateOf(page), await stateOf(other)];
    // The one whose scan is parked is in all the same, as far as this kiosk knows.
    expect(one.checkedIn - one.parked.length).toBe(two.checkedIn);
    await other.close();
  });

  test('SY2 a server with another log gets the whole journal again, and no one comes in twice meanwhile', async () => {
    const before = await page.evaluate(async () => (await window.kiosk.journal()).length);
    world.server.replaceLog();
    expect(world.server.log().records('scans')).toEqual([]);
    // The scan that was parked is offered with the others, and taken this time.
    await expect.poll(() => world.server.log().records('scans').length, { timeout: 60_000 }).toBe(before);
    await until(page, 'live', (state) => isLive(state) && state.pending === 0);
    expect(await admitText(page, codes(10, 11)[0]!)).toMatchObject({
      outcome: { verdict: { code: 'already_checked_in' } },
    });
    expect((await stateOf(page)).parked).toEqual([]);
  });

  test('changes are folded into the roster beyond the bound, and nothing is lost by it', async () => {
    await page.reload();
    await openKiosk(page, { ...options(), foldAbove: 50 });
    await until(page, 'live', isLive);
    for (let n = 600; n < 800; n++) {
      const person = world.event.registrations[n]!;
      world.server.log().set('registrations', { ...person, status: n % 2 === 0 ? 'cancelled' : 'confirmed' });
    }
    world.server.hint();
    const folded = async (): Promise<boolean> => {
      // What the fold made superfluous goes with the next round.
      world.server.hint();
      return page.evaluate(
        async ([head, max]) => {
          const docs = await window.kiosk.replica().collections.changes.find().exec();
          return docs.length <= max! && window.kiosk.cursorSeq() === head;
        },
        [world.server.log().head(), 50],
      );
    };
    await expect.poll(folded, { timeout: 60_000, interval: 500 }).toBe(true);
    world.server.faults.refuseAll = true;
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await openKiosk(page, options());
      }
      expect(await admitText(page, codes(600, 601)[0]!)).toMatchObject({ outcome: { verdict: { code: 'cancelled' } } });
      expect((await stateOf(page)).registrations).toBe(1_200);
    }
    world.server.faults.refuseAll = false;
    await until(page, 'live', (state) => isLive(state) && state.pending === 0);
  });

  test('changes of several pages come in one round, each page on the disk before the next is asked for', async () => {
    await page.evaluate(() => window.kiosk.setNetworkCut(true));
    await until(page, 'offline', isOffline);
    // Pages hold 500 changes.
    for (const person of world.event.registrations) {
      world.server.log().set('registrations', { ...person, status: 'cancelled' });
    }
    const before = world.server.requests().length;
    await page.evaluate(() => window.kiosk.setNetworkCut(false));
    const head = world.server.log().head();
    await expect.poll(() => page.evaluate(() => window.kiosk.cursorSeq()), { timeout: 60_000 }).toBe(head);
    await until(page, 'live', isLive);
    const asked = world.server.requests().slice(before);
    expect(asked.filter((request) => request.endsWith('/replication/pull')).length).toBeGreaterThanOrEqual(3);
    expect(asked.filter((request) => request.includes('/snapshot'))).toEqual([]);

    const isOnDisk = (): Promise<boolean> =>
      page.evaluate(async () => {
        const docs = await window.kiosk.replica().collections.changes.find().exec();
        return Math.max(...docs.map(({ seq }) => seq)) === window.kiosk.cursorSeq();
      });
    await expect.poll(isOnDisk, { timeout: 60_000 }).toBe(true);
    world.server.faults.refuseAll = true;
    await page.reload();
    await openKiosk(page, options());
    for (const n of [0, 700, 1_199])
      expect(await admitText(page, codes(n, n + 1)[0]!)).toMatchObject({ outcome: { verdict: { code: 'cancelled' } } });
    world.server.faults.refuseAll = false;
    await until(page, 'live', (state) => isLive(state) && state.pending === 0);
  });

  test('SY14 a revoked kiosk locks itself and keeps nothing but what was not sent', async () => {
    const kioskId = await page.evaluate(async () => (await window.kiosk.journal())[0]!.kiosk!);
    world.server.faults.refuseAll = true;
    await scanAll(page, codes(900, 903));
    await until(page, 'offline', isOffline);
    world.server.revoke(kioskId);
    world.server.faults.refuseAll = false;
    expect((await until(page, 'locked', (state) => state.sync.phase === 'locked')).sync).toMatchObject({
      code: 'kiosk_revoked',
    });
    await expect.poll(() => page.evaluate(() => window.kiosk.ready()), { timeout: 120_000 }).toBe(false);
    await expect
      .poll(() => page.evaluate(async () => (await window.kiosk.journal()).length), { timeout: 120_000 })
      .toBe(3);
    // The people leave memory after the scans have left the disk.
    await until(page, 'without people', (state) => state.registrations === 0);
    // The pairing goes last; a window that goes before it would open with it and go on with the wipe.
    await expect
      .poll(() => page.evaluate(() => window.kiosk.replica().settings.read('credentials')), { timeout: 120_000 })
      .toBe(null);
    await page.reload();
    expect(await openKiosk(page, options())).toBe('not_paired');
    expect(await page.evaluate(async () => (await window.kiosk.journal()).length)).toBe(3);
  });
});
