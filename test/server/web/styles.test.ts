/** Every class that a page of the console names has a style, and every kind of exported record a name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datasetNames } from '#server/web/console/screens/import/dataset-names.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { root } from '#test/fixtures/import-graph.ts';

const filesIn = (ending: string, ...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name)),
  );
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('every class that the console names has a style that the console loads', () => {
  const sheets = filesIn('.css', 'server/web/console', 'server/web/parts', 'shared/look');
  const styled = new Set(
    sheets.flatMap((file) => [...read(file).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)),
  );
  const named = filesIn('.tsx', 'server/web/console', 'server/web/parts').flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(/\s+/).map((name) => ({ file, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !styled.has(name))).toEqual([]);
});

test('every dataset of an event has a name on the export form', () => {
  expect(eventDatasets.filter(({ name }) => !Object.hasOwn(datasetNames, name)).map(({ name }) => name)).toEqual([]);
});
