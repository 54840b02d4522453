/**
 * `events.set_supervisor`. The PIN is hashed here and kept nowhere; gate kiosks get salt and hash and check it by
 * themselves. With each PIN comes a new key pair: its private half leaves here only sealed under the PIN, so that an
 * override without a network is signed by the person who knows it. Hashing is slow on purpose (about 0.2 s): it is done on
 * other threads, before the transaction.
 */

import { createCipheriv, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { approvalNonceBytes, approvalSealContext, sealedText } from '#shared/admission/supervisor-approval.ts';
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
import {
  type SupervisorRecord,
  supervisors,
  supervisors as supervisorTable,
} from '#shared/modules/events/admission.ts';
import { setSupervisor } from '#shared/modules/events/admission-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import { type Actor, hasScope } from '../../../core/policy/actor.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';

const derive = promisify(pbkdf2);

/** Maximum number of former keys whose late approvals still count. */
const formerKeysMax = 8;

type Ports = Pick<EventsPorts, 'randomBytes' | 'signer'>;

/** Returns the stored values for a PIN; null where no valid PIN was given. */
async function stampOf(pin: string | null | undefined, { randomBytes, signer }: Ports) {
  if (!pin || !isPin(pin)) return null;
  const [salt, sealSalt] = [randomBytes(pinSaltBytes), randomBytes(pinSaltBytes)];
  const slow = (by: Uint8Array) => derive(pinBytes(pin), by, pinIterations, pinHashBytes, 'sha256');
  const [hash, sealKey] = await Promise.all([slow(salt), slow(sealSalt)]);
  const { publicKey, privateKey } = signer.makeKeyPair();
  const approvalKey = toBase64url(publicKey);
  const nonce = randomBytes(approvalNonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(approvalSealContext(approvalKey));
  const box = Buffer.concat([cipher.update(privateKey), cipher.final(), cipher.getAuthTag()]);
  return {
    ...{ pinSalt: toBase64url(salt), pinIterations, pinHash: toBase64url(hash) },
    ...{ approvalKey, sealedApprovalKey: sealedText(sealSalt, nonce, box) },
  };
}

/** People with neither the role `supervisor` nor the scope `admin:write` appoint no one, or they could appoint themselves. */
function mayAppoint(actor: Actor): boolean {
  return actor.kind !== 'user' || actor.roles.has('supervisor') || hasScope(actor, 'admin:write');
}

/** Whether an active supervisor changes their own PIN and nothing else. */
function isOwnPin(
  actor: Actor,
  known: SupervisorRecord | null,
  { active, member, name }: InputOf<typeof setSupervisor.input>,
): boolean {
  const others = [active, member, name].some((value) => value !== undefined && value !== null);
  return actor.kind === 'user' && known?.member === actor.id && known.active && !others;
}

/** The key that ends now is kept: what it approved until now counts whenever it comes up. */
function formerKeys({ approvalKey, formerApprovalKeys }: SupervisorRecord, until: string) {
  const kept = Array.isArray(formerApprovalKeys) ? formerApprovalKeys : [];
  return approvalKey === null ? kept : [{ key: approvalKey, until }, ...kept].slice(0, formerKeysMax);
}

export function setSupervisorAction(ports: Ports) {
  const prepare = ({ pin }: InputOf<typeof setSupervisor.input>) => stampOf(pin, ports);
  return preparedAction(setSupervisor, prepare, async (tx, input, { actor }, stamp) => {
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const { supervisorId, name, pin, active } = input;
    const known = supervisorId ? await tx.get(supervisors, supervisorId) : null;
    if (supervisorId && known?.event !== input.eventId) {
      return refuseWith('supervisor_not_found', { path: 'supervisorId' });
    }
    if (!mayAppoint(actor) && !isOwnPin(actor, known, input)) return refuseWith('supervisor_not_yours');
    if (!known && !(name && pin)) return refuseWith('supervisor_incomplete', { path: name ? 'pin' : 'name' });
    if (pin && (!stamp || pinWeakness(pin) !== null)) return refuseWith('pin_invalid', { path: 'pin' });
    const values = {
      ...(name && { name: name.trim() }),
      ...(typeof active === 'boolean' && { active, inactiveSince: active ? null : (known?.inactiveSince ?? tx.now) }),
      ...(input.member !== undefined && { member: input.member || null }),
      ...(stamp && { ...stamp, pinSetAt: tx.now, formerApprovalKeys: known ? formerKeys(known, tx.now) : [] }),
    };
    const stored = known
      ? await tx.update(supervisorTable, known.id, values)
      : await tx.create(supervisorTable, { active: true, ...values, event: input.eventId });
    const { id, name: called, active: is, pinSetAt } = stored;
    return ok({ id, name: called, active: is, pinSetAt });
  });
}
