/** The schedule of an event as the server answers it, and where a session stands in a day's calendar. */
import { formatIn, timesIn } from '#shared/base/zoned-time.ts';
import { nameKey } from '#shared/schedule/conflicts.ts';
import { localeOf } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';

export interface Session {
  readonly id: string;
  readonly track: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Null: everyone can book. */
  readonly capacity: number | null;
  readonly room: string | null;
  readonly speakers: readonly string[];
  readonly status: 'scheduled' | 'cancelled';
  readonly booked: number;
  readonly waiting: number;
}

export interface Schedule {
  readonly tracks: readonly { readonly id: string; readonly name: string; readonly color: string | null }[];
  readonly sessions: readonly Session[];
  readonly conflicts: readonly {
    readonly kind: 'room' | 'speaker' | 'outside_event';
    readonly name: string | null;
    readonly sessions: readonly string[];
  }[];
}

export const readSchedule = (eventId: string) => request<Schedule>('GET', `/events/${eventId}/schedule`);

/** Hours and minutes as the calendar names them, in the zone of the event. */
export function clockOf(timezone: string): (ms: number) => string {
  const clock = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timezone, localeOf());
  return (ms) => clock.format(ms);
}

/** Time and room to which a person has moved a session, before it is saved. */
export interface Place {
  readonly startsMs: number;
  readonly room: string | null;
}

/** Step by which a session is moved in the calendar. */
export const stepMs = 5 * 60_000;
/** A session shorter than this has room for two lines in the calendar. */
export const shortMs = 45 * 60_000;
/** A session shorter than this has room for one line. */
export const tinyMs = 30 * 60_000;
const hourMs = 3_600_000;

export const placeOf = ({ room, startsAt }: Session): Place => ({ startsMs: Date.parse(startsAt), room });
export const lengthOf = ({ endsAt, startsAt }: Session): number => Date.parse(endsAt) - Date.parse(startsAt);

export function move(session: Session, { room, startsMs }: Place): Promise<unknown> {
  const startsAt = new Date(startsMs).toISOString();
  const endsAt = new Date(startsMs + lengthOf(session)).toISOString();
  return request('PATCH', `/api/v1/sessions/${session.id}`, { startsAt, endsAt, room });
}

export interface Day {
  readonly sessions: readonly Session[];
  /** Rooms of all days, in the order of their names; null: sessions without one. */
  readonly rooms: readonly (string | null)[];
  /** Unix ms of the beginning and the end of the calendar. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the index of the column of a room, for any spelling of its name. */
export function columnOf({ rooms }: Pick<Day, 'rooms'>, room: string | null): number {
  const at = rooms.findIndex((one) => nameKey(one ?? '') === nameKey(room ?? ''));
  return Math.max(0, at);
}

/**
 * Groups the sessions, which come by their start, into days of the event's zone. A day goes from a full hour at least one hour
 * before its first session to one at least an hour after its last, so that there is room to move a session.
 */
export function daysOf(sessions: readonly Session[], timezone: string): readonly Day[] {
  const { isSameDay } = timesIn(timezone);
  const days: Session[][] = [];
  for (const session of sessions) {
    const last = days.at(-1)?.[0];
    if (last && isSameDay(Date.parse(last.startsAt), Date.parse(session.startsAt))) days.at(-1)?.push(session);
    else days.push([session]);
  }
  const rooms = new Map(sessions.map(({ room }) => [nameKey(room ?? ''), room]));
  return days.map((list) => {
    const starts = list.map(({ startsAt }) => Date.parse(startsAt));
    const ends = list.map(({ endsAt }) => Date.parse(endsAt));
    return {
      sessions: list,
      rooms: [...rooms].sort(([a], [b]) => a.localeCompare(b)).map(([, room]) => room),
      fromMs: (Math.floor(Math.min(...starts) / hourMs) - 1) * hourMs,
      toMs: (Math.ceil(Math.max(...ends) / hourMs) + 1) * hourMs,
    };
  });
}

/**
 * Places sessions of one column that overlap side by side.
 *
 * @param sessions by their start
 * @returns for each id, the index of its lane and the number of lanes beside each other
 */
export function lanesOf(sessions: readonly Session[]): ReadonlyMap<string, readonly [lane: number, lanes: number]> {
  const found = new Map<string, [number, number]>();
  let group: Session[] = [];
  let endMs = 0;
  const close = () => {
    const ends: number[] = [];
    for (const session of group) {
      const free = ends.findIndex((end) => end <= Date.parse(session.startsAt));
      const lane = free < 0 ? ends.length : free;
      ends[lane] = Date.parse(session.endsAt);
      found.set(session.id, [lane, 0]);
    }
    for (const { id } of group) found.set(id, [found.get(id)?.[0] ?? 0, ends.length]);
    group = [];
  };
  for (const session of sessions) {
    if (group.length > 0 && Date.parse(session.startsAt) >= endMs) close();
    if (group.length === 0) endMs = 0;
    group.push(session);
    endMs = Math.max(endMs, Date.parse(session.endsAt));
  }
  close();
  return found;
}
