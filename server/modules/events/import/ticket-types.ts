/** Ticket types of a file and of the event: found by key or name, and made where the organizer agreed. */
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import type { Transaction } from '../../../store/contract.ts';
import { ensureSeatCount, ticketTypeSeats } from '../event/seats.ts';

/** A file can bring new ticket types while it has named fewer than this, known ones included. */
export const newTypesMax = 200;

const folded = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** @param byDefault key of the type of rows that name none; null: the event's only one, if it has one */
export function typeFinder(types: readonly TicketTypeRecord[], byDefault: string | null) {
  const byName = new Map<string, TicketTypeRecord>();
  for (const type of types) byName.set(folded(type.name), type);
  for (const type of types) byName.set(folded(type.key), type);
  const only = types.length === 1 ? types[0]! : null;
  return (name: string | null): TicketTypeRecord | null =>
    name === null
      ? byDefault === null
        ? only
        : (byName.get(folded(byDefault)) ?? null)
      : (byName.get(folded(name)) ?? null);
}

export interface NewType {
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** In currency units. */
  readonly price: number;
}

/** Creates types without a limit of seats, after those of the event. */
export async function createTypes(
  tx: Transaction,
  eventId: string,
  known: readonly TicketTypeRecord[],
  wanted: readonly NewType[],
): Promise<void> {
  const keys = new Set(known.map(({ key }) => key));
  for (const [n, { name, price, amount, currency }] of wanted.entries()) {
    const key = freeKey(name, keys);
    keys.add(key);
    const values = { event: eventId, key, name: name.slice(0, 200), price, amount, currency, quantity: -1 };
    const type = await tx.create(ticketTypes, { ...values, position: known.length + n, walkIn: false });
    await ensureSeatCount(tx, eventId, ticketTypeSeats(type));
  }
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  const bare =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50) || 'ticket';
  let key = bare;
  for (let n = 2; taken.has(key); n++) key = `${bare}-${n}`;
  return key;
}
