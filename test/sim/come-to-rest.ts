/** SIM7: queues run empty and everyone comes to know what the server knows, by themselves and in bounded time. */
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { type Broken, liveOf } from './check.ts';
import type { SimKiosk } from './sim-kiosk.ts';
import type { World } from './world.ts';

const restMaxMs = 12 * minuteMs;
/** What comes in with the last answers. */
const afterglowMs = 2 * secondMs;
/** A kiosk that never answered is dialled again within 15 seconds. */
const lanAfterglowMs = 20 * secondMs;
/** Every kiosk has pulled once more, and swept what a fold left: for the last check. */
const longAfterglowMs = 35 * secondMs;

/** @returns what did not come to rest; empty when all did */
export async function comeToRest(view: World): Promise<Broken[]> {
  const { server, time } = view;
  const endMs = time.now() + restMaxMs;
  let head: number | null = null;
  while (time.now() < endMs) {
    await time.runUntil(time.now() + secondMs);
    if (head === null && queuesAreEmpty(view) && server.lag() === 0) head = await server.tenantStore.head();
    if (head === null || !knowTheLog(view, head)) continue;
    await time.runUntil(time.now() + afterglowOf(view));
    return [];
  }
  const stuck = view.kiosks.map(kioskText).join('; ');
  const faults = server.followerFaults().slice(-2).join('; ');
  const at = `server at ${await server.tenantStore.head()}, lag ${server.lag()}, ${faults}`;
  const what = `no rest after ${restMaxMs / minuteMs} minutes: ${stuck}; ${at}`;
  return [{ id: 'SIM7', round: view.round, what }];
}

function afterglowOf({ round, scenario }: World): number {
  if (round === 'restarted') return longAfterglowMs;
  return scenario.lan === null ? afterglowMs : lanAfterglowMs;
}

function queuesAreEmpty(view: World): boolean {
  const wiped = [...view.revoked].every((n) => {
    const tables = view.kiosks[n]!.disk.tables();
    return tables.keys('chunks').length === 0 && tables.get('settings', 'credentials') === null;
  });
  return wiped && liveOf(view).every((kiosk) => kiosk.running()?.replica.journal.pending() === 0);
}

function knowTheLog(view: World, head: number): boolean {
  return liveOf(view).every((kiosk) => {
    const cursor = kiosk.running()?.replica.cursor();
    return cursor?.log === view.server.tenantStore.logId && cursor.seq >= head;
  });
}

function kioskText(kiosk: SimKiosk): string {
  const running = kiosk.running();
  if (!running) return `kiosk ${kiosk.n} ${kiosk.unpaired() ? 'unpaired' : `off ${kiosk.bootFaults().join('; ')}`}`;
  const { replica, sync } = running;
  const at = replica.cursor()?.seq ?? 'nothing';
  return `kiosk ${kiosk.n} ${sync.phase().phase}, ${replica.journal.pending()} pending, at ${at}`;
}
