/**
 * `events.set_supervisor`. The PIN is hashed here and kept nowhere; kiosks get salt and hash and check it by themselves.
 * Hashing is slow on purpose (about 0.2 s) and a plan awaits nothing but its transaction, so it blocks: a handful of
 * times in the life of an event.
 */
import { pbkdf2Sync } from 'node:crypto';
import { isPin, pinBytes, pinHashBytes, pinIterations, pinSaltBytes } from '#shared/admission/supervisor-pin.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { ok } from '#shared/base/result.ts';
import type { SupervisorRecord } from '#shared/modules/events/door.ts';
import { setSupervisor } from '#shared/modules/events/door-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../collections/module.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';

export function setSupervisorAction(ports: Pick<EventsPorts, 'randomBytes'>) {
  return action(setSupervisor, async (tx, input) => {
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const { supervisorId, name, pin, active } = input;
    const known = supervisorId ? ((await tx.get('supervisors', supervisorId)) as SupervisorRecord | null) : null;
    if (supervisorId && known?.event !== input.eventId) {
      return refuseWith('supervisor_not_found', { path: 'supervisorId' });
    }
    if (!known && !(name && pin)) return refuseWith('supervisor_incomplete', { path: name ? 'pin' : 'name' });
    if (pin && !isPin(pin)) return refuseWith('pin_invalid', { path: 'pin' });
    const salt = ports.randomBytes(pinSaltBytes);
    const values = {
      ...(name && { name: name.trim() }),
      ...(typeof active === 'boolean' && { active }),
      ...(pin && {
        pinSalt: toBase64url(salt),
        pinIterations,
        pinHash: toBase64url(pbkdf2Sync(pinBytes(pin), salt, pinIterations, pinHashBytes, 'sha256')),
        pinSetAt: tx.now,
      }),
    };
    const stored = known
      ? await tx.update('supervisors', known.id, values)
      : await tx.create('supervisors', { active: true, ...values, event: input.eventId });
    const { id, name: called, active: is, pinSetAt } = stored as SupervisorRecord;
    return ok({ id, name: called, active: is, pinSetAt });
  });
}
