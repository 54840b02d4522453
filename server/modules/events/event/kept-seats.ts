/** Seats that are free, but kept for people on the waiting list: a sale to others must not overtake them. */
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { waitlistFields } from '#shared/modules/events/settings.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { where } from '#shared/query/query.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { Reader } from '../../../store/contract.ts';
import { ticketTypesOf } from '../records.ts';

export function waitlistSettingOf(event: Pick<EventRecord, 'waitlist'>): ValuesOf<typeof waitlistFields> {
  return readSetting(waitlistFields, event.waitlist);
}

/** Free seats that are kept in a ticket type; undefined: in the whole event. */
export type KeptIn = (ticketType: string | undefined) => number;

export const nothingKept: KeptIn = () => 0;

/**
 * One seat for each person who waits, as long as their ticket type has one: people who wait for a type that is full
 * keep no seat of another type.
 *
 * @param freeOf the free seats of a ticket type, Infinity where it has no limit
 */
export async function keptSeats(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'waitlist'>,
  freeOf: (type: TicketTypeRecord) => Promise<number>,
): Promise<KeptIn> {
  if (reader.shapeOf(waitlistEntries.name) === null || !waitlistSettingOf(event).enabled) return nothingKept;
  const waiting = { event: event.id, state: 'waiting' } as const;
  if (!(await reader.findOne(waitlistEntries, waiting))) return nothingKept;
  let ofEvent = 0;
  const ofTypes = new Map<string, number>();
  for (const type of await ticketTypesOf(reader, event.id)) {
    const people = await reader.count(waitlistEntries, where({ ...waiting, ticketType: type.id }));
    if (people === 0) continue;
    ofEvent += Math.min(people, Math.max(0, await freeOf(type)));
    ofTypes.set(type.id, people);
  }
  return (ticketType) => (ticketType === undefined ? ofEvent : (ofTypes.get(ticketType) ?? 0));
}
