/** Green means on disk: the whole browser is killed in the middle of scanning, and every green shown survives it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type Chromium, launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type DemoHouse, openDemoHouse } from '#test/fixtures/demo-house.ts';
import { type KioskWindow, kioskAddress, kioskOn, patienceMs } from '#test/fixtures/kiosk-window.ts';

const limitMs = 600_000;
const enoughGreens = 25;
const rounds = 2;

let house: DemoHouse;
let profile: Awaited<ReturnType<typeof newProfile>>;
let chromium: Chromium;

beforeAll(async () => {
  await builtApps();
  house = await openDemoHouse({ attendees: 500 });
  profile = await newProfile();
}, limitMs);

afterAll(async () => {
  await chromium?.close();
  await profile?.remove();
  await house?.end();
}, 60_000);

/** A window whose greens are told to `saw` by the page itself, in the moment they stand there. */
async function openWindow(
  saw: (scanId: string) => void,
  { pair, block }: { pair?: string; block?: string } = {},
): Promise<KioskWindow> {
  chromium = await launchChromium(profile.folder);
  const page = await chromium.context.newPage();
  if (block !== undefined) await page.route(block, (route) => route.abort());
  await page.exposeFunction('sawGreen', saw);
  await page.addInitScript(() => {
    const told = new Set<string>();
    const look = (): void => {
      const scan = document.querySelector<HTMLElement>('[data-verdict="admitted"]')?.dataset['scan'];
      if (scan === undefined || told.has(scan)) return;
      told.add(scan);
      Reflect.get(window, 'sawGreen')(scan);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(kioskAddress({ url: house.url, camera: 'off', ...(pair === undefined ? {} : { pair }) }));
  const kiosk = await kioskOn(page);
  await kiosk.until({ phase: 'open', ready: 'true' });
  return kiosk;
}

test(
  'kill -9 of the browser while it scans: every scan shown green reaches the server after the next start',
  async () => {
    const people = await house.places('standard', 400);
    const codes = await Promise.all(people.map(({ id }) => house.code(id)));
    const shown = new Set<string>();
    let next = 0;
    let unsent = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = shown.size;
      const pairing = round === 0 ? { pair: await house.pairingCode() } : {};
      const kiosk = await openWindow((scanId) => shown.add(scanId), pairing);
      await kiosk.until({ connection: 'online' });
      // Nothing gets out: what survives, survived on this disk.
      await kiosk.page.context().setOffline(true);
      const scanning = (async () => {
        for (;;) {
          const code = codes[next++];
          if (code === undefined) return;
          await kiosk.type(code);
        }
      })().catch(() => undefined);
      await expect.poll(() => shown.size - before, { timeout: patienceMs, interval: 5 }).toBeGreaterThan(enoughGreens);
      await chromium.kill();
      await scanning;
      // The kill came in the middle, not after the last one.
      expect(next).toBeLessThan(codes.length);
      unsent = shown.size - before;
    }

    // What the journal holds is counted before any of it is sent.
    const replication = '**/api/v1/replication/**';
    const kiosk = await openWindow(() => undefined, { block: replication });
    const { pending } = await kiosk.state();
    expect(Number(pending)).toBeGreaterThanOrEqual(unsent);
    await kiosk.page.unroute(replication);
    await kiosk.until({ connection: 'online', pending: '0' });
    const sent = new Set((await house.all('scans', { event: house.eventId })).map(({ id }) => id));
    expect([...shown].filter((id) => !sent.has(id))).toEqual([]);
    expect(shown.size).toBeGreaterThan(rounds * enoughGreens);
  },
  limitMs,
);
