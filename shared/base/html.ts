/**
 * HTML made of parts: every value that is put into it is escaped, unless it is HTML made here, so that no page can forget it.
 */
import { escapeHtml } from './escape-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** Null, undefined and false are nothing; a list is its items one after the other. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

function partText(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(partText).join('') : escapeHtml(String(part));
}

/** A template tag: html`<p title="${title}">${text}</p>`. Values of attributes must stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((text, string, n) => `${text}${partText(parts[n - 1])}${string}`));
}

/** JSON for a script element: no `<` that could end it or open a comment. */
export function scriptJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
