/**
 * Light markup that organizers write in emails: paragraphs, lists (`- `), `**strong**`, `*emphasis*`, `[text](address)` and
 * placeholders (`{name}`). It is parsed before any value is put in, so what an attendee typed is never read as markup.
 */
import { escapeHtml } from '../base/escape-html.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'strong'; readonly of: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly of: readonly Inline[]; readonly url: string };

export type Block =
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

export interface Value {
  readonly text: string;
  /** It is an address of ours that can be opened. */
  readonly isAddress?: boolean;
}
export type Values = Readonly<Record<string, Value>>;

/** Maximum depth of marks inside marks. Deeper ones stay as they were typed. */
const depthMax = 4;
const placeholder = /\{([a-z][a-z_]{0,39})\}/g;
const wholePlaceholder = /^\{([a-z][a-z_]{0,39})\}$/;
const openable = /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i;

/** @returns the placeholders of a text in their order, each once */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? ''))];
}

function plain(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    parts.push({ kind: 'value', name: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

interface Marked {
  readonly inline: Inline;
  readonly end: number;
}

/** Reads the marked text that begins at `at`; null where the mark is only a character. */
function markedAt(text: string, at: number, depth: number): Marked | null {
  if (text[at] === '[') {
    const middle = text.indexOf('](', at);
    const end = middle < 0 ? -1 : text.indexOf(')', middle);
    if (end < 0) return null;
    const of = inlines(text.slice(at + 1, middle), depth + 1);
    return { inline: { kind: 'link', of, url: text.slice(middle + 2, end).trim() }, end: end + 1 };
  }
  const mark = text.startsWith('**', at) ? '**' : '*';
  const from = at + mark.length;
  const end = text.indexOf(mark, from);
  if (end <= from || /\s/.test(text[from] ?? ' ') || /\s/.test(text[end - 1] ?? ' ')) return null;
  const kind = mark === '**' ? 'strong' : 'emphasis';
  return { inline: { kind, of: inlines(text.slice(from, end), depth + 1) }, end: end + mark.length };
}

function inlines(text: string, depth = 0): readonly Inline[] {
  if (depth >= depthMax) return plain(text);
  const parts: Inline[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const found = text[at] === '[' || text[at] === '*' ? markedAt(text, at, depth) : null;
    if (!found) {
      at += text.startsWith('**', at) ? 2 : 1;
      continue;
    }
    parts.push(...plain(text.slice(from, at)), found.inline);
    at = found.end;
    from = at;
  }
  return [...parts, ...plain(text.slice(from))];
}

const listItem = /^[-*] +/;

/** Never fails: what is no markup is text. */
export function parseMarkup(text: string): readonly Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim());
      return lines.every((line) => listItem.test(line))
        ? { kind: 'list', items: lines.map((line) => inlines(line.replace(listItem, ''))) }
        : { kind: 'paragraph', of: inlines(lines.join('\n')) };
    });
}

/** One paragraph that holds no markup. */
export function plainBlock(text: string): Block {
  return { kind: 'paragraph', of: [{ kind: 'text', text }] };
}

function urlOf(url: string, values: Values): string | null {
  const name = wholePlaceholder.exec(url)?.[1];
  if (name === undefined) return openable.test(url) && !url.includes('{') ? url : null;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.isAddress ? value.text : null;
}

function linksIn(parts: readonly Inline[]): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'link' ? [part.url, ...linksIn(part.of)] : 'of' in part ? linksIn(part.of) : [],
  );
}

/** @returns addresses of links that no one can open: neither http(s) or mailto nor a placeholder of an address */
export function brokenLinksIn(blocks: readonly Block[], values: Values): readonly string[] {
  const parts = blocks.flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.of));
  return linksIn(parts).filter((url) => urlOf(url, values) === null);
}

function filledBy(name: string, values: Values): Value {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? { text: '' };
}

/** Puts values into one line that holds no markup. */
export function fillLine(text: string, values: Values): string {
  return text.replace(placeholder, (_whole, name: string) => filledBy(name, values).text);
}

function inlineText(part: Inline, values: Values): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'value') return filledBy(part.name, values).text;
  const inner = part.of.map((one) => inlineText(one, values)).join('');
  if (part.kind !== 'link') return inner;
  const url = urlOf(part.url, values);
  return url === null || url === inner ? inner : `${inner} (${url})`;
}

function inlineHtml(part: Inline, values: Values): string {
  if (part.kind === 'text') return escapeHtml(part.text).replaceAll('\n', '<br>\n');
  if (part.kind === 'value') {
    const { isAddress, text } = filledBy(part.name, values);
    return isAddress ? `<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>` : escapeHtml(text);
  }
  const inner = part.of.map((one) => inlineHtml(one, values)).join('');
  if (part.kind === 'strong') return `<strong>${inner}</strong>`;
  if (part.kind === 'emphasis') return `<em>${inner}</em>`;
  const url = urlOf(part.url, values);
  return url === null ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`;
}

export function markupText(blocks: readonly Block[], values: Values): string {
  const line = (parts: readonly Inline[]) => parts.map((part) => inlineText(part, values)).join('');
  return blocks
    .map((block) => (block.kind === 'list' ? block.items.map((item) => `- ${line(item)}`).join('\n') : line(block.of)))
    .join('\n\n');
}

export function markupHtml(blocks: readonly Block[], values: Values): string {
  const line = (parts: readonly Inline[]) => parts.map((part) => inlineHtml(part, values)).join('');
  return blocks
    .map((block) =>
      block.kind === 'list'
        ? `<ul>\n${block.items.map((item) => `<li>${line(item)}</li>`).join('\n')}\n</ul>`
        : `<p>${line(block.of)}</p>`,
    )
    .join('\n');
}
