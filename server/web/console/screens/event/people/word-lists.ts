/** Maps and pairs of words as lines of text, which people type and read: `role: other, other` and `role, role`. */
import { isObject } from '#shared/base/json.ts';
import { fieldError } from '../../../../parts/as-error.ts';
import { linesOf } from '../../../../parts/form/lines-of.ts';
import { t } from '../../../../parts/text/text.ts';

export interface WordPair {
  readonly first: string;
  readonly second: string;
}

const wordsOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** @returns a line for each entry */
export function mapText(map: unknown): string {
  if (!isObject(map)) return '';
  return Object.entries(map)
    .map(([name, words]) => `${name}: ${Array.isArray(words) ? words.join(', ') : ''}`)
    .join('\n');
}

/**
 * Two lines that begin alike are one entry.
 *
 * @param path of the row, for the refusal
 * @throws GatehouseError `line_invalid`, with the line
 */
export function mapOf(text: string, path: string): Readonly<Record<string, readonly string[]>> {
  const map = new Map<string, readonly string[]>();
  for (const line of linesOf(text)) {
    const [name, ...rest] = line.split(':');
    const words = wordsOf(rest.join(':'));
    if (!name?.trim() || words.length === 0) throw fieldError(path, 'line_invalid', t('line_needs_a_colon', { line }));
    map.set(name.trim(), [...(map.get(name.trim()) ?? []), ...words]);
  }
  return Object.fromEntries(map);
}

/** @returns a line for each pair */
export function pairsText(pairs: readonly WordPair[]): string {
  return pairs.map(({ first, second }) => `${first}, ${second}`).join('\n');
}

/**
 * @param path of the row, for the refusal
 * @throws GatehouseError `line_invalid`, with the line
 */
export function pairsOf(text: string, path: string): readonly WordPair[] {
  return linesOf(text).map((line) => {
    const [first, second, ...more] = wordsOf(line);
    if (!first || !second || more.length > 0)
      throw fieldError(path, 'line_invalid', t('line_needs_two_roles', { line }));
    return { first, second };
  });
}
