/** The screen of an event where what was refused is put right. */
import type { Refusal } from '#shared/base/result.ts';
import { t } from '../../parts/text/text.ts';
import type { WayOut } from '../../parts/way-out.ts';
import { eventSections } from '../screens/section-labels.ts';

/** By the word of the address, as the navigation names them. */
const pages = { event: t('event'), stream: t('stream'), badge: t('badge') } as const;

interface Screen {
  readonly page: keyof typeof pages;
  readonly section?: keyof typeof eventSections;
}

const byCode: Readonly<Record<string, Screen>> = {
  seller_missing: { page: 'event', section: 'invoicing' },
  processor_missing: { page: 'event', section: 'payment' },
  account_not_ready: { page: 'event', section: 'payment' },
  streaming_disabled: { page: 'stream' },
};

/** By the first part of the path. */
const bySetting: Readonly<Record<string, Screen>> = {
  invoicing: { page: 'event', section: 'invoicing' },
  stripe: { page: 'event', section: 'payment' },
  waitlist: { page: 'event', section: 'waiting' },
  letters: { page: 'event', section: 'letters' },
  slug: { page: 'event', section: 'page' },
  streaming: { page: 'stream' },
  badgeLayout: { page: 'badge' },
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
