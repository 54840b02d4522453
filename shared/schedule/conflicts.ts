/** Finds the conflicts of a schedule. They are warnings only: two halves of one room may have one name. */
import type { ConflictKind } from '../modules/events/schedule.ts';
import { overlaps, type Span } from './overlaps.ts';

export interface Planned extends Span {
  readonly id: string;
  readonly room: string | null;
  readonly speakers: readonly string[] | null;
}

export interface ScheduleConflict {
  readonly kind: ConflictKind;
  /** The room or the speaker, as the first of the two sessions writes it; null: the session is outside the event. */
  readonly name: string | null;
  /** Ids of two sessions; of one, if it is outside the event. */
  readonly sessions: readonly string[];
}

/** One key for names that people take for the same: case, width, outer and repeated spaces do not count. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Key → the name as it is written; a name twice in one session counts once. */
function takenBy({ room, speakers }: Planned): ReadonlyMap<string, Pick<ScheduleConflict, 'kind' | 'name'>> {
  const rooms = room === null || nameKey(room) === '' ? [] : [['room', room] as const];
  const people = (speakers ?? []).filter((name) => nameKey(name) !== '').map((name) => ['speaker', name] as const);
  return new Map([...rooms, ...people].map(([kind, name]) => [`${kind} ${nameKey(name)}`, { kind, name }]));
}

function conflictsOfPair(a: Planned, b: Planned): readonly ScheduleConflict[] {
  const other = takenBy(b);
  return [...takenBy(a)]
    .filter(([key]) => other.has(key))
    .map(([, { kind, name }]) => ({ kind, name, sessions: [a.id, b.id] }));
}

export function isOutside(session: Span, event: Span): boolean {
  return (
    Date.parse(session.startsAt) < Date.parse(event.startsAt) || Date.parse(session.endsAt) > Date.parse(event.endsAt)
  );
}

const byStart = (a: Planned, b: Planned) =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * All conflicts of a schedule: each pair once.
 *
 * @param sessions without the cancelled ones
 */
export function scheduleConflicts(sessions: readonly Planned[], event: Span): readonly ScheduleConflict[] {
  const found: ScheduleConflict[] = [];
  let running: Planned[] = [];
  for (const session of [...sessions].sort(byStart)) {
    if (isOutside(session, event)) found.push({ kind: 'outside_event', name: null, sessions: [session.id] });
    running = running.filter((one) => overlaps(one, session));
    for (const one of running) found.push(...conflictsOfPair(one, session));
    running.push(session);
  }
  return found;
}

/**
 * Room and speaker conflicts of one session, for the answer to the write that makes them. Whether it is outside the event is
 * not checked.
 */
export function conflictsOf(
  session: Planned,
  others: readonly Planned[],
): readonly (ScheduleConflict & { readonly other: string })[] {
  return others
    .filter((other) => other.id !== session.id && overlaps(other, session))
    .flatMap((other) => conflictsOfPair(session, other).map((one) => ({ ...one, other: other.id })));
}
