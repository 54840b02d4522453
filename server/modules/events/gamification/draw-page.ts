/**
 * `/d/{token}`: who has won a prize draw, and, folded away, everything that is public of it, with a script that computes it
 * again in the browser. Public for everyone who has its link; it names registrations by their ids, no person and no ticket
 * number, which lets its holder in.
 */
import { readFileSync } from 'node:fs';
import { Html, html, scriptJson } from '#shared/base/html.ts';
import { chooseLanguage, type Language, languageTraits } from '#shared/base/languages.ts';
import { compactCss } from '#shared/base/page-source.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { prizeDraws } from '#shared/modules/events/gamification.ts';
import { pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer, PageRequest, PublicPage } from '../../../core/collections/public-page.ts';
import { readPageToken } from '../page-token.ts';
import type { EventsPorts } from '../ports.ts';
import { momentText } from '../registration-page/event-facts.ts';
import { fill } from '../registration-page/page-words.ts';
import { publicPageUrl } from '../registration-page/public-page-url.ts';
import { drawAnswerOf } from './draw-answer.ts';
import { drawTerms, technical } from './draw-terms.ts';
import { type DrawWords, drawWords } from './draw-words.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = compactCss(read('draw-page.css'));
/** The script as it was written, not compacted: people who check a draw read it. */
const script = read('draw-page-script.js');
const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };

type Draw = Awaited<ReturnType<typeof drawAnswerOf>>;

interface DrawScene {
  readonly draw: Draw;
  readonly drawnAt: string | null;
  readonly event: EventRecord | null;
  /** Null: the event has none that is public. */
  readonly eventPage: string | null;
  readonly language: Language;
  readonly words: DrawWords;
}

/** Ids end in random digits; where the ends of two entrants are alike, all ids stand whole. */
const shortDigits = 8;

function labelsOf({ entrants }: Draw): (id: string) => string {
  const short = (id: string) => id.slice(-shortDigits);
  const isUnique = new Set(entrants.map(({ registrationId }) => short(registrationId))).size === entrants.length;
  return isUnique ? short : (id) => id;
}

const momentOf = ({ event, language }: DrawScene, time: string) =>
  momentText(time, event?.timezone ?? 'UTC', languageTraits[language].tag);

const entryOf = (words: DrawWords, label: string) => {
  const [before, after] = words.entry.split('{entry}');
  return html`${before}<code dir="ltr">${label}</code>${after}`;
};

/** Marked by the script, for a person who came by the link of their own page. */
const youMark = ({ you }: DrawWords) => html` <em class="you" hidden>${you}</em>`;

function winners(scene: DrawScene): Html {
  const { draw, drawnAt, words } = scene;
  if (draw.state === 'withdrawn') return html``;
  const terms = drawTerms(scene, (time) => momentOf(scene, time));
  if (draw.order.length === 0) return html`<p>${words.none}</p>${terms}`;
  const label = labelsOf(draw);
  const row = ({ claimUntil, place, registrationId, state }: Draw['winners'][number]) => {
    if (state === 'entered') return false;
    const time = claimUntil === null ? '' : momentOf(scene, claimUntil);
    const said = fill(words.winnerStates[state], { time });
    return html`<li class="${state}" data-entry="${registrationId}"><span class="place">${String(place)}</span><span><b>${entryOf(words, label(registrationId))}</b>${youMark(words)}<br><span class="soft">${said}</span></span></li>`;
  };
  const won = draw.winners.filter(({ state }) => state !== 'forfeited').length;
  const counts = { winners: String(won), prizes: String(draw.prizes) };
  return html`${drawnAt !== null && html`<p class="soft">${fill(words.drawnAt, { time: momentOf(scene, drawnAt) })}</p>`}
<h2>${words.winners}</h2><ol class="winners">${draw.winners.map(row)}</ol>${won < draw.prizes && html`<p>${fill(words.fewer, counts)}</p>`}<p class="soft">${words.entryHelp}</p>${terms}`;
}

function facts(draw: Draw, words: DrawWords): Html {
  const fact = (label: string, value: string | null) =>
    html`<dt>${label}</dt><dd>${value === null ? words.notYet : html`<code dir="ltr">${value}</code>`}</dd>`;
  const source = draw.publicNote !== null && html`<dt>${words.publicSource}</dt><dd dir="auto">${draw.publicNote}</dd>`;
  const publicValue = draw.publicSource !== 'none' && html`${fact(words.publicValue, draw.publicValue)}${source}`;
  return html`<dl>${fact(words.commit, draw.commit)}${fact(words.entrantsHash, draw.entrantsHash)}${publicValue}${fact(words.seed, draw.seed)}<dt>${words.entrants}</dt><dd>${String(draw.entrants.length)}</dd></dl>`;
}

/** Renders the order of the draw. On a phone each row is a block of its own, with the names of the columns. */
function order(draw: Draw, words: DrawWords): Html | false {
  if (draw.order.length === 0) return false;
  const label = labelsOf(draw);
  const won = new Set(
    draw.winners.flatMap(({ registrationId, state }) => (state === 'forfeited' ? [] : [registrationId])),
  );
  const row = ({ registrationId, score, weight }: Draw['order'][number], at: number) =>
    html`<tr data-entry="${registrationId}"${won.has(registrationId) && html` class="won"`}><td data-of="${words.place}">${String(at + 1)}</td><td data-of="${words.registration}"><span class="code" dir="ltr">${label(registrationId)}</span>${youMark(words)}${won.has(registrationId) && html` <em>${words.won}</em>`}</td><td data-of="${words.weight}">${String(weight)}</td><td class="score" data-of="${words.score}"><span dir="ltr">${score.toFixed(6)}</span></td></tr>`;
  const score = technical(`\`${words.score}\``);
  return html`<div id="published-order"><h2 id="order">${words.order}</h2><table aria-labelledby="order">
<thead><tr><th scope="col">${words.place}</th><th scope="col">${words.registration}</th><th scope="col">${words.weight}</th><th scope="col">${score}</th></tr></thead>
<tbody>${draw.order.map(row)}</tbody></table></div>`;
}

/** The data, and what checks it: before the draw there is nothing to check. */
function checking(draw: Draw, words: DrawWords): Html {
  const { page: _page, winners: _winners, ...published } = draw;
  const isDrawn = draw.order.length > 0;
  const verdict = isDrawn ? '' : draw.state === 'withdrawn' ? words.nothingToCheck : words.script.early;
  return html`<h2>${words.data}</h2>
<p id="note">${isDrawn ? words.dataNote : words.keepNote}</p>
<textarea id="data" dir="ltr" spellcheck="false" aria-label="${words.data}" aria-describedby="note"${!isDrawn && html` readonly`}>${JSON.stringify(published, null, 1)}</textarea>
${isDrawn && html`<p><button id="check" type="button" hidden>${words.check}</button></p>`}
<p id="verdict" role="status">${verdict}</p>
<ul id="steps"></ul>`;
}

function render({ nonce }: PageRequest, scene: DrawScene): PageAnswer {
  const { draw, drawnAt, event, language, words } = scene;
  const body = html`<!doctype html>
<html lang="${language}" dir="${languageTraits[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}: ${draw.name}${event && html` · ${event.name}`}</title><style nonce="${nonce}">${new Html(css)}</style></head>
<body><main>
${event && html`<p class="event"><bdi>${event.name}</bdi></p>`}
<h1>${words.title}: <bdi>${draw.name}</bdi></h1>
${(draw.state !== 'drawn' || drawnAt === null) && html`<p>${words.states[draw.state]}</p>`}
${winners(scene)}
${scene.eventPage !== null && html`<p><a href="${scene.eventPage}?lang=${language}">${words.toEvent}</a></p>`}
<p id="published-verdict" hidden></p>
<details id="proof"><summary>${words.proof}</summary>
${facts(draw, words)}
<ol>${words.how.map((line) => html`<li>${technical(line)}</li>`)}</ol>
${checking(draw, words)}
${order(draw, words)}
</details>
</main>
<script nonce="${nonce}" type="application/json" id="page-data">${scriptJson({ words: words.script })}</script>
<script nonce="${nonce}" type="module">${new Html(script)}</script>
</body></html>
`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    headers: { ...pageHeaders(nonce, { scripts: true }), Vary: 'Accept-Language' },
  };
}

type About = Pick<DrawScene, 'drawnAt' | 'event' | 'eventPage'>;

export function drawPages(ports: EventsPorts): readonly PublicPage[] {
  const at = (path: string, answer: (asked: PageRequest, draw: Draw, about: About) => PageAnswer): PublicPage => ({
    path,
    tenantOf: ({ token }) => readPageToken(token ?? '')?.tenant ?? null,
    async answer(asked, reader) {
      const named = readPageToken(asked.params['token'] ?? '');
      if (!named || reader.shapeOf(prizeDraws.name) === null) return absent;
      const draw = await reader.get(prizeDraws, named.record);
      if (!draw) return absent;
      const event = await reader.get(events, draw.event);
      const about = { event, drawnAt: draw.drawnAt, eventPage: await publicPageUrl(ports, named.tenant, event) };
      return answer(asked, await drawAnswerOf(reader, draw, ports), about);
    },
  });
  return [
    at('/d/:token', (asked, draw, about) => {
      const language = chooseLanguage(asked.query.get('lang'), asked.acceptLanguage);
      return render(asked, { draw, ...about, language, words: drawWords[language] });
    }),
    at('/d/:token/data', (_asked, draw) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify(draw),
      headers: { 'Cache-Control': 'no-store' },
    })),
  ];
}
