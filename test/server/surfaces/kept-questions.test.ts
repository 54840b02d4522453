/** A question read before is the same question, and nobody asks it with another's rights. */
import { expect, test } from 'vitest';
import { readQuestion } from '#server/surfaces/rest/kept-questions.ts';
import { parseList } from '#shared/query/parse.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import type { Lookup } from '#shared/query/target.ts';
import { lookup, things } from '#test/shared/query/samples.ts';

const nobody: Lookup = () => null;

function plainly(text: string) {
  const parameters = parseQueryString(text);
  return parameters.ok ? parseList(things, parameters.value, { lookup }) : parameters;
}

test.each([
  'limit=3',
  'where[seats][greater_than]=2&sort=-title',
  'limit=3&cursor=abc',
  'cursor=abc&limit=3',
  'cursor=abc',
  'cursor=a&cursor=b',
  'cursor=a&%63ursor=b',
  'cursor=&limit=2',
  'limit=x&cursor=a',
  `limit=2&cursor=${'x'.repeat(5_000)}`,
  'cursor[a]=1',
  'where[nothing][equals]=1',
])('%s', (text) => {
  for (let i = 0; i < 2; i++) expect(readQuestion(things, text, lookup)).toEqual(plainly(text));
});

test('pages of one list are one question', () => {
  const [one, other] = ['cursor=a', 'cursor=b'].map((cursor) => readQuestion(things, `limit=7&${cursor}`, lookup));
  expect(one?.ok && other?.ok && one.value.query === other.value.query).toBe(true);
});

test('a question that leads elsewhere is read for each who asks', () => {
  const text = 'where[owner.name][equals]=Ada';
  expect(readQuestion(things, text, lookup).ok).toBe(true);
  expect(readQuestion(things, text, nobody).ok).toBe(false);
});
