/** A build is run only while none of its sources has changed. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFresh } from '#server/start/is-fresh.js';

let root: string;
const sources = ['src', 'config.ts'];

/** @param second the time of the file, or of the folder */
function at(second: number, ...names: readonly string[]): void {
  for (const name of names) utimesSync(join(root, name), second, second);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-fresh-'));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  for (const name of ['src/deep/a.ts', 'config.ts', 'package-lock.json', 'built.js'])
    writeFileSync(join(root, name), '');
  at(100, 'src/deep/a.ts', 'src/deep', 'src', 'config.ts', 'package-lock.json');
  at(200, 'built.js');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fresh = () => isFresh(join(root, 'built.js'), sources, root);

test('it is, where all is older', () => {
  expect(fresh()).toBe(true);
});

test.each(['src/deep/a.ts', 'src/deep', 'config.ts', 'package-lock.json'])('%s has changed since', (name) => {
  at(201, name);
  expect(fresh()).toBe(false);
});

test('a file that went away has changed its folder', () => {
  rmSync(join(root, 'src/deep/a.ts'));
  expect(fresh()).toBe(false);
});

test('what was changed at the same moment may have been read before', () => {
  at(200, 'src/deep/a.ts');
  expect(fresh()).toBe(false);
});

test('nothing was built', () => {
  rmSync(join(root, 'built.js'));
  expect(fresh()).toBe(false);
});
