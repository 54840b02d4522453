/** SY10 and its like: what a kiosk pushes names its own kiosk and its own event, and a fact once stored stays. */
import { deviceScans } from '#shared/admission/device-scans.ts';
import { isTooLate } from '#shared/admission/undo.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { WalkInRecord } from '#shared/modules/events/door.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { eventTag, readTicketNumber, tagOf } from '#shared/ticket/ticket-number.ts';
import type { SyncSignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { CollectionRule } from '../../../core/collections/module.ts';
import type { Actor, KioskBinding } from '../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';
import { judgeOverride } from './judge-override.ts';

type Values = Readonly<Record<string, unknown>>;

/** A kiosk knows only records of its event: one that names a stranger's did not learn it from us. */
async function ownRegistration(reader: Reader, values: Values, event: unknown): Promise<boolean> {
  const id = values['registration'];
  if (typeof id !== 'string') return true;
  const registration = await reader.get('registrations', id);
  return registration === null || registration['event'] === event;
}

/** The same machine under an earlier pairing: it holds the key that was paired then, so what it kept is its own. */
async function sameDevice(reader: Reader, now: string, before: unknown): Promise<boolean> {
  if (typeof before !== 'string') return false;
  const [own, earlier] = [await reader.get('kiosks', now), await reader.get('kiosks', before)];
  return earlier !== null && own?.['publicKey'] === earlier['publicKey'] && own?.['event'] === earlier['event'];
}

async function ownDevice(reader: Reader, actor: Actor, values: Values, device: unknown): Promise<Result<null>> {
  if (!actor.kiosk) return ok(null);
  if (values['event'] !== actor.kiosk.event) return refuseWith('not_yours', { path: 'event' });
  const own = device === actor.kiosk.kiosk || (await sameDevice(reader, actor.kiosk.kiosk, device));
  return own ? ok(null) : refuseWith('not_yours', { path: 'kiosk' });
}

/** What a kiosk takes back is known here, or comes up later; either way it is of the same ticket on the same list. */
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

/** Scans come from kiosks by replication; the server's own are made by the check-in and do not pass here. */
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

/** Codes that cannot be this event's are refused here; everything else about a walk-in is a fact, and kept. */
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
