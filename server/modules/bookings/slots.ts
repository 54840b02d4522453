/** Reads the hours in which a resource is open on a day, and computes the slots of a service that are still free then. */
import { must } from '#shared/base/assert.ts';
import { isoTime, minuteMs, parseTime } from '#shared/base/time.ts';
import {
  type appointments,
  type bookableResources,
  type bookableServices,
  type openingHours,
  weekdays,
} from '#shared/modules/bookings/bookings.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import type { Reader } from '../../store/contract.ts';
import { momentOf } from './wall-clock.ts';

export type Service = RecordOf<typeof bookableServices>;
export type Resource = RecordOf<typeof bookableResources>;
export type Appointment = RecordOf<typeof appointments>;

/** Unix milliseconds. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Maximum number of opening times of a resource that are read for one day. */
const spansMax = 24;
/** Maximum number of appointments that are read for one day: more than one for every five minutes. */
const appointmentsMax = 600;
/** Maximum number of slots of one day: one for every five minutes. */
const slotsMax = 288;

/** @param day `2026-05-04`, in the time zone of the resource */
export async function openSpans(reader: Reader, resource: Resource, day: string): Promise<readonly Span[]> {
  const weekday = weekdays[(new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7];
  const found = await reader.find('opening_hours', {
    where: where({ resource: resource.id, weekday }),
    sort: [{ path: 'opensAt', direction: 'asc' }],
    limit: spansMax,
  });
  return (found as unknown as readonly RecordOf<typeof openingHours>[]).map(({ opensAt, closesAt }) => ({
    startMs: momentOf(day, opensAt, resource.timezone),
    endMs: momentOf(day, closesAt, resource.timezone),
  }));
}

/** Returns the appointments of a resource that overlap this span, without cancelled ones. */
export async function takenSpans(reader: Reader, resource: string, { startMs, endMs }: Span): Promise<readonly Span[]> {
  const at = (path: string, op: 'equals' | 'less_than' | 'greater_than' | 'not_equals', value: unknown): Condition => ({
    kind: 'field',
    path,
    op,
    value,
  });
  const found = await reader.find('appointments', {
    where: {
      kind: 'and',
      of: [
        at('resource', 'equals', resource),
        at('startsAt', 'less_than', isoTime(endMs)),
        at('endsAt', 'greater_than', isoTime(startMs)),
        at('status', 'not_equals', 'cancelled'),
      ],
    },
    sort: [{ path: 'startsAt', direction: 'asc' }],
    limit: appointmentsMax,
  });
  const ms = (text: string) => must(parseTime(text), 'a stored time');
  return (found as unknown as readonly Appointment[]).map((a) => ({ startMs: ms(a.startsAt), endMs: ms(a.endsAt) }));
}

type Lengths = Pick<Service, 'durationMinutes' | 'slotMinutes'>;

/** Returns the slots that lie within these opening hours and have not begun, in order; some may be taken. */
export function slotsOf(
  { durationMinutes, slotMinutes }: Lengths,
  open: readonly Span[],
  nowMs: number,
): readonly Span[] {
  const slots: Span[] = [];
  for (const span of open)
    for (let startMs = span.startMs; ; startMs += slotMinutes * minuteMs) {
      const endMs = startMs + durationMinutes * minuteMs;
      if (endMs > span.endMs) break;
      if (startMs >= nowMs) slots.push({ startMs, endMs });
    }
  return slots;
}

/** Returns the slots of one day that are free. */
export function freeOf(
  service: Lengths,
  open: readonly Span[],
  taken: readonly Span[],
  nowMs: number,
): readonly Span[] {
  return slotsOf(service, open, nowMs)
    .filter(({ startMs, endMs }) => !taken.some((t) => t.startMs < endMs && startMs < t.endMs))
    .slice(0, slotsMax);
}
