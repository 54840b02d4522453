/** The document around each page of an attendee: name of the event, what waits to be sent, tabs, languages, script. */
import { Html, type HtmlPart, html, scriptJson } from '#shared/base/html.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import { favicon, mark } from '../registration-page/art.ts';
import type { EventFacts } from '../registration-page/event-facts.ts';
import { banner, formPageHeaders, organizerMark, type Reading } from '../registration-page/frame.ts';
import { fieldWords } from './field-refusals.ts';
import { attendeeWords } from './frame-words.ts';
import { attendeeCss, attendeeScript } from './page-files.ts';
import { ticketPagePaths } from './page-paths.ts';
import type { AttendeeTab } from './tab-names.ts';
import { type TabBar, tabBar, tabPath } from './tabs.ts';

/** Interval at which an open page that receives no events and shows nothing urgent looks for news. */
export const usualPaceMs = 15_000;

export interface ScriptData extends TabBar {
  /** Another text when the page would show something else; null: the script takes it from its first look. */
  readonly mark: string | null;
  readonly paceMs: number;
  /** Number of items that wait for the person on this page. */
  readonly count: number;
  readonly nonce: string;
}

/** Renders the navigation, the data of the script, and the script. */
export function attendeeScripts({ nonce, ...bar }: ScriptData): Html {
  const { count, current, language, mark, paceMs, ticket } = bar;
  const { scope, worker } = ticketPagePaths(ticket);
  const words = attendeeWords[language];
  const { tag } = languageTraits[language];
  const data = { ticket, tag, path: tabPath(ticket, current), here: current, mark, paceMs, count, scope, worker };
  return html`${tabBar(bar)}
<script nonce="${nonce}" type="application/json" id="attendee-data">${scriptJson({ ...data, words: { ...words.script, fields: fieldWords[language] } })}</script>
<script nonce="${nonce}">${new Html(attendeeScript)}</script>`;
}

/** Renders the list of unsent forms and the outcome of an action, visible at any place of the page. Filled in by the script. */
export function unsentList({ language }: Pick<TabBar, 'language'>): Html {
  const { script, unsent } = attendeeWords[language];
  return html`<section class="unsent" id="unsent" aria-label="${unsent}" hidden><ul></ul></section>
<div class="toasts"><p class="toast" id="att-said" role="status"></p><div class="toast bad" id="att-alert" hidden><p role="alert"></p><button class="btn quiet" type="button">${script.dismiss}</button></div></div>`;
}

export interface AttendeeFrame {
  readonly title: string;
  readonly event: EventFacts;
  readonly reading: Reading;
  /** Path of the ticket page. */
  readonly ticket: string;
  readonly current: AttendeeTab;
  readonly tabs: readonly AttendeeTab[];
  /** As in `ScriptData`, likewise pace and count. */
  readonly mark: string | null;
  readonly paceMs: number;
  readonly count: number;
  readonly main: HtmlPart;
}

function languageLinks({ language, path }: Reading): readonly Html[] {
  return languages.map((other) =>
    other === language
      ? html`<span lang="${other}" aria-current="true">${languageTraits[other].name}</span>`
      : html`<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${languageTraits[other].name}</a>`,
  );
}

const isNamed = ({ organizer }: EventFacts) => organizer.name !== null || organizer.logoPath !== null;

function renderAttendeeFrame({ event, main, reading, title, ...bar }: AttendeeFrame): string {
  const { language, nonce, words } = reading;
  const { icon192, manifest } = ticketPagePaths(bar.ticket);
  const data = { ...bar, language, nonce };
  return html`<!doctype html>
<html lang="${language}" dir="${languageTraits[language].direction}" data-density="comfortable" class="att">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} · ${event.name}</title>
<meta name="robots" content="noindex">
<link rel="manifest" href="${manifest}">
<link rel="icon" href="${favicon}">
<link rel="apple-touch-icon" href="${icon192}">
<style nonce="${nonce}">${new Html(attendeeCss)}</style>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${event.sandbox && banner(words.testMode)}
<header class="att-h"><b>${mark}<bdi>${event.name}</bdi></b><p class="offl" id="att-connection" role="status"></p></header>
${unsentList(data)}
<main id="main" tabindex="-1"><h1>${title}</h1>
${main}</main>
<footer class="att-f">${isNamed(event) && organizerMark(event)}<nav aria-label="${words.language}">${languageLinks(reading)}</nav></footer>
${attendeeScripts(data)}
</body>
</html>
`.text;
}

export function answerAttendee(page: AttendeeFrame, status: number): PageAnswer {
  const headers = formPageHeaders(page.reading, false, { 'manifest-src': "'self'", 'worker-src': "'self'" });
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: renderAttendeeFrame(page),
    headers: { ...headers, 'X-Robots-Tag': 'noindex' },
  };
}
