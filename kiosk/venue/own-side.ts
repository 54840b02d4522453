/** What this kiosk brings along: its movements, the number of its run, and a host where the machine has none. */
import type { PeerApi } from '#kiosk/bridge/peer-api.ts';
import type { Journal, JournalScan, Settings } from '#kiosk/store/replica.ts';
import type { PeerScan } from '#shared/peers/entry.ts';

const runSetting = 'venue_run';
const pageRows = 5_000;

export function isMovement({ verdict }: Pick<JournalScan, 'verdict'>): boolean {
  return verdict === 'admitted' || verdict === 'undone';
}

/** As it goes to the server: whom it registers travels apart from it. */
export function asPeerScan(recorded: JournalScan): PeerScan {
  const { walkIn: _walkIn, ...scan } = recorded as JournalScan & { readonly walkIn?: unknown };
  return scan as unknown as PeerScan;
}

/** By counter, ascending. */
export async function ownMovements(journal: Journal): Promise<readonly PeerScan[]> {
  const movements: PeerScan[] = [];
  for (let after = 0; after < journal.lastCounter(); ) {
    const page = await journal.after(after, pageRows);
    movements.push(...page.filter(isMovement).map(asPeerScan));
    after = page.at(-1)?.counter ?? journal.lastCounter();
  }
  return movements;
}

/** Durable before a frame is sealed: a number that comes again would make a nonce come again. */
export async function nextRun(settings: Settings): Promise<number> {
  const last = await settings.read(runSetting);
  const run = (typeof last === 'number' && Number.isSafeInteger(last) ? last : 0) + 1;
  await settings.write(runSetting, run);
  return run;
}

export const noHost: PeerApi = {
  open: () => Promise.reject(new Error('this machine has no device host')),
  close: async () => undefined,
  dial: async () => 'not_open',
  send: async () => false,
  keep: async () => undefined,
  hangUp: async () => undefined,
  onEvent: () => () => {},
};
