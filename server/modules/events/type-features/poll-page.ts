/** `/p/{token}`: the results of a poll in big letters, for a projector. Open to everyone who has its link; drafts are not. */
import { readFileSync } from 'node:fs';
import { Html, html, scriptJson } from '#shared/base/html.ts';
import { chooseLanguage, type Language, languageTraits } from '#shared/base/languages.ts';
import { compactCss, compactScript } from '#shared/base/page-source.ts';
import { events } from '#shared/modules/events/event.ts';
import { polls } from '#shared/modules/events/type-features.ts';
import { percentText } from '#shared/text/percent-text.ts';
import { pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { attendeeWords } from '../attendee-page/frame-words.ts';
import { makePageToken, readPageToken } from '../page-token.ts';
import type { EventsPorts } from '../ports.ts';
import { fill } from '../registration-page/page-words.ts';
import { isShown } from './features.ts';
import { publishEveryMs } from './poll-results.ts';
import { pollWords } from './poll-words.ts';
import { type PollPage, pollWithVotes } from './polls.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = compactCss(read('poll-page.css'));
const script = compactScript(['../live-line.js', 'poll-page-script.js'].map(read).join('\n'));
const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };

export function pollPageAddress({ pagesUrl }: Pick<EventsPorts, 'pagesUrl'>): PollPage {
  return ({ tenant }, { id }) => `${pagesUrl}/p/${makePageToken(tenant, id)}`;
}

type Shown = NonNullable<Awaited<ReturnType<typeof pollWithVotes>>>;

/** Whether attendees' pages show polls: only then the projected page says where people can vote. */
async function isVotedThere(reader: Reader, poll: string): Promise<boolean> {
  const event = (await reader.get(polls, poll))?.event;
  const record = event === undefined ? null : await reader.get(events, event);
  return record !== null && isShown(record, 'polls');
}

function render({ nonce, path }: PageRequest, language: Language, poll: Shown, isVoted: boolean): PageAnswer {
  const named = pollWords[language];
  const words = { ...named, open: isVoted ? fill(named.open, { tab: attendeeWords[language].tabs.activity }) : '' };
  const rows = poll.options.map(
    ({ option, percent, votes }) =>
      html`<li><bdi>${option}</bdi><b><span class="percent">${percentText(language, percent)}</span> · <span class="count">${String(votes)}</span></b><span class="bar" aria-hidden="true"><i></i></span></li>`,
  );
  const body = html`<!doctype html>
<html lang="${language}" dir="${languageTraits[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${poll.question}</title><style nonce="${nonce}">${new Html(css)}</style></head>
<body><main>
<h1 dir="auto">${poll.question}</h1>
<ol>${rows}</ol>
<p class="foot" role="status"><span>${words.votes} <span id="votes">${String(poll.votes)}</span></span><span id="state">${poll.state === 'open' ? words.open : words.closed}</span><span id="problem"></span></p>
</main>
<script nonce="${nonce}" type="application/json" id="page-data">${scriptJson({ path, words, tag: languageTraits[language].tag })}</script>
<script nonce="${nonce}" type="module">${new Html(script)}</script>
</body></html>
`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    headers: {
      ...pageHeaders(nonce, { scripts: true, policy: { 'connect-src': "'self'" } }),
      Vary: 'Accept-Language',
    },
  };
}

export function pollPages(): readonly PublicPage[] {
  const at = (
    path: string,
    answer: (asked: PageRequest, poll: Shown, reader: Reader) => PageAnswer | Promise<PageAnswer>,
  ): PublicPage => ({
    path,
    async follows({ params }, reader) {
      const named = readPageToken(params['token'] ?? '');
      if (!named || reader.shapeOf(polls.name) === null) return null;
      const value = (await reader.get(polls, named.record))?.id;
      return value === undefined ? null : [{ collection: polls.name, field: 'id', value, paceMs: publishEveryMs }];
    },
    tenantOf: ({ token }) => readPageToken(token ?? '')?.tenant ?? null,
    async answer(asked, reader: Reader) {
      const named = readPageToken(asked.params['token'] ?? '');
      if (!named || reader.shapeOf(polls.name) === null) return absent;
      const poll = await pollWithVotes(reader, named.record);
      return poll ? answer(asked, poll, reader) : absent;
    },
  });
  return [
    at('/p/:token', async (asked, poll, reader) => {
      const language = chooseLanguage(asked.query.get('lang'), asked.acceptLanguage);
      return render(asked, language, poll, await isVotedThere(reader, poll.id));
    }),
    at('/p/:token/results', (_asked, { options, state, votes }) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ options, state, votes }),
      headers: { 'Cache-Control': 'no-store' },
    })),
  ];
}
