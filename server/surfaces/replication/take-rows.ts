/** Rows that this server itself brings, as a box does with scans that it heard on the LAN: by the same way as a push. */

import type { Platform } from '../../core/platform.ts';
import { deviceRights } from '../../core/policy/device-rights.ts';
import type { ReplicationParts } from './mount-replication.ts';
import { pushRows } from './push-rows.ts';
import { type Relay, relayedFor } from './relayed-row.ts';
import { askedCollection } from './replica-view.ts';
import type { Item, PushRow } from './row-content.ts';
import { takenOf } from './taken-rows.ts';

type Brought = Pick<PushRow, 'newDocumentState'> & { readonly relay: Relay };
export type TakeScans = (rows: readonly Brought[]) => Promise<readonly Item[]>;

/**
 * @param device the device of this server that brings them, and none of its own: each row is signed by the kiosk that made it
 * @returns a function that takes rows; it resolves when those that are not refused are durable, with their signatures
 */
export function scansBroughtBy(
  device: string,
  { kiosks, platform, signedRows, source }: ReplicationParts & { readonly platform: Platform },
): TakeScans {
  return async (brought) => {
    const rows = brought.map((row) => ({ ...row, assumedMasterState: null }));
    const bringer = await kiosks.actorOf(device);
    if (bringer === null || !deviceRights[bringer.actor.kiosk?.role ?? 'gate'].relaysOnly)
      throw new Error('rows are brought by a box that is listed in its own replica');
    const caller = await platform.as(bringer.actor);
    const asked = askedCollection(caller.actor, caller.registry, 'scans', 'push');
    if (!asked.ok) throw new Error(asked.errors[0].message);
    const rowsOf = await source(caller.actor.tenant);
    const items = await pushRows(
      caller,
      (collection, id) => rowsOf.get(collection, id),
      asked.value,
      rows,
      relayedFor(caller.actor, asked.value.name, kiosks, platform),
      'signed',
    );
    await signedRows?.keep(
      caller.actor.tenant,
      asked.value.name,
      takenOf(rows, items).map((row) => ({ ...row, heard: true })),
    );
    return items;
  };
}
