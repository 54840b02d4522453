/** Maps and pairs of words as lines of text, which people type and read: `role: other, other` and `role, role`. */
import { isObject } from '#shared/base/json.ts';
import { refuseField } from '../../../../parts/as-error.ts';
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

interface NumberedLine {
  /** Number of the line as a person counts it: from 1, empty lines included. */
  readonly n: number;
  readonly line: string;
}

function numberedLines(text: string): readonly NumberedLine[] {
  const all = text.split('\n').map((line, at) => ({ n: at + 1, line: line.trim() }));
  return all.filter(({ line }) => line !== '');
}

/** Each line has a refusal of its own, so that all of them are shown. */
const refuseLine = (path: string, n: number, sentence: string) =>
  refuseField(`${path}[${n - 1}]`, 'line_invalid', sentence, null);

/** A line of each list that is right, for its refusals. */
export const examples = { roles: t('example_of_roles'), concepts: t('example_of_concepts') } as const;

/** @returns what is wrong with the line; null: nothing */
function lineProblem({ line, n }: NumberedLine, example: string, firstOf: ReadonlyMap<string, number>): string | null {
  const [name = '', ...rest] = line.split(':').map((part) => part.trim());
  if (rest.length === 0) return t('line_has_no_colon', { n, line, example });
  if (name === '') return t('line_has_no_name', { n, example });
  if (wordsOf(rest.join(':')).length === 0) return t('line_has_no_words', { n, name, example });
  const first = firstOf.get(name.toLowerCase());
  return first === undefined ? null : t('line_repeats', { n, name, first });
}

/**
 * @param path of the row, for the refusals
 * @param example a line that is right
 * @throws GatehouseError `line_invalid`, with the number of the line
 */
export function mapOf(text: string, path: string, example: string): Readonly<Record<string, readonly string[]>> {
  const map = new Map<string, readonly string[]>();
  const firstOf = new Map<string, number>();
  for (const numbered of numberedLines(text)) {
    const problem = lineProblem(numbered, example, firstOf);
    if (problem !== null) refuseLine(path, numbered.n, problem);
    const [name = '', ...rest] = numbered.line.split(':');
    firstOf.set(name.trim().toLowerCase(), firstOf.get(name.trim().toLowerCase()) ?? numbered.n);
    map.set(name.trim(), wordsOf(rest.join(':')));
  }
  return Object.fromEntries(map);
}

/** @returns a line for each pair */
export function pairsText(pairs: readonly WordPair[]): string {
  return pairs.map(({ first, second }) => `${first}, ${second}`).join('\n');
}

/**
 * @param path of the row, for the refusals
 * @throws GatehouseError `line_invalid`, with the number of the line
 */
export function pairsOf(text: string, path: string): readonly WordPair[] {
  return numberedLines(text).map(({ line, n }) => {
    const [first = '', second = '', ...more] = wordsOf(line);
    if (!second || more.length > 0) refuseLine(path, n, t('line_has_not_two_roles', { n, line }));
    return { first, second };
  });
}
