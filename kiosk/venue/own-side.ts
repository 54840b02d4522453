/** The movements of this kiosk, as it offers them to its peers. */
import type { Journal, JournalScan } from '#kiosk/store/replica.ts';
import type { PeerScan } from '#shared/peers/entry.ts';

const pageRows = 5_000;

export function isMovement({ verdict }: Pick<JournalScan, 'verdict'>): boolean {
  return verdict === 'admitted' || verdict === 'undone';
}

/** Returns the scan as it goes to the server: the person that it registers travels apart from it. */
export function asPeerScan(recorded: JournalScan): PeerScan {
  const { walkIn: _walkIn, ...scan } = recorded as JournalScan & { readonly walkIn?: unknown };
  return scan as unknown as PeerScan;
}

/** Returns the movements by counter, ascending. */
export async function ownMovements(journal: Journal): Promise<readonly PeerScan[]> {
  const movements: PeerScan[] = [];
  for (let after = 0; after < journal.lastCounter(); ) {
    const page = await journal.after(after, pageRows);
    movements.push(...page.filter(isMovement).map(asPeerScan));
    after = page.at(-1)?.counter ?? journal.lastCounter();
  }
  return movements;
}
