/**
 * A refusal as a person at a screen reads it. Messages of the server are also read by programs, so they name fields as the
 * API does; here a field has its label.
 */

import { capital } from '#shared/base/letter-case.ts';
import type { Refusal } from '#shared/base/result.ts';
import { type PlatformRefusal, platformRefusals } from '#shared/schema/refusals.ts';
import { saidHere } from './as-error.ts';
import { countText } from './money-text.ts';
import { refusalWords, t } from './text/text.ts';

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

/** Sentences about one value: away from its field they say which one it is. */
const isAboutValue = (code: string): boolean =>
  Object.hasOwn(platformRefusals, code) && platformRefusals[code as PlatformRefusal] === 422;

/** Returns the bound of a number, in the form of the other sentences beside a field. Null: it is about no number. */
function boundText(code: string, { max, min }: NonNullable<Refusal['detail']> = {}): string | null {
  if (code === 'too_small' && typeof min === 'number') return t('enter_at_least', { min: countText(min) });
  return code === 'too_large' && typeof max === 'number' ? t('enter_at_most', { max: countText(max) }) : null;
}

/**
 * @param labelOf the label of a field where a form shows it, else null
 * @returns the words of the catalogue for this code, else the server's with labels in place of names
 */
export function refusalText(
  { code, detail, message, path }: Refusal,
  labelOf: (path: string) => string | null,
): string {
  if (detail?.[saidHere] === true) return message;
  const own = refusalWords(code, detail) ?? boundText(code, detail);
  if (own !== null)
    return path && isAboutValue(code) && labelOf(path) === null ? `${capital(wordsOf(path))}: ${own}` : own;
  const isAboutPath = path !== undefined && message.startsWith(`${path} `);
  const said = isAboutPath ? `${labelOf(path) ?? capital(wordsOf(path))}${message.slice(path.length)}` : message;
  return said.replace(/`([A-Za-z][\w.]*)`/g, (_, name: string) => `“${labelOf(name) ?? wordsOf(name)}”`);
}
