/** Rules of an organizer's text for an email: known placeholders, links that can be opened. */
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import {
  addressPlaceholders,
  type LetterTemplate,
  letterPlaceholders,
  settingOf,
  wordedTemplates,
} from '#shared/modules/events/letters.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import { brokenLinksIn, parseMarkup, placeholdersIn } from '#shared/text/markup.ts';

export interface Words {
  readonly subject?: unknown;
  readonly body?: unknown;
}

function unknownPlaceholders(template: LetterTemplate, text: string, path: string): readonly Refusal[] {
  const allowed: readonly string[] = letterPlaceholders[template];
  const unknown = placeholdersIn(text).filter((name) => !allowed.includes(name));
  const list = allowed.map((name) => `{${name}}`).join(', ');
  return unknown.map((name) =>
    refusal('placeholder_unknown', { message: `Unknown placeholder {${name}}. Use one of: ${list}.`, path }),
  );
}

/** @param prefix before the names of the fields, e.g. `letters.orderPaid.` */
export function wordProblems(template: LetterTemplate, { body, subject }: Words, prefix: string): readonly Refusal[] {
  const problems: Refusal[] = [];
  if (typeof subject === 'string') problems.push(...unknownPlaceholders(template, subject, `${prefix}subject`));
  if (typeof body !== 'string') return problems;
  problems.push(...unknownPlaceholders(template, body, `${prefix}body`));
  const allowed: readonly string[] = letterPlaceholders[template];
  const pages = allowed.filter((name) => addressPlaceholders.has(name));
  const values = Object.fromEntries(pages.map((name) => [name, { text: 'https://example.org', isAddress: true }]));
  const broken = brokenLinksIn(parseMarkup(body), values);
  return [
    ...problems,
    ...broken.map((url) =>
      refusal('link_invalid', {
        message: `The link to "${url.slice(0, 200)}" cannot be opened. Begin it with https://, http:// or mailto:, or use ${pages.map((name) => `{${name}}`).join(' or ') || 'an address'}.`,
        path: `${prefix}body`,
      }),
    ),
  ];
}

/** Returns the problems of the setting `letters` of an event. */
export function letterProblems(letters: unknown): readonly Refusal[] {
  if (!isObject(letters)) return [];
  return wordedTemplates.flatMap((template) => {
    const name = settingOf(template);
    const words = letters[name];
    return isObject(words) ? wordProblems(template, words, `letters.${name}.`) : [];
  });
}
