/** One way of writing a time on the pages of an event, in each language. */
import { expect, test } from 'vitest';
import { eventFacts } from '#server/modules/events/registration-page/event-facts.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';

const organizer = { name: null, logoPath: null } as Parameters<typeof eventFacts>[3];
const event = (endsAt: string) =>
  ({
    name: 'Harbour Days',
    startsAt: '2026-11-24T07:05:00.000Z',
    endsAt,
    timezone: 'Europe/Oslo',
    venue: null,
  }) as EventRecord;
const facts = (endsAt: string) => eventFacts(event(endsAt), '/e/x', false, organizer);
const hourIn = (text: string) => /\b0?8:05\b/.exec(text)?.[0];

test.each(languages)(
  'in %s an hour is written the same in the time of an event, of one day or several, and in a moment',
  (language) => {
    const { tag } = languageTraits[language];
    const oneDay = facts('2026-11-24T15:00:00.000Z');
    const texts = [
      oneDay.when(tag).join(' '),
      facts('2026-11-26T15:00:00.000Z').when(tag).join(' '),
      oneDay.moment('2026-11-24T07:05:00.000Z', tag),
    ];
    const hour = language === 'ar' ? '8:05' : '08:05';
    expect(texts.map(hourIn)).toEqual([hour, hour, hour]);
    expect(texts.every((text) => text.includes('2026'))).toBe(true);
  },
);
