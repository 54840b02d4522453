/** Reading what a list refers to, a page at a time and each id once. */
import { timesIn } from '#shared/base/zoned-time.ts';
import { api } from '../api.ts';

const idsPerRequest = 100;

export async function byId<T extends { readonly id: string }>(
  collection: string,
  ids: readonly (string | null)[],
): Promise<Map<string, T>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const found = new Map<string, T>();
  for (let i = 0; i < wanted.length; i += idsPerRequest) {
    const some = wanted.slice(i, i + idsPerRequest).join(',');
    const { data } = await api<{ data: T[] }>(
      'GET',
      `/api/v1/${collection}?where[id][in]=${some}&limit=${idsPerRequest}`,
    );
    for (const record of data) found.set(record.id, record);
  }
  return found;
}

/** What times are shown in: an event. */
export interface Zoned {
  readonly timezone: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
}

export function namesOf(registrationIds: readonly string[]): Promise<Map<string, Person>> {
  return byId<Person>('registrations', registrationIds);
}

/** In the event's zone; with the day where it was not today. */
export function timeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { dayAndTime, isSameDay, time } = timesIn(timezone);
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? time : dayAndTime)(ms);
}

/** To the second: where two moments are compared. */
export function exactTimeAt({ timezone }: Zoned, iso: string, nowMs = Date.now()): string {
  const { exactDayAndTime, exactTime, isSameDay } = timesIn(timezone);
  const ms = Date.parse(iso);
  return (isSameDay(ms, nowMs) ? exactTime : exactDayAndTime)(ms);
}

export function ago(iso: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  return `${Math.round(seconds / 3600)} h ago`;
}
