/** The people index over the real replica in the browser: after a load, with every change, after a restart. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLive, type KioskWorld, openKiosk, openKioskWorld, until } from '#test/fixtures/kiosk-world.ts';

let world: KioskWorld;
let page: Page;

const options = () => ({ databaseName: 'people', baseUrl: world.server.baseUrl });
const patience = { timeout: 60_000 };
const idsOf = (text: string): Promise<string[]> =>
  page.evaluate(
    (typed) =>
      window.kiosk
        .replica()
        .people.search(typed, 20)
        .hits.map(({ id }) => id),
    text,
  );

beforeAll(async () => {
  world = await openKioskWorld(700);
  page = await world.window();
  await openKiosk(page, { ...options(), pairingCode: world.server.pairingCode(world.event.gates.main) });
  await until(page, 'live', isLive);
}, 180_000);
afterAll(() => world.end());

describe('people of the replica', { timeout: 400_000 }, () => {
  test('are found after the first load, as they are after a change, and not once they are gone', async () => {
    const [someone, other] = world.event.registrations.slice(600);
    if (!someone || !other) throw new Error('the event has 700 registrations');
    await expect.poll(() => idsOf(String(someone.ticketNumber)), patience).toEqual([someone.id]);
    world.server.log().set('registrations', { ...someone, name: 'Quirina Xylander' });
    world.server.hint();
    await expect.poll(() => idsOf('xylander'), patience).toEqual([someone.id]);
    world.server.log().remove('registrations', other.id);
    world.server.hint();
    await expect.poll(() => idsOf(String(other.ticketNumber)), patience).toEqual([]);
    // A new window builds the index from what lies on the disk.
    await page.close();
    page = await world.window();
    await openKiosk(page, options());
    await expect.poll(() => idsOf('xylander'), patience).toEqual([someone.id]);
    expect(await idsOf(String(other.ticketNumber))).toEqual([]);
  });
});
