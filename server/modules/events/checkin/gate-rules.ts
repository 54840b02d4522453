/** SY10 and similar rules: a kiosk pushes records of itself and of its event only, and a stored fact never changes. */

import { deviceScans } from '#shared/admission/device-scans.ts';
import { isTooLate } from '#shared/admission/undo.ts';
import { isId } from '#shared/base/id.ts';
import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { WalkInRecord } from '#shared/modules/events/admission.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { eventTag, readTicketNumber, tagOf } from '#shared/ticket/ticket-number.ts';
import type { SyncSignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import type { KioskBinding } from '../../../core/policy/actor.ts';
import type { Transaction } from '../../../store/contract.ts';
import { ownDevice, ownRegistration } from '../device-ownership.ts';
import { timeOf } from '../event/event-status.ts';
import { judgeOverride } from './judge-override.ts';

/** The scan that a kiosk undoes is stored here or uploaded later; a stored one must be of the same ticket and list. */
async function checkUndo(tx: Transaction, values: Values): Promise<Result<null>> {
  const undoes = values['undoes'];
  const undone = values['verdict'] === 'undone';
  if (undone !== (typeof undoes === 'string')) return refuseWith('undo_mismatch', { path: 'undoes' });
  const scan = typeof undoes === 'string' ? await tx.get('scans', undoes) : null;
  if (scan === null) return ok(null);
  const equal = (name: string) => scan[name] === values[name];
  const ofTicket = (name: string) => equal(name) && scan[name] !== null;
  if (!equal('event') || !equal('list') || !(ofTicket('registration') || ofTicket('ticketNumber')))
    return refuseWith('undo_mismatch', { path: 'undoes' });
  const late = isTooLate(String(scan['scannedAt']), timeOf(String(values['scannedAt'])));
  return late ? refuseWith('undo_too_late', { path: 'undoes' }) : ok(null);
}

/** Scans come from kiosks by replication; the server's own are made by its actions and do not pass here. */
export const scanRule = (verifier: SyncSignatureVerifier): CollectionRule => ({
  collection: 'scans',
  async before({ op, id, values }, tx, { actor }) {
    if (op !== 'create') return refuseWith('field_fixed', { message: 'A scan is never changed and never erased.' });
    const own = await ownDevice(tx, actor, values, values['kiosk']);
    if (!own.ok) return own;
    if (!(await ownRegistration(tx, values, values['event']))) return refuseWith('not_yours', { path: 'registration' });
    const { kiosk } = actor;
    if (kiosk && !isOfRole(kiosk.role, values)) return refuseWith('role_may_not', { path: 'source' });
    const undo = await checkUndo(tx, values);
    if (!undo.ok || !kiosk) return undo.ok ? ok(values) : undo;
    return ok({ ...values, approval: await judgeOverride(tx, kiosk, id(), values, verifier) });
  },
});

function isOfRole(role: KioskBinding['role'], { source, verdict }: Values): boolean {
  const { sources, undoes } = deviceScans[role];
  return sources.includes(String(source)) && (undoes || verdict !== 'undone');
}

/** Checks the ids of a walk-in, and that ticket number and type are of its event; all other values are facts and are stored. */
export const walkInRule: CollectionRule = {
  collection: 'walk_ins',
  async before({ op, values }, tx, { actor }) {
    if (op !== 'create') return refuseWith('field_fixed', { message: 'A walk-in is never changed and never erased.' });
    const own = await ownDevice(tx, actor, values, values['kiosk']);
    if (!own.ok) return own;
    const { event, ticketNumber, ticketType, registration } = values as Partial<WalkInRecord>;
    const number = readTicketNumber(String(ticketNumber));
    if (number !== ticketNumber || tagOf(String(number)) !== eventTag(String(event))) {
      return refuseWith('walk_in_invalid', { path: 'ticketNumber' });
    }
    const type = await tx.get('ticket_types', String(ticketType));
    if (type?.['event'] !== event) return refuseWith('walk_in_invalid', { path: 'ticketType' });
    if (!isId(registration)) return refuseWith('walk_in_invalid', { path: 'registration' });
    return ok(values);
  },
};
