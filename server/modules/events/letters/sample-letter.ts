/** A letter with example values, for previews: every placeholder of its kind has something to show. */
import { hourMs, isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';
import { eventOfLetter, ownWords } from './event-words.ts';
import type { Letter } from './letter.ts';

export interface SampleSetting {
  readonly language: Letter['language'];
  readonly nowMs: number;
  readonly pagesUrl: string;
}

export function sampleLetter(
  event: EventRecord,
  template: LetterTemplate,
  { language, nowMs, pagesUrl }: SampleSetting,
): Letter {
  const sum = { amount: 4_900, currency: 'EUR' };
  const pageUrl = `${pagesUrl}/t/example`;
  const isPaid = template === 'order_paid';
  return {
    template,
    language,
    messageId: '<example@example.org>',
    recipient: { name: 'Alex Example', email: 'alex@example.org' },
    event: eventOfLetter(event),
    ticketTypeName: 'Standard',
    registrationId: event.id,
    pageUrl,
    ticket: { qrText: 'EXAMPLE', number: 'EXAMPLE1', windowMinutes: event.replayWindowMinutes },
    refund: sum,
    order: {
      number: 'K7M2Q',
      pageUrl: `${pagesUrl}/o/example`,
      total: sum,
      payUntil: isPaid ? null : isoTime(nowMs + hourMs),
      bank: null,
      tickets: isPaid ? [{ name: 'Alex Example', ticketTypeName: 'Standard', pageUrl }] : [],
    },
    prize: { name: 'Example prize', pageUrl: `${pageUrl}/activity`, until: isoTime(nowMs + 48 * hourMs) },
    offer: { pageUrl: `${pagesUrl}/w/example`, until: isoTime(nowMs + 24 * hourMs), price: sum },
    session: {
      ...{ id: event.id, title: 'Opening talk', startsAt: event.startsAt, endsAt: event.endsAt },
      ...{ room: 'Main hall', isTaken: true, sequence: 0 },
    },
    meeting: {
      id: event.id,
      with: 'Sam Sample',
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      place: 'Table 7',
      answerUntil: isoTime(nowMs + 24 * hourMs),
      sequence: 0,
    },
    exhibitor: { name: 'Example Ltd', booth: 'A 12', pageUrl: `${pagesUrl}/x/example` },
    ...ownWords(event, template),
  };
}
