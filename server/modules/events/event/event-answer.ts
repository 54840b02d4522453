/** The event as the interface shows it: its own fields, `tickets` and `gates`. */
import { type EventRecord, events, type GateRecord, type TicketTypeRecord } from '#shared/modules/events/event.ts';
import type { Reader } from '../../../store/contract.ts';
import { gatesOf, ticketTypesOf } from '../records.ts';
import { eventStatusAt } from './event-status.ts';

/** Keys of the ticket types an add-on is sold with. */
function addOnKeys({ addOnTo }: TicketTypeRecord, types: readonly TicketTypeRecord[]): readonly string[] {
  return types.filter(({ id }) => addOnTo?.includes(id)).map(({ key }) => key);
}

export function ticketAnswer(type: TicketTypeRecord, types: readonly TicketTypeRecord[]) {
  const { key, name, price, currency, quantity, description, perks, saleStart, saleEnd } = type;
  const { hidden, kind, maxPerOrder, minPerOrder, priceSteps, taxIncluded, taxName, taxPercent } = type;
  return {
    id: key,
    name,
    price,
    currency,
    quantity,
    description,
    perks: perks ?? [],
    ...(saleStart !== null && { saleStart }),
    ...(saleEnd !== null && { saleEnd }),
    ...{ hidden, kind, addOnTo: addOnKeys(type, types), minPerOrder, maxPerOrder, taxPercent, taxName, taxIncluded },
    priceSteps: (priceSteps ?? []).map(({ amount: _minor, ...step }) => step),
  };
}

function gateAnswer(gate: GateRecord, types: readonly TicketTypeRecord[]) {
  const { key, id, name, list, direction, opensAt, closesAt, capacity } = gate;
  const ticketTypes = types.filter((type) => gate.ticketTypes?.includes(type.id)).map((type) => type.key);
  return { id: key, gate: id, name, list, direction, ticketTypes, opensAt, closesAt, capacity };
}

type HiddenEventField = Extract<(typeof events.fields)[number], { readonly hidden: true }>['name'];

const hiddenNames: ReadonlySet<string> = new Set(
  events.fields.flatMap((f) => ('hidden' in f && f.hidden ? [f.name] : [])),
);

/** Taken from the definition, so that a field that becomes hidden is in no answer either. */
function withoutHidden(event: EventRecord): Omit<EventRecord, HiddenEventField> {
  const shown = Object.entries(event).filter(([name]) => !hiddenNames.has(name));
  return Object.fromEntries(shown) as Omit<EventRecord, HiddenEventField>;
}

export function eventAnswer(
  event: EventRecord,
  types: readonly TicketTypeRecord[],
  gates: readonly GateRecord[],
  nowMs: number,
) {
  const { badgeLayout: _layout, ...shown } = withoutHidden(event);
  return {
    ...shown,
    status: eventStatusAt(event, nowMs),
    tickets: types.map((type) => ticketAnswer(type, types)),
    gates: gates.map((gate) => gateAnswer(gate, types)),
  };
}

export async function readEventAnswer(reader: Reader, event: EventRecord, nowMs: number) {
  // Only the answer about one event has the layout: in lists it would be most of the answer.
  const { badgeLayout } = event;
  const types = await ticketTypesOf(reader, event.id);
  return { ...eventAnswer(event, types, await gatesOf(reader, event.id), nowMs), badgeLayout };
}
