/** Decides who may watch the stream of an event: holders of a confirmed ticket of certain types, or everyone. */
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import { streamingOf } from '../streaming/setting.ts';

export type WatchRefusal = 'off' | 'not_confirmed' | 'ticket_type' | 'not_public';

export interface Watching {
  readonly event: EventRecord;
  /** Null: the player is embedded, its viewers are not known. */
  readonly person: RegistrationRecord | null;
  /** Null: it may be watched. */
  readonly refused: WatchRefusal | null;
  /** An organizer looks at it, and counts as no viewer. */
  readonly isPreview: boolean;
}

async function refusalFor(
  reader: Reader,
  event: EventRecord,
  person: RegistrationRecord,
): Promise<WatchRefusal | null> {
  const { access, ticketTypes: allowed } = streamingOf(event);
  if (!isStreamed(event)) return 'off';
  const isGood = person.status === 'confirmed' && person.revokedAt === null && person.paymentStatus !== 'refunded';
  if (!isGood) return 'not_confirmed';
  // A public stream is open to holders of any ticket.
  if (access === 'public' || !allowed || allowed.length === 0) return null;
  const type = await reader.get(ticketTypes, person.ticketType);
  return type && allowed.includes(type.key) ? null : 'ticket_type';
}

/** @returns null where the address is no page of ours */
export async function watchBySecret(reader: Reader, secret: string): Promise<Watching | null> {
  if (reader.shapeOf(registrations.name) === null) return null;
  const person = await reader.findOne(registrations, { pageSecret: secret });
  const event = person && (await reader.get(events, person.event));
  return person && event ? { event, person, refused: await refusalFor(reader, event, person), isPreview: false } : null;
}

/**
 * @param isPreview opened by the organizer's preview link, which needs no public access
 * @returns null where there is no such event or, without the preview link, it is a draft or has no stream setting
 */
export async function watchByEvent(reader: Reader, eventId: string, isPreview: boolean): Promise<Watching | null> {
  const event = reader.shapeOf(events.name) === null ? null : await reader.get(events, eventId);
  if (!event || (!isPreview && (event.streaming === null || event.status === 'draft'))) return null;
  const { access, enabled } = streamingOf(event);
  // Organizers also see a stream that goes to targets alone.
  if (isPreview)
    return { event, person: null, refused: enabled && event.status !== 'cancelled' ? null : 'off', isPreview };
  const refused = !isStreamed(event) ? 'off' : access === 'public' ? null : 'not_public';
  return { event, person: null, refused, isPreview };
}

/** Whether viewers have a player. Without a setting there is none: the stream goes to targets alone. */
export function isStreamed(event: Pick<EventRecord, 'streaming' | 'status'>): boolean {
  const { access, enabled } = streamingOf(event);
  return event.streaming !== null && enabled && access !== 'none' && event.status !== 'cancelled';
}
