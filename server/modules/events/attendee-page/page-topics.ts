/**
 * The rows that an open page of an attendee follows: rows of the person, and rows that are the same for everyone at the
 * event.
 */
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Topic } from '../../../core/collections/public-page.ts';

/** Changes by the person, here or on another device, are shown at once. */
const ownPaceMs = secondMs / 4;
/** Counters of the event move with every guest; no page shows them to the second. */
export const slowPaceMs = 10 * secondMs;

export interface PageTopic {
  readonly collection: CollectionDefinition;
  readonly field: string;
  /** Kind of record whose id the field holds. */
  readonly whose: 'event' | 'registration';
  /** A page hears of changes at most this often. */
  readonly paceMs: number;
}

export const ofPerson = (collection: CollectionDefinition, ...fields: readonly string[]): readonly PageTopic[] =>
  fields.map((field) => ({ collection, field, whose: 'registration', paceMs: ownPaceMs }));

export const ofEvent = (collection: CollectionDefinition, paceMs: number): readonly PageTopic[] => [
  { collection, field: 'event', whose: 'event', paceMs },
];

/** Topics of every page: a cancelled or transferred registration, an event that is called off. */
export const everyPage: readonly PageTopic[] = [
  ...ofPerson(registrations, 'id'),
  { collection: events, field: 'id', whose: 'event', paceMs: slowPaceMs },
];

/** @param isThere whether the server has the collection: a part that brings it may be left out */
export function topicsOf(
  follows: readonly PageTopic[],
  ids: Readonly<Record<PageTopic['whose'], string>>,
  isThere: (collection: string) => boolean,
): readonly Topic[] {
  const there = [...everyPage, ...follows].filter(({ collection }) => isThere(collection.name));
  return there.map(({ collection, field, paceMs, whose }) => ({
    ...{ collection: collection.name, field, value: ids[whose], paceMs },
  }));
}
