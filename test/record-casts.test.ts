/**
 * A record's type follows from its collection's definition (`RecordOf`): a typed read gives it, and `recordOf` where a record
 * came without its type. A cast by the name of a type can be wrong without an error, so their number is printed and bounded.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './fixtures/import-graph.ts';

const castsMax = 19;

/**
 * `as OrderRecord`, `as unknown as readonly JobRow[]`. `StoredRecord` is the form of code that is generic over collections,
 * `AnyRecord` a record of DNS.
 */
const casts = /\bas (?:unknown as )?(?:readonly )?(?!StoredRecord\b|AnyRecord\b)([A-Z]\w*(?:Record|Row|Doc))\b/g;
/** `type OrderRecord = RecordOf<…>`, also with fields left out. */
const inferred = /\btype ([A-Z]\w*(?:Record|Row|Doc)) =[^;]*?\b(?:RecordOf|ValuesOf)<typeof /g;

const texts = ['server', 'kiosk', 'shared']
  .flatMap(sources)
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('fewer than twenty casts to record types', () => {
  const ofDefinitions = new Set(texts.flatMap(({ text }) => [...text.matchAll(inferred)].map(([, name]) => name)));
  const all = texts.flatMap(({ file, text }) => [...text.matchAll(casts)].map(([, name]) => ({ file, name })));
  const byHand = all.filter(({ name }) => !ofDefinitions.has(name));
  console.info(`casts to record types: ${all.length}, of them to types written by hand: ${byHand.length}`);
  expect(all.length).toBeGreaterThan(0);
  expect(all.length, all.map(({ file, name }) => `${file}: ${name}`).join('\n')).toBeLessThanOrEqual(castsMax);
});
