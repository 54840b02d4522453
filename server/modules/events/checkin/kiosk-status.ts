/** `events.kiosk_status`: the status that a kiosk reports, for the supervisors' board; a box reports for its kiosks, too. */

import { ok } from '#shared/base/result.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { lanAddresses } from '#shared/peers/lan-address.ts';
import { inContact, spokenFor } from '#shared/sync/presence.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';

type KioskAtBox = NonNullable<StatusRequest['kiosks']>[number];

/** Roles of the kiosks that a box reports for; exhibitors' devices and boxes sync with this server. */
const rolesAtBox: ReadonlySet<string> = new Set(['gate', 'self-service']);

/**
 * SY27: a box speaks for a kiosk of its event that does not speak for itself. Its report changes what is shown of the kiosk,
 * and nothing that a right follows from: `lastSeenAt`, revocation and keys stay what they are.
 */
function mayBoxSpeakFor(box: KioskRecord, kiosk: KioskRecord): boolean {
  const speaksItself = kiosk.presence === 'online' && kiosk.viaBox === null;
  return kiosk.event === box.event && kiosk.revokedAt === null && rolesAtBox.has(kiosk.role) && !speaksItself;
}

async function keepKioskAtBox(tx: Transaction, box: KioskRecord, said: KioskAtBox): Promise<void> {
  const { kiosk: id, peerAddresses, softwareVersion, ...facts } = said;
  const kiosk = await tx.get(kiosks, id);
  if (!kiosk || !mayBoxSpeakFor(box, kiosk)) return;
  await tx.update('kiosks', kiosk.id, {
    ...facts,
    peerAddresses: peerAddresses && lanAddresses(peerAddresses),
    ...spokenFor(kiosk, box.id, tx.now),
    ...(softwareVersion && { softwareVersion }),
  });
}

export const kioskStatusAction = action(kioskStatus, async (tx, input, { actor }) => {
  const kiosk = actor.kiosk && (await tx.get(kiosks, actor.kiosk.kiosk));
  if (!kiosk) return refuseWith('kiosk_only');
  const { kiosks: atBox, peerAddresses, softwareVersion, ...said } = input;
  if (atBox && kiosk.role !== 'box') return refuseWith('not_yours', { path: 'kiosks' });
  await tx.update('kiosks', kiosk.id, {
    // A value that an older kiosk does not send is null here: unknown, even if a newer version sent it before.
    ...said,
    peerAddresses: peerAddresses && lanAddresses(peerAddresses),
    ...inContact(kiosk, tx.now),
    ...(softwareVersion && { softwareVersion }),
    ...(kiosk.viaBox !== null && { viaBox: null, viaBoxAt: null }),
  });
  for (const one of atBox ?? []) await keepKioskAtBox(tx, kiosk, one);
  return ok({ received: true });
});
