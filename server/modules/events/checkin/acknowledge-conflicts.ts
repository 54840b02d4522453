/** `events.acknowledge_conflicts`: staff at a kiosk have looked. Ids that are no open conflict of the event are skipped. */
import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { acknowledgeConflicts } from '#shared/modules/events/admission-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';

export const acknowledgeConflictsAction = action(acknowledgeConflicts, async (tx, input, { actor }) => {
  const { kiosk } = actor;
  if (!kiosk) return refuseWith('kiosk_only');
  let acknowledged = 0;
  for (const id of new Set(input.conflicts)) {
    const conflict = isId(id) ? await tx.get('checkin_conflicts', id) : null;
    if (conflict?.['event'] !== kiosk.event || conflict['acknowledgedAt'] !== null) continue;
    await tx.update('checkin_conflicts', id, { acknowledgedAt: tx.now });
    acknowledged++;
  }
  return ok({ acknowledged });
});
