/** Kiosks in the field update last: what the wire says may not change unnoticed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson } from '#shared/base/json.ts';
import { downMessages } from '#shared/sync/down.ts';
import { pushItemsMax, upMessages } from '#shared/sync/up.ts';
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';

/** Version → hash of all messages. Never change a line: add one, raise `syncVersion`, and write its history. */
const hashes: Readonly<Record<number, string>> = {
  1: 'd533d56ef573d494',
  2: '7fecc49d7a1801a7',
  3: '1a5a9acd67e4e44f',
  4: 'bbe98e7554b04529',
  5: '84d0f23a9e55eb1b',
  6: 'a802cb52a16dcdd1',
  7: 'ce1de1f8c553275d',
  8: 'c7a965826ebe36bd',
};

/** Notes are words for people; everything else of a field is the wire. */
function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'note')
      .map(([name, inner]) => [name, withoutNotes(inner)]),
  );
}

const wire = withoutNotes({ upMessages, downMessages, pushItemsMax });
const hash = createHash('sha256').update(canonicalJson(wire)).digest('hex').slice(0, 16);

test('the messages are those of the version that is said', () => {
  const asked = 'raise syncVersion, tell its history in version.ts, and add its hash here';
  expect({ version: syncVersion, hash }, asked).toEqual({ version: syncVersion, hash: hashes[syncVersion] });
});

test('every version has its line of history', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../shared/sync/version.ts'), 'utf8');
  for (let version = 1; version <= syncVersion; version += 1)
    expect(text).toMatch(new RegExp(`^ \\* ${version}: \\S`, 'm'));
});

test('the floor does not rise: the first kiosks still sync', () => {
  expect(syncVersionFloor).toBe(1);
});
