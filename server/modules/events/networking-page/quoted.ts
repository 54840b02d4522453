/** Renders the message that one person wrote to another, with its author. */
import { type Html, html } from '#shared/base/html.ts';

/** @param author the words before it, such as "Ada writes:" */
export function quoted(author: string, text: string | null | undefined): Html | false {
  if (!text) return false;
  return html`<p class="soft">${author}</p><blockquote class="note" dir="auto">${text}</blockquote>`;
}
