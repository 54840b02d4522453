/**
 * Restricted members at every depth, walked over every surface: what a reader without the role is answered holds none of
 * them, no question tells of them, and no write of such a reader takes one away. The rows are made of the OpenAPI
 * document, the GraphQL schema, the tools, and the definition: a new operation or field is asked without a new test.
 */
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operandOf, operatorsFor } from '#shared/query/operators.ts';
import { resolvePath } from '#shared/query/target.ts';
import { mcpAsker, toolResult } from '#test/fixtures/mcp-asker.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { refusalOf } from '../server/modules/documents/stock-client.ts';
import { collabRows } from './collab-rows.ts';
import { graphqlRows } from './graphql-rows.ts';
import { dossiers, lockedValues, pathsOf, secretName, shown, type Values, writeBacks } from './guarded-collection.ts';
import { type Asker, askers, type GuardedSite, openGuardedSite, readers, readRecord } from './guarded-site.ts';
import { matrixRows, type Row } from './matrix-rows.ts';
import { mcpRows } from './mcp-rows.ts';

const writers = ['clerk', 'key without roles'] as const;
let site: GuardedSite;
let rows: readonly Row[];

beforeAll(async () => {
  site = await openGuardedSite();
  const { body: document } = await site.send(site.owner, 'GET', '/api/openapi.json');
  const fillings = { version: '2', name: 'dossiers', group: 'a-group', n: '0', collection: 'dossiers' };
  const more = { action: 'events.list', snapshot: site.record, file: 'x', hash: 'x', slug: 'vault' };
  const ids = new Map(site.ids);
  for (const [name, value] of Object.entries({ ...fillings, ...more })) ids.set(`{${name}}`, value);
  for (const name of ['oauth-clients', 'api-keys', 'sessions', 'grants']) ids.set(name, site.record);
  rows = matrixRows(document, ids).rows;
}, 120_000);
afterAll(() => site?.close());

/** What of the planted values this one is not to be shown. */
function forbidden(asker: Asker): ReadonlySet<string> {
  const { open, related, secrets } = site.planting;
  // These read all collections, and so the ids of the records that restricted fields lead to.
  if (asker === 'viewer' || asker === 'admin') return secrets;
  return new Set([...secrets, ...related, ...(asker === 'key that only writes' ? open : [])]);
}
const forbiddenTo = new Map<Asker, ReadonlySet<string>>();
const leaks = (asker: Asker, text: string) => {
  const marks = forbiddenTo.get(asker) ?? forbidden(asker);
  forbiddenTo.set(asker, marks);
  return shown(text, marks);
};

async function ask({ body, method, path, type }: Row, asker: Asker) {
  const headers = body === undefined ? {} : { 'content-type': type };
  return site.house.send(method, path, {
    key: site.keys[asker],
    headers,
    ...(body === undefined ? {} : { raw: body }),
  });
}

const locked = async () => lockedValues(await readRecord(site, site.owner));

test('the owner reads every planted value, and the others the open ones', async () => {
  const whole = JSON.stringify(await readRecord(site, site.owner));
  expect(site.planting.secrets.size).toBeGreaterThan(150);
  expect(shown(whole, site.planting.secrets).length).toBeGreaterThan(0);
  for (const asker of readers) {
    const record = await readRecord(site, site.keys[asker]);
    expect(leaks(asker, JSON.stringify(record))).toEqual([]);
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['title', 'card', 'rows']));
    expect(JSON.stringify(record)).not.toMatch(secretName);
  }
});

describe.each(askers)('%s', (asker) => {
  test('reads no restricted value in any answer of the API', async () => {
    const asked = rows.filter(({ method }) => method === 'GET');
    expect(asked.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const row of asked) {
      const { status, text } = await ask(row, asker);
      const marks = leaks(asker, text);
      if (marks.length > 0 || (status >= 500 && row.path.includes('dossiers')))
        wrong.push(`${row.path}: ${status} ${marks.join()}`);
    }
    expect(wrong).toEqual([]);
  });

  test('reads none in the chunks of a first load, nor in a pull', async () => {
    const base = '/api/v1/replication';
    const { body } = await site.send(site.keys[asker], 'GET', `${base}/snapshot`);
    const texts: string[] = [];
    for (let n = 0; n < Number(body['chunks'] ?? 0); n++)
      texts.push((await site.send(site.keys[asker], 'GET', `${base}/snapshot/${String(body['snapshot'])}/${n}`)).text);
    texts.push((await site.send(site.keys[asker], 'GET', `${base}/dossiers/pull`)).text);
    expect(leaks(asker, texts.join())).toEqual([]);
    if (asker !== 'key that only writes') expect(shown(texts.join(), site.planting.open)).not.toEqual([]);
  });

  test('reads none in any field of GraphQL', async () => {
    const registry = await site.registry();
    const everything = (type: unknown, depth = 0): string => {
      const named = getNamedType(type as never);
      if (!isObjectType(named)) return '';
      const fields = Object.values(named.getFields()).filter(
        (field) => depth < 1 || field.extensions['records'] === undefined,
      );
      return `{ ${fields.map((one) => `${one.name} ${everything(one.type, depth + (one.extensions['records'] ? 1 : 0))}`).join(' ')} }`;
    };
    const all = graphqlRows(registry, site.ids, everything);
    const about = all.filter(({ kind, text }) => kind === 'query' || /dossier/i.test(text));
    let answered = 0;
    for (const { kind, text } of about.filter((row) => !/^(?:delete|bulk)/.test(row.name))) {
      const answer = await site.send(site.keys[asker], 'POST', '/graphql', { query: `${kind} { ${text} }` });
      expect([text.slice(0, 60), leaks(asker, answer.text)]).toEqual([text.slice(0, 60), []]);
      if (shown(answer.text, site.planting.open).length > 0) answered += 1;
    }
    // The viewer writes nothing; the others see the open fields in what they read and write.
    if (asker !== 'key that only writes') expect(answered).toBeGreaterThanOrEqual(asker === 'viewer' ? 2 : 3);
  });

  test('reads none from any tool, resource or description of MCP, and no name of a restricted field', async () => {
    const mcp = mcpAsker(site.house, site.keys[asker]);
    const texts: string[] = [];
    for (const { body, name } of mcpRows(await site.registry(), site.ids).filter(
      (row) => !row.name.startsWith('delete'),
    )) {
      const answer = await site.house.send('POST', '/mcp?mode=registry', {
        key: site.keys[asker],
        raw: body,
        headers: { 'content-type': 'application/json' },
      });
      expect([name, leaks(asker, answer.text)]).toEqual([name, []]);
    }
    for (const [method, params] of [
      ['tools/list', {}],
      ['resources/list', {}],
      ['resources/read', { uri: 'gatehouse://schema/dossiers' }],
      ['resources/read', { uri: `gatehouse://records/dossiers/${site.record}` }],
      ['tools/call', { name: 'vault', arguments: { action: 'describe', resource: 'dossiers' } }],
      ['tools/call', { name: 'vault', arguments: { action: 'list', resource: 'dossiers' } }],
    ] as const)
      texts.push((await mcp(method, params)).answer.text);
    expect(leaks(asker, texts.join())).toEqual([]);
    expect(texts.join()).not.toMatch(/secret[A-Z]|sealed\b/);
  });

  test('is described no restricted field where the description is its own', async () => {
    for (const [method, path] of [
      ['OPTIONS', '/api/v1/dossiers'],
      ['GET', '/api/schema/collections'],
      ['GET', '/api/schema/tools?module=vault'],
      // Who administers changes definitions, and so has to know them.
      ...(asker === 'admin'
        ? []
        : ([
            ['GET', '/api/v1/collections/dossiers'],
            ['GET', '/api/v1/collections'],
          ] as const)),
    ] as const) {
      const { status, text } = await site.send(site.keys[asker], method, path);
      expect([path, /secret[A-Z]/.exec(text)?.[0]]).toEqual([path, undefined]);
      if (asker !== 'key that only writes') expect([path, status]).toEqual([path, 200]);
    }
  });
});

describe('no question tells of a restricted field', () => {
  const unseen = pathsOf(dossiers.fields).filter(({ isSeen }) => !isSeen);
  const operand = (path: string) => {
    const steps = path.split('.');
    const target = steps.length > 0 ? pathsOf(dossiers.fields).find((one) => one.path === path)?.field : undefined;
    return target ? (resolvePath({ of: 'group', fields: [target] }, target.name)?.kind ?? null) : null;
  };
  const code = (answer: { readonly codes: readonly string[]; readonly status: number }) => [
    answer.status,
    ...answer.codes,
  ];

  test('every operator on every path, also through a relation', async () => {
    expect(unseen.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const { path } of unseen)
      for (const op of operatorsFor(operand(path) ?? 'text')) {
        const value = operandOf(op, operand(path) ?? 'text') === 'flag' ? 'true' : '1';
        for (const asked of op === 'exists' ? [path, `sibling.${path}`] : [path]) {
          const answer = await site.send(site.keys.clerk, 'GET', `/api/v1/dossiers?where[${asked}][${op}]=${value}`);
          if (code(answer).join() !== '400,unknown_field') wrong.push(`${asked} ${op}: ${code(answer).join()}`);
          const named = answer.text.match(/secret\w+/g) ?? [];
          if (named.some((name) => !asked.split('.').includes(name)))
            wrong.push(`${asked} ${op}: names ${named.join()}`);
        }
      }
    expect(wrong).toEqual([]);
    // The same paths are there for those who see them.
    for (const { path } of unseen
      .filter(({ field }) => !field.hidden && !dossiers.fields.includes(field))
      .slice(0, 40)) {
      const answer = await site.send(site.owner, 'GET', `/api/v1/dossiers?where[${path}][exists]=true`);
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test('sort, fields, populate and search; on REST, MCP, GraphQL and live alike', async () => {
    const mcp = mcpAsker(site.house, site.keys.clerk);
    const refusedBy = async (words: Body) =>
      toolResult(
        await mcp('tools/call', { name: 'vault', arguments: { action: 'list', resource: 'dossiers', ...words } }),
      );
    const [names, top] = [unseen.map(({ path }) => path), unseen.filter(({ path }) => !path.includes('.'))];
    for (const path of names) {
      const where = { [path]: { exists: true } };
      const asked = [
        site.send(site.keys.clerk, 'GET', `/api/v1/dossiers?sort=${path}`),
        site.send(site.keys.clerk, 'GET', `/api/v1/dossiers?count=exact&where[not][${path}][exists]=true`),
        site.send(site.keys.clerk, 'GET', `/api/v1/dossiers/changes?where[${path}][exists]=true`),
        site.send(site.keys.clerk, 'POST', '/graphql', { query: `{ dossiers(sort: ["${path}"]) { data { id } } }` }),
      ];
      for (const answer of await Promise.all(asked))
        expect([
          path,
          answer.text.includes('"data":[') || (answer.status === 200 && !answer.text.includes('errors')),
        ]).toEqual([path, false]);
      expect([path, (await refusedBy({ where })).isError, (await refusedBy({ sort: path })).isError]).toEqual([
        path,
        true,
        true,
      ]);
    }
    for (const { path } of top)
      for (const asked of [`fields=${path}`, `populate=${path}`])
        expect([asked, (await site.send(site.keys.clerk, 'GET', `/api/v1/dossiers?${asked}`)).status]).toEqual([
          asked,
          400,
        ]);
    const searched = await site.send(site.keys.clerk, 'GET', '/api/v1/dossiers?search=marker');
    expect([searched.status, (await refusedBy({ search: 'marker' })).isError]).toEqual([400, true]);
    expect((await site.send(site.owner, 'GET', '/api/v1/dossiers?search=marker')).status).toBe(200);
  });

  test('a filter of GraphQL, nested as its types are', async () => {
    const nested = (path: string): Body => {
      const [first = '', ...rest] = path.split('.');
      const inner = rest.length === 0 ? { exists: true } : nested(rest.join('.'));
      return { [first]: ['rows', 'lines'].includes(first) && rest.length > 0 ? { elem_match: inner } : inner };
    };
    const query = 'query ($where: DossierWhere) { dossiers(where: $where) { data { id } } }';
    for (const { path } of unseen.filter(({ field }) => !field.hidden)) {
      const answer = await site.send(site.keys.clerk, 'POST', '/graphql', {
        query,
        variables: { where: nested(path) },
      });
      expect([path, answer.text.includes(site.record), answer.text.includes('errors')]).toEqual([path, false, true]);
    }
  });
});

test('an actor that may write but not read is answered the id and the version, on every surface, also at a repetition', async () => {
  const key = site.keys['key that only writes'];
  const [text, path] = [JSON.stringify({ title: 'written' }), `/api/v1/dossiers/${site.spare}`];
  const bare = {
    id: expect.any(String),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    version: expect.any(Number),
  };
  const dataOf = async (method: string, at: string, raw: string, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    const answer = await site.house.send(method, at, { key, raw, headers });
    expect([at, answer.status < 300]).toEqual([at, true]);
    return answer.body['data'];
  };
  expect(await dataOf('PATCH', path, text)).toEqual(bare);
  for (const _ of ['first', 'again'])
    expect(await dataOf('POST', '/api/v1/dossiers', text, { 'idempotency-key': 'once' })).toEqual(bare);
  const update = [{ id: site.spare, title: 'more' }];
  expect(await dataOf('POST', '/api/v1/dossiers/bulk', JSON.stringify({ update }))).toMatchObject({ updated: [bare] });
  const asked = 'id version title secretText card { title } rows { title }';
  const query = `mutation { updateDossier(id: "${site.spare}", input: { title: "x" }) { ${asked} } }`;
  expect(await dataOf('POST', '/graphql', JSON.stringify({ query }))).toEqual({
    updateDossier: {
      id: site.spare,
      version: expect.any(Number),
      title: null,
      secretText: null,
      card: null,
      rows: null,
    },
  });
  const args = { action: 'update', resource: 'dossiers', id: site.spare, data: { title: 'y' } };
  const answer = toolResult(await mcpAsker(site.house, key)('tools/call', { name: 'vault', arguments: args }));
  expect(answer).toEqual({ data: { data: bare, meta: {} }, isError: false });
});

describe.each(writers)('%s writes back', (asker) => {
  let original: Values;
  let before: readonly string[];
  const key = () => site.keys[asker];
  const reset = async () => {
    const { id: _i, createdAt: _c, updatedAt: _u, version: _v, ...values } = original;
    const { status, text } = await site.send(site.owner, 'PATCH', `/api/v1/dossiers/${site.record}`, values);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  };

  beforeAll(async () => {
    original = await readRecord(site, site.owner);
    before = await locked();
  });

  /** By surface: sends a patch of the record, and says whether it was taken. */
  const ways: Readonly<Record<string, (patch: Values) => Promise<boolean>>> = {
    async REST(patch) {
      return (await site.send(key(), 'PATCH', `/api/v1/dossiers/${site.record}`, patch)).status === 200;
    },
    async bulk(patch) {
      const update = [{ id: site.record, ...patch }];
      return (await site.send(key(), 'POST', '/api/v1/dossiers/bulk', { update })).status === 200;
    },
    async GraphQL(patch) {
      const query = 'mutation ($id: ID!, $input: DossierInput!) { updateDossier(id: $id, input: $input) { id } }';
      const { body } = await site.send(key(), 'POST', '/graphql', {
        query,
        variables: { id: site.record, input: patch },
      });
      return body['errors'] === undefined;
    },
    async MCP(patch) {
      const args = { action: 'update', resource: 'dossiers', id: site.record, data: patch };
      return !toolResult(await mcpAsker(site.house, key())('tools/call', { name: 'vault', arguments: args })).isError;
    },
    async replication(patch) {
      const { body } = await site.send(key(), 'GET', '/api/v1/replication/dossiers/pull');
      const documents = body['documents'] as readonly { readonly id: string; readonly record: Values }[];
      const assumedMasterState = documents.find(({ id }) => id === site.record)?.record;
      const row = { assumedMasterState, newDocumentState: { ...assumedMasterState, ...patch } };
      const pushed = await site.send(key(), 'POST', '/api/v1/replication/dossiers/push', { rows: [row] });
      const [item] = pushed.body['items'] as readonly [{ readonly outcome: string }];
      return item.outcome !== 'refused';
    },
  };

  test.each(Object.keys(ways))('by %s: every locked value stands as it stood, plain changes are taken', async (way) => {
    const all = writeBacks(await readRecord(site, key()));
    expect(all.length).toBeGreaterThan(80);
    // What is decided is decided for all surfaces by the same lines: the others are asked for a part of it.
    const isAll = way === 'REST' && asker === 'clerk';
    const asked = isAll ? all : all.filter((_, n) => n % (asker === 'clerk' ? 5 : 11) === 0);
    const wrong: string[] = [];
    for (const { isPlain, patch, what } of asked) {
      const taken = await ways[way]?.(patch);
      const after = await locked();
      const isKept = before.every((value, n) => after[n] === value) && after.length === before.length;
      if (!isKept) wrong.push(`${what}: ${taken ? 'taken' : 'refused'}, and values are gone`);
      if (isPlain && !taken) wrong.push(`${what}: refused`);
      if (taken) await reset();
    }
    expect(wrong).toEqual([]);
  });

  test('by an earlier version: what it may not set stands as it stood', async () => {
    const { version } = original as { readonly version: number };
    for (let n = 1; n <= Math.min(version, 3); n++) {
      const { status, text } = await site.send(key(), 'POST', `/api/v1/dossiers/${site.record}/versions/${n}/restore`);
      expect([status < 500, leaks(asker, text), await locked()]).toEqual([true, [], before]);
      await reset();
    }
  });
});

test('a text that its reader does not see is no document to work on together, as one that is not there', async () => {
  const rows = collabRows(await site.registry(), site.ids).filter((path) => path.includes('/dossiers/'));
  const unseen = rows.filter((path) => secretName.test(path));
  expect(unseen.length).toBeGreaterThanOrEqual(2);
  for (const asker of readers) {
    const headers = { authorization: `Bearer ${site.keys[asker]}` };
    const missing = await refusalOf(site.house.url, `/collab/ws/dossiers/${site.spare}/nothing`, { headers });
    expect(missing).toMatchObject({ status: 404 });
    for (const path of unseen) expect(await refusalOf(site.house.url, path, { headers })).toEqual(missing);
  }
});

test('what is refused names no field that its reader does not see, and no value', async () => {
  const bodies = [
    { nonsense: 1 },
    { card: { nonsense: 1 } },
    { rows: [{ nonsense: 1 }] },
    { title: 7, rank: 'x', card: 'x', rows: 'x' },
  ];
  await site.send(site.owner, 'POST', '/api/v1/dossiers', {
    code: 'taken',
    secretText: 'marker-99999',
    secretSelect: 'alpha',
  });
  for (const json of bodies)
    for (const [method, path] of [
      ['POST', '/api/v1/dossiers'],
      ['PATCH', `/api/v1/dossiers/${site.spare}`],
    ] as const) {
      const { status, text } = await site.send(site.keys.clerk, method, path, json);
      expect([status >= 400 && status < 500, /secret[A-Z]|sealed|marker/.exec(text)?.[0]]).toEqual([true, undefined]);
    }
  // No two have the same code and the same choice, which the clerk does not see.
  const taken = await site.send(site.keys.clerk, 'PATCH', `/api/v1/dossiers/${site.spare}`, { code: 'taken' });
  expect([taken.status, taken.codes, taken.text]).toEqual([
    409,
    ['duplicate'],
    expect.not.stringMatching(/secret[A-Z]/),
  ]);
});

/** After all else: some of it deletes. */
test('every other operation of the API answers no restricted value either', async () => {
  const asked = rows
    .filter(({ method }) => method !== 'GET')
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const asker of ['clerk', 'key without roles', 'key that only writes'] as const)
    for (const row of asked) {
      const { status, text } = await ask(row, asker);
      expect([row.method, row.path, status < 500, leaks(asker, text)]).toEqual([row.method, row.path, true, []]);
    }
});
