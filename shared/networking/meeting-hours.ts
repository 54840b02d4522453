/**
 * Hours of an event at which the server may set a meeting: during the programme of a day, else from 08:00 to 20:00; the whole
 * event where neither leaves any.
 */
import { dayStart, fromZonedInput, zonedInput } from '../base/zoned-input.ts';

/** Hours of a day without a programme, on the clock of the event. */
export const dayBegins = '08:00';
export const dayEnds = '20:00';
/** Maximum number of days that are looked at, from the first. */
const daysMax = 400;
/** Longer than any day, also where the clocks are set back, and shorter than two. */
const nextDayMs = 36 * 3_600_000;

/** ISO 8601 in UTC; half-open. */
interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

interface EventTimes extends Span {
  readonly timezone: string;
}

function hullOf(programme: readonly Span[]): Span | null {
  const starts = programme.map(({ startsAt }) => startsAt).toSorted();
  const ends = programme.map(({ endsAt }) => endsAt).toSorted();
  const [startsAt] = starts;
  const endsAt = ends.at(-1);
  return startsAt === undefined || endsAt === undefined ? null : { startsAt, endsAt };
}

/**
 * @param event times ISO 8601 in UTC, and the zone whose days and hours count
 * @param programme sessions that take place, in any order
 * @returns for each day what lies inside the event: from the first session that begins on it to the last end of those,
 *   or 08:00 to 20:00; where this leaves nothing (an evening without a programme), the event itself
 */
export function meetingHours(event: EventTimes, programme: readonly Span[]): readonly Span[] {
  const { endsAt, startsAt, timezone } = event;
  const end = Date.parse(endsAt);
  const hours: Span[] = [];
  let day = dayStart(Date.parse(startsAt), timezone);
  for (let n = 0; day < end && n < daysMax; n += 1) {
    const next = dayStart(day + nextDayMs, timezone);
    const date = zonedInput(day, timezone).slice(0, 10);
    const ofDay = programme.filter((one) => Date.parse(one.startsAt) >= day && Date.parse(one.startsAt) < next);
    const at = (clock: string) => fromZonedInput(`${date}T${clock}`, timezone) ?? startsAt;
    const whole = hullOf(ofDay) ?? { startsAt: at(dayBegins), endsAt: at(dayEnds) };
    const inside = {
      startsAt: [whole.startsAt, startsAt].toSorted()[1] ?? startsAt,
      endsAt: [whole.endsAt, endsAt].toSorted()[0] ?? endsAt,
    };
    if (inside.startsAt < inside.endsAt) hours.push(inside);
    day = next;
  }
  return hours.length > 0 ? hours : [{ startsAt, endsAt }];
}

/** Whether all of a span lies within one of them. */
export function isWithin(hours: readonly Span[], { endsAt, startsAt }: Span): boolean {
  return hours.some((one) => startsAt >= one.startsAt && endsAt <= one.endsAt);
}
