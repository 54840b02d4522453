/**
 * The hostile inputs of REST where the store has a say, on PostgreSQL: test/server/surfaces/rest.test.ts, rest-lists.test.ts and
 * rest-values.test.ts have them, and all the others, on SQLite. Also A13, which no store has a say in.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let otherKey: string;
let tenant: string;

beforeAll(async () => {
  house = await openTestServer({ DATABASE_URL: await (await postgres()).database('hostile') });
  const made = await house.tenant('acme');
  tenant = made.tenant.id;
  key = made.apiKey;
  otherKey = (await house.tenant('other')).apiKey;
});
afterAll(() => house?.close());

type Note = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };
const headers = { 'content-type': 'application/json' };
const send = (method: string, path: string, json?: unknown, by = key, more: Readonly<Record<string, string>> = {}) =>
  house.send(method, `/api/v1/notes${path}`, { key: by, headers: more, ...(json === undefined ? {} : { json }) });
const raw = (text: string) => house.send('POST', '/api/v1/notes', { key, headers, raw: text });
const dataOf = (answer: { body: Readonly<Record<string, unknown>> }) => answer.body['data'] as Note;
async function make(values: Readonly<Record<string, unknown>>): Promise<Note> {
  const answer = await send('POST', '', { title: 'a', ...values });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
  return dataOf(answer);
}
const found = async (query: string, by = key) => {
  const answer = await send('GET', `?${query}`, undefined, by);
  expect([query.slice(0, 80), answer.status, isDecent(answer)]).toEqual([query.slice(0, 80), 200, true]);
  return answer.body['data'] as readonly Note[];
};

test('R07 R08 R11 R12 what is no field and no operator reaches no column', async () => {
  for (const query of [
    'where[__proto__][equals]=1',
    'where[constructor][prototype][polluted]=1',
    'where[title][$ne]=a',
    'where[$where]=1',
    'where[tenantId][equals]=other',
    'where[passwordHash][like]=a%25',
    'sort=passwordHash',
    'where[meta.__proto__.a][equals]=1',
  ]) {
    const answer = await send('GET', `?${query}`);
    expect([query, answer.status, isDecent(answer)]).toEqual([query, expect.toBeOneOf([200, 400]), true]);
    if (answer.status === 200) expect(answer.body['data']).toEqual([]);
  }
});

test('R09 R10 patterns that take other engines exponential time are answered', async () => {
  await make({ title: 'long', body: `${'a'.repeat(50_000)}!` });
  expect(await found(`where[body][regex]=${encodeURIComponent('(a+)+$')}`)).toEqual([]);
  expect((await send('GET', `?where[title][like]=${'%25'.repeat(2_000)}`)).status).toBe(400);
  expect((await send('GET', `?where[body][like]=${'%25a'.repeat(100)}%25b`)).status).toBeLessThan(500);
});

test('R13 SQL is text in values, and nothing in names, sorts and cursors', async () => {
  for (const value of ["'; DROP TABLE notes; --", '1 OR 1=1', '\\', '"', "\\'; --", '$1', '?', ':a', "E'\\x41'", '$$'])
    expect(
      await found(`where[title][equals]=${encodeURIComponent(value)}&search=${encodeURIComponent(value)}`),
    ).toEqual([]);
  for (const query of ['sort=title;DROP TABLE notes', "where[title' OR '1'='1][equals]=a", "cursor=' OR 1=1 --"])
    expect([query, (await send('GET', `?${query}`)).status]).toEqual([query, 400]);
  const { id } = await make({ meta: { "a'b": { '"': 1, "']}": 2 } } });
  expect((await found(`where[meta.a'b][exists]=true&fields=id`)).map((one) => one.id)).toEqual([id]);
});

test('R14 R15 more than a query may have', async () => {
  const terms = Array.from({ length: 101 }, (_, n) => `where[or][${n}][title][equals]=a`).join('&');
  for (const query of [terms, `where${'[and][0]'.repeat(300)}[title][equals]=a`, 'limit=0', 'limit=1e9', 'limit=NaN'])
    expect([query.slice(0, 30), (await send('GET', `?${query}`)).status]).toEqual([query.slice(0, 30), 400]);
});

test('R16 R18 a cursor and an id of another tenant', async () => {
  for (let n = 0; n < 3; n += 1) await make({ kind: 'room' });
  await send('POST', '', { title: 'theirs', kind: 'room' }, otherKey);
  const first = await send('GET', '?where[kind][equals]=room&limit=1');
  const cursor = String((first.body['meta'] as { nextCursor: string }).nextCursor);
  expect((await send('GET', `?where[kind][equals]=room&limit=1&cursor=${cursor}`, undefined, otherKey)).codes).toEqual([
    'cursor_mismatch',
  ]);
  const [note] = await found('limit=1');
  const { id } = must(note, 'a note');
  for (const [method, json] of [['GET'], ['PATCH', { title: 'mine' }], ['DELETE']] as const) {
    const theirs = await send(method, `/${id}`, json, otherKey);
    const nobodys = await send(method, `/${id.slice(0, 24)}${'0'.repeat(12)}`, json, otherKey);
    expect([method, theirs.status, theirs.codes]).toEqual([method, nobodys.status, nobodys.codes]);
    expect(theirs.status).toBe(404);
  }
});

test('R19 one foreign id among a hundred: nothing is done', async () => {
  const own = await make({ title: 'stays' });
  const theirs = dataOf(await send('POST', '', { title: 'theirs' }, otherKey));
  const create = Array.from({ length: 98 }, (_, n) => ({ title: `many ${n}` }));
  const answer = await send('POST', '/bulk', { create, update: [{ id: theirs.id, title: 'x' }], delete: [own.id] });
  expect(answer.status).toBe(404);
  expect(await found('where[title][starts_with]=many')).toEqual([]);
  expect((await send('GET', `/${own.id}`)).status).toBe(200);
  expect(dataOf(await send('GET', `/${theirs.id}`, undefined, otherKey))['title']).toBe('theirs');
});

test('R20 R35 an old version, and null where something is required', async () => {
  const { id } = await make({ title: 'first' });
  expect((await send('PATCH', `/${id}`, { title: 'second' }, key, { 'if-match': '"1"' })).status).toBe(200);
  expect((await send('PATCH', `/${id}`, { title: 'third' }, key, { 'if-match': '"1"' })).status).toBe(412);
  expect((await send('DELETE', `/${id}`, undefined, key, { 'if-match': '"1"' })).status).toBe(412);
  expect((await send('PATCH', `/${id}`, { title: null })).status).toBe(422);
  expect(dataOf(await send('GET', `/${id}`))).toMatchObject({ title: 'second', version: 2 });
});

test('R21 fifty at once under one key have one effect; another body is refused', async () => {
  const once = { 'idempotency-key': 'fifty' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send('POST', '', { title: 'fifty' }, key, once)));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await found('where[title][equals]=fifty')).toHaveLength(1);
  expect((await send('POST', '', { title: 'other' }, key, once)).status).toBe(409);
});

test('R28 R29 R30 texts, times and numbers are exact or refused', async () => {
  for (const body of ['\ud800', 'a\u0000b']) expect((await send('POST', '', { title: 'a', body })).status).toBe(422);
  for (const at of ['0000-00-00', '+275760-09-13T00:00:00Z', '2026-06-30T23:59:60Z', '2026-02-29T00:00:00Z'])
    expect([at, (await send('POST', '', { title: 'a', at })).status]).toEqual([at, 422]);
  const exact = {
    title: '😀'.repeat(80),
    at: '0001-01-01T00:00:00.000Z',
    price: -5,
    ratio: 0.1,
    seats: Number.MAX_SAFE_INTEGER,
    meta: { big: 1e21, small: 5e-324, most: Number.MAX_VALUE },
  };
  const { id } = await make(exact);
  expect(dataOf(await send('GET', `/${id}`))).toMatchObject(exact);
  expect((await make({ at: '9999-12-31T23:59:59.999Z' }))['at']).toBe('9999-12-31T23:59:59.999Z');
  for (const price of [0.1 + 0.2, 1e21, '100', 2 ** 53])
    expect([price, (await send('POST', '', { title: 'a', price })).status]).toEqual([price, 422]);
  expect(Object.is(dataOf(await raw('{"title":"a","price":-0}'))['price'], 0)).toBe(true);
});

test('A13 an identity given before the login is not the one after it: no cookie is read, none is set', async () => {
  await addMember(house, tenant, 'ada@example.org', 'owner');
  const cookie = 'session=chosen; gate_se=gate_se_chosen; connect.sid=chosen';
  const answers = [1, 2].map(() =>
    house.send('POST', '/api/v1/auth/login', { json: { email: 'ada@example.org', password }, headers: { cookie } }),
  );
  const tokens = new Set<string>();
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    tokens.add(String((answer.body['data'] as { refreshToken: string }).refreshToken));
    expect(answer.text).not.toContain('chosen');
  }
  expect(tokens.size).toBe(2);
  expect((await house.send('GET', '/api/v1/auth/me', { headers: { cookie } })).status).toBe(401);
});
