/** What browsers are served of libraries, on a server with its development packages and on one without them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BrowserLibrary, browserLibraries, browserLibrary, copiesFolder } from '#server/core/browser-libraries.ts';
import { copyLibraries } from '#server/start/copy-libraries.ts';

const names = Object.keys(browserLibraries) as BrowserLibrary[];
/** A project's folder in which no package is installed. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-libraries-'));
  writeFileSync(join(root, 'package.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('without development packages the copy of the build is served, and it is the same file', () => {
  copyLibraries(root);
  for (const name of names) {
    const copy = browserLibrary(name, root);
    expect(copy).toBe(join(root, copiesFolder, browserLibraries[name]));
    expect(readFileSync(copy).equals(readFileSync(browserLibrary(name)))).toBe(true);
  }
});

test.each(names)('%s that is neither installed nor built: an error that says what to do', (name) => {
  expect(() => browserLibrary(name, root)).toThrow(/neither installed nor built\. Run "npm run build"/);
});

test('none of them is a package that a server in use has to install', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'));
  const used = Object.keys(manifest.dependencies);
  expect(used.filter((one) => names.some((name) => name.startsWith(`${one}/`)))).toEqual([]);
});
