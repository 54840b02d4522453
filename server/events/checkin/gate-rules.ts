/** SY10 and its like: what a kiosk pushes names its own kiosk and its own event, and a fact once stored stays. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Actor } from '../../access/actor.ts';
import type { CollectionRule } from '../../collections/module.ts';
import type { Reader } from '../../store/contract.ts';

type Values = Readonly<Record<string, unknown>>;

/** A kiosk knows only records of its event: one that names a stranger's did not learn it from us. */
async function ownRegistration(reader: Reader, values: Values, event: unknown): Promise<boolean> {
  const id = values['registration'];
  if (typeof id !== 'string') return true;
  const registration = await reader.get('registrations', id);
  return registration === null || registration['event'] === event;
}

function ownDevice(actor: Actor, values: Values, device: unknown): Result<null> {
  if (!actor.kiosk) return ok(null);
  if (values['event'] !== actor.kiosk.event) return refuseWith('not_yours', { path: 'event' });
  return device === actor.kiosk.kiosk ? ok(null) : refuseWith('not_yours', { path: 'kiosk' });
}

/** Scans come from kiosks by replication; the server's own are made by the check-in and do not pass here. */
export const scanRule: CollectionRule = {
  collection: 'scans',
  async before({ op, values }, tx, { actor }) {
    if (op !== 'create') return refuseWith('field_fixed', { message: 'A scan is never changed and never erased.' });
    const own = ownDevice(actor, values, values['kiosk']);
    if (!own.ok) return own;
    if (!(await ownRegistration(tx, values, values['event']))) return refuseWith('not_yours', { path: 'registration' });
    return ok(values);
  },
};

const fixedOfJob = ['event', 'registration', 'scan', 'queuedAt'] as const;

/** A job is taken by a kiosk of its event; another kiosk's job may be taken over (its printer broke), not redirected. */
export const printJobRule: CollectionRule = {
  collection: 'print_jobs',
  async before({ op, values, current }, tx, { actor }) {
    if (op === 'delete') return ok(values);
    const whole = { ...current, ...values };
    // A job for no kiosk in particular may be queued by any kiosk of the event.
    const own = ownDevice(actor, whole, whole.kiosk === null || op === 'update' ? actor.kiosk?.kiosk : whole.kiosk);
    if (!own.ok) return own;
    const moved = current && fixedOfJob.find((path) => path in values && values[path] !== current[path]);
    if (moved) return refuseWith('field_fixed', { path: moved });
    if (!(await ownRegistration(tx, whole, whole.event))) return refuseWith('not_yours', { path: 'registration' });
    return ok(values);
  },
};
