/**
 * Bodies that others collected: JSONTestSuite as values of a JSON field, and the Big List of Naughty Strings in every
 * kind of text, sent to the real server on each store and read back.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgres } from '#test/fixtures/postgres.ts';
import { isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

type Case = string | { readonly base64: string } | { readonly repeat: string; readonly times: number };

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
const { cases } = fixture('json-test-suite') as { readonly cases: Readonly<Record<string, Case>> };
const { strings } = fixture('naughty-strings') as { readonly strings: readonly string[] };

function bytesOf(one: Case): Buffer {
  if (typeof one === 'string') return Buffer.from(one);
  return 'base64' in one ? Buffer.from(one.base64, 'base64') : Buffer.from(one.repeat.repeat(one.times));
}
const named = (prefix: string) => Object.entries(cases).filter(([name]) => name.startsWith(prefix));

/** U+0000 is JSON, and not a text that every database keeps: refused as a value, not as a body. */
const unstorable = ['y_object_escaped_null_in_key', 'y_string_null_escape'];

describe.each(['SQLite', 'PostgreSQL'])('%s', (store) => {
  let house: TestServer;
  let key: string;

  beforeAll(async () => {
    house = await openTestServer(
      store === 'SQLite' ? {} : { DATABASE_URL: await (await postgres()).database('bodies') },
    );
    key = (await house.tenant('bodies')).apiKey;
  });
  afterAll(() => house?.close());

  const headers = { 'content-type': 'application/json' };
  const sent = (raw: Uint8Array<ArrayBuffer>) => house.send('POST', '/api/v1/notes', { key, headers, raw });
  const asValue = (value: Buffer) =>
    sent(Buffer.concat([Buffer.from('{"title":"a","meta":'), value, Buffer.from('}')]) as Buffer<ArrayBuffer>);

  test('the collections are whole', () => {
    expect([Object.keys(cases).length, named('y_').length, named('n_').length, named('i_').length]).toEqual([
      318, 95, 188, 35,
    ]);
    // Its JSON has 515, some of them twice; the other forms have some more.
    expect([strings.length, new Set(strings).size]).toEqual([519, 519]);
  });

  test('R01 JSONTestSuite: what must be read is read, kept and given back', async () => {
    for (const [name, one] of named('y_')) {
      const made = await asValue(bytesOf(one));
      if (unstorable.includes(name)) {
        expect([name, made.status, made.codes]).toEqual([name, 422, ['invalid_json_value']]);
        continue;
      }
      expect([name, made.status, made.codes]).toEqual([name, 201, []]);
      const { id } = made.body['data'] as { readonly id: string };
      const read = (await house.send('GET', `/api/v1/notes/${id}`, { key })).body['data'] as { readonly meta: unknown };
      expect([name, JSON.stringify(read.meta)]).toEqual([name, JSON.stringify(JSON.parse(String(bytesOf(one))))]);
    }
  });

  test('R01 JSONTestSuite: what must not be read is 400, as a value and as the whole body', async () => {
    for (const [name, one] of named('n_'))
      for (const answer of [await asValue(bytesOf(one)), await sent(bytesOf(one) as Buffer<ArrayBuffer>)])
        expect([name, answer.status, isDecent(answer)]).toEqual([name, 400, true]);
  });

  test('R01 JSONTestSuite: where parsers differ, ours answers one way or the other', async () => {
    for (const [name, one] of named('i_')) {
      const answer = await asValue(bytesOf(one));
      expect([name, answer.status]).toEqual([name, expect.toBeOneOf([201, 400, 422])]);
      expect([name, isDecent(answer)]).toEqual([name, true]);
    }
  });

  test('R27 naughty strings in every kind of text come back unchanged, and are found by what they are', async () => {
    const create = strings.map((text, n) => ({
      title: `naughty ${n}`,
      body: text,
      tags: text.trim() === '' ? [] : [text],
      meta: { text, [text]: text },
      place: { street: text.slice(0, 80).toWellFormed() },
    }));
    const made = await house.send('POST', '/api/v1/notes/bulk', { key, json: { create } });
    expect([made.status, made.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const kept = new Map<string, unknown>();
    for (let path: string | null = '/api/v1/notes?search=naughty&limit=200&fields=title,body,tags,meta,place'; path; ) {
      const page = await house.send('GET', path, { key });
      for (const { id: _, title, ...rest } of page.body['data'] as { id: string; title: string }[])
        kept.set(title, rest);
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(kept.size).toBe(strings.length);
    for (const { title, ...rest } of create)
      expect([title, kept.get(title)]).toMatchObject([title, JSON.parse(JSON.stringify(rest))]);
    for (const [n, text] of strings.entries()) {
      // As JSON: in the bracket form the word null is null.
      const where = JSON.stringify({ title: { equals: `naughty ${n}` }, body: { equals: text } });
      const found = await house.send('GET', `/api/v1/notes?where=${encodeURIComponent(where)}&fields=title`, { key });
      expect([text, found.status, (found.body['data'] as unknown[] | undefined)?.length]).toEqual([text, 200, 1]);
    }
  });
});
