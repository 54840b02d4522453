/**
 * `events.attend_session`: records that a person is in the room. A code is judged as at a gate (signature, age, withdrawn,
 * cancelled), but without the rules of any gate: a ticket that was used before is valid here.
 */
import { decide } from '#shared/admission/decide.ts';
import type { GateContext } from '#shared/admission/facts.ts';
import { registrationFacts } from '#shared/admission/facts-from-records.ts';
import { refusalOf } from '#shared/admission/refusals.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, type SessionRecord, sessionBookings } from '#shared/modules/events/schedule.ts';
import { attendSession } from '#shared/modules/events/schedule-actions.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { withoutScannerMarks } from '#shared/ticket/scanner-marks.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { serverGate, signatureOf } from '../checkin/admission-facts.ts';
import { gateSetupOf } from '../checkin/gate-setup.ts';
import { createVerifyAhead, type VerifyAhead } from '../checkin/verify-ahead.ts';
import { findExternalTicket } from '../import/external-codes.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { bookingAnswer } from './booking-answer.ts';
import { freePlacesOf, nextTurn, promoteWaiting } from './places.ts';
import { bookingsOf, sessionOf } from './records.ts';

/** Any place of the event: no hours, no questions, no count. */
async function anywhere(reader: Reader, event: EventRecord, nowMs: number): Promise<GateContext> {
  const setup = await gateSetupOf(reader, event);
  return { ...serverGate(setup, '', nowMs), gate: null, gateUnknown: false, questions: [] };
}

interface Read {
  readonly text: string;
  readonly code: TicketCode | null;
  readonly found: Awaited<ReturnType<VerifyAhead['find']>>;
}

async function readCode(qrCode: string | null | undefined, ahead: VerifyAhead): Promise<Read> {
  const text = withoutScannerMarks(qrCode ?? '');
  const parsed = parseTicketCode(text);
  const code = parsed.ok ? parsed.code : null;
  return { text, code, found: await ahead.find(code) };
}

interface Scanned extends Read {
  readonly ahead: VerifyAhead;
  readonly nowMs: number;
}

async function personOfCode(
  tx: Transaction,
  event: EventRecord,
  { ahead, code, found, nowMs, text }: Scanned,
): Promise<Result<RegistrationRecord>> {
  const foreign = code ? null : await findExternalTicket(tx, text, event.id, nowMs);
  const ticketNumber = code?.ticketNumber ?? foreign?.ticketNumber ?? null;
  if (ticketNumber === null) return refuse(refusalOf({ code: 'code_malformed', flags: [], detail: {} }));
  const registration = await tx.findOne(registrations, { ticketNumber });
  const signature = code
    ? await signatureOf(tx, event, code, ahead.verifier(found, code, event.id))
    : ('missing' as const);
  const facts = { registration: registration && registrationFacts(registration), checkin: null, rooms: [], signature };
  const gate = await anywhere(tx, event, nowMs);
  const verdict = decide({ code, external: foreign?.external ?? null, facts, gate, nowMs });
  if (verdict.code !== 'admitted') return refuse(refusalOf(verdict));
  return registration ? ok(registration) : refuseWith('registration_not_found', { path: 'qrCode' });
}

async function personOfId(tx: Transaction, eventId: string, id: string): Promise<Result<RegistrationRecord>> {
  const found = await registrationOf(tx, eventId, id);
  if (!found.ok || found.value.status === 'confirmed') return found;
  const { paymentStatus, status } = found.value;
  return refuseWith('registration_not_confirmed', { path: 'registrationId', detail: { status, paymentStatus } });
}

export interface Attended {
  readonly booking: SessionBookingRecord;
  /** The attendance was recorded before. */
  readonly repeated: boolean;
}

/**
 * Records that the person is there. A booking is a right to come in; without one, a place must be free, after those who
 * wait had theirs.
 *
 * @param fact it has happened already, at this time, and is not to be refused now; it may turn out to be undone
 */
export async function recordAttendance(
  tx: Transaction,
  session: SessionRecord,
  person: Pick<RegistrationRecord, 'id'>,
  fact: { readonly happenedAt: string } | null = null,
): Promise<Result<Attended>> {
  const own = await bookingsOf(tx, person.id, ['booked', 'waitlisted', 'attended', 'no_show']);
  const known = own.find((one) => one.session === session.id) ?? null;
  if (known?.status === 'attended') {
    // Seen twice: the attendance no longer stands on the check-in alone.
    const isSeen = fact === null && known.attendedFrom !== null;
    const booking = isSeen ? await tx.update(sessionBookings, known.id, { attendedFrom: null }) : known;
    return ok({ booking, repeated: true });
  }
  let before = known?.status ?? 'none';
  if (known === null || known.status === 'waitlisted') {
    await promoteWaiting(tx, session.id);
    const free = await freePlacesOf(tx, session);
    const isPromoted = known !== null && (await tx.get(sessionBookings, known.id))?.status === 'booked';
    if (isPromoted) before = 'booked';
    if (fact === null && !isPromoted && free !== null && free <= 0)
      return refuseWith('session_full', { detail: { capacity: session.capacity } });
  }
  const values = {
    ...({ status: 'attended', attendedAt: fact?.happenedAt ?? tx.now, promotionSkipped: null } as const),
    attendedFrom: fact === null ? null : before,
  };
  const booking = known
    ? await tx.update(sessionBookings, known.id, values)
    : await tx.create(sessionBookings, {
        ...{ event: session.event, session: session.id, registration: person.id },
        ...{ turn: await nextTurn(tx, session.id), ...values },
      });
  return ok({ booking, repeated: false });
}

export function attendSessionAction({ signer }: Pick<EventsPorts, 'signer'>) {
  const ahead = createVerifyAhead(signer);
  return preparedAction(
    attendSession,
    (input) => readCode(input.qrCode, ahead),
    async (tx, input, { clock }, read) => {
      const event = await eventOf(tx, input.eventId);
      if (!event.ok) return event;
      const session = await sessionOf(tx, input.eventId, input.sessionId);
      if (!session.ok) return session;
      const { qrCode, registrationId } = input;
      if ((qrCode ? 1 : 0) + (registrationId ? 1 : 0) !== 1)
        return refuseWith('attendee_missing', { path: 'registrationId' });
      if (session.value.status === 'cancelled') return refuseWith('session_cancelled');
      const person = registrationId
        ? await personOfId(tx, input.eventId, registrationId)
        : await personOfCode(tx, event.value, { ...read, ahead, nowMs: clock() });
      if (!person.ok) return person;
      const attended = await recordAttendance(tx, session.value, person.value);
      if (!attended.ok) return attended;
      const { booking, repeated } = attended.value;
      return ok({ booking: await bookingAnswer(tx, booking), registrationName: person.value.name, repeated });
    },
  );
}
