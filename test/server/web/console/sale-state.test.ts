/** The organizer's list shows for each ticket type whether it is on sale. */
import { expect, test } from 'vitest';
import { saleStateOf } from '#server/web/console/screens/tickets/sale-state.ts';
import type { TicketType } from '#server/web/console/screens/tickets/ticket-type.ts';

const event = { id: 'e', status: 'upcoming', capacity: 3 };
const type = { id: 't', kind: 'admission', quantity: 10, saleStart: null, saleEnd: null, hidden: false } as TicketType;
const said = (taken: Record<string, number>, more: Partial<TicketType> = {}, capacity: number | null = 3) =>
  saleStateOf({ ...event, capacity }, { types: [], taken: new Map(Object.entries(taken)) }, { ...type, ...more }).label;

test.each([
  ['seats of both are left', said({ 'event:e': 2, 'ticket_type:t': 2 }), 'on sale'],
  ['its own are gone', said({ 'event:e': 1, 'ticket_type:t': 1 }, { quantity: 1 }), 'sold out'],
  ['those of the event are gone', said({ 'event:e': 3, 'ticket_type:t': 1 }), 'sold out'],
  ['an event without a limit', said({ 'event:e': 3, 'ticket_type:t': 1 }, {}, null), 'on sale'],
  ['an add-on takes no seat', said({ 'event:e': 3 }, { kind: 'add_on' }), 'on sale'],
])('%s', (_, label, wanted) => {
  expect(label.toLowerCase()).toBe(wanted);
});
