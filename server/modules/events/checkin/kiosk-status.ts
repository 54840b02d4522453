/** `events.kiosk_status`: the status that a kiosk reports, shown on the supervisors' board. */

import { ok } from '#shared/base/result.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import { kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { lanAddresses } from '#shared/peers/lan-address.ts';
import { inContact } from '#shared/sync/presence.ts';
import { action } from '../../../core/collections/action.ts';

export const kioskStatusAction = action(kioskStatus, async (tx, input, { actor }) => {
  const kiosk = actor.kiosk && (await tx.get(kiosks, actor.kiosk.kiosk));
  if (!kiosk) return refuseWith('kiosk_only');
  const { peerAddresses, softwareVersion, ...said } = input;
  await tx.update('kiosks', kiosk.id, {
    // A value that an older kiosk does not send is null here: unknown, even if a newer version sent it before.
    ...said,
    peerAddresses: peerAddresses && lanAddresses(peerAddresses),
    ...inContact(kiosk, tx.now),
    ...(softwareVersion && { softwareVersion }),
  });
  return ok({ received: true });
});
