/**
 * Brings the waiting list of an event up to date in one transaction: what has ended ends, and free seats are offered.
 * An offer takes its seat from the same rows as a sale (`seat_counts`), so offers and sales together cannot oversell.
 */
import { hourMs, isoTime } from '#shared/base/time.ts';
import { type EventRecord, events, type TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type WaitlistEntryRecord, waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { eventStatusAt, timeOf } from '../event/event-status.ts';
import { waitlistSettingOf } from '../event/kept-seats.ts';
import { takeSeat } from '../event/seats.ts';
import { queueMailAbout } from '../letters/queue-mail.ts';
import { hasPlace } from '../orders/attendees.ts';
import { ticketTypesOf } from '../records.ts';
import { endEntry, equals, inStates, turn } from './entries.ts';

/** Maximum number of entries that one transaction moves on. */
export const stepsMax = 100;

async function endAll(tx: Transaction, which: readonly Condition[], states: Condition): Promise<number> {
  const found = await tx.find(waitlistEntries, { where: { kind: 'and', of: [...which, states] }, limit: stepsMax });
  for (const entry of found) await endEntry(tx, entry, 'expired');
  return found.length;
}

const live = inStates('waiting', 'offered');

function hasSaleEnded({ saleEnd }: TicketTypeRecord, nowMs: number): boolean {
  return saleEnd !== null && nowMs > timeOf(saleEnd);
}

function isOnSale(type: TicketTypeRecord, nowMs: number): boolean {
  return !hasSaleEnded(type, nowMs) && (type.saleStart === null || nowMs >= timeOf(type.saleStart));
}

const overdueAt = (nowMs: number): Condition => ({
  kind: 'field',
  path: 'offerExpiresAt',
  op: 'less_than',
  value: isoTime(nowMs),
});

async function endDue(
  tx: Transaction,
  event: EventRecord,
  types: readonly TicketTypeRecord[],
  nowMs: number,
): Promise<number> {
  const ofEvent = equals('event', event.id);
  const status = eventStatusAt(event, nowMs);
  if (status === 'cancelled' || status === 'completed') return endAll(tx, [ofEvent], live);
  const ended = types.filter((type) => hasSaleEnded(type, nowMs)).map(({ id }) => id);
  const ofEnded: Condition = { kind: 'field', path: 'ticketType', op: 'in', value: ended };
  const withSale = ended.length === 0 ? 0 : await endAll(tx, [ofEvent, ofEnded], live);
  return withSale + (await endAll(tx, [ofEvent, overdueAt(nowMs)], live));
}

/** No later than the sale and the event: afterwards it could not be accepted. */
function offerEnd(event: EventRecord, type: TicketTypeRecord, nowMs: number): string {
  const ends = [nowMs + waitlistSettingOf(event).offerHours * hourMs, timeOf(event.endsAt)];
  if (type.saleEnd !== null) ends.push(timeOf(type.saleEnd));
  return isoTime(Math.min(...ends));
}

async function queueOffer(tx: Transaction, { email, id }: WaitlistEntryRecord): Promise<void> {
  await queueMailAbout(tx, { waitlistEntry: id, recipient: email }, 'waitlist_offer');
}

/** @returns whether a seat was left, or the entry needs none */
async function offerOne(
  tx: Transaction,
  event: EventRecord,
  type: TicketTypeRecord,
  entry: WaitlistEntryRecord,
  nowMs: number,
): Promise<boolean> {
  // Registered another way meanwhile, and the event allows one registration for each address.
  if (event.onePerEmail && (await hasPlace(tx, event.id, entry.emailKey))) {
    await endEntry(tx, entry, 'expired');
    return true;
  }
  if (!(await takeSeat(tx, event, type, 1, 'waiting')).ok) return false;
  const offer = { state: 'offered', offeredAt: tx.now, offerExpiresAt: offerEnd(event, type, nowMs) } as const;
  await queueOffer(tx, await tx.update(waitlistEntries, entry.id, offer));
  return true;
}

/** Offers free seats by turn over all ticket types, because they share the seats of the event. */
async function offerFree(
  tx: Transaction,
  event: EventRecord,
  types: readonly TicketTypeRecord[],
  nowMs: number,
): Promise<number> {
  const status = eventStatusAt(event, nowMs);
  if ((status !== 'upcoming' && status !== 'live') || !waitlistSettingOf(event).enabled) return 0;
  const full = new Set<TicketTypeRecord>();
  let moved = 0;
  while (moved < stepsMax) {
    const free = types.filter((type) => !full.has(type) && isOnSale(type, nowMs));
    const ofFree: Condition = { kind: 'field', path: 'ticketType', op: 'in', value: free.map(({ id }) => id) };
    const which: Condition = { kind: 'and', of: [equals('event', event.id), inStates('waiting'), ofFree] };
    const [next] = free.length === 0 ? [] : await tx.find(waitlistEntries, { where: which, sort: turn, limit: 1 });
    const type = free.find(({ id }) => id === next?.ticketType);
    if (!next || !type) return moved;
    if (await offerOne(tx, event, type, next, nowMs)) moved += 1;
    else full.add(type);
  }
  return moved;
}

/** @returns whether more may be left than one transaction moves on */
export async function bringUpToDate(tx: Transaction, eventId: string, nowMs: number): Promise<boolean> {
  const event = await tx.get(events, eventId);
  const ofEvent = equals('event', eventId);
  // An offer of a deleted event ends as well; otherwise the job would find it first at each run.
  if (!event) return (await endAll(tx, [ofEvent, overdueAt(nowMs)], live)) >= stepsMax;
  if ((await tx.count(waitlistEntries, { kind: 'and', of: [ofEvent, live] })) === 0) return false;
  const types = await ticketTypesOf(tx, eventId);
  const ended = await endDue(tx, event, types, nowMs);
  const offered = await offerFree(tx, event, types, nowMs);
  return ended >= stepsMax || offered >= stepsMax;
}
