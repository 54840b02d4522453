/**
 * `/d/{token}`: everything that is public of a prize draw, as text, and a script that computes it again in the browser.
 * Public for everyone who has its link; it names registrations by their ids, no person.
 */
import { readFileSync } from 'node:fs';
import { Html, html, scriptJson } from '#shared/base/html.ts';
import { chooseLanguage, type Language, languageTraits } from '#shared/base/languages.ts';
import { prizeDraws } from '#shared/modules/events/gamification.ts';
import type { PageAnswer, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import { readPageToken } from '../page-token.ts';
import type { EventsPorts } from '../ports.ts';
import { drawAnswerOf } from './draw-answer.ts';
import { type DrawWords, drawWords } from './draw-words.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = read('draw-page.css');
const script = read('draw-page-script.js');
const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };

type Draw = Awaited<ReturnType<typeof drawAnswerOf>>;

function facts(draw: Draw, words: DrawWords): Html {
  const fact = (label: string, value: string | null) =>
    html`<dt>${label}</dt><dd>${value === null ? words.notYet : html`<code dir="ltr">${value}</code>`}</dd>`;
  const source = draw.publicNote !== null && html`<dt>${words.publicSource}</dt><dd dir="auto">${draw.publicNote}</dd>`;
  const publicValue = draw.publicSource !== 'none' && html`${fact(words.publicValue, draw.publicValue)}${source}`;
  return html`<dl>${fact(words.commit, draw.commit)}${fact(words.entrantsHash, draw.entrantsHash)}${publicValue}${fact(words.seed, draw.seed)}<dt>${words.entrants}</dt><dd>${String(draw.entrants.length)}</dd></dl>`;
}

function order(draw: Draw, words: DrawWords): Html | false {
  if (draw.order.length === 0) return false;
  const row = ({ registrationId, score, weight }: Draw['order'][number], at: number) =>
    html`<tr><td>${String(at + 1)}</td><td class="code" dir="ltr">${registrationId}</td><td>${String(weight)}</td><td dir="ltr">${score.toFixed(6)}</td></tr>`;
  return html`<h2>${words.order}</h2><div class="scroll" tabindex="0" role="region" aria-label="${words.order}"><table>
<thead><tr><th scope="col">${words.place}</th><th scope="col">${words.registration}</th><th scope="col">${words.weight}</th><th scope="col">${words.score}</th></tr></thead>
<tbody>${draw.order.map(row)}</tbody></table></div>`;
}

function render({ nonce }: PageRequest, language: Language, draw: Draw): PageAnswer {
  const words = drawWords[language];
  const { page: _page, winners: _winners, ...published } = draw;
  const body = html`<!doctype html>
<html lang="${language}" dir="${languageTraits[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}: ${draw.name}</title><style nonce="${nonce}">${new Html(css)}</style></head>
<body><main>
<h1>${words.title}: <bdi>${draw.name}</bdi></h1>
<p>${words.states[draw.state]}</p>
${facts(draw, words)}
<ol>${words.how.map((line) => html`<li>${line}</li>`)}</ol>
<p id="verdict" role="status"></p><ul id="steps"></ul>
<h2>${words.data}</h2>
<p id="note">${words.dataNote}</p>
<textarea id="data" dir="ltr" spellcheck="false" aria-label="${words.data}" aria-describedby="note">${JSON.stringify(published, null, 1)}</textarea>
<p><button id="check" type="button" hidden>${words.check}</button></p>
${order(draw, words)}
</main>
<script nonce="${nonce}" type="application/json" id="page-data">${scriptJson({ words: words.script })}</script>
<script nonce="${nonce}" type="module">${new Html(script)}</script>
</body></html>
`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    headers: {
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept-Language',
    },
  };
}

export function drawPages(ports: EventsPorts): readonly PublicPage[] {
  const at = (path: string, answer: (asked: PageRequest, draw: Draw) => PageAnswer): PublicPage => ({
    path,
    tenantOf: ({ token }) => readPageToken(token ?? '')?.tenant ?? null,
    async answer(asked, reader) {
      const named = readPageToken(asked.params['token'] ?? '');
      if (!named || reader.shapeOf(prizeDraws.name) === null) return absent;
      const draw = await reader.get(prizeDraws, named.record);
      return draw ? answer(asked, await drawAnswerOf(reader, draw, ports)) : absent;
    },
  });
  return [
    at('/d/:token', (asked, draw) =>
      render(asked, chooseLanguage(asked.query.get('lang'), asked.acceptLanguage), draw),
    ),
    at('/d/:token/data', (_asked, draw) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify(draw),
      headers: { 'Cache-Control': 'no-store' },
    })),
  ];
}
