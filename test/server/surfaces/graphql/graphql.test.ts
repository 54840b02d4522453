/** GraphQL over real HTTP: queries, writes, actions, relations, filters, and that a collection made a moment ago is there. */
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nameOf } from '#server/store/contract.ts';
import { type FieldKind, fieldOperators, type OperandKind, operandOf, operatorsFor } from '#shared/query/operators.ts';
import { resolvePath } from '#shared/query/target.ts';
import { type Ask, asker, at } from '#test/fixtures/graphql-asker.ts';
import { notes } from '#test/fixtures/sample-module.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let tenant: string;
let sandboxKey: string;
let ask: Ask;

beforeAll(async () => {
  house = await openTestServer();
  const made = await house.tenant('acme');
  key = made.apiKey;
  tenant = made.tenant.id;
  sandboxKey = made.sandbox.apiKey;
  ask = asker(house, key);
});
afterAll(() => house.close());

const create =
  'mutation ($input: NoteInput!, $key: String) { createNote(input: $input, idempotencyKey: $key) { id version } }';

async function make(input: Body, by: Ask = ask): Promise<string> {
  const { answer, data } = await by(create, { input: { title: 'A note', ...input } });
  const id = at(data, 'createNote', 'id');
  if (typeof id !== 'string') throw new Error(answer.text);
  return id;
}

test('passes the audits of GraphQL over HTTP, all of them', async () => {
  const results = await auditServer({
    url: `${house.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
  });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(results.length).toBe(61);
});

describe('one record', () => {
  test('is made, read, changed and deleted as by REST, with its own kinds of values', async () => {
    const input = {
      title: 'Room 1',
      price: 9_007_199_254_740_991,
      seats: 3_000_000_000,
      at: '2026-05-04T10:00:00.000Z',
      kind: 'hall',
      tags: ['a', 'b'],
      meta: { any: [1, null, { deep: true }] },
      spot: [10.5, 59.9],
      place: { city: 'Oslo' },
    };
    const id = await make(input);
    const fields =
      'id version title price seats at kind tags meta spot place { city street } state createdAt parent { id }';
    const { data } = await ask(`query ($id: ID!) { note(id: $id) { ${fields} } }`, { id });
    const byRest = (await house.send('GET', `/api/v1/notes/${id}`, { key })).body['data'];
    expect(data).toMatchObject({ note: { ...input, id, version: 1, state: 'draft', parent: null } });
    expect(at(data, 'note', 'createdAt')).toBe(at(byRest, 'createdAt'));
    const update =
      'mutation ($id: ID!, $input: NoteInput!, $v: Int) { updateNote(id: $id, input: $input, version: $v) { version kind seats } }';
    expect((await ask(update, { id, input: { kind: null, seats: 4 }, v: 1 })).data).toEqual({
      updateNote: { version: 2, kind: null, seats: 4 },
    });
    expect(await ask(update, { id, input: { seats: 5 }, v: 1 })).toMatchObject({
      data: { updateNote: null },
      codes: ['version_mismatch'],
    });
    const remove = 'mutation ($id: ID!) { deleteNote(id: $id) { id } }';
    expect((await ask(remove, { id })).data).toEqual({ deleteNote: { id } });
    expect(await ask('query ($id: ID!) { note(id: $id) { id } }', { id })).toMatchObject({
      status: 200,
      data: { note: null },
      codes: ['not_found'],
    });
  });

  test('that is invalid is refused field by field; a valid one in the same request is created', async () => {
    const { answer, codes, data } = await ask(
      'mutation { bad: createNote(input: {seats: -1, key: "No Slug"}) { id } good: createNote(input: {title: "x"}) { title } }',
    );
    expect(data).toEqual({ bad: null, good: { title: 'x' } });
    expect([...codes].sort()).toEqual(['invalid_slug', 'required', 'too_small']);
    expect(at(answer.body, 'errors', 0, 'path')).toEqual(['bad']);
    expect(at(answer.body, 'errors', 0, 'extensions', 'path')).toBeTypeOf('string');
  });

  test('made twice with one idempotency key is made once; the key with something else is refused', async () => {
    const first = await ask(create, { input: { title: 'once' }, key: 'k-1' });
    expect((await ask(create, { input: { title: 'once' }, key: 'k-1' })).data).toEqual(first.data);
    expect((await ask(create, { input: { title: 'other' }, key: 'k-1' })).codes).toEqual(['idempotency_key_reused']);
  });

  test('many at once: all or nothing', async () => {
    const [one, two] = [await make({ title: 'bulk one' }), await make({ title: 'bulk two' })];
    const bulk = `mutation ($create: [NoteInput!], $update: [NoteUpdate!], $delete: [ID!]) {
      bulkNotes(create: $create, update: $update, delete: $delete) { created { title } updated { id seats } deleted } }`;
    const refused = await ask(bulk, { create: [{ title: 'x' }, {}], delete: [two] });
    expect([refused.data, refused.codes]).toEqual([{ bulkNotes: null }, ['required']]);
    const done = await ask(bulk, {
      create: [{ title: 'x' }],
      update: [{ id: one, input: { seats: 9 } }],
      delete: [two],
    });
    expect(done.data).toEqual({
      bulkNotes: { created: [{ title: 'x' }], updated: [{ id: one, seats: 9 }], deleted: [two] },
    });
  });
});

describe('lists', () => {
  const pageOf = `query ($where: NoteWhere, $sort: [String!], $limit: Int, $cursor: String) {
    notes(where: $where, sort: $sort, limit: $limit, cursor: $cursor) {
      data { id title } meta { hasMore nextCursor prevCursor } } }`;

  test('go on from page to page and back, and count only when asked', async () => {
    const tag = 'paging';
    for (const title of ['p1', 'p2', 'p3']) await make({ title, tags: [tag] });
    const where = { tags: { contains: tag } };
    const first = await ask(pageOf, { where, sort: ['-title'], limit: 2 });
    expect(at(first.data, 'notes', 'data')).toMatchObject([{ title: 'p3' }, { title: 'p2' }]);
    const cursor = at(first.data, 'notes', 'meta', 'nextCursor');
    const second = await ask(pageOf, { where, sort: ['-title'], limit: 2, cursor });
    expect(second.data).toMatchObject({
      notes: { data: [{ title: 'p1' }], meta: { hasMore: false, nextCursor: null } },
    });
    const back = await ask(pageOf, {
      where,
      sort: ['-title'],
      limit: 2,
      cursor: at(second.data, 'notes', 'meta', 'prevCursor'),
    });
    expect(at(back.data, 'notes', 'data')).toEqual(at(first.data, 'notes', 'data'));
    expect((await ask(pageOf, { where, sort: ['title'], cursor })).codes).toEqual(['cursor_mismatch']);
    const store = await storeOf();
    const count = vi.spyOn(store, 'count');
    await ask(pageOf, { where });
    expect(count).not.toHaveBeenCalled();
    expect((await ask(`{ notes(where: {tags: {contains: "${tag}"}}) { meta { total } } }`)).data).toEqual({
      notes: { meta: { total: 3 } },
    });
    expect(count).toHaveBeenCalledTimes(1);
    count.mockRestore();
  });

  test('take a search, a single word to sort by, and refuse what REST refuses', async () => {
    await make({ title: 'Zanzibar archipelago' });
    expect((await ask('{ notes(search: "zanzi", sort: "title") { data { title } } }')).data).toEqual({
      notes: { data: [{ title: 'Zanzibar archipelago' }] },
    });
    for (const [args, code] of [
      ['limit: 201', 'invalid_value'],
      ['limit: 10001', 'invalid_value'],
      ['limit: 0', 'invalid_value'],
      ['sort: "nope"', 'unknown_field'],
      ['sort: "passwordHash"', 'unknown_field'],
      ['cursor: "x"', 'cursor_invalid'],
      ['where: {kind: {equals: "tent"}}', 'invalid_value'],
    ])
      expect([args, (await ask(`{ notes(${args}) { meta { limit } } }`)).codes]).toEqual([args, [code]]);
  });
});

async function storeOf() {
  const { directory } = house.admin;
  const record = await directory.byId(tenant);
  if (!record) throw new Error('no tenant');
  return directory.open(record);
}

describe('relations', () => {
  test('are looked up together: one question a level, however many records there are', async () => {
    const tag = 'family';
    const top = await make({ title: 'top' });
    const middle: string[] = [];
    for (let n = 0; n < 4; n++) middle.push(await make({ title: `middle ${n}`, parent: top }));
    for (let n = 0; n < 12; n++)
      await make({
        title: `leaf ${n}`,
        tags: [tag],
        parent: middle[n % 4],
        friends: [middle[0], middle[(n + 1) % 4], top],
      });
    const store = await storeOf();
    const find = vi.spyOn(store, 'find');
    const get = vi.spyOn(store, 'get');
    const { data } = await ask(
      `{ notes(where: {tags: {contains: "${tag}"}}, sort: "title", limit: 50) {
        data { title parentId friendIds parent { title parent { title } } friends(limit: 2) { title parent { title } } } } }`,
    );
    // The list, the records of both relations together, and the parents of those.
    // Followers look for webhooks at the same time, where the store takes longer.
    const asked = find.mock.calls.filter(([collection]) => nameOf(collection) === 'notes');
    expect([asked.length, get.mock.calls.length]).toEqual([3, 0]);
    find.mockRestore();
    get.mockRestore();
    expect(at(data, 'notes', 'data')).toHaveLength(12);
    expect(at(data, 'notes', 'data', 0)).toEqual({
      title: 'leaf 0',
      parentId: middle[0],
      friendIds: [middle[0], middle[1], top],
      parent: { title: 'middle 0', parent: { title: 'top' } },
      friends: [
        { title: 'middle 0', parent: { title: 'top' } },
        { title: 'middle 1', parent: { title: 'top' } },
      ],
    });
  });

  test('to what is gone are null, and left out of lists; the ids stay', async () => {
    const gone = await make({ title: 'gone' });
    const stays = await make({ title: 'stays' });
    const id = await make({ parent: gone, friends: [gone, stays] });
    // The API refuses to delete a record that others name; so the test deletes it in the store.
    await (await storeOf()).commit('system:test', async (tx) => {
      await tx.delete('notes', gone);
      return { ok: true, value: null };
    });
    const { codes, data } = await ask(
      'query ($id: ID!) { note(id: $id) { parent { id } parentId friends { id } friendIds } }',
      { id },
    );
    expect([codes, data]).toEqual([
      [],
      { note: { parent: null, parentId: gone, friends: [{ id: stays }], friendIds: [gone, stays] } },
    ]);
  });
});

describe('filters', () => {
  const values: Partial<Readonly<Record<FieldKind, unknown>>> = {
    text: 'alpha',
    number: 3,
    boolean: true,
    date: '2026-05-04T10:00:00.000Z',
    choice: 'hall',
    list: 'red',
    json: 'x',
  };
  const fieldOf: Readonly<Record<string, string>> = {
    id: 'id',
    text: 'title',
    number: 'seats',
    boolean: 'open',
    date: 'at',
    choice: 'kind',
    json: 'meta',
    list: 'tags',
    group: 'place',
    point: 'spot',
    relation: 'parent',
    relations: 'friends',
  };
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [10, 59],
        [11, 59],
        [11, 60],
        [10, 60],
        [10, 59],
      ],
    ],
  };
  let first: string;
  let second: string;

  beforeAll(async () => {
    first = await make({
      title: 'alpha one',
      seats: 3,
      open: true,
      at: '2026-05-04T10:00:00.000Z',
      kind: 'hall',
      tags: ['red'],
      meta: { color: 'x', n: 1 },
      spot: [10.5, 59.5],
      place: { city: 'Oslo', street: 'a' },
    });
    second = await make({
      title: 'beta two',
      seats: 8,
      at: '2026-06-01T10:00:00.000Z',
      kind: 'room',
      tags: [],
      meta: ['x'],
      spot: [2, 48],
      parent: first,
      friends: [first],
      place: { city: 'Paris' },
    });
  });

  /** The operand in GraphQL's words, and in REST's. */
  function operand(form: OperandKind, kind: FieldKind): readonly [unknown, unknown] {
    const value = kind === 'id' || kind === 'relation' || kind === 'relations' ? first : values[kind];
    const same = (one: unknown) => [one, one] as const;
    switch (form) {
      case 'value':
      case 'bound':
      case 'element':
        return same(value);
      case 'values':
      case 'elements':
        return same([value]);
      case 'range':
        return same([value, value]);
      case 'divisor':
        return same([2, 1]);
      case 'text':
      case 'words':
      case 'pattern':
        return same('alp');
      case 'flag':
        return same(true);
      case 'count':
        return same(1);
      case 'key':
        return same('color');
      case 'keys':
        return same(['color', 'z']);
      case 'json':
        return same({ color: 'x' });
      case 'duration':
        return same('P3650D');
      case 'year':
        return same(2026);
      case 'month':
        return same(5);
      case 'weekday':
        return same(1);
      case 'day':
        return same({ date: '2026-05-04', tz: 'Europe/Oslo' });
      case 'near':
        return [{ longitude: 10.5, latitude: 59.5, maxMetres: 1_000 }, [10.5, 59.5, 1_000]];
      case 'box':
        return same([10, 59, 11, 60]);
      case 'area':
      case 'shape':
        return same(square);
      case 'nested':
        if (kind === 'list' || kind === 'json') return same({ equals: 'red' });
        return same({ title: { starts_with: 'alpha' } });
      default:
        throw new Error(form);
    }
  }

  const kinds = Object.keys(fieldOf) as FieldKind[];

  test('cover every operator there is, but those of the kinds a note has not', () => {
    const covered = new Set(kinds.flatMap((kind) => operatorsFor(kind)));
    expect(fieldOperators.filter((name) => !covered.has(name))).toEqual([]);
    for (const [kind, name] of Object.entries(fieldOf))
      expect(resolvePath({ of: 'record', definition: notes }, name)?.kind).toBe(kind);
  });

  test.each(kinds)('on %s: every operator answers as REST does', async (kind) => {
    const field = fieldOf[kind]!;
    for (const operator of operatorsFor(kind)) {
      const [words, plain] = operand(operandOf(operator, kind), kind);
      const { codes, data } = await ask(
        'query ($where: NoteWhere) { notes(where: $where, limit: 200, sort: "id") { data { id } } }',
        { where: { [field]: { [operator]: words } } },
      );
      const where = encodeURIComponent(JSON.stringify({ [field]: { [operator]: plain } }));
      const rest = await house.send('GET', `/api/v1/notes?limit=200&sort=id&fields=id&where=${where}`, { key });
      expect([operator, codes, at(data, 'notes', 'data')]).toEqual([operator, [], rest.body['data']]);
    }
  });

  test('go into groups, JSON and relations, and are joined by and, or and not', async () => {
    const found = async (where: Body) => {
      const asked = await ask('query ($where: NoteWhere) { notes(where: $where, sort: "title") { data { title } } }', {
        where,
      });
      return [asked.codes, at(asked.data, 'notes', 'data')];
    };
    expect(await found({ place: { city: { equals: 'Oslo' }, street: { exists: true } } })).toEqual([
      [],
      [{ title: 'alpha one' }],
    ]);
    expect(await found({ meta: { path: 'color', equals: 'x' } })).toEqual([[], [{ title: 'alpha one' }]]);
    expect(await found({ parent: { some: { place: { city: { equals: 'Oslo' } } } } })).toEqual([
      [],
      [{ title: 'beta two' }],
    ]);
    const either = { or: [{ id: { equals: first } }, { id: { equals: second } }] };
    expect(await found({ and: [either, { not: { title: { like: 'beta' } } }] })).toEqual([
      [],
      [{ title: 'alpha one' }],
    ]);
    expect((await found({ place: { city: { equals: 7 } } }))[0]).toEqual(['invalid_query']);
  });
});

describe('what a tenant has', () => {
  test('a collection made at run time is there at once, changed at once, and gone at once', async () => {
    const venues = {
      name: 'venues',
      labels: { one: 'Venue', many: 'Venues' },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'size', type: 'select', options: ['1-10', 'big'] },
        { name: 'note', type: 'relation', to: 'notes' },
      ],
    };
    expect((await ask('{ venues { data { id } } }')).codes).toEqual(['invalid_query']);
    expect((await house.send('POST', '/api/v1/collections', { key, json: venues })).status).toBe(201);
    const note = await make({ title: 'of a venue' });
    const made = await ask(
      'mutation ($note: ID) { createVenue(input: {title: "Spektrum", size: _1_10, note: $note}) { size note { title } } }',
      { note },
    );
    expect(made.data).toEqual({ createVenue: { size: '_1_10', note: { title: 'of a venue' } } });
    expect(at((await house.send('GET', '/api/v1/venues', { key })).body, 'data', 0, 'size')).toBe('1-10');
    const fields = [...venues.fields, { name: 'city', type: 'text' }];
    expect((await house.send('PATCH', '/api/v1/collections/venues', { key, json: { fields } })).status).toBe(200);
    expect((await ask('{ venues(where: {city: {is_null: true}}) { data { title city } } }')).data).toEqual({
      venues: { data: [{ title: 'Spektrum', city: null }] },
    });
    // The sandbox has it, with its own data; another tenant has not.
    const inSandbox = asker(house, sandboxKey, '/sandbox/graphql');
    expect((await inSandbox('{ venues { data { title city } } }')).data).toEqual({ venues: { data: [] } });
    const other = asker(house, (await house.tenant('neighbour')).apiKey);
    expect((await other('{ venues { data { id } } }')).codes).toEqual(['invalid_query']);
    expect((await house.send('DELETE', '/api/v1/collections/venues', { key })).status).toBe(200);
    expect((await ask('{ venues { data { id } } }')).codes).toEqual(['invalid_query']);
  });

  test('actions: what reads is a query, what writes a mutation, with REST’s answers and refusals', async () => {
    const event = {
      name: 'GraphQL day',
      type: 'conference',
      startsAt: '2027-03-01T09:00:00.000Z',
      endsAt: '2027-03-01T18:00:00.000Z',
    };
    const made = await ask(
      'mutation ($input: EventsCreateInput!) { eventsCreate(input: $input) { id status startsAt venue tickets { id } } }',
      { input: event },
    );
    const eventId = at(made.data, 'eventsCreate', 'id');
    expect(eventId).toBeTypeOf('string');
    expect(made).toMatchObject({
      codes: [],
      data: { eventsCreate: { status: 'upcoming', startsAt: event.startsAt, venue: null, tickets: [] } },
    });
    const stats = await ask(
      'query ($id: ID) { eventsCheckinStats(input: {eventId: $id}) { checkedIn byGate { gate } } }',
      {
        id: eventId,
      },
    );
    expect(stats).toMatchObject({ codes: [], data: { eventsCheckinStats: { checkedIn: 0, byGate: [] } } });
    const checkin =
      'mutation ($id: ID) { eventsCheckin(input: {eventId: $id, qrCode: "x", gateId: "g"}) { success registration { id } } }';
    const scan = await ask(checkin, { id: eventId });
    expect(scan).toMatchObject({ data: { eventsCheckin: null }, codes: ['code_malformed'] });
  });
});
