/**
 * The page at `/t/{secret}`: one self-contained HTML document that shows the ticket's code, renews it, and opens
 * offline after the first visit. A pure function of its data; it reads without a script too.
 */

import { assert, must } from '#shared/base/assert.ts';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { scriptJson } from '#shared/base/html.ts';
import { languages, languageTraits } from '#shared/base/languages.ts';
import { parseTime } from '#shared/base/time.ts';
import { formatIn, minuteOf, spanText, zoneName } from '#shared/base/zoned-time.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import { assertNonce, pageHeaders } from '../../../core/collections/page-policy.ts';
import { attendeeScripts, unsentList, usualPaceMs } from '../attendee-page/frame.ts';
import { tabsCss } from '../attendee-page/page-files.ts';
import { ticketPagePaths } from '../attendee-page/page-paths.ts';
import { momentText } from '../registration-page/event-facts.ts';
import { pageColour } from './manifest.ts';
import { shownAtOnce, type TicketPageData, ticketPageCodes } from './page-data.ts';
import { pageCss, pageScript } from './page-files.ts';
import { pageWords, stateTones } from './page-words.ts';
import { qrModules, qrPath, quietModules } from './qr-picture.ts';
import type { PageWords } from './words/page-words.ts';

export function renderTicketPage(data: TicketPageData): string {
  const { nonce, event, path } = data;
  assertNonce(nonce);
  const paths = ticketPagePaths(path);
  const words = pageWords[data.language];
  const { direction, tag } = languageTraits[data.language];
  return `<!doctype html>
<html lang="${data.language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(event.name)} – ${words.ticket}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${pageColour}">
<link rel="manifest" href="${escapeHtml(paths.manifest)}">
<link rel="icon" href="${escapeHtml(paths.icon192)}">
<link rel="apple-touch-icon" href="${escapeHtml(paths.icon192)}">
<style nonce="${nonce}">${pageCss}${tabsCss}</style>
</head>
<body>
${unsentList(data)}<main>
<header>
${event.organizer ? `<p class="organizer" dir="auto">${escapeHtml(event.organizer)}</p>` : ''}
<h1 dir="auto">${escapeHtml(event.name)}</h1>
${eventTime(event, tag)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join('\n')}
${event.venue ? `<p dir="auto">${escapeHtml(event.venue)}</p>` : ''}
</header>
${checkedIn(data, words)}${data.state === 'confirmed' ? code(data, words) : stateNote(data, words)}
<div class="tear" aria-hidden="true"></div>
${person(data, words)}
</main>
<footer><p id="connection" role="status"></p>
<nav aria-label="${words.language}">${switches(data)}</nav></footer>
<script nonce="${nonce}" type="application/json" id="ticket-data">${scriptJson({
    path,
    codesPath: paths.codes,
    codes: ticketPageCodes(data),
    locale: tag,
    words: words.script,
  })}</script>
<script nonce="${nonce}">${pageScript}</script>
${attendeeScripts({ ticket: path, tabs: data.tabs ?? [], current: 'ticket', language: data.language, mark: null, count: 0, paceMs: usualPaceMs, nonce })}
</body>
</html>
`;
}

/**
 * Headers the page must be sent with: they let its own script and style run and nothing else, keep the secret in its
 * address out of referrers and search engines, and keep shared caches from holding it.
 *
 * @param nonce fresh for every answer, base64 text of at least 16 random bytes
 */
export function ticketPageHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = {
    'img-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
  };
  return {
    'Content-Type': 'text/html; charset=utf-8',
    // The page names a person: caches do not store it, except its own worker, for use without a network.
    ...pageHeaders(nonce, { policy, referrer: 'strict-origin', scripts: true }),
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept-Language',
  };
}

/** Renders links to the page in the other languages, each by its own name. */
function switches({ language, path }: TicketPageData): string {
  return languages
    .map((other) =>
      other === language
        ? `<span lang="${other}" aria-current="true">${languageTraits[other].name}</span>`
        : `<a href="${escapeHtml(path)}?lang=${other}" lang="${other}" hreflang="${other}">${languageTraits[other].name}</a>`,
    )
    .join(' ');
}

function code(data: TicketPageData, words: PageWords): string {
  const shown = shownAtOnce(data);
  const side = shown ? qrModules(shown.text).length + 2 * quietModules : 1;
  return `<section class="code" aria-label="${words.ticketCode}">
<div id="shown"${shown ? '' : ' hidden'}>
<svg id="qr" class="qr" role="img" aria-label="${words.qrCode}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"${shown ? ` data-timestamp="${shown.timestamp}"` : ''}><path id="qr-path" fill="#000" d="${shown ? qrPath(shown.text) : ''}"/></svg>
<div class="bar" aria-hidden="true"><span id="left"></span></div>
<p class="renews" id="renews" role="timer">${words.reload}</p>
</div>
<div id="none" class="note wait" role="status"${shown ? ' hidden' : ''}><h2>${words.noCode}</h2><p id="none-text">${words.reload}</p></div>
</section>`;
}

function stateNote(data: TicketPageData, words: PageWords): string {
  assert(data.state !== 'confirmed', 'a confirmed ticket shows its code');
  const { title, text } = words.states[data.state];
  return `<div class="note ${stateTones[data.state]}" role="status" data-state="${data.state}"><h2>${title}</h2><p>${text}</p></div>`;
}

function checkedIn({ state, checkedInAt, event, language }: TicketPageData, words: PageWords): string {
  if (state !== 'confirmed' || checkedInAt === null) return '';
  return `<div class="note good" role="status"><h2>${words.checkedIn}</h2><p>${escapeHtml(words.enjoy.replace('{time}', momentText(checkedInAt, event.timezone, languageTraits[language].tag)))}</p></div>\n`;
}

function person({ attendee, ticketTypeName, ticketNumber }: TicketPageData, words: PageWords): string {
  return `<dl>
<div><dt>${words.attendee}</dt><dd class="name" dir="auto">${escapeHtml(attendee.name)}</dd>${attendee.company ? `<dd dir="auto">${escapeHtml(attendee.company)}</dd>` : ''}</div>
<div><dt>${words.ticket}</dt><dd dir="auto">${escapeHtml(ticketTypeName)}</dd></div>
<div><dt>${words.ticketNumber}</dt><dd class="number" dir="ltr">${escapeHtml(codeGroups(ticketNumber).join(' '))}</dd></div>
</dl>`;
}

/** Day and hours on two lines; an event of several days from and to. */
function eventTime({ startsAt, endsAt, timezone }: TicketPageData['event'], tag: string): [string, string] {
  const startsMs = must(parseTime(startsAt), 'a stored time is ISO 8601');
  const endsMs = Math.max(startsMs, must(parseTime(endsAt), 'a stored time is ISO 8601'));
  const day = formatIn({ dateStyle: 'full' }, timezone, tag);
  const zone = zoneName(startsMs, timezone, tag);
  if (day.format(startsMs) === day.format(endsMs))
    return [day.format(startsMs), `${spanText({}, timezone, tag, [startsMs, endsMs])} ${zone}`];
  const moment = formatIn(
    { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...minuteOf(tag) },
    timezone,
    tag,
  );
  return [`${moment.format(startsMs)} –`, `${moment.format(endsMs)} ${zone}`];
}
