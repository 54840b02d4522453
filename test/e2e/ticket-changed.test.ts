/**
 * A ticket that was changed or passed on, at a real kiosk without a network: what was withdrawn before it went offline is
 * refused, what was withdrawn since is judged by what the kiosk knows, and the server says afterwards what was wrong.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type KioskWindow, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const limitMs = 600_000;
let house: DemoServer;
let browser: Browser;
let kiosk: KioskWindow;
let people: readonly RegistrationRecord[];

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 20 });
  people = await house.places('standard', 4);
  browser = await openBrowser();
  kiosk = await openKioskWindow(await browser.newContext(), { url: house.url, pair: await house.pairingCode() });
  await kiosk.until({ ready: 'true', connection: 'online' });
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.end();
}, 60_000);

const person = (n: number) => must(people[n], `person ${n} of the demo`);

async function done(path: string, body: object): Promise<void> {
  const answer = await house.ask('POST', `/events/${house.eventId}/registrations/${path}`, body);
  expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
}
const toVip = (n: number) => done(`${person(n).id}/ticket-type`, { ticketType: 'vip' });
const passOn = (n: number, name: string) =>
  done(`${person(n).id}/transfer`, {
    attendee: { name, email: `${name.toLowerCase().replace(' ', '-')}@example.org` },
  });

/** Changes come down in their order: who knows the last one knows those before it. */
async function knows(name: string): Promise<void> {
  const { page } = kiosk;
  await page.getByRole('button', { name: 'Find a person' }).click();
  const panel = page.getByRole('dialog', { name: 'Find a person' });
  await expect
    .poll(
      async () => {
        await panel.getByRole('textbox').fill('');
        await panel.getByRole('textbox').fill(name);
        return panel.locator('.person').filter({ hasText: name }).count();
      },
      { timeout: patienceMs, interval: 500 },
    )
    .toBe(1);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

test(
  'an old code is refused offline where the kiosk was synced; one withdrawn since is admitted, and reported',
  async () => {
    const old = await Promise.all([0, 1, 2, 3].map((n) => house.code(person(n).id)));
    const oldCode = (n: number) => must(old[n], 'a code');
    await toVip(0);
    await passOn(1, 'Newcomer Ngata');
    await knows('Newcomer Ngata');
    const fresh = await Promise.all([0, 1].map((n) => house.code(person(n).id)));

    await kiosk.page.context().setOffline(true);
    await kiosk.until({ connection: 'offline' });
    expect(await kiosk.type(oldCode(0))).toMatchObject({ code: 'revoked' });
    expect(await kiosk.type(oldCode(1))).toMatchObject({ code: 'revoked' });
    expect(await kiosk.type(must(fresh[0], 'a code'))).toMatchObject({ code: 'admitted', name: person(0).name });
    expect(await kiosk.type(must(fresh[1], 'a code'))).toMatchObject({ code: 'admitted', name: 'Newcomer Ngata' });

    // The kiosk cannot know of these.
    await toVip(2);
    await passOn(3, 'Latecomer Lund');
    const late = await house.code(person(3).id);
    expect(await kiosk.type(oldCode(2))).toMatchObject({ code: 'admitted', name: person(2).name });
    expect(await kiosk.type(oldCode(3))).toMatchObject({ code: 'admitted', name: person(3).name });
    await kiosk.until({ pending: '6' });

    await kiosk.page.context().setOffline(false);
    await kiosk.until({ connection: 'online', pending: '0' });
    await knows('Latecomer Lund');
    const reports = async () =>
      (await house.ask<{ data: readonly { registration: string }[] }>('GET', '/api/v1/admission_reports')).body.data;
    await expect.poll(async () => (await reports()).length, { timeout: patienceMs }).toBe(2);
    const found = { kind: 'admitted_against_rules', about: 'verdict:revoked', acknowledgedAt: null };
    expect(await reports()).toMatchObject([found, found]);
    // Neither scan counts for the person who holds the ticket now.
    expect(await house.all('checkins', { registration: person(3).id })).toEqual([]);
    expect(await kiosk.type(oldCode(3))).toMatchObject({ code: 'revoked' });
    expect(await kiosk.type(late)).toMatchObject({ code: 'admitted', name: 'Latecomer Lund' });
  },
  limitMs,
);
