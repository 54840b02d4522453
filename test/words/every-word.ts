/** Every word of kiosk, ticket page, registration page and emails, by language: what the tests of this folder look at. */
import { catalogues as board } from '#kiosk/screens/board/words/catalogues.ts';
import { catalogues as leads } from '#kiosk/screens/leads/words/catalogues.ts';
import { handOverWords } from '#kiosk/screens/pairing/hand-over-words.ts';
import { catalogues as preflight } from '#kiosk/screens/preflight/words/catalogues.ts';
import { catalogues as selfService } from '#kiosk/screens/self-service/words/catalogues.ts';
import { catalogues as venue } from '#kiosk/screens/venue/words/catalogues.ts';
import { badgeFailures } from '#kiosk/screens/words/badge-failures.ts';
import { catalogues as kiosk } from '#kiosk/screens/words/catalogues.ts';
import { spanWords } from '#kiosk/screens/words/span-words.ts';
import { activityWords } from '#server/modules/events/activity-page/activity-pages.ts';
import { fieldWords } from '#server/modules/events/attendee-page/field-refusals.ts';
import { attendeeWords } from '#server/modules/events/attendee-page/frame-words.ts';
import { placeNews } from '#server/modules/events/attendee-page/place-news.ts';
import { exhibitorWords } from '#server/modules/events/exhibitor-page/pages.ts';
import { drawWords } from '#server/modules/events/gamification/draw-words.ts';
import { invoiceWords } from '#server/modules/events/invoices/invoice-words.ts';
import { unsubscribeWords } from '#server/modules/events/messages/words/unsubscribe.ts';
import { moreWords } from '#server/modules/events/more-page/more-pages.ts';
import { networkingWords } from '#server/modules/events/networking-page/networking-pages.ts';
import { playerWords } from '#server/modules/events/player/player-words.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import { pageWords as registrationPage } from '#server/modules/events/registration-page/page-words.ts';
import { pageWords } from '#server/modules/events/ticket-page/page-words.ts';
import { pollWords } from '#server/modules/events/type-features/poll-words.ts';
import { letterTexts } from '#server/outbound/mail/words/catalogue.ts';
import { type Language, languageTraits } from '#shared/base/languages.ts';
import { reasonWords } from '#shared/networking/reason-words.ts';

const failuresIn = (language: Language) =>
  Object.fromEntries(Object.entries(badgeFailures).map(([code, said]) => [code, said[language]]));
const failures = {
  en: failuresIn('en'),
  de: failuresIn('de'),
  es: failuresIn('es'),
  fr: failuresIn('fr'),
  ar: failuresIn('ar'),
};

export const rooms = [
  'kiosk',
  'board',
  'preflight',
  'self-service',
  'hand-over',
  'failures',
  'page',
  'schedule',
  'place-news',
  'attendee-page',
  'field-refusals',
  'activity-page',
  'networking-page',
  'more-page',
  'leads',
  'venue',
  'exhibitor-page',
  'player',
  'registration-page',
  'mail',
  'unsubscribe',
  'invoice',
  'draw',
  'poll',
  'reasons',
  'spans',
] as const;
export type Room = (typeof rooms)[number];

/** A new catalogue is named here, and tested by that. */
const everyCatalogue: Readonly<Record<Room, Readonly<Record<Language, object>>>> = {
  kiosk,
  board,
  preflight,
  'self-service': selfService,
  'hand-over': handOverWords,
  failures,
  page: pageWords,
  schedule: scheduleWords,
  'place-news': placeNews,
  'attendee-page': attendeeWords,
  'field-refusals': fieldWords,
  'activity-page': activityWords,
  'networking-page': networkingWords,
  'more-page': moreWords,
  leads,
  venue,
  'exhibitor-page': exhibitorWords,
  player: playerWords,
  'registration-page': registrationPage,
  mail: letterTexts,
  unsubscribe: unsubscribeWords,
  invoice: invoiceWords,
  draw: drawWords,
  poll: pollWords,
  reasons: reasonWords,
  spans: spanWords,
};

export function catalogueOf(room: Room, language: Language): object {
  return everyCatalogue[room][language];
}

export interface Leaf {
  readonly key: string;
  readonly said: unknown;
}

export function leavesOf(words: unknown, above = ''): readonly Leaf[] {
  if (typeof words !== 'object' || words === null) return [{ key: above, said: words }];
  return Object.entries(words).flatMap(([name, said]) => leavesOf(said, above === '' ? name : `${above}.${name}`));
}

/** One number of every plural category of the language. */
export function numbersOf(language: Language): readonly number[] {
  const rules = new Intl.PluralRules(languageTraits[language].tag);
  const candidates = [0, 1, 2, 3, 11, 21, 100, 1_000_000];
  return [...new Map(candidates.map((n) => [rules.select(n), n])).values()];
}

const facts = (value: string) =>
  new Proxy({}, { get: (_target, kind) => (name: unknown) => (kind === 'duration' ? value : String(name)) });

/** @returns what a leaf says: one text, or one for every plural category */
export function textsOf(said: unknown, language: Language, value = 'X'): readonly string[] {
  if (typeof said !== 'function') return [String(said)];
  return numbersOf(language).map((n) => {
    // A function of texts ignores that it gets numbers; one of facts gets them by name.
    const given = /\bf\.\w+\(/.test(String(said)) ? [facts(value)] : [n, n, n];
    const text = String(Reflect.apply(said, undefined, given));
    return text;
  });
}

const guestRooms: ReadonlySet<Room> = new Set([
  ...(['self-service', 'page', 'schedule', 'place-news', 'attendee-page', 'field-refusals', 'activity-page'] as const),
  ...(['networking-page', 'more-page', 'player', 'registration-page', 'mail'] as const),
  ...(['unsubscribe', 'invoice', 'draw', 'poll', 'reasons'] as const),
]);

export function isForGuests(room: Room, key: string): boolean {
  return (
    (guestRooms.has(room) && !key.startsWith('staff')) || (room === 'kiosk' && /^(?:guest|ready\.scanYours)/.test(key))
  );
}
