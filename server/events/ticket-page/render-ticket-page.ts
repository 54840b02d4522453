/**
 * The page behind `/t/{secret}`: one self-contained HTML document that shows the ticket's code, renews it, and opens
 * without a network after the first visit. A pure function of its data; it reads without a script too.
 */
import { assert, must } from '#shared/base/assert.ts';
import { parseTime } from '#shared/base/time.ts';
import { ticketNumberChars } from '#shared/ticket/ticket-number.ts';
import { shownAtOnce, type TicketPageData, ticketPageCodes, ticketPagePaths } from './page-data.ts';
import { pageCss, pageScript } from './page-files.ts';
import { stateNotes } from './page-words.ts';
import { qrModules, qrPath, quietModules } from './qr-picture.ts';

export function renderTicketPage(data: TicketPageData): string {
  const { nonce, event, path } = data;
  assert(nonceText.test(nonce), 'a nonce is base64 text');
  const paths = ticketPagePaths(path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${html(event.name)} – ticket</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#1a2350">
<link rel="manifest" href="${html(paths.manifest)}">
<link rel="icon" href="${html(paths.icon192)}">
<link rel="apple-touch-icon" href="${html(paths.icon192)}">
<style nonce="${nonce}">${pageCss}</style>
</head>
<body>
<main>
<header>
<h1>${html(event.name)}</h1>
${eventTime(event)
  .map((line) => `<p>${html(line)}</p>`)
  .join('\n')}
${event.venue ? `<p>${html(event.venue)}</p>` : ''}
</header>
${checkedIn(data)}${data.state === 'confirmed' ? code(data) : stateNote(data)}
<div class="tear" aria-hidden="true"></div>
${person(data)}
</main>
<footer><p id="connection" role="status"></p></footer>
<script nonce="${nonce}" type="application/json" id="ticket-data">${scriptJson({
    path,
    codesPath: paths.codes,
    workerPath: paths.worker,
    scope: paths.scope,
    codes: ticketPageCodes(data),
  })}</script>
<script nonce="${nonce}">${pageScript}</script>
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
  assert(nonceText.test(nonce), 'a nonce is base64 text');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'private, no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
}

const nonceText = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;

function code(data: TicketPageData): string {
  const shown = shownAtOnce(data);
  const side = shown ? qrModules(shown.text).length + 2 * quietModules : 1;
  return `<section class="code" aria-label="Ticket code">
<div id="shown"${shown ? '' : ' hidden'}>
<svg id="qr" class="qr" role="img" aria-label="QR code of this ticket. Hold it in front of the scanner." viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"${shown ? ` data-timestamp="${shown.timestamp}"` : ''}><path id="qr-path" fill="#000" d="${shown ? qrPath(shown.text) : ''}"/></svg>
<div class="bar" aria-hidden="true"><span id="left"></span></div>
<p class="renews" id="renews" role="timer">Reload this page for a new code</p>
</div>
<div id="none" class="note wait" role="status"${shown ? ' hidden' : ''}><h2>No code right now</h2><p id="none-text">Reload this page for a new code.</p></div>
</section>`;
}

function stateNote(data: TicketPageData): string {
  assert(data.state !== 'confirmed', 'a confirmed ticket shows its code');
  const { tone, title, text } = stateNotes[data.state];
  return `<div class="note ${tone}" role="status" data-state="${data.state}"><h2>${title}</h2><p>${text}</p></div>`;
}

function checkedIn({ state, checkedInAt, event }: TicketPageData): string {
  if (state !== 'confirmed' || checkedInAt === null) return '';
  return `<div class="note good" role="status"><h2>Checked in</h2><p>${html(momentOf(checkedInAt, event.timezone))}. Enjoy the event!</p></div>\n`;
}

function person({ attendee, ticketTypeName, ticketNumber }: TicketPageData): string {
  return `<dl>
<div><dt>Attendee</dt><dd class="name">${html(attendee.name)}</dd>${attendee.company ? `<dd>${html(attendee.company)}</dd>` : ''}</div>
<div><dt>Ticket</dt><dd>${html(ticketTypeName)}</dd></div>
<div><dt>Ticket number, to type by hand</dt><dd class="number">${html(grouped(ticketNumber))}</dd></div>
</dl>`;
}

/** Ours in groups that can be read aloud; one issued elsewhere as it is. */
function grouped(number: string): string {
  if (number.length !== ticketNumberChars) return number;
  return [number.slice(0, 6), ...(number.slice(6).match(/.{4}/g) ?? [])].join(' ');
}

/** Day and hours on two lines; an event of several days from and to. */
function eventTime({ startsAt, endsAt, timezone }: TicketPageData['event']): [string, string] {
  const startsMs = must(parseTime(startsAt), 'a stored time is ISO 8601');
  const endsMs = Math.max(startsMs, must(parseTime(endsAt), 'a stored time is ISO 8601'));
  const day = inZone({ dateStyle: 'full' }, timezone);
  const hour = inZone({ timeStyle: 'short' }, timezone);
  const zone = zoneName(startsMs, timezone);
  if (day.format(startsMs) === day.format(endsMs))
    return [day.format(startsMs), `${hour.formatRange(startsMs, endsMs)} ${zone}`];
  const moment = inZone(
    { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timezone,
  );
  return [`${moment.format(startsMs)} –`, `${moment.format(endsMs)} ${zone}`];
}

function momentOf(time: string, timezone: string): string {
  const ms = must(parseTime(time), 'a stored time is ISO 8601');
  return `${inZone({ dateStyle: 'medium', timeStyle: 'short' }, timezone).format(ms)} ${zoneName(ms, timezone)}`;
}

function zoneName(ms: number, timezone: string): string {
  const parts = inZone({ hour: 'numeric', timeZoneName: 'short' }, timezone).formatToParts(ms);
  return must(parts.find((part) => part.type === 'timeZoneName')?.value, 'a zone has a name');
}

/** An event may carry a zone that this runtime does not know; its times are then told in UTC, and say so. */
function inZone(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function html(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!);
}

/** JSON inside a script element: no `<` that could end it or open a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
