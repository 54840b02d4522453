/** The facts about an event on its public pages: its name, its time in its own time zone, its place. */
import { must } from '#shared/base/assert.ts';
import { parseTime } from '#shared/base/time.ts';
import { formatIn, minuteOf, spanText, zoneName, zoneOrUtc } from '#shared/base/zoned-time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { Organizer } from '../organization/organizer.ts';

export interface EventFacts {
  readonly name: string;
  readonly venue: string | null;
  readonly organizer: Organizer;
  /** Path of the event's page, as the browser sees it. */
  readonly path: string;
  readonly sandbox: boolean;
  /** Day and hours on two lines; of several days from and to. */
  when(tag: string): readonly string[];
  /** `Berlin (CEST)`. */
  zone(tag: string): string;
  moment(time: string, tag: string): string;
}

const msOf = (time: string) => must(parseTime(time), 'a stored time is ISO 8601');

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Every moment that a public page names: day, time and zone of the event, as the language writes them. */
export function momentText(time: string, timezone: string, tag: string): string {
  const ms = msOf(time);
  return `${formatIn({ ...date, ...minuteOf(tag) }, timezone, tag).format(ms)} ${zoneName(ms, timezone, tag)}`;
}

export function eventFacts(event: EventRecord, path: string, sandbox: boolean, organizer: Organizer): EventFacts {
  const { endsAt, name, startsAt, timezone, venue } = event;
  const startsMs = msOf(startsAt);
  const endsMs = Math.max(startsMs, msOf(endsAt));
  return {
    ...{ name, venue, path, sandbox, organizer },
    when(tag) {
      const withDay = { weekday: 'short', ...date } as const;
      const day = formatIn(withDay, timezone, tag);
      const isOneDay = day.format(startsMs) === day.format(endsMs);
      const span = spanText(isOneDay ? {} : withDay, timezone, tag, [startsMs, endsMs]);
      return isOneDay ? [day.format(startsMs), span] : [span];
    },
    zone(tag) {
      const known = zoneOrUtc(timezone);
      const short = zoneName(startsMs, known, tag);
      const city = (known.split('/').at(-1) ?? known).replaceAll('_', ' ');
      return city === short ? short : `${city} (${short})`;
    },
    moment: (time, tag) => momentText(time, timezone, tag),
  };
}
