/** `events.kiosk_status`: what a kiosk says of itself, for the people who watch over the doors. */
import { ok } from '#shared/base/result.ts';
import { kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../collections/module.ts';

export const kioskStatusAction = action(kioskStatus, async (tx, input, { actor }) => {
  if (!actor.kiosk || !(await tx.get('kiosks', actor.kiosk.kiosk))) return refuseWith('kiosk_only');
  const { softwareVersion, ...said } = input;
  await tx.update('kiosks', actor.kiosk.kiosk, {
    // What an older kiosk does not speak of is null here: not known, whatever it was before.
    ...said,
    lastSeenAt: tx.now,
    ...(softwareVersion && { softwareVersion }),
  });
  return ok({ received: true });
});
