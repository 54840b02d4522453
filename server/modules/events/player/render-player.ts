/** The HTML page of the player. */
import { readFileSync } from 'node:fs';
import { Html, html, scriptJson } from '#shared/base/html.ts';
import { languageName } from '#shared/base/language-name.ts';
import { type Language, languageTraits, languages as pageLanguages } from '#shared/base/languages.ts';
import { compactCss, compactScript } from '#shared/base/page-source.ts';
import { pageHeaders } from '../../../core/collections/page-policy.ts';
import type { PageAnswer, PageRequest } from '../../../core/collections/public-page.ts';
import { playerWords } from './player-words.ts';
import type { Watching } from './watch-access.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = compactCss(read('player.css'));
const script = compactScript(read('player-script.js'));
/** A player needs what other pages are denied. */
const abilities =
  'autoplay=(self), fullscreen=(self), picture-in-picture=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=()';

interface Shown extends Watching {
  readonly asked: PageRequest;
  readonly language: Language;
  /** Languages of captions. */
  readonly languages: readonly string[];
}

function player({ languages, language }: Shown): Html {
  const words = playerWords[language];
  return html`<div class="screen"><video id="video" playsinline controls aria-label="${words.title}" aria-describedby="keys"></video>
<p id="note" class="note" role="status">${words.states.waiting}</p></div>
<div class="bar">
<span class="state"><span id="state"></span> <span id="delay"></span></span>
<label>${words.captions} <select id="captions"><option value="">${words.off}</option>${languages.map(
    (lang) => html`<option value="${lang}" lang="${lang}">${languageName(lang)}</option>`,
  )}</select></label>
<label id="quality-label" hidden>${words.quality} <select id="quality"><option value="-1">${words.automatic}</option></select></label>
<span id="only-quality" hidden></span>
</div>
<p id="keys" class="sub">${words.keys}</p>
<noscript><p class="note">${words.noScript}</p></noscript>`;
}

function switches({ asked, language }: Shown): readonly Html[] {
  return pageLanguages.map((other) => {
    const { name } = languageTraits[other];
    return other === language
      ? html`<span lang="${other}" aria-current="true">${name}</span> `
      : html`<a href="${asked.path}?lang=${other}" lang="${other}" hreflang="${other}">${name}</a> `;
  });
}

export function renderPlayer(shown: Shown): PageAnswer {
  const { asked, event, language, person, refused } = shown;
  const { nonce, path } = asked;
  const words = playerWords[language];
  const data = {
    path,
    viewer: person === null,
    words: { ...words.script, quality: words.quality, automatic: words.automatic },
    states: words.states,
  };
  const body = html`<!doctype html>
<html lang="${language}" dir="${languageTraits[language].direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${event.name} · ${words.title}</title><style nonce="${nonce}">${new Html(css)}</style></head>
<body><main>
<h1 dir="auto">${event.name}</h1>
${refused === null ? player(shown) : html`<p class="note shown" role="status">${words.refused[refused]}</p>`}
${person && html`<p><a href="${path.replace(/\/stream$/, '')}?lang=${language}">${words.toTicket}</a></p>`}
</main>
<footer><nav aria-label="${words.language}">${switches(shown)}</nav></footer>
${
  refused === null &&
  html`<script nonce="${nonce}" type="application/json" id="page-data">${scriptJson(data)}</script>
<script nonce="${nonce}" src="${path.replace(/\/(?:t\/[^/]+\/stream|s\/[^/]+)$/, '/s/hls.js')}"></script>
<script nonce="${nonce}" type="module">${new Html(script)}</script>`
}
</body></html>
`;
  const policy = {
    'connect-src': "'self'",
    // hls.js gives its caption tracks an empty document as their source.
    'media-src': "'self' blob: data:",
    // Other websites may embed only the player that is opened without a ticket.
    ...(person === null && { 'frame-ancestors': '*' }),
  };
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: body.text,
    headers: {
      ...pageHeaders(nonce, { scripts: true, policy }),
      'Permissions-Policy': abilities,
      Vary: 'Accept-Language',
    },
  };
}
