/** The navigation of an attendee's page: its pages as tabs, at the bottom of a phone and beside the content of wide windows. */
import { Html, html } from '#shared/base/html.ts';
import type { Language } from '#shared/base/languages.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import type { Reader } from '../../../store/contract.ts';
import { isStanding } from '../networking/attendee.ts';
import { networkingOf } from '../networking/setting.ts';
import { isStreamed } from '../player/watch-access.ts';
import { attendeeWords } from './frame-words.ts';
import { type AttendeeTab, attendeeTabs } from './tab-names.ts';

const pictures: Readonly<Record<AttendeeTab, string>> = {
  ticket: '<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v.1M14 20v.1"/>',
  programme: '<rect x="3.5" y="5" width="17" height="15.5" rx="2.5"/><path d="M3.5 10h17M8 2.8V6.5M16 2.8V6.5"/>',
  stream: '<rect x="3" y="4.5" width="18" height="12" rx="2.5"/><path d="M10 8l4.5 2.5L10 13zM8.5 20.5h7"/>',
  networking:
    '<circle cx="6" cy="17" r="2.7"/><circle cx="18" cy="17" r="2.7"/><circle cx="12" cy="6" r="2.7"/><path d="M10.6 8.4 7.4 14.6M13.4 8.4l3.2 6.2M8.8 17h6.4"/>',
  activity:
    '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v1.5A3.5 3.5 0 0 0 7.5 11M17 6h3v1.5a3.5 3.5 0 0 1-3.5 3.5M12 15v3M8.5 20.5h7"/>',
  more: '<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20.5c.5-4 3.4-6 7.5-6s7 2 7.5 6"/>',
};

/** Returns the pages that the event uses and the person may open. */
export async function tabsOf(
  reader: Reader,
  event: EventRecord,
  registration: Pick<RegistrationRecord, 'status'>,
): Promise<readonly AttendeeTab[]> {
  const isConfirmed = registration.status === 'confirmed';
  const hasSessions =
    isConfirmed &&
    reader.shapeOf(sessions.name) !== null &&
    (await reader.findOne(sessions, { event: event.id })) !== null;
  const offered: Readonly<Record<AttendeeTab, boolean>> = {
    ticket: true,
    programme: hasSessions,
    stream: isConfirmed && isStreamed(event),
    networking: isStanding(registration) && networkingOf(event).enabled,
    activity: isConfirmed,
    more: true,
  };
  return attendeeTabs.filter((tab) => offered[tab]);
}

/** @param ticket path of the ticket page */
export function tabPath(ticket: string, tab: AttendeeTab): string {
  return tab === 'ticket' ? ticket : `${ticket}/${tab}`;
}

export interface TabBar {
  /** Path of the ticket page. */
  readonly ticket: string;
  readonly tabs: readonly AttendeeTab[];
  readonly current: AttendeeTab;
  readonly language: Language;
}

/** The script fills in the number of items that wait, except at pages that are of no use offline (`data-online`). */
export function tabBar({ current, language, tabs, ticket }: TabBar): Html | false {
  if (tabs.length < 2) return false;
  const words = attendeeWords[language];
  const link = (tab: AttendeeTab) =>
    html`<a href="${tabPath(ticket, tab)}?lang=${language}" data-tab="${tab}"${tab === 'stream' && html` data-online`}${tab === current && html` aria-current="page"`}><svg class="tab-i" viewBox="0 0 24 24" aria-hidden="true">${new Html(pictures[tab])}</svg><span>${words.tabs[tab]}</span><em hidden></em></a>`;
  return html`<nav class="tabbar" aria-label="${words.pages}">${tabs.map(link)}</nav>`;
}
