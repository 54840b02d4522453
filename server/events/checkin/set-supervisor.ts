/**
 * `events.set_supervisor`. The PIN is hashed here and kept nowhere; kiosks get salt and hash and check it by themselves.
 * Hashing is slow on purpose (about 0.2 s): it is done on another thread, before the transaction.
 */
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import {
  isPin,
  pinBytes,
  pinHashBytes,
  pinIterations,
  pinSaltBytes,
  pinWeakness,
} from '#shared/admission/supervisor-pin.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { ok } from '#shared/base/result.ts';
import type { SupervisorRecord } from '#shared/modules/events/door.ts';
import { setSupervisor } from '#shared/modules/events/door-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { type Actor, hasScope } from '../../access/actor.ts';
import { preparedAction } from '../../collections/module.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';

const derive = promisify(pbkdf2);

/** What is stored of a PIN; null where none that may be one was given. */
async function hashed(pin: string | null | undefined, salt: Uint8Array) {
  if (!pin || !isPin(pin)) return null;
  const hash = await derive(pinBytes(pin), salt, pinIterations, pinHashBytes, 'sha256');
  return { pinSalt: toBase64url(salt), pinIterations, pinHash: toBase64url(hash) };
}

/** Who makes supervisors may admit against the verdict: a person whose role does not must not give it to themselves. */
function mayAppoint(actor: Actor): boolean {
  return actor.kind !== 'user' || actor.roles.has('supervisor') || hasScope(actor, 'admin:write');
}

/** A person's own PIN, and nothing else of them. */
function isOwnPin(
  actor: Actor,
  known: SupervisorRecord | null,
  { active, member, name }: InputOf<typeof setSupervisor.input>,
): boolean {
  const others = [active, member, name].some((value) => value !== undefined && value !== null);
  return actor.kind === 'user' && known?.member === actor.id && known.active && !others;
}

export function setSupervisorAction(ports: Pick<EventsPorts, 'randomBytes'>) {
  const prepare = ({ pin }: InputOf<typeof setSupervisor.input>) => hashed(pin, ports.randomBytes(pinSaltBytes));
  return preparedAction(setSupervisor, prepare, async (tx, input, { actor }, stamp) => {
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const { supervisorId, name, pin, active } = input;
    const known = supervisorId ? ((await tx.get('supervisors', supervisorId)) as SupervisorRecord | null) : null;
    if (supervisorId && known?.event !== input.eventId) {
      return refuseWith('supervisor_not_found', { path: 'supervisorId' });
    }
    if (!mayAppoint(actor) && !isOwnPin(actor, known, input)) return refuseWith('supervisor_not_yours');
    if (!known && !(name && pin)) return refuseWith('supervisor_incomplete', { path: name ? 'pin' : 'name' });
    if (pin && (!stamp || pinWeakness(pin) !== null)) return refuseWith('pin_invalid', { path: 'pin' });
    const values = {
      ...(name && { name: name.trim() }),
      ...(typeof active === 'boolean' && { active }),
      ...(input.member !== undefined && { member: input.member || null }),
      ...(stamp && { ...stamp, pinSetAt: tx.now }),
    };
    const stored = known
      ? await tx.update('supervisors', known.id, values)
      : await tx.create('supervisors', { active: true, ...values, event: input.eventId });
    const { id, name: called, active: is, pinSetAt } = stored as SupervisorRecord;
    return ok({ id, name: called, active: is, pinSetAt });
  });
}
