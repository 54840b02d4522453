/**
 * Scans of other kiosks, heard on the LAN, on their way to the server through this one (SY23): offered until each has its
 * answer. Their own kiosks push them too; whichever comes first counts, the other is a duplicate.
 */
import { validate } from '#shared/schema/validate.ts';
import { pushAnswer } from '#shared/sync/down.ts';
import type { Link } from './link.ts';

/** A scan as the device that made it signed it. */
export interface RelayedScan {
  readonly scan: { readonly id: string };
  /** Counter of the movement before it in the device's log. */
  readonly previous: number;
  readonly signature: string;
}

/** Statuses that speak about the rows themselves. */
const rowsAreBad: ReadonlySet<number> = new Set([400, 413, 422]);

/** @returns ids of the scans that the server has answered, with any outcome: they need not be offered again */
export async function relayScans(entries: readonly RelayedScan[], link: Link): Promise<readonly string[]> {
  const [only, second] = entries;
  if (only === undefined || !link.up()) return [];
  const rows = entries.map(({ scan, previous, signature }) => ({
    newDocumentState: scan,
    relay: { previous, signature },
  }));
  const answer = await link.ask({ method: 'POST', path: '/api/v1/replication/scans/push', body: { rows } });
  if (answer.kind === 'ok') {
    const read = validate(pushAnswer, answer.body, { mode: 'create', unknown: 'drop' });
    return read.ok ? read.value.items.map(({ id }) => id) : [];
  }
  // One bad row never holds back the rows beside it; an older server takes none, and is not asked again for this one.
  if (answer.kind !== 'refused' || !rowsAreBad.has(answer.status)) return [];
  if (second === undefined) return [only.scan.id];
  const half = Math.ceil(entries.length / 2);
  return [...(await relayScans(entries.slice(0, half), link)), ...(await relayScans(entries.slice(half), link))];
}
