/** Ticket types with their price steps as the page shows them, and the seats of them that are taken now. */

import { type SellableType, stepNow as stepAt } from '#shared/modules/events/price-steps.ts';
import { client } from '../../data/client.ts';
import { listAll } from '../../data/page-query.ts';
import type { Versioned } from '../../data/save-record.ts';
import { seatsByScope } from '../../data/seats-taken.ts';

export interface PriceStep {
  readonly name: string;
  /** ISO 8601. */
  readonly from: string;
  /** In currency units. */
  readonly price: number;
  /** Number of tickets at this price; null or absent: no limit. */
  readonly quantity?: number | null;
  /** Set by the server: the price in minor units. */
  readonly amount?: number | null;
}

export interface TicketType extends Versioned {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** In currency units. */
  readonly price: number;
  /** The price in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** -1: unlimited. */
  readonly quantity: number;
  readonly saleStart: string | null;
  readonly saleEnd: string | null;
  readonly position: number;
  readonly walkIn: boolean;
  readonly hidden: boolean;
  readonly kind: 'admission' | 'add_on';
  /** Ids of the ticket types that an add-on is sold with; null or empty: all. */
  readonly addOnTo: readonly string[] | null;
  readonly minPerOrder: number;
  readonly maxPerOrder: number;
  readonly priceSteps: readonly PriceStep[] | null;
  readonly taxPercent: number;
  readonly taxName: string | null;
  readonly taxIncluded: boolean;
}

export interface TicketsData {
  readonly types: readonly TicketType[];
  /** Seats held and sold, by scope: `event:<id>`, `ticket_type:<id>`, `price_step:<id>:<name>`. */
  readonly taken: ReadonlyMap<string, number>;
}

export async function readTickets(eventId: string): Promise<TicketsData> {
  const where = { event: { equals: eventId } };
  const [types, taken] = await Promise.all([
    listAll<TicketType>('ticket_types', { where, sort: 'position' }),
    seatsByScope(eventId),
  ]);
  return { types, taken };
}

/** Numbers the ticket types from 0 in this order; only positions that change are written. @throws GatehouseError */
export async function saveOrder(types: readonly TicketType[]): Promise<void> {
  for (const [position, type] of types.entries())
    if (type.position !== position) await client.ticket_types.update(type.id, { position });
}

/** Returns the price steps in the order of their start. */
export function stepsOf({ priceSteps }: TicketType): readonly PriceStep[] {
  return [...(priceSteps ?? [])].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** Returns the price step whose price applies; null: the base price applies. */
export function stepNow({ taken }: TicketsData, type: TicketType, nowMs = Date.now()): PriceStep | null {
  const { step } = stepAt(type as SellableType, nowMs, (id, name) => taken.get(`price_step:${id}:${name}`) ?? 0);
  return type.priceSteps?.find(({ name }) => name === step) ?? null;
}
