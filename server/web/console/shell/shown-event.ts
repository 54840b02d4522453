/** Determines which event the pages are about: that of the address, else the one that was shown before, else the first. */
import { useRef } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import type { EventSummary } from '../data/event-summary.ts';
import { useLiveQuery } from '../data/live-query.ts';
import { readEvent, readEvents } from '../data/read-events.ts';

export interface ShownEvent {
  /** Null: there is none, or it is not known yet. */
  readonly event: EventSummary | null;
  /** Whether it is known which event is shown, or that none is. */
  readonly isRead: boolean;
  /** Whether the address names an event that does not exist. */
  readonly isMissing: boolean;
}

export interface KnownEvents {
  /** The events that are listed; null: not read yet. */
  readonly events: readonly EventSummary[] | null;
  readonly inAddress: string | null;
  /** The event that was shown last; that of the address, where it has one. */
  readonly last: string | null;
  /** What was found of the event that is not listed; null: not read yet. */
  readonly found: { readonly id: string; readonly event: EventSummary | null } | null;
}

export function shownEvent({ events, inAddress, last, found }: KnownEvents): ShownEvent {
  if (events === null) return { event: null, isRead: false, isMissing: false };
  const sought = found?.id === last ? found : null;
  const event = events.find(({ id }) => id === last) ?? sought?.event ?? null;
  if (event !== null || inAddress === null)
    return { event: event ?? events[0] ?? null, isRead: true, isMissing: false };
  return { event: null, isRead: sought !== null, isMissing: sought !== null };
}

export interface UsedEvents extends ShownEvent {
  readonly events: readonly EventSummary[];
  readonly error: GatehouseError | null;
}

/** @param inAddress id of the event in the address; null: it has none */
export function useShownEvent(inAddress: string | null): UsedEvents {
  const of = ['events', 'ticket_types'] as const;
  const listed = useLiveQuery({ key: ['events'], read: readEvents, of });
  // Coming back from the settings leads to the event that was shown before.
  const last = useRef(inAddress);
  if (inAddress !== null) last.current = inAddress;
  const id = last.current;
  // The list has room for so many events, and one that was just made may not be in it yet.
  const sought = listed.data === null || listed.data.some((event) => event.id === id) ? null : id;
  const found = useLiveQuery({
    key: ['event', sought],
    read: async () => (sought === null ? null : { id: sought, event: await readEvent(sought) }),
    of,
  });
  return {
    ...shownEvent({ events: listed.data, inAddress, last: id, found: found.data }),
    events: listed.data ?? [],
    error: listed.error ?? found.error,
  };
}
