/** The screen of an event where what was refused is put right. */
import type { Refusal } from '#shared/base/result.ts';
import { t } from '../../parts/text/text.ts';
import type { WayOut } from '../../parts/way-out.ts';
import { eventSections } from '../screens/section-labels.ts';

/** The names of pages as the navigation shows them, keyed by the word in the address. */
const pages = { event: t('event'), stream: t('stream'), badge: t('badge') } as const;

interface Screen {
  readonly page: keyof typeof pages;
  readonly section?: keyof typeof eventSections;
}

const payment: Screen = { page: 'event', section: 'payment' };
const networking: Screen = { page: 'event', section: 'networking' };
const points: Screen = { page: 'event', section: 'points' };
const attendee: Screen = { page: 'event', section: 'attendee' };
const stream: Screen = { page: 'stream' };

/** The screen of each setting of an event that has one of its own, keyed by the first part of the path. */
const bySetting: Readonly<Record<string, Screen>> = {
  invoicing: { page: 'event', section: 'invoicing' },
  stripe: payment,
  waitlist: { page: 'event', section: 'waiting' },
  letters: { page: 'event', section: 'letters' },
  slug: { page: 'event', section: 'page' },
  networking,
  gamification: points,
  features: attendee,
  schedule: attendee,
  exhibiting: { page: 'event', section: 'exhibiting' },
  streaming: stream,
  badgeLayout: { page: 'badge' },
};

/** Screens of the settings that cause a refusal, by code, for refusals whose path does not name the setting. */
const byCode: Readonly<Record<string, Screen>> = {
  seller_missing: { page: 'event', section: 'invoicing' },
  processor_missing: payment,
  account_not_ready: payment,
  streaming_disabled: stream,
  captions_disabled: stream,
  caption_language_unknown: stream,
  networking_disabled: networking,
  meetings_disabled: networking,
  match_prevented: networking,
  gamification_disabled: points,
  leaderboard_disabled: points,
  draws_disabled: points,
  draw_no_entrants: points,
  activity_type_unknown: points,
  bookings_closed: attendee,
  ratings_off: attendee,
  feature_off: attendee,
  waitlist_off: { page: 'event', section: 'waiting' },
};

/**
 * @param eventId of the event that is shown; null: none is
 * @param hash the address of the screen that is shown
 * @returns null: there is no such screen, or it is this one
 */
export function wayOutOf({ code, path = '' }: Refusal, eventId: string | null, hash: string): WayOut | null {
  const setting = /^\w+/.exec(path)?.[0] ?? '';
  const screen = byCode[code] ?? (Object.hasOwn(bySetting, setting) ? bySetting[setting] : undefined);
  if (screen === undefined || eventId === null) return null;
  const { page, section } = screen;
  const href = `#/${page}/${eventId}${section ? `/${section}` : ''}`;
  return hash.startsWith(href) ? null : { href, page: section ? eventSections[section] : pages[page] };
}
