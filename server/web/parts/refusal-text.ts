/**
 * A refusal as a person at a screen reads it. Messages of the server are also read by programs, so they name fields as the
 * API does; here a field has its label.
 */
import type { Refusal } from '#shared/base/result.ts';
import { refusalWords } from './text/text.ts';

/** `invoicing.sellerName` → `seller name` */
function wordsOf(path: string): string {
  const last =
    path
      .replace(/\[\d*\]/g, '')
      .split('.')
      .at(-1) ?? path;
  return last
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/**
 * @param labelOf the label of a field where a form shows it, else null
 * @returns the words of the catalogue for this code, else the server's with labels in place of names
 */
export function refusalText({ code, message, path }: Refusal, labelOf: (path: string) => string | null): string {
  const own = refusalWords(code);
  if (own !== null) return own;
  const isAboutPath = path !== undefined && message.startsWith(`${path} `);
  const said = isAboutPath ? `${labelOf(path) ?? capital(wordsOf(path))}${message.slice(path.length)}` : message;
  return said.replace(/`([A-Za-z][\w.]*)`/g, (_, name: string) => `“${labelOf(name) ?? wordsOf(name)}”`);
}
