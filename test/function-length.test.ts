/** No function is longer than a reader can hold: a longer one is more than one idea. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './fixtures/import-graph.ts';

const linesMax = 100;

/** A named function or an arrow function with a body, by its indentation: biome formats every file. */
const opening =
  /^(\s*)(?:export )?(?:default )?(?:(?:async )?function\*? (\w+)|const (\w+)[^=]* = (?:async )?\(.*=> \{$)/;

function longFunctions(file: string): readonly string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, first) => {
    const [, indent, declared, assigned] = opening.exec(line) ?? [];
    if (indent === undefined) return [];
    const end = lines.findIndex((one, n) => n > first && (one === `${indent}}` || one.startsWith(`${indent}};`)));
    const length = end - first + 1;
    return length > linesMax ? [`${file} ${declared ?? assigned}: ${length} lines`] : [];
  });
}

test.each(['shared', 'server', 'kiosk', 'test'])('%s has no function over 100 lines', (wing) => {
  expect(sources(wing).flatMap(longFunctions)).toEqual([]);
});
