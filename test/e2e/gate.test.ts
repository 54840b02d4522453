/**
 * The main job, whole: the built kiosk in Chromium, the real server, the real device host and a printer on TCP. Scans
 * come in as key presses of three layouts, typed, and by a camera.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitmap, isBlack } from '#kiosk/bridge/bitmap.ts';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { dots } from '#shared/badge/layout.ts';
import { must } from '#shared/base/assert.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { compactSpelling, type DemoServer, mainGate, openDemoServer, sideGate } from '#test/fixtures/demo-server.ts';
import { type DeskPrinter, startDeskPrinter } from '#test/fixtures/desk-printer.ts';
import { readQr } from '#test/fixtures/escpos-picture.ts';
import { fakeCameraArgs, filmCode } from '#test/fixtures/fake-camera.ts';
import type { LayoutName } from '#test/fixtures/keyboard-layouts.ts';
import {
  confirmLink,
  type KioskWindow,
  openKioskWindow,
  patienceMs,
  type ShownVerdict,
} from '#test/fixtures/kiosk-window.ts';
import { onlyWhole } from '#test/fixtures/need-chromium.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

/** More than a snapshot's chunk holds, so that a first load has a middle. */
const attendeeCount = 1_200;
const startLimitMs = 600_000;
const dpi = 203;

let house: DemoServer;
let browser: Browser;
let context: BrowserContext;
let desk: DeskPrinter;
let printer: DeskPrinter['printer'];
let host: DeskPrinter['host'];
let folder: string;
let kiosk: KioskWindow;
/** On a phone, at the gate of a room. */
let side: KioskWindow;
let people: readonly RegistrationRecord[];
/** Of a person who is not admitted in another test: signed two hours ago. */
let agedCode: string;
/** Known before the kiosk is: news that is still on its way would let them in, as it should, and print a badge more. */
let unpaid: { readonly code: string; readonly name: string };
let cancelled: { readonly code: string; readonly name: string };

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
  house = await openDemoServer({ attendees: attendeeCount });
  people = await house.places('standard', 30);
  await house.restart('stop', { NOW_OFFSET_MS: String(-2 * hourMs) });
  agedCode = await house.code(person(29).id);
  await house.restart('stop');
  const petra = 'Petra Pending';
  const pending = await house.register('paid', petra, 'petra.pending@example.org');
  unpaid = { code: pending.ticket.qrCode, name: petra };
  const { id, name } = person(11);
  cancelled = { code: await house.code(id), name };
  const gone = await house.ask('DELETE', `/events/${house.eventId}/registrations/${id}`);
  expect(gone.status).toBeLessThan(300);
  desk = await startDeskPrinter({ origin: house.url, dataFolder: folder, widthDots: dots(defaultLayout.widthMm, dpi) });
  ({ printer, host } = desk);
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
}, startLimitMs);

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const person = (n: number): RegistrationRecord => must(people[n], `person ${n} of the demo`);
const scansOf = (registrationId: string) => house.all('scans', { registration: registrationId });
const at = (fromNowMs: number) => isoTime(Date.now() + fromNowMs);
const ready = { phase: 'open', ready: 'true', connection: 'online' };

describe('the first start', { timeout: startLimitMs }, () => {
  test('pairs by the link, shows how far its first load is, and is ready', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let chunks = 0;
    // The first chunk passes, the others wait until the test has looked.
    await context.route('**/api/v1/replication/snapshot/*/*', async (route) => {
      chunks += 1;
      if (chunks > 1) await held;
      await route.continue();
    });
    kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode(), host: host.url });
    const progress = kiosk.page.getByRole('progressbar', { name: 'Registrations loaded' });
    const shown = () => progress.evaluate((bar: HTMLProgressElement) => ({ value: bar.value, max: bar.max }));
    try {
      await expect.poll(() => chunks, { timeout: patienceMs }).toBeGreaterThan(1);
      // The second chunk is asked for while the first one is written.
      await expect.poll(async () => (await shown()).value, { timeout: patienceMs }).toBeGreaterThan(0);
      const { value, max } = await shown();
      expect(max).toBeGreaterThan(attendeeCount);
      expect(value).toBeLessThan(max);
      expect(await kiosk.state()).toMatchObject({ ready: 'false' });
    } finally {
      letGo();
    }
    await kiosk.until({ ...ready, pending: '0', printer: 'ready' });
    await context.unroute('**/api/v1/replication/snapshot/*/*');
    // The code is spent and the host's token is a secret: neither stays in the address.
    expect(new URL(kiosk.page.url()).search).not.toMatch(/pair|host/);
  });
});

describe('a ticket', { timeout: startLimitMs }, () => {
  const layouts: readonly (readonly [layout: LayoutName, first: number])[] = [
    ['us', 0],
    ['de', 2],
    ['fr', 4],
  ];
  /** Whether the screen said that it decided offline: on a busy machine the connection may break for a moment. */
  const seenOffline = new Map<number, boolean>();
  const see = (n: number, { words }: ShownVerdict) => seenOffline.set(n, words.includes('Decided offline'));

  test.each(layouts)('scanned by a wedge on a machine set to %s is admitted, in both spellings', async (layout, n) => {
    const asJson = await kiosk.scan(await house.code(person(n).id, 'json'), layout);
    expect(asJson).toMatchObject({ code: 'admitted', name: person(n).name });
    see(n, asJson);
    const asPicture = await kiosk.scan(await house.code(person(n + 1).id, 'compact'), layout);
    expect(asPicture).toMatchObject({ code: 'admitted', name: person(n + 1).name });
    see(n + 1, asPicture);
  });

  test('typed by hand is admitted', async () => {
    expect(await kiosk.type(await house.code(person(6).id))).toMatchObject({ code: 'admitted', name: person(6).name });
  });

  test('held to a camera is admitted, without a key pressed', async () => {
    const text = await house.code(person(7).id, 'compact');
    const filmed = await openBrowser(fakeCameraArgs(await filmCode(folder, text)), onlyWhole.camera);
    try {
      const allowed = await filmed.newContext({ permissions: ['camera'] });
      const address = new URL(`${house.url}/kiosk/`);
      const pair = await house.pairingCode();
      address.searchParams.set('pair', pair);
      const page = await allowed.newPage();
      await page.goto(address.href, { timeout: patienceMs });
      await confirmLink(page, { pair });
      // Looked for and read in one go: held there on, the code is soon one that was used already.
      const admitted = await page.waitForFunction(
        () => document.querySelector('[role="status"][data-verdict="admitted"] .answer-name')?.textContent,
        null,
        { timeout: 3 * patienceMs },
      );
      expect(await admitted.jsonValue()).toBe(person(7).name);
      await expect.poll(() => scansOf(person(7).id), { timeout: patienceMs }).toMatchObject([{ source: 'camera' }]);
    } finally {
      await filmed.close();
    }
  });

  test('reaches the server with the verdict and flags that the screen showed', async () => {
    await kiosk.until({ pending: '0' });
    for (const n of [0, 1, 2, 3, 4, 5]) {
      const flags = must(seenOffline.get(n), 'a verdict that was seen') ? ['offline'] : [];
      expect(await scansOf(person(n).id)).toMatchObject([{ verdict: 'admitted', source: 'wedge', flags }]);
      await expect
        .poll(() => house.all('checkins', { registration: person(n).id }), { timeout: patienceMs })
        .toHaveLength(1);
    }
    expect(await scansOf(person(6).id)).toMatchObject([{ verdict: 'admitted', source: 'typed' }]);
  });
});

describe('a ticket that opens nothing says why', { timeout: startLimitMs }, () => {
  test('used already: when and where', async () => {
    const shown = await kiosk.scan(await house.code(person(0).id, 'compact'));
    expect(shown).toMatchObject({ code: 'already_checked_in', name: person(0).name });
    expect(shown.words).toContain('Main entrance');
  });

  test('expired', async () => {
    expect(await kiosk.scan(agedCode)).toMatchObject({ code: 'code_expired', name: person(29).name });
  });

  test('forged: one character of the signature is another, and no name is given away', async () => {
    const text = await house.code(person(10).id);
    const at = text.lastIndexOf('"sig":"') + 10;
    const forged = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    expect(await kiosk.scan(forged)).toMatchObject({ code: 'code_forged', name: null });
  });

  test('not paid yet', async () => {
    expect(await kiosk.scan(unpaid.code)).toMatchObject({ code: 'not_confirmed', name: unpaid.name });
  });

  test('cancelled', async () => {
    expect(await kiosk.scan(cancelled.code)).toMatchObject({ code: 'cancelled', name: cancelled.name });
  });

  test('nothing of ours, typed or scanned', async () => {
    expect(await kiosk.type('What does this button do?')).toMatchObject({ code: 'code_malformed', name: null });
    expect(await kiosk.scan('4006381333931')).toMatchObject({ code: 'code_malformed', name: null });
  });

  test('of another gate', async () => {
    side = await openKioskWindow(await browser.newContext({ viewport: { width: 390, height: 844 } }), {
      url: house.url,
      pair: await house.pairingCode(sideGate),
    });
    await side.until({ ...ready, printer: 'none' });
    const shown = await side.scan(await house.code(person(12).id), 'de');
    expect(shown).toMatchObject({ code: 'wrong_gate', name: person(12).name });
    expect(shown.words).toContain('Main entrance (another area)');
    const [vip] = await house.places('vip', 1);
    expect(await side.scan(await house.code(must(vip, 'a VIP').id))).toMatchObject({ code: 'admitted' });
  });

  test('at the room of a session, by a kiosk on a phone: who is admitted was there, also without a network', async () => {
    const path = `/events/${house.eventId}/sessions`;
    const about = { title: 'In the room', startsAt: at(-hourMs / 2), endsAt: at(hourMs / 2) };
    const session = (await house.ask<{ id: string }>('POST', path, about)).body.id;
    const gate = must((await house.all('gates', { event: house.eventId, key: sideGate }))[0], 'the gate of the room');
    const linked = await house.ask('PATCH', `/api/v1/checkin_lists/${gate.list}`, { session });
    expect(linked.status).toBe(200);
    const [, second, third] = await house.places('vip', 3);
    const attended = async (n: typeof second) =>
      (await house.all('session_bookings', { session, registration: must(n, 'a VIP').id })).map(({ status }) => status);
    expect(await side.scan(await house.code(must(second, 'a VIP').id))).toMatchObject({ code: 'admitted' });
    await expect.poll(() => attended(second), { timeout: patienceMs }).toEqual(['attended']);
    await side.page.context().setOffline(true);
    await side.until({ connection: 'offline' });
    expect(await side.scan(await house.code(must(third, 'a VIP').id))).toMatchObject({ code: 'admitted' });
    expect(await attended(third)).toEqual([]);
    await side.page.context().setOffline(false);
    await expect.poll(() => attended(third), { timeout: patienceMs }).toEqual(['attended']);
    await side.page.context().close();
  });
});

describe('the badge', { timeout: startLimitMs }, () => {
  /** Black dots of the box where the layout puts the name. */
  function nameInk(page: Bitmap): string {
    const block = must(
      defaultLayout.elements.find(({ id }) => id === 'name'),
      'the name on the badge',
    );
    const { xMm, yMm, widthMm, heightMm } = block;
    const ink: string[] = [];
    for (let y = dots(yMm, dpi); y < dots(yMm + heightMm, dpi); y += 1)
      for (let x = dots(xMm, dpi); x < dots(xMm + widthMm, dpi); x += 1) if (isBlack(page, x, y)) ink.push(`${x},${y}`);
    return ink.join(' ');
  }

  test('of everyone admitted here comes out once, with their name and their code', async () => {
    const admitted = people.slice(0, 7);
    await expect.poll(() => printer.badges().length, { timeout: patienceMs }).toBeGreaterThanOrEqual(admitted.length);
    await kiosk.until({ printer: 'ready' });
    const badges = printer.badges();
    expect(badges.every(({ complete }) => complete)).toBe(true);
    expect(printer.complaints()).toEqual([]);
    const codes = await Promise.all(badges.map(({ bitmap }) => readQr(bitmap)));
    expect(codes.toSorted()).toEqual(admitted.map(({ badgeCode }) => [badgeCode]).toSorted());
    const inks = badges.map(({ bitmap }) => nameInk(bitmap));
    expect(Math.min(...inks.map((ink) => ink.split(' ').length))).toBeGreaterThan(500);
    expect(new Set(inks).size).toBe(new Set(admitted.map(({ name }) => name)).size);
  });

  test('photographed on a name badge opens no gate, and does not reveal the person', async () => {
    const photos = await Promise.all(printer.badges().map(({ bitmap }) => readQr(bitmap)));
    const wearer = (n: number): RegistrationRecord & { badgeCode: string } => {
      const badgeCode = must(photos[n]?.[0], `badge ${n}`);
      const worn = must(
        people.find((one) => one.badgeCode === badgeCode),
        `who wears badge ${n}`,
      );
      return { ...worn, badgeCode };
    };
    const tells = ({ name, company, email, ticketNumber }: RegistrationRecord): readonly string[] =>
      [name, company, email, ticketNumber].filter((text) => text !== null);
    // Three people: the same code again so soon would be no scan at all.
    const wearers = [wearer(0), wearer(1), wearer(2)] as const;
    const [scanned, withCapsLock, typed] = wearers;
    const shown = [
      await kiosk.scan(scanned.badgeCode),
      await kiosk.scan(withCapsLock.badgeCode.toLowerCase()),
      await kiosk.type(typed.badgeCode),
    ];
    for (const [n, verdict] of shown.entries()) {
      expect(verdict).toMatchObject({ code: 'code_malformed', name: null });
      expect(verdict.words).toContain('A name badge, not a ticket');
      for (const secret of tells(must(wearers[n], 'a wearer'))) expect(verdict.words).not.toContain(secret);
    }
    expect(await kiosk.page.getByRole('button', { name: 'Override…' }).count()).toBe(0);
    const asked = await house.ask('POST', '/events/checkin', { qrCode: scanned.badgeCode, gateId: mainGate });
    expect(asked).toMatchObject({ status: 422, body: { success: false, errors: [{ code: 'code_malformed' }] } });
    for (const secret of tells(scanned)) expect(JSON.stringify(asked.body)).not.toContain(secret);
    await kiosk.until({ pending: '0' });
    for (const { id } of wearers) {
      expect(await scansOf(id)).toHaveLength(1);
      expect(await house.all('checkins', { registration: id })).toHaveLength(1);
    }
  });

  test('does not come out again when the ticket is scanned again', async () => {
    const before = printer.badges().length;
    expect(await kiosk.scan(compactSpelling(await house.code(person(1).id)))).toMatchObject({
      code: 'already_checked_in',
    });
    // A badge that was wrongly queued would be printed before that of the next person.
    expect(await kiosk.scan(await house.code(person(13).id))).toMatchObject({ code: 'admitted' });
    await expect.poll(() => printer.badges().length, { timeout: patienceMs }).toBeGreaterThan(before);
    await kiosk.until({ printer: 'ready' });
    expect(await readQr(must(printer.badges()[0], 'a badge').bitmap)).toEqual([person(13).badgeCode]);
    expect(printer.badges()).toHaveLength(before + 1);
  });

  test('printer trouble is shown and stops no one', async () => {
    printer.setFault('paper_out');
    expect(await kiosk.scan(await house.code(person(14).id))).toMatchObject({ code: 'admitted' });
    await kiosk.until({ printer: 'error' });
    expect(await kiosk.scan(await house.code(person(15).id))).toMatchObject({ code: 'admitted' });
    printer.setFault(null);
    await kiosk.until({ printer: 'ready' });
  });
});
