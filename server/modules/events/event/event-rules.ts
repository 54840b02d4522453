/** The rules of events and ticket types that generated writes must keep, too, for every caller. */
import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { events, seatCounts, ticketTypes } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { ActionContext, CollectionRule } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { canSell } from '../payments/can-charge.ts';
import type { EventsPorts } from '../ports.ts';
import { checkSettings, type EventSettings } from './event-settings.ts';
import { missingSlug } from './event-slug.ts';
import { eventStatusAt } from './event-status.ts';
import { eventSeats, type SeatScope, ticketTypeSeats } from './seats.ts';
import { checkTicketType, type TicketTypeInput } from './ticket-type-values.ts';

/** An event or a ticket type with registrations cannot be deleted. */
async function unregistered(
  tx: Transaction,
  of: Readonly<Record<string, string>>,
  values: Values,
): Promise<Result<Values>> {
  return (await tx.findOne('registrations', of)) ? refuseWith('registrations_exist') : ok(values);
}

/** People set draft, upcoming (open) and cancelled. Other values are refused when the clock contradicts them. */
function checkStatus(values: Values, current: Values | null, nowMs: number): Result<null> {
  const { status } = values;
  if (status === undefined || status === current?.['status']) return ok(null);
  if (status !== 'live' && status !== 'completed') return ok(null);
  const now = eventStatusAt(recordOf(events, { ...current, ...values }), nowMs);
  return now === status ? ok(null) : refuseWith('status_follows_clock', { path: 'status', detail: { status: now } });
}

/** A draft that is published by a generic write has to be able to take money, as one that is published by its action. */
async function checkSales(tx: Transaction, values: Values, current: Values, tenant: string, ports: EventsPorts) {
  const isPublished = current['status'] === 'draft' && (values['status'] ?? 'draft') !== 'draft';
  if (!isPublished || values['status'] === 'cancelled') return ok(null);
  const event = recordOf(events, { ...current, ...values });
  return canSell(tx, event, await ports.payments.isSandbox(tenant), ports);
}

export function eventRule(ports: EventsPorts): CollectionRule {
  return {
    collection: 'events',
    async before({ op, values: given, current }, tx, context) {
      const { actor, clock } = context;
      if (op === 'delete') return unregistered(tx, { event: current?.id ?? '' }, given);
      const values = { ...given, ...(await missingSlug(tx, { ...current, ...given })) };
      const status = checkStatus(values, current, clock());
      if (!status.ok) return status;
      // An invalid setting from before the rule does not stop other changes.
      const changed = {
        ...current,
        badgeLayout: null,
        doorsOpenAt: null,
        gamification: null,
        invoicing: null,
        letters: null,
        networking: null,
        ...values,
      };
      const checked = checkSettings(changed as unknown as EventSettings);
      if (!checked.ok) return checked;
      if (current) {
        const { capacity } = recordOf(events, { ...current, ...values });
        await warnOfSold(tx, current.id, eventSeats({ id: current.id, capacity }), 'capacity', context);
      }
      const sales = current ? await checkSales(tx, values, current, actor.tenant, ports) : ok(null);
      return sales.ok ? ok(values) : sales;
    },
  };
}

/**
 * A quantity or a capacity can be lowered below what is sold: no one loses a seat, and no more are sold. The answer says so.
 *
 * @param limit how people call what was lowered
 */
async function warnOfSold(
  tx: Transaction,
  id: string,
  seats: SeatScope,
  limit: 'quantity' | 'capacity',
  { tell }: ActionContext,
): Promise<void> {
  if (seats.capacity === null) return;
  const sold = (await tx.findOne(seatCounts, { scope: seats.scope }))?.taken ?? 0;
  if (sold <= seats.capacity) return;
  const message = `${sold} are sold or held, ${sold - seats.capacity} more than the ${limit}. They stay valid; no more are sold.`;
  const warning = { id, code: `${limit}_below_sold`, message, sold };
  tell?.('warnings', [warning]);
}

/** Completes `amount`, which follows from the price; a ticket type stays with its event and keeps its key. */
export const ticketTypeRule: CollectionRule = {
  collection: 'ticket_types',
  async before({ op, values, current }, tx, context) {
    if (op === 'delete') return unregistered(tx, { ticketType: current?.id ?? '' }, values);
    for (const path of ['event', 'key']) {
      if (current && path in values && values[path] !== current[path]) return refuseWith('field_fixed', { path });
    }
    const checked = checkTicketType({ ...current, ...values } as unknown as TicketTypeInput, '');
    if (!checked.ok) return checked;
    const type = recordOf(ticketTypes, { ...current, ...values });
    if (current) await warnOfSold(tx, current.id, ticketTypeSeats(type), 'quantity', context);
    return ok({ ...values, ...checked.value });
  },
};
