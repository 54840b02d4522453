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

export interface KeptSeats {
  readonly ofEvent: number;
  readonly ofType: number;
}

export const nothingKept: KeptSeats = { ofEvent: 0, ofType: 0 };

/**
 * One seat for each person who waits, as long as their ticket type has one: people who wait for a type that is full
 * keep no seat of another type.
 *
 * @param freeOf the free seats of a ticket type, Infinity where it has no limit
 */
export async function keptSeats(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'waitlist'>,
  type: Pick<TicketTypeRecord, 'id'>,
  freeOf: (type: TicketTypeRecord) => Promise<number>,
): Promise<KeptSeats> {
  if (reader.shapeOf(waitlistEntries.name) === null || !waitlistSettingOf(event).enabled) return nothingKept;
  const waiting = { event: event.id, state: 'waiting' } as const;
  if (!(await reader.findOne(waitlistEntries, waiting))) return nothingKept;
  let [ofEvent, ofType] = [0, 0];
  for (const one of await ticketTypesOf(reader, event.id)) {
    const people = await reader.count(waitlistEntries, where({ ...waiting, ticketType: one.id }));
    if (people === 0) continue;
    ofEvent += Math.min(people, Math.max(0, await freeOf(one)));
    if (one.id === type.id) ofType = people;
  }
  return { ofEvent, ofType };
}
