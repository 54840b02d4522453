/** The frame around the public pages of a sale and of exhibitors: head, name of the event, languages, foot. */
import { Html, type HtmlPart, html, scriptJson } from '#shared/base/html.ts';
import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { type PageRights, pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import { spamTrap } from '../../../core/collections/public-page.ts';
import { archesPicture, favicon, icon, mark } from './art.ts';
import type { EventFacts } from './event-facts.ts';
import { pageCss, pageScript } from './page-files.ts';
import { fill, type PageWords, pageWords } from './page-words.ts';

/** Data that every part of a page needs about the reader and the address. */
export interface Reading {
  readonly language: Language;
  readonly words: PageWords;
  /** BCP 47, for Intl. */
  readonly tag: string;
  readonly nonce: string;
  /** Path as the browser sees it, without its query. */
  readonly path: string;
  /** Shown inside a page of another website. */
  readonly embedded: boolean;
  /** Parts of the query that every link and form of the page takes along. */
  readonly keep: Readonly<Record<string, string>>;
}

const kept = ['lang', 'embed', 'preview'] as const;

export function readingOf(
  asked: { readonly nonce: string; readonly path: string; readonly query: URLSearchParams },
  language: Language,
): Reading {
  const { nonce, path, query } = asked;
  const { tag } = languageTraits[language];
  const keep = Object.fromEntries(kept.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])));
  return { language, words: pageWords[language], tag, nonce, path, embedded: query.get('embed') === '1', keep };
}

/** An address of the same language and frame. */
export function addressAt(
  { keep }: Reading,
  path: string,
  more: Readonly<Record<string, string>> | URLSearchParams = {},
) {
  const query = new URLSearchParams(keep);
  for (const [name, value] of more instanceof URLSearchParams ? more : Object.entries(more)) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

export interface Framed {
  readonly title: string;
  readonly event: EventFacts;
  /** The big head of the first step; otherwise a low one. */
  readonly high?: boolean;
  /** The big head offers the event as a calendar file, unless it is over or cancelled. */
  readonly calendar?: boolean;
  /** One narrow column. */
  readonly narrow?: boolean;
  readonly bar?: Html | null;
  readonly head?: HtmlPart;
  readonly main: HtmlPart;
  /**
   * Query of this page, in which the language switch sets `lang`. Or the form that the switch sends, with what is typed, for
   * the same step in another language. Null: no switch, because the page cannot be requested again.
   */
  readonly here: URLSearchParams | { readonly form: string } | null;
  readonly preview?: boolean;
  /** Data for the script of the page. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export function renderFrame(reading: Reading, page: Framed): string {
  const { language, nonce, words } = reading;
  const { bar, event, high = false, narrow = false, preview = false } = page;
  const { direction } = languageTraits[language];
  const classes = [!high && 'low', narrow && 'narrow', bar && 'has-bar', reading.embedded && 'embed'];
  return html`<!doctype html>
<html lang="${language}" dir="${direction}" data-density="comfortable" class="${classes.filter(Boolean).join(' ')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${page.title}</title>
<link rel="icon" href="${favicon}">
${page.head}
<style nonce="${nonce}">${new Html(pageCss)}</style>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
${event.sandbox && banner(words.testMode)}
${preview && banner(words.previewMode)}
${hero(reading, page)}
<main id="main">${reading.embedded && html`<h1 class="visually-hidden">${event.name}</h1>`}${page.main}</main>
${bar}
<footer class="ft"><span>${mark} ${words.madeBy}</span></footer>
<script nonce="${nonce}" type="application/json" id="page-data">${scriptJson({ ...page.data, words: words.script, embedded: reading.embedded })}</script>
<script nonce="${nonce}" type="module">${new Html(pageScript)}</script>
</body>
</html>
`.text;
}

/** Renders a landmark of its own, named by the text before the first colon. */
export function banner(text: string): Html {
  return html`<aside class="test-mode" aria-label="${text.split(':')[0]}">${text}</aside>`;
}

function hero(reading: Reading, { calendar = false, event, here, high = false }: Framed): Html | false {
  const { words } = reading;
  if (reading.embedded) return false;
  return html`<header class="hero">
<div class="hero-top">${organizerMark(event)}${here && languageSwitch(reading, here)}</div>
<div class="hero-in"><h1><bdi>${event.name}</bdi></h1>
<p class="when">${event.when(reading.tag).map((line) => html`<span>${line}</span> `)}${event.venue && html`<span><bdi>${event.venue}</bdi></span> `}<span class="zone">${fill(words.timesIn, { zone: event.zone(reading.tag) })}</span></p>
${high && (calendar || event.venue) && html`<div class="hb">${calendar && html`<a class="btn" href="${event.path}/event.ics">${icon('calendar')}${words.addToCalendar}</a>`}${event.venue && html`<a class="btn" rel="noopener noreferrer" target="_blank" href="https://www.openstreetmap.org/search?query=${encodeURIComponent(event.venue)}">${icon('pin')}${words.map}</a>`}</div>`}
</div>
${high && archesPicture}
</header>`;
}

/** Renders the organizer's logo and name. The logo has no text for screen readers, because the name stands beside it. */
export function organizerMark({ name, organizer }: EventFacts): Html {
  const picture =
    organizer.logoPath === null
      ? html`<span class="org-m" aria-hidden="true">${[...(organizer.name ?? name)][0] ?? ''}</span>`
      : html`<img class="org-logo" src="${organizer.logoPath}" alt="">`;
  return html`<span class="org">${picture}${organizer.name !== null && html`<bdi>${organizer.name}</bdi>`}</span>`;
}

/** Name of the field that the language switch adds to a form: the form is only shown again, as it was typed. */
export const languageField = 'say';

/** Renders the languages, each by its own name. */
function languageSwitch({ keep, language, path, words }: Reading, here: NonNullable<Framed['here']>): Html {
  const to = (other: Language) => {
    const query = new URLSearchParams(here instanceof URLSearchParams ? here : keep);
    query.set('lang', other);
    return `${path}?${query}`;
  };
  // Enter in a field presses the first button of its form, in the order of the page: that must not be another language.
  const pressedByEnter =
    !(here instanceof URLSearchParams) &&
    html`<button form="${here.form}" class="visually-hidden" tabindex="-1" aria-hidden="true"></button>`;
  return html`${pressedByEnter}<details class="lang"><summary><span class="visually-hidden">${words.language}: </span>${icon('globe')}${languageTraits[language].name}</summary><ul>${languages.map(
    (other) =>
      html`<li>${
        other === language
          ? html`<span lang="${other}" aria-current="true">${languageTraits[other].name}</span>`
          : here instanceof URLSearchParams
            ? html`<a href="${to(other)}" lang="${other}" hreflang="${other}">${languageTraits[other].name}</a>`
            : html`<button form="${here.form}" formaction="${to(other)}" formnovalidate name="${languageField}" value="${other}" lang="${other}">${languageTraits[other].name}</button>`
      }</li>`,
  )}</ul></details>`;
}

/** A field that people do not see; programs fill it in. */
export function trap({ words }: Reading): Html {
  return html`<div class="trap" aria-hidden="true"><label>${words.trap}<input name="${spamTrap}" tabindex="-1" autocomplete="off"></label></div>`;
}

export function hidden(fields: Readonly<Record<string, string | null | undefined>>): readonly Html[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  );
}

/** @param framed whether pages of other websites may show it: a step before the order, nothing that names a person's order */
export function formPageHeaders(
  { nonce }: Reading,
  framed: boolean,
  more: PageRights['policy'] = {},
): Readonly<Record<string, string>> {
  const policy = {
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': "'self'",
    ...(framed && { 'frame-ancestors': '*' }),
    ...more,
  };
  return { ...pageHeaders(nonce, { policy, referrer: 'strict-origin', scripts: true }), Vary: 'Accept-Language' };
}

/** `framed` counts only where the page is embedded; `index`: search engines may list the page. Absent: neither. */
export function answerPage(
  reading: Reading,
  page: Framed,
  { framed = false, index = false, status = 200 }: { status?: number; framed?: boolean; index?: boolean } = {},
): PageAnswer {
  const headers = {
    ...formPageHeaders(reading, framed && reading.embedded),
    ...(!index && { 'X-Robots-Tag': 'noindex' }),
  };
  return { status, type: 'text/html; charset=utf-8', body: renderFrame(reading, page), headers };
}

export function seeOther(location: string): PageAnswer {
  return { status: 303, type: 'text/plain', body: '', headers: { Location: location } };
}

export const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };
