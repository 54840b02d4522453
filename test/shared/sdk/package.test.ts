/**
 * The SDK as customers have it: packed, installed without a registry into a project of its own, compiled there, strict, as
 * Node and as bundlers resolve it, and run against the real server, in Node and in Chromium (Electron is both); with what
 * `gatehouse sdk` writes, and README's lines.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '#server/operations/administer.ts';
import { buildSdk } from '#server/start/build-sdk.ts';
import { must } from '#shared/base/assert.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
const consumer = join(folder, 'consumer');
const tsc = join(root, 'node_modules', '.bin', 'tsc');
const limitMs = 600_000;
const namedFiles = ['typed.mts', 'own.mts', 'names.mts', 'earlier.mts'];

let house: TestServer;
let browser: Browser;
let apiKey: string;

const venues = {
  name: 'venues',
  labels: { one: 'Venue', many: 'Venues' },
  note: 'Where people meet. */ It ends no comment.',
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80, note: 'As on the door.' },
    { name: 'kind', type: 'select', options: ['hall', 'room'] },
    { name: 'seats', type: 'integer', min: 0, index: true },
    { name: 'tags', type: 'array', of: 'text' },
    { name: 'at', type: 'point' },
    { name: 'place', type: 'group', fields: [{ name: 'city', type: 'text' }] },
    { name: 'meta', type: 'json' },
    { name: 'open', type: 'date' },
    { name: 'prices', type: 'array', of: 'group', fields: [{ name: 'amount', type: 'money', required: true }] },
    { name: 'within', type: 'relation', to: 'venues' },
    { name: 'contacts', type: 'relation', to: 'contacts', many: true },
  ],
  replicated: { push: 'merge' },
};

async function writeOwnClient(file: string): Promise<string> {
  const words = ['sdk', '--url', house.url, '--key', apiKey, '--out', file, '--json'];
  let said = '';
  const never = () => {
    throw new Error('a client is written for a server somewhere: no house is opened here');
  };
  const ports = {
    config: never,
    openAssembly: never,
    out: (text: string) => (said += text),
    err: (text: string) => (said += text),
  };
  expect([await administer(words, ports), said]).toEqual([0, expect.stringContaining('"collections"')]);
  return readFileSync(file, 'utf8');
}

/** Every collection and action of the server has its place in the inferred types. */
async function writeNames(file: string): Promise<void> {
  const ask = async (path: string) => (await house.send('GET', path, { key: apiKey })).text;
  const { data } = JSON.parse(await ask('/api/schema/collections')) as { data: { name: string; module: string }[] };
  const actions = [...(await ask('/api/openapi.json')).matchAll(/"x-action":"([^"]+)"/g)].map(([, name]) => name!);
  const collections = data.filter(({ module }) => !['sample', 'custom'].includes(module)).map(({ name }) => name);
  expect([collections.length > 80, new Set(actions).size > 80]).toEqual([true, true]);
  const lines = [
    "import { createClient } from '@gatehouse/sdk';",
    "const client = createClient({ baseUrl: 'https://api.example.org' });",
    ...collections.map((name) => `client.${name}.changes satisfies unknown;`),
    ...[...new Set(actions)].sort().map((name) => `client.${name} satisfies (...given: never[]) => Promise<unknown>;`),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** The lines a customer begins with, as they stand in README.md; only the address and the key are another's. */
function readmeLines(): string {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const [, lines] = must(/## From your own code\n[\s\S]*?```ts\n([\s\S]*?)```/.exec(text), 'the lines in README.md');
  return must(lines, 'lines').replace('http://localhost:4000', house.url).replace('gate_sk_live_…', apiKey);
}

const options = {
  target: 'es2024',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
  types: [],
};

beforeAll(async () => {
  house = await openTestServer();
  ({ apiKey } = await house.tenant('customer', 'enterprise', 'all'));
  expect((await house.send('POST', '/api/v1/collections', { key: apiKey, json: venues })).status).toBe(201);
  await buildSdk(join(folder, 'sdk'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(folder, 'sdk') });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  cpSync(join(root, 'test', 'fixtures', 'sdk-consumer'), consumer, { recursive: true });
  // A table of 100 KB, kept as text: no formatter and no count of lines has to take it for code.
  renameSync(join(consumer, 'earlier-types.txt'), join(consumer, 'earlier-types.mts'));
  const json = (name: string, value: unknown) => writeFileSync(join(consumer, name), JSON.stringify(value));
  json('package.json', {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { '@gatehouse/sdk': `file:../${must(tarball, 'a packed SDK')}` },
  });
  const nodenext = { ...options, module: 'nodenext', lib: ['es2024'], noEmit: true };
  json('tsconfig.json', { compilerOptions: nodenext, files: [...namedFiles, 'generated.ts'] });
  const bundler = {
    ...options,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom'],
    skipLibCheck: true,
  };
  json('tsconfig.bundler.json', {
    compilerOptions: bundler,
    files: ['typed.mts', 'own.mts', 'in-page.mts', 'readme.mts', 'generated.ts'],
  });
  const offline = [
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--legacy-peer-deps',
  ];
  await run('npm', ['install', '--silent', ...offline], { cwd: consumer });
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a tenant’s own client says how it was made, what stands in it, and is the same each time',
  async () => {
    const text = await writeOwnClient(join(consumer, 'generated.ts'));
    expect(text).toContain(`Written by \`gatehouse sdk --url ${house.url}\``);
    expect(text).toContain('/** As on the door. */');
    expect(text).toContain('   * At most 80 characters.');
    expect(text).toContain('readonly kind: "hall" | "room" | null;');
    expect(await writeOwnClient(join(folder, 'again.ts'))).toBe(text);
  },
  limitMs,
);

test(
  'what is right compiles, what is wrong does not, as Node and as bundlers resolve it',
  async () => {
    await writeNames(join(consumer, 'names.mts'));
    writeFileSync(join(consumer, 'readme.mts'), readmeLines());
    const compiled = await Promise.allSettled(
      ['tsconfig.json', 'tsconfig.bundler.json'].map((file) => run(tsc, ['-p', file], { cwd: consumer })),
    );
    expect(compiled.map((one) => (one.status === 'rejected' ? String(one.reason.stdout) : ''))).toEqual(['', '']);
  },
  limitMs,
);

test(
  'it runs in Node against a server, and so do the lines of README.md',
  async () => {
    const client = createClient({ baseUrl: house.url, apiKey });
    await client.events.create({
      name: 'Open day',
      type: 'meeting',
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      tickets: [{ id: 'standard', name: 'Standard', price: 0, currency: 'EUR', quantity: 10 }],
    });
    const script = `
    const given = [${JSON.stringify(house.url)}, ${JSON.stringify(apiKey)}];
    const { run: typed } = await import('./typed.mjs');
    const { run: own } = await import('./own.mjs');
    console.log(JSON.stringify([await typed(...given), await own(...given)]));
    await import('./readme.mjs');`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: consumer });
    const [found, ...printed] = stdout.trim().split('\n');
    expect(JSON.parse(must(found, 'what was found'))).toEqual([
      ['Compilers', 'Grace Hopper', 'published', 'not_found', 'GatehouseError'],
      ['Room 2', 'Hall 1', 1, 'published'],
    ]);
    expect(printed).toEqual(['Ada Lovelace confirmed', 'checked in at main-entrance']);
  },
  limitMs,
);

test(
  'it runs in Chromium as it is, nothing bundled: calls, live changes and files in pieces',
  async () => {
    browser = await openBrowser();
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    page.setDefaultTimeout(limitMs);
    await page.route(`${house.url}/consumer/**`, (route) => {
      const path = join(folder, normalize(decodeURIComponent(new URL(route.request().url()).pathname)));
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(path, 'utf8') });
    });
    await page.goto(`${house.url}/healthz`);
    const installed = '/consumer/node_modules/@gatehouse/sdk';
    const { exports } = JSON.parse(readFileSync(join(folder, installed, 'package.json'), 'utf8')) as {
      readonly exports: { readonly '.': { readonly default: string } };
    };
    const imports = { '@gatehouse/sdk': installed + exports['.'].default.slice(1) };
    await page.addScriptTag({ type: 'importmap', content: JSON.stringify({ imports }) });
    const given = [house.url, apiKey].map((one) => JSON.stringify(one)).join();
    expect(await page.evaluate(`import('/consumer/in-page.mjs').then(({ run }) => run(${given}))`)).toEqual([
      ['Compilers', 'Grace Hopper', 'published', 'not_found', 'GatehouseError'],
      'Seen in a page',
      300_000,
    ]);
  },
  limitMs,
);
