/** `events.join_waitlist` and `events.leave_waitlist`. */
import { chooseLanguage } from '#shared/base/languages.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { joinWaitlist, leaveWaitlist } from '#shared/modules/events/waiting-list-actions.ts';
import { action } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { layGround } from '../event/event-ground.ts';
import { waitlistSettingOf } from '../event/kept-seats.ts';
import { seatsLeft } from '../event/seats.ts';
import { checkAttendees } from '../orders/attendees.ts';
import { checkOpen } from '../orders/price-items.ts';
import { isGuest, isShown, saleProblem } from '../orders/read-items.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, ticketTypeOf } from '../records.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { endEntry, entryOf, equals, inStates, isLive, positionOf } from './entries.ts';

/** Maximum number of people who wait for one ticket type. */
const waitingMax = 10_000;

async function checkList(
  tx: Transaction,
  event: EventRecord,
  type: TicketTypeRecord,
  email: string,
): Promise<Result<null>> {
  const ofType = [equals('event', event.id), equals('ticketType', type.id)];
  const theirs = [equals('event', event.id), equals('emailKey', emailKey(email)), equals('ticketType', type.id)];
  if ((await tx.count(waitlistEntries, { kind: 'and', of: [...theirs, inStates('waiting', 'offered')] })) > 0)
    return refuseWith('already_waiting', { path: 'attendee.email' });
  const people = await tx.count(waitlistEntries, { kind: 'and', of: [...ofType, inStates('waiting')] });
  if (people >= waitingMax) return refuseWith('waitlist_full', { detail: { people } });
  const left = await seatsLeft(tx, event, type, tx.now, null);
  if (people === 0 && (left === null || left.available > 0))
    return refuseWith('ticket_available', {
      path: 'ticketType',
      ...(left && { detail: { available: left.available } }),
    });
  return ok(null);
}

export function joinWaitlistAction(ports: EventsPorts) {
  return action(joinWaitlist, async (tx, input, { actor, clock }) => {
    const found = await eventOf(tx, input.eventId);
    if (!found.ok) return found;
    const event = found.value;
    const type = await ticketTypeOf(tx, event.id, input.ticketType);
    const isShownTo = type && isShown(type, { nowMs: clock(), isGuest: isGuest(actor), voucher: null });
    if (!isShownTo || type.kind === 'add_on') return refuseWith('ticket_type_not_found', { path: 'ticketType' });
    if (type.minPerOrder > 1)
      return refuseWith('waitlist_one_seat', { path: 'ticketType', detail: { minPerOrder: type.minPerOrder } });
    if (!waitlistSettingOf(event).enabled) return refuseWith('waitlist_off');
    const { name, email, company, role } = input.attendee;
    const open = checkOpen(event, clock());
    if (!open.ok) return open;
    const sale = saleProblem(type, clock());
    if (sale) return refuse({ ...sale, path: 'ticketType' });
    const person = await checkAttendees(tx, event, [{ attendee: input.attendee }], () => '');
    if (!person.ok) return person;
    await layGround(tx, event, ports);
    const may = await checkList(tx, event, type, email);
    if (!may.ok) return may;
    const accepted = actor.acceptLanguage === undefined ? null : chooseLanguage(null, actor.acceptLanguage);
    const entry = await tx.create(waitlistEntries, {
      event: event.id,
      ticketType: type.id,
      name,
      email,
      emailKey: emailKey(email),
      company: company ?? null,
      role: role ?? null,
      language: input.language ?? accepted,
      priority: 0,
      state: 'waiting',
      pageSecret: makePageSecret(actor.tenant, ports.randomBytes(pageSecretRandomBytes)),
    });
    const page = `${ports.pagesUrl}/w/${entry.pageSecret}`;
    return ok({ id: entry.id, state: entry.state, position: await positionOf(tx, entry), page });
  });
}

/**
 * Removes a waiting or offered entry. An entry that has ended keeps its state, so that a repeated request gets the same
 * answer; an accepted one is a registration now, and is cancelled as one.
 */
export const leaveWaitlistAction = action(leaveWaitlist, async (tx, input, { actor }) => {
  const found = await entryOf(tx, input, actor);
  if (!found.ok) return found;
  const entry = isLive(found.value) ? await endEntry(tx, found.value, 'removed') : found.value;
  return ok({ id: entry.id, state: entry.state });
});
