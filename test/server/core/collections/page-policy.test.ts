/** The policy of a page with its own nonce allows only what it names, and pages of modules declare it in one place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageHeaders } from '#server/core/collections/page-policy.ts';
import { root, sources } from '#test/fixtures/import-graph.ts';

const nonce = 'AAAAAAAAAAAAAAAAAAAAAA';
const usual = `style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

test('nothing is allowed but what is named, and no shared cache keeps the page', () => {
  expect(pageHeaders(nonce)).toEqual({
    'Content-Security-Policy': `default-src 'none'; ${usual}`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  const open = pageHeaders(nonce, { scripts: true, referrer: 'strict-origin', policy: { 'frame-ancestors': '*' } });
  expect(open['Content-Security-Policy']).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; ${usual.replace("frame-ancestors 'none'", 'frame-ancestors *')}`,
  );
  expect(open['Referrer-Policy']).toBe('strict-origin');
  for (const wrong of ['', 'short', `${nonce}'; script-src *`, `${nonce}\n`])
    expect(() => pageHeaders(wrong)).toThrow();
});

test('no page of a module writes a policy with a nonce of its own', () => {
  const own = sources('server/modules').filter((file) => readFileSync(join(root, file), 'utf8').includes("'nonce-$"));
  expect(own).toEqual([]);
});
