/** Stopping, resuming and undoing an import. The follower does the work itself. */
import { ok } from '#shared/base/result.ts';
import { takeBackImport } from '#shared/modules/events/import-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { attendeeImports } from '#shared/modules/events/transfer.ts';
import { action, type CollectionRule } from '../../../core/collections/action.ts';

/** A generic update sets the states `stopped` and `running` alone; the lifecycle says from which states. */
export const importRule: CollectionRule = {
  collection: 'attendee_imports',
  async before({ op, values }) {
    const { state } = values;
    const isSettable = state === undefined || state === 'stopped' || state === 'running';
    return op === 'update' && !isSettable ? refuseWith('import_state_fixed', { path: 'state' }) : ok(values);
  },
};

export const takeBackAction = action(takeBackImport, async (tx, { eventId, importId }) => {
  const record = await tx.get(attendeeImports, importId);
  if (record?.event !== eventId) return refuseWith('import_not_found', { path: 'importId' });
  const { state } = record;
  if (state === 'taking_back' || state === 'taken_back') return ok(record);
  if (state === 'reading') return refuseWith('import_state_fixed', { path: 'importId' });
  return ok(await tx.update(attendeeImports, importId, { state: 'taking_back' }));
});
