/** Describes a prize draw in plain words: its prizes, its time, and who takes part. */
import { type Html, html } from '#shared/base/html.ts';
import { type Language, languageTraits } from '#shared/base/languages.ts';
import { hoursText } from '#shared/text/hours-text.ts';
import { fill } from '../registration-page/page-words.ts';
import type { drawAnswerOf } from './draw-answer.ts';
import type { DrawWords } from './draw-words.ts';

export interface TermsScene {
  readonly draw: Pick<Awaited<ReturnType<typeof drawAnswerOf>>, 'claimHours' | 'drawsAt' | 'prizes'>;
  readonly language: Language;
  readonly words: DrawWords;
}

/**
 * @param moment writes a time in the zone of the event
 * @returns a list of names and values
 */
export function drawTerms({ draw, language, words }: TermsScene, moment: (time: string) => string): Html {
  const { terms } = words;
  const { tag } = languageTraits[language];
  const rows = [
    [terms.prizes, new Intl.NumberFormat(tag).format(draw.prizes)],
    ...(draw.drawsAt === null ? [] : [[terms.drawsAt, moment(draw.drawsAt)]]),
    [terms.claim, fill(terms.claimHours, { hours: hoursText(draw.claimHours, tag) })],
    [terms.enters, terms.who],
  ];
  return html`<dl class="terms">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Names of functions have a direction of their own, and stay in one line. */
function names(text: string): readonly Html[] {
  return text
    .split(/((?:HMAC-)?SHA-?256)/)
    .map((part, at) => (at % 2 === 1 ? html`<bdi dir="ltr" class="name">${part}</bdi>` : html`${part}`));
}

/** @param line with formulas between backticks, which read from left to right in every language */
export function technical(line: string): readonly Html[] {
  return line
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code dir="ltr">${names(part)}</code>` : html`${names(part)}`));
}
