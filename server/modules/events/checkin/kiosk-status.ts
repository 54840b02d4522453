/** `events.kiosk_status`: what a kiosk says of itself, for the people who watch over the setups. */

import { ok } from '#shared/base/result.ts';
import { kiosks } from '#shared/modules/events/gate.ts';
import { kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { inContact } from '#shared/sync/presence.ts';
import { action } from '../../../core/collections/module.ts';

export const kioskStatusAction = action(kioskStatus, async (tx, input, { actor }) => {
  const kiosk = actor.kiosk && (await tx.get(kiosks, actor.kiosk.kiosk));
  if (!kiosk) return refuseWith('kiosk_only');
  const { softwareVersion, ...said } = input;
  await tx.update('kiosks', kiosk.id, {
    // What an older kiosk does not speak of is null here: not known, whatever it was before.
    ...said,
    ...inContact(kiosk, tx.now),
    ...(softwareVersion && { softwareVersion }),
  });
  return ok({ received: true });
});
