/** `events.kiosk_status`: what a kiosk says of itself, for the people who watch over the doors. */
import { ok } from '#shared/base/result.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import { kioskStatus } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../collections/module.ts';

const spokenOf = [
  'oldestUnsentAt',
  'parked',
  'paper',
  'printerMessage',
  'dataAsOf',
  'clockOffsetMs',
  'clockTrusted',
] as const satisfies readonly (keyof KioskRecord)[];

export const kioskStatusAction = action(kioskStatus, async (tx, input, { actor }) => {
  if (!actor.kiosk || !(await tx.get('kiosks', actor.kiosk.kiosk))) return refuseWith('kiosk_only');
  const { softwareVersion, ...said } = input;
  // What an older kiosk does not speak of is not known, whatever it was before.
  const unsaid = Object.fromEntries(spokenOf.map((name) => [name, null]));
  await tx.update('kiosks', actor.kiosk.kiosk, {
    ...unsaid,
    ...said,
    lastSeenAt: tx.now,
    ...(softwareVersion && { softwareVersion }),
  });
  return ok({ received: true });
});
