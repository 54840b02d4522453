/** Stored records by the names the module's actions use, typed, with the refusal that stands for their absence. */

import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import {
  type EventRecord,
  events,
  type GateRecord,
  gates,
  type TicketTypeRecord,
  ticketTypes,
} from '#shared/modules/events/event.ts';
import type { ExhibitorRecord } from '#shared/modules/events/exhibitor.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../store/contract.ts';

/** Maximum number of ticket types, and of gates, that are read of one event: more than a gathering has. */
export const declaredMax = 1_000;

export async function eventOf(reader: Reader, eventId: string): Promise<Result<EventRecord>> {
  const event = await reader.get(events, eventId);
  return event ? ok(event) : refuseWith('event_not_found', { path: 'eventId' });
}

/** Refuses with `exhibitor_removed`: such an exhibitor keeps its leads and takes part in nothing new. */
export function checkExhibits({ removedAt }: Pick<ExhibitorRecord, 'removedAt'>): Result<null> {
  return removedAt === null ? ok(null) : refuseWith('exhibitor_removed', { path: 'exhibitorId' });
}

/** A registration of another event is not found. */
export async function registrationOf(
  reader: Reader,
  eventId: string,
  registrationId: string,
): Promise<Result<RegistrationRecord>> {
  const registration = await reader.get(registrations, registrationId);
  if (registration?.event !== eventId) return refuseWith('registration_not_found', { path: 'registrationId' });
  return ok(registration);
}

export async function ticketTypesOf(reader: Reader, eventId: string): Promise<readonly TicketTypeRecord[]> {
  const found = await reader.find(ticketTypes, {
    where: where({ event: eventId }),
    sort: [{ path: 'position', direction: 'asc' }],
    limit: declaredMax,
  });
  return found;
}

/** Finds a ticket type by its key or its id. */
export async function ticketTypeOf(reader: Reader, eventId: string, key: string): Promise<TicketTypeRecord | null> {
  const byKey = await reader.findOne(ticketTypes, { event: eventId, key });
  const found = byKey ?? (isId(key) ? await reader.get(ticketTypes, key) : null);
  return found?.event === eventId ? found : null;
}

export async function gatesOf(reader: Reader, eventId: string): Promise<readonly GateRecord[]> {
  return await reader.find(gates, {
    where: where({ event: eventId }),
    limit: declaredMax,
  });
}
