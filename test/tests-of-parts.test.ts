/** The list that leaving out parts goes by is complete: each test of the events module that needs no browser, with parts that there are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventParts } from '#server/modules/events/module.ts';
import { everyPart, testsOfParts } from './tests-of-parts.ts';

const folder = join(import.meta.dirname, 'server/modules/events');
const ending = '.test.ts';

test('each test of the events module has its line', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  const needBrowser = (file: string) => readFileSync(join(folder, file), 'utf8').includes('fixtures/open-browser.ts');
  const tests = files.filter((file) => !needBrowser(file)).map((file) => file.slice(0, -ending.length));
  expect(Object.keys(testsOfParts).toSorted()).toEqual(tests.toSorted());
});

test('each part that a line names is one', () => {
  const names: readonly string[] = [...everyPart, ...eventParts.map(({ name }) => name)];
  const named = new Set(Object.values(testsOfParts).flat());
  expect([...named].filter((name) => !names.includes(name))).toEqual([]);
});
