/** A list that was read before is the same list, and no one reads it with another caller's rights. */
import { expect, test } from 'vitest';
import { readList } from '#server/surfaces/rest/parsed-lists.ts';
import { parseList } from '#shared/query/parse.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import type { Lookup } from '#shared/query/target.ts';
import { lookup, things } from '#test/shared/query/samples.ts';

const noRights: Lookup = () => null;

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
  for (let i = 0; i < 2; i++) expect(readList(things, text, lookup)).toEqual(plainly(text));
});

test('pages of one list have the same query', () => {
  const [one, other] = ['cursor=a', 'cursor=b'].map((cursor) => readList(things, `limit=7&${cursor}`, lookup));
  expect(one?.ok && other?.ok && one.value.query === other.value.query).toBe(true);
});

test('a list through a relation is read for each caller', () => {
  const text = 'where[owner.name][equals]=Ada';
  expect(readList(things, text, lookup).ok).toBe(true);
  expect(readList(things, text, noRights).ok).toBe(false);
});
