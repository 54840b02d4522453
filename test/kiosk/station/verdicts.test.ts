/** Scans at a kiosk, from the text of the code to the recorded verdict, without a server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#shared/base/time.ts';
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
import type { WireRecord } from '#test/fixtures/wire-event.ts';

let world: KioskWorld;
let page: Page;

beforeAll(async () => {
  world = await openKioskWorld(200);
  page = await world.window();
  const pairingCode = world.server.pairingCode(world.event.gates.main);
  await openKiosk(page, { databaseName: 'verdicts', baseUrl: world.server.baseUrl, pairingCode });
  await until(page, 'live', isLive);
}, 180_000);
afterAll(() => world.end());

const person = (n: number): WireRecord => world.event.registrations[n]!;
const codeOf = (n: number, ageMs = 0): string => world.event.code(person(n), Date.now() - ageMs);

/** Changes a registration at the server and waits until the kiosk knows. */
async function change(n: number, fields: Record<string, unknown>): Promise<void> {
  world.server.log().set('registrations', { ...person(n), ...fields });
  world.server.hint();
  const head = world.server.log().head();
  await expect
    .poll(() => page.evaluate(() => window.kiosk.cursorSeq()), { timeout: 120_000 })
    .toBeGreaterThanOrEqual(head);
}

async function verdictOf(...candidates: string[]) {
  const result = await admitText(page, ...candidates);
  if (result.kind !== 'decided') throw new Error(`not decided: ${result.message}`);
  return { ...result.outcome, code: result.outcome.verdict.code };
}

describe('a scan at a kiosk', { timeout: 400_000 }, () => {
  test('admits once, and says when and where the second time, before the server has said anything', async () => {
    world.server.faults.refuseAll = true;
    const first = await verdictOf(codeOf(0));
    const second = await verdictOf(codeOf(0, minuteMs));
    world.server.faults.refuseAll = false;
    expect(first.code).toBe('admitted');
    expect(second).toMatchObject({
      code: 'already_checked_in',
      verdict: { detail: { checkedInAt: first.scannedAt, gate: 'Main entrance', kiosk: 'Test kiosk' } },
    });
    await until(page, 'live', isLive);
  });

  test('Q01 refuses what is expired, forged, changed by one character, or not for this event', async () => {
    expect((await verdictOf(codeOf(1, 2 * hourMs))).code).toBe('code_expired');
    expect((await verdictOf(codeOf(1, -10 * minuteMs))).code).toBe('code_from_future');
    const forged = await verdictOf(world.event.forgedCode(person(1), Date.now()));
    expect(forged).toMatchObject({ code: 'code_forged', person: null });
    const code = codeOf(1);
    const flipped = `${code.slice(0, 90)}${code[90] === 'A' ? 'B' : 'A'}${code.slice(91)}`;
    expect(['code_forged', 'code_malformed']).toContain((await verdictOf(flipped)).code);
    expect((await verdictOf('https://evil.example')).code).toBe('code_malformed');
    expect((await verdictOf(codeOf(1))).code).toBe('admitted');
  });

  test('refuses by the state of the registration as soon as it is known', async () => {
    await change(2, { status: 'pending', paymentStatus: 'pending' });
    expect((await verdictOf(codeOf(2))).code).toBe('not_confirmed');
    await change(2, { status: 'cancelled' });
    expect((await verdictOf(codeOf(2))).code).toBe('cancelled');
    await change(2, { status: 'confirmed', paymentStatus: 'refunded' });
    expect((await verdictOf(codeOf(2))).code).toBe('refunded');
    await change(2, { revokedAt: new Date().toISOString() });
    expect((await verdictOf(codeOf(2))).code).toBe('revoked');
    await change(2, { blockedReason: 'Ask for the badge' });
    expect(await verdictOf(codeOf(2))).toMatchObject({
      code: 'blocked',
      verdict: { detail: { blockedReason: 'Ask for the badge' } },
    });
  });

  test('SY15 a person who left this gate’s bounds is unknown here', async () => {
    world.server.log().remove('registrations', person(3).id);
    world.server.hint();
    await until(page, 'one person fewer', (state) => state.registrations === 199);
    expect(await verdictOf(codeOf(3))).toMatchObject({
      code: 'admitted',
      verdict: { flags: ['unverified'] },
      person: null,
    });
    // Taken on trust, but only once.
    expect((await verdictOf(codeOf(3, minuteMs))).code).toBe('already_checked_in');
  });

  test('names a gate that would admit', async () => {
    const gate = {
      ...world.server
        .log()
        .records('gates')
        .find((g) => g.id === world.event.gates.main)!,
    };
    world.server.log().set('gates', { ...gate, ticketTypes: [world.event.ticketTypes.vip] });
    await change(4, {});
    expect(await verdictOf(codeOf(4))).toMatchObject({ code: 'wrong_gate', verdict: { detail: { gates: [] } } });
    world.server.log().set('gates', { ...gate, ticketTypes: [] });
    await change(4, {});
    expect((await verdictOf(codeOf(4))).code).toBe('admitted');
  });

  test('of two scans of one ticket at the same moment exactly one is admitted', async () => {
    for (let n = 10; n < 30; n++) {
      const codes = [[codeOf(n)], [codeOf(n, minuteMs)], [codeOf(n)]];
      const results = await page.evaluate((scans) => window.kiosk.admitAtOnce(scans), codes);
      const verdicts = results.map((result) => (result.kind === 'decided' ? result.outcome.verdict.code : result.kind));
      expect(verdicts.toSorted()).toEqual(['admitted', 'already_checked_in', 'already_checked_in']);
    }
  });

  test('records everything, refusals too, with what it knew', async () => {
    const before = await page.evaluate(() => window.kiosk.journal());
    await verdictOf('garbage');
    const after = await page.evaluate(() => window.kiosk.journal());
    expect(after.length).toBe(before.length + 1);
    const last = after.at(-1)!;
    expect(last).toMatchObject({
      verdict: 'code_malformed',
      counter: after.length,
      source: 'wedge',
      list: world.event.lists.hall,
    });
    expect(last.gate).toBe('main-entrance');
    expect(last.knownSeq).toBeGreaterThan(0);
    expect(after.map((scan) => scan.counter)).toEqual(after.map((_, i) => i + 1));
    expect(Object.keys(last)).not.toContain('name');
    await until(page, 'nothing unsent', (state) => state.pending === 0);
    expect(world.server.log().records('scans').length).toBe(after.length);
  });

  test('Q05 without trust in its clock it says so, and recovers by the next signed time', async () => {
    await page.evaluate(() => window.kiosk.setNetworkCut(true));
    // Not before the kiosk knows: "live" after the cut would else be the word of before.
    await until(page, 'offline', isOffline);
    await page.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() + 86_400_000;
    });
    expect((await verdictOf(codeOf(40))).code).toBe('clock_untrusted');
    await page.evaluate(() => window.kiosk.setNetworkCut(false));
    await until(page, 'live', isLive);
    const good = await verdictOf(codeOf(40));
    expect(good.code).toBe('admitted');
    // Corrected time, although the device is a day ahead.
    expect(Math.abs(Date.parse(good.scannedAt) - Date.now())).toBeLessThan(hourMs);
    expect(await stateOf(page)).toMatchObject({ networkCut: false });
  });
});
