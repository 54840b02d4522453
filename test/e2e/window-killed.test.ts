/**
 * Green means on disk: the whole browser is killed in the middle of scanning, round after round over one profile, and
 * every green shown survives it: into the journal of the next start, and in the end onto the server.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type Chromium, launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { confirmLink, type KioskWindow, kioskAddress, kioskOn, patienceMs } from '#test/fixtures/kiosk-window.ts';

const limitMs = 1_500_000;
const rounds = 20;
/** Shown before the kill comes; scanning goes on until it has come. */
const enoughGreens = 4;
const enoughCodes = 250;
/** Typed in one round, at most: where news of a green or the kill is slow, the tickets would run out. */
const typedMost = 12;
const lookMs = 5;
/** What survives, survived on this disk: nothing gets out while it scans. */
const pushes = '**/api/v1/replication/*/push';

let house: DemoServer;
let profile: Awaited<ReturnType<typeof newProfile>>;
let chromium: Chromium;

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 330 });
  profile = await newProfile();
}, limitMs);

afterAll(async () => {
  await chromium?.close();
  await profile?.remove();
  await house?.end();
}, 60_000);

interface Watched {
  readonly kiosk: KioskWindow;
  /** Scans may leave from now on. */
  release(): void;
}

/** A window whose page calls `saw` at the moment it shows an admission. */
async function openWindow(saw: (scanId: string) => void, pair?: string): Promise<Watched> {
  chromium = await launchChromium(profile.folder);
  const page = await chromium.context.newPage();
  const released = Promise.withResolvers<void>();
  // Held, not refused: the kiosk is connected and has the server's time, and its scans stay where they are.
  await page.route(pushes, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.exposeFunction('sawGreen', saw);
  await page.addInitScript(() => {
    const reported = new Set<string>();
    const look = (): void => {
      const scan = document.querySelector<HTMLElement>('[data-verdict="admitted"]')?.dataset['scan'];
      if (scan === undefined || reported.has(scan)) return;
      reported.add(scan);
      Reflect.get(window, 'sawGreen')(scan);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const address = kioskAddress({ url: house.url, camera: 'off', ...(pair === undefined ? {} : { pair }) });
  await page.goto(address, { timeout: patienceMs });
  await confirmLink(page, pair === undefined ? {} : { pair });
  const kiosk = await kioskOn(page);
  await kiosk.until({ phase: 'open', ready: 'true', connection: 'online' });
  return { kiosk, release: released.resolve };
}

test(
  `kill -9 of the browser while it scans, ${rounds} times: every scan shown green is in the journal after the next start, and reaches the server`,
  async () => {
    const people = await house.places('standard', enoughCodes);
    const codes = (await Promise.all(people.map(({ id }) => house.code(id)))).values();
    const shown = new Set<string>();
    let typed = 0;

    for (let round = 0; round < rounds; round += 1) {
      const before = shown.size;
      const enough = Promise.withResolvers<void>();
      const saw = (scanId: string): void => {
        shown.add(scanId);
        if (shown.size - before === enoughGreens) enough.resolve();
      };
      const { kiosk } = await openWindow(saw, round === 0 ? await house.pairingCode() : undefined);
      // Nothing has been sent: the journal holds everything that was shown in all rounds before this one.
      expect(Number((await kiosk.state()).pending)).toBeGreaterThanOrEqual(before);
      let typedNow = 0;
      let killed = false;
      const scanning = (async () => {
        for (const code of codes) {
          while (!killed && typedNow >= typedMost) await wait(lookMs);
          if (killed) return;
          typedNow += 1;
          typed += 1;
          await kiosk.type(code);
        }
        throw new Error('the tickets have run out: too few of them were shown green');
      })().catch(enough.reject);
      await enough.promise;
      await chromium.kill();
      killed = true;
      await scanning;
    }
    // The kills came in the middle, not after the last one.
    expect(typed).toBeLessThan(people.length);
    expect(shown.size).toBeGreaterThanOrEqual(rounds * enoughGreens);

    const { kiosk, release } = await openWindow(() => undefined);
    expect(Number((await kiosk.state()).pending)).toBeGreaterThanOrEqual(shown.size);
    expect(await house.all('scans', { event: house.eventId })).toEqual([]);
    release();
    await kiosk.until({ connection: 'online', pending: '0' });
    const sent = (await house.all('scans', { event: house.eventId })).map(({ id }) => id);
    expect([...shown].filter((id) => !sent.includes(id))).toEqual([]);
    // One that was on its way when a kill came may be there without having been seen; none is there twice.
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.length).toBeLessThanOrEqual(typed);
  },
  limitMs,
);
