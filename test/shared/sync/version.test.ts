/** The wire does not change by accident: another shape of a message asks for another version and a line of history. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson, isObject } from '#shared/base/json.ts';
import { downMessages } from '#shared/sync/down.ts';
import { upMessages } from '#shared/sync/up.ts';
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';

/** Of the version that stands in version.ts. */
const shapeOfVersion = '2 f66f';

/** Notes are for people. */
function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'note');
  return Object.fromEntries(kept.map(([name, of]) => [name, withoutNotes(of)]));
}

test('the messages are those of this version', () => {
  const shape = canonicalJson(withoutNotes({ upMessages, downMessages }));
  const hash = createHash('sha256').update(shape).digest('hex').slice(0, 16);
  expect(`${syncVersion} ${hash}`, 'raise syncVersion, tell its history, and put the new shape here').toBe(
    shapeOfVersion,
  );
});

test('every version has its line of history, and the floor does not rise above it', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../shared/sync/version.ts'), 'utf8');
  const told = [...text.matchAll(/^ \* (\d+): /gm)].map((m) => Number(m[1]));
  expect(told).toEqual(Array.from({ length: syncVersion }, (_, i) => i + 1));
  expect(syncVersionFloor).toBe(1);
});
