/** Style sheets and scripts in pages mean what their files mean. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { compactCss, compactScript, joinScript } from '#shared/base/page-source.ts';
import { root } from '#test/fixtures/import-graph.ts';

test('comments and indentation go; texts that look like comments stay', () => {
  const script = [
    '/** A block. */',
    'const a = 1;',
    '  /**',
    '   * @returns https://x.example',
    '   */',
    "  const b = 'https://x.example/*'; // at the end",
    '// a line',
    '',
    "const c = '*/';",
  ].join('\n');
  expect(compactScript(script)).toBe("const a = 1;\nconst b = 'https://x.example/*'; // at the end\nconst c = '*/';");
  expect(compactCss('/* one */ a {\n  b: c;\n}\n')).toBe(' a { b: c; } ');
});

test("parts of one script know each other's functions; the page does not", () => {
  const script = joinScript([
    'const seen = [];',
    'add(1);\nglobalThis.pageSourceSeen = seen;',
    'function add(n) { seen.push(n); }',
  ]);
  runInThisContext(script);
  expect(Reflect.get(globalThis, 'pageSourceSeen')).toEqual([1]);
  Reflect.deleteProperty(globalThis, 'pageSourceSeen');
  expect('add' in globalThis).toBe(false);
});

const pageScripts = readdirSync(join(root, 'server/modules/events'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join('server/modules/events', name));

test.each(pageScripts)('%s is the same script without its comments', (file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const tokens = (script: string) =>
    script
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, '')
      .replace(/\s+/g, '');
  expect(compactScript(source).replace(/\s+/g, '')).toBe(tokens(source));
  expect(() => new Function(`return async () => {\n${compactScript(source)}\n}`)).not.toThrow();
});
