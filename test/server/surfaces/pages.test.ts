/** Public pages over HTTP: whose tenant an address names, and what a visitor without a credential may run there. */
import type { Request } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action } from '#server/core/collections/action.ts';
import type { Module } from '#server/core/collections/module.ts';
import { type PageContext, type PublicPage, spamTrap } from '#server/core/collections/public-page.ts';
import { guestActor } from '#server/core/policy/actor.ts';
import { mayAct, mayRead, mayWrite } from '#server/core/policy/policy.ts';
import { type CountedBy, createGuestLimit, guestRequestsMax } from '#server/http/guest-limit.ts';
import type { RefusalError } from '#server/http/refusal-error.ts';
import { ok } from '#shared/base/result.ts';
import { defineAction } from '#shared/schema/definition.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const text = { name: 'text', type: 'text', required: true, maxLength: 20 } as const;
const greet = defineAction({
  ...{ name: 'greeting.greet', module: 'greeting', summary: 'Greet.', scope: 'greeting:write' },
  input: [text],
});
const hide = defineAction({ ...greet, name: 'greeting.hide', summary: 'Hide.' });
let ran = 0;

async function greeted(context: PageContext, name: string, words: string, key?: string) {
  const done = await context.run(name, { text: words }, key === undefined ? {} : { key });
  const answer = done.ok ? JSON.stringify(done.value) : done.errors[0].code;
  return { status: done.ok ? 200 : 422, type: 'text/plain', body: `${context.tenant} ${answer}` };
}
const page: PublicPage = {
  path: '/greet/:place',
  runs: ['greeting.greet'],
  tenantOf: ({ place = '' }, find) => find.bySlug(place.replace(/^test\./, ''), place.startsWith('test.')),
  answer: ({ query }, _reader, context) => greeted(context, query.get('action') ?? 'greeting.greet', 'hello'),
  takeForm: ({ fields }, _reader, context) =>
    greeted(context, 'greeting.greet', fields.get('text') ?? '', fields.get('key')),
};
const greeting: Module = {
  name: 'greeting',
  always: true,
  collections: [],
  actions: [
    action(greet, async (_tx, { text }, { actor }) => {
      ran += 1;
      return ok({ text, actor: `${actor.kind}:${actor.id}`, n: ran });
    }),
    action(hide, async () => ok({})),
  ],
  pages: [page],
};

let house: TestServer;
let live: string;
let sandbox: string;

beforeAll(async () => {
  house = await openTestServer({}, [greeting]);
  const made = await house.tenant('hafen');
  [live, sandbox] = [made.tenant.id, made.sandbox.tenant];
});
afterAll(() => house?.close());

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  house.send('POST', '/greet/hafen', {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

test('the slug names the tenant, with test. before it the sandbox, and any other is a page that does not exist', async () => {
  expect((await house.send('GET', '/greet/hafen')).text).toContain(live);
  expect((await house.send('GET', '/greet/test.hafen')).text).toContain(sandbox);
  for (const path of ['/greet/nobody', '/greet/test.', '/greet/HAFEN', '/greet/%00', '/greet/test.test.hafen'])
    expect([path, (await house.send('GET', path)).codes]).toEqual([path, ['not_found']]);
});

test('a visitor runs the action that the page names, and no other', async () => {
  expect((await house.send('GET', '/greet/hafen')).text).toContain('"actor":"public:page"');
  const refused = await house.send('GET', '/greet/hafen?action=greeting.hide');
  expect([refused.status, refused.text]).toEqual([422, `${live} insufficient_scope`]);
});

test('of every page of the server: a guest runs exactly what the page names, and reads and writes no collection', () => {
  const all = house.admin.modules.all;
  const pages = all.flatMap((module) => module.pages ?? []);
  const actions = all.flatMap((module) => module.actions).map(({ definition }) => definition);
  const collections = all.flatMap((module) => module.collections);
  expect(pages.length).toBeGreaterThan(3);
  for (const { path, runs = [] } of pages) {
    const guest = guestActor(live, runs, { from: '192.0.2.1', acceptLanguage: '' });
    const may = actions.filter((one) => mayAct(guest, one) === null).map(({ name }) => name);
    expect([path, may.toSorted()]).toEqual([path, [...runs].toSorted()]);
    for (const one of collections) {
      expect([one.name, mayRead(guest, one) === null]).toEqual([one.name, false]);
      for (const op of ['create', 'update', 'delete'] as const)
        expect([one.name, mayWrite(guest, one, op) === null]).toEqual([one.name, false]);
    }
  }
});

test('a form is taken once per key, and refused from another site, with the trap filled in, too large, or twice named', async () => {
  const before = ran;
  const first = await form({ text: 'a', key: 'k1', [spamTrap]: '' });
  expect([first.status, (await form({ text: 'a', key: 'k1' })).text, ran]).toEqual([200, first.text, before + 1]);
  expect((await form({ text: 'b', key: 'k1' })).text).toContain('idempotency_key_reused');
  const other = { origin: 'https://other.example' };
  expect([(await form({ text: 'a' }, other)).status, (await form({ text: 'a' }, other)).codes]).toEqual([
    403,
    ['origin_refused'],
  ]);
  expect((await form({ text: 'a' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await form({ text: 'a', [spamTrap]: 'https://spam.example' })).codes).toEqual(['form_refused']);
  expect((await form({ text: 'a'.repeat(600_000) })).status).toBe(413);
  const raw = 'text=a&text=b';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await house.send('POST', '/greet/hafen', { raw, headers })).status).toBe(400);
  expect((await house.send('POST', '/greet/hafen', { json: { text: 'a' } })).status).toBe(415);
  expect(ran).toBe(before + 1);
});

test('a network that sends too many forms waits, and its pages say for how long', async () => {
  let last = await form({ text: 'a' });
  // A minute may turn over in between: then there are as many more.
  for (let n = 0; n < 2 * guestRequestsMax.form && last.status === 200; n++) last = await form({ text: 'a' });
  expect([last.status, last.codes]).toEqual([429, ['rate_limited']]);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await house.send('GET', '/greet/hafen')).status).toBe(200);
});

test('the words of the limit name what was counted: a network, or the one address that everyone of it has', async () => {
  const limit = createGuestLimit(() => 0);
  const request = { path: '/t/secret', socket: { remoteAddress: '192.0.2.1' }, headers: {} } as unknown as Request;
  const last = async (by: CountedBy) => {
    let words = '';
    for (let n = 0; n <= guestRequestsMax.form; n++)
      await limit(request, 'form', by).catch((fault: RefusalError) => {
        words = fault.errors[0].message;
      });
    return words;
  };
  expect(await last('network')).toMatch(/^Your network sent too many requests\. Wait 60 s/);
  expect(await last('address')).toMatch(/^This page was requested too often\. Wait 60 s/);
});
