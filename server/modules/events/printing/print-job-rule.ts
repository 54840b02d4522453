/** The changes of print jobs that a kiosk may write. */
import { ok } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { ownDevice, ownRegistration } from '../device-ownership.ts';

const fixedOfJob = ['event', 'registration', 'scan', 'queuedAt'] as const;

/** A job is taken by a kiosk of its event; another kiosk's job may be taken over (its printer broke), not redirected. */
export const printJobRule: CollectionRule = {
  collection: 'print_jobs',
  async before({ op, values, current }, tx, { actor }) {
    if (op === 'delete') return ok(values);
    const whole = { ...current, ...values };
    // A job for no kiosk in particular may be queued by any kiosk of the event.
    const own = await ownDevice(
      tx,
      actor,
      whole,
      whole.kiosk === null || op === 'update' ? actor.kiosk?.kiosk : whole.kiosk,
    );
    if (!own.ok) return own;
    const moved = current && fixedOfJob.find((path) => path in values && values[path] !== current[path]);
    if (moved) return refuseWith('field_fixed', { path: moved });
    if (!(await ownRegistration(tx, whole, whole.event))) return refuseWith('not_yours', { path: 'registration' });
    return ok(values);
  },
};
