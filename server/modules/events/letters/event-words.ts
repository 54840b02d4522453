/** The parts of every letter that come from its event: facts, and the organizer's own words. */
import { isObject } from '#shared/base/json.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type LetterTemplate, settingOf } from '#shared/modules/events/letters.ts';
import type { Letter } from './letter.ts';

export const textIn = (value: unknown, name: string): string | null => {
  const found = isObject(value) ? value[name] : null;
  return typeof found === 'string' ? found : null;
};

/** The event's own words for a kind of mail. */
export function ownWords({ letters }: EventRecord, template: LetterTemplate): Pick<Letter, 'own' | 'replyTo'> {
  const words = isObject(letters) ? letters[settingOf(template)] : null;
  const own = { subject: textIn(words, 'subject'), body: textIn(words, 'body') };
  return { own, replyTo: textIn(letters, 'replyTo') };
}

/** Returns the data of the event that every mail about it contains. */
export function eventOfLetter({ id, name, startsAt, endsAt, timezone, venue }: EventRecord): Letter['event'] {
  return { id, name, startsAt, endsAt, timezone, venue };
}
