/**
 * Tests every json field of every built-in collection. Each field has a schema or is on the list `freeForm`. REST, GraphQL,
 * MCP and the action `events.update` refuse a wrong value for each member of each schema and name its path. The tests derive
 * the values from the definitions, so that they include a new setting without a change.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field, JsonField } from '#shared/schema/field.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { validRecord } from '../../../fixtures/valid-record.ts';

/** The json fields without a schema, each with the reason. */
const freeForm: Readonly<Record<string, string>> = {
  'activities.metadata': 'what the program that reported an activity says of it, in shapes of its own',
  'attendee_batches.where': 'a filter, read by the query language under the rights of its writer (chosenOf)',
  'attendee_batches.condition': 'the filter as it was permitted; hidden, written by the platform',
  'attendee_batches.problems': 'a list of refusals with their people; written by the platform',
  'lead_edits.value': 'its shape follows from the kind of the edit, and is checked by shared/leads/edit.ts',
  'leaderboard_snapshots.entries': 'rows of a board, written by the platform',
  'leaderboards.top': 'rows of a board, written by the platform',
  'events.badgeLayout': 'a language of its own, read by shared/badge/read-layout.ts and checked by the rule of events',
  'products.attributes': 'what a shop says of its products, under names and in shapes of its own',
  'content_blocks.settings': 'for the pages that show the block, which are the tenant’s own',
  'attendee_imports.problems': 'a list of refusals with their rows; written by the platform',
  'import_chunks.rows': 'a list of rows on their way; on no surface, written by the platform',
  'message_batches.where': 'a filter, read by the query language under the rights of its writer (checkMessage)',
  'message_batches.condition': 'the filter as it was permitted; hidden, written by the platform',
  'registrations.formAnswers': 'held against the questions of the event by checkAnswers',
  'registrations.answers': 'written by the platform, from answers that were held against their questions',
  'scans.answers': 'held against the questions of the event when it is read',
  'form_submissions.answers': 'held against the fields of the form by forms.submit_form',
  'payment_events.payload': 'the message of the payment processor, kept whole',
  'payments.request': 'what the processor is asked with; hidden, written by the platform',
  'webhooks.reader': 'whose eyes the messages are made for; hidden, written by the platform',
  'webhook_attempts.requestHeaders': 'what was sent; written by the platform',
  'webhook_attempts.responseHeaders': 'what was answered; written by the platform',
  'audit_entries.detail': 'what an entry tells besides; written by the platform',
  'collab_documents.problem': 'a refusal, written by the platform',
  'mcp_sessions.uris': 'written by the platform',
  'supervisors.formerApprovalKeys': 'keys of former PINs; hidden, written by the platform',
};

let house: TestServer;
let key = '';

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('settings', 'enterprise', 'all')).apiKey;
});
afterAll(() => house.close());

interface Setting {
  readonly definition: CollectionDefinition;
  readonly field: JsonField;
}

function settings(): readonly Setting[] {
  return house.admin.modules.all
    .filter((module) => module.name !== 'sample')
    .flatMap((module) => [...module.collections, ...(module.internal ?? [])])
    .flatMap((definition) =>
      definition.fields.flatMap((field) => (field.type === 'json' ? [{ definition, field }] : [])),
    );
}

const hasSchema = ({ field }: Setting) => field.fields !== undefined || field.entries !== undefined;

test('every json field of a built-in collection has a schema, or a reason to have none', () => {
  const free = settings().filter((setting) => !hasSchema(setting));
  expect(free.map(({ definition, field }) => `${definition.name}.${field.name}`).sort()).toEqual(
    Object.keys(freeForm).sort(),
  );
});

interface Wrong {
  readonly path: string;
  readonly value: unknown;
}

/** The same text for the same pattern at every call. */
function matching(pattern: string, maxLength = 60): string {
  const texts = fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text !== '' && text.length <= maxLength);
  return must(fc.sample(texts, { numRuns: 1, seed: 7 })[0], pattern);
}

/** Where the rule of a collection knows names that a schema cannot list. */
const entryNames: Readonly<Record<string, string>> = {
  points: 'session_rated',
  caps: 'session_rated',
  badges: 'first_checkin',
};

/** Pattern → a text that also passes the rule of the collection: stream targets have public addresses. */
const texts: Readonly<Record<string, string>> = { '^rtmps?://[^ ]+$': 'rtmps://live.example.org/app' };

function sampleText({ maxLength, pattern }: { readonly maxLength?: number; readonly pattern?: string }): string {
  return pattern === undefined ? 'some text' : (texts[pattern] ?? matching(pattern, maxLength));
}

/** Something that fits, with every member there. */
function sample(field: Field): unknown {
  switch (field.type) {
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return Math.max(1, field.min ?? 1);
    case 'select':
      return field.many ? [field.options[0]] : field.options[0];
    case 'text':
      return sampleText(field);
    case 'email':
      return 'sample@example.org';
    case 'date':
      return '2026-05-04T07:00:00.000Z';
    case 'array':
      return [field.of === 'group' ? samples(field.fields ?? []) : sampleText(field)];
    case 'group':
      return samples(field.fields);
    case 'json':
      return field.entries
        ? { [entryNames[field.name] ?? 'one']: sample(field.entries) }
        : samples(must(field.fields, 'fields'));
    default:
      throw new Error(`no sample of ${field.type}`);
  }
}

function samples(fields: readonly Field[]): Body {
  return Object.fromEntries(fields.map((field) => [field.name, sample(field)]));
}

const typed: Readonly<Record<string, readonly unknown[]>> = {
  boolean: ['soon', 1],
  number: ['soon', -1, []],
  integer: ['soon', 1.5, {}],
  select: ['surprise', 5],
  text: [5, { deep: true }, 'x'.repeat(30_000)],
  date: ['soon', 5, '2026-02-30T00:00:00Z'],
  email: [5, 'no address', ['sample@example.org']],
  array: ['soon', { 0: 'a' }],
  group: ['soon', ['a']],
  json: ['soon', ['a']],
};

/** The field's value with one thing wrong in it, for each thing that can be. */
function wrongs(field: Field, path: string): readonly Wrong[] {
  const own = must(typed[field.type], field.type).map((value) => ({ path, value }));
  const inside = (fields: readonly Field[], at: string) => [
    { path: `${at}.surprise`, value: { ...samples(fields), surprise: 1 } },
    ...fields.flatMap((one) =>
      wrongs(one, `${at}.${one.name}`).map((wrong) => ({
        ...wrong,
        value: { ...samples(fields), [one.name]: wrong.value },
      })),
    ),
  ];
  if (field.type === 'group') return [...own, ...inside(field.fields, path)];
  if (field.type === 'json' && field.fields) return [...own, ...inside(field.fields, path)];
  if (field.type === 'json' && field.entries)
    return [...own, ...wrongs(field.entries, `${path}.one`).map((w) => ({ ...w, value: { one: w.value } }))];
  if (field.type === 'array') {
    const item = field.of === 'group' ? inside(field.fields ?? [], `${path}[0]`) : [{ path: `${path}[0]`, value: 5 }];
    return [...own, ...item.map((wrong) => ({ ...wrong, value: [wrong.value] }))];
  }
  return own;
}

interface WayIn {
  readonly name: string;
  /** Whether only what is there already can be reached. */
  readonly changes: boolean;
  send(definition: CollectionDefinition, id: string, values: Body): Promise<Answer>;
}

const post = (path: string, json: unknown) => house.send('POST', path, { key, json });
const pascal = ({ labels }: CollectionDefinition) =>
  labels.one.replace(/(^|[^A-Za-z]+)([A-Za-z])/g, (_, _gap, letter: string) => letter.toUpperCase());

function graphql(definition: CollectionDefinition, verb: 'create' | 'update', id: string, input: Body) {
  const name = pascal(definition);
  const type = verb === 'create' ? `${name}Input!` : `${name}Update!`;
  const query =
    verb === 'create'
      ? `mutation ($input: ${type}) { create${name}(input: $input) { id } }`
      : `mutation ($id: ID!, $input: ${name}Input!) { update${name}(id: $id, input: $input) { id } }`;
  return post('/graphql', { query, variables: verb === 'create' ? { input } : { id, input } });
}

function tool(name: string, args: Body) {
  return post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

const waysIn: readonly WayIn[] = [
  { name: 'POST', changes: false, send: (of, _, values) => post(`/api/v1/${of.name}`, values) },
  {
    name: 'PATCH',
    changes: true,
    send: (of, id, values) => house.send('PATCH', `/api/v1/${of.name}/${id}`, { key, json: values }),
  },
  {
    name: 'bulk create',
    changes: false,
    send: (of, _, values) => post(`/api/v1/${of.name}/bulk`, { create: [values] }),
  },
  {
    name: 'bulk update',
    changes: true,
    send: (of, id, values) => post(`/api/v1/${of.name}/bulk`, { update: [{ id, ...values }] }),
  },
  { name: 'GraphQL create', changes: false, send: (of, id, values) => graphql(of, 'create', id, values) },
  { name: 'GraphQL update', changes: true, send: (of, id, values) => graphql(of, 'update', id, values) },
  {
    name: 'MCP create',
    changes: false,
    send: (of, _, data) => tool(of.module, { action: 'create', resource: of.name, data }),
  },
  {
    name: 'MCP update',
    changes: true,
    send: (of, id, data) => tool(of.module, { action: 'update', resource: of.name, id, data }),
  },
  {
    name: 'the action events.update',
    changes: true,
    send: (of, id, values) =>
      of.name === 'events'
        ? tool('events', { action: 'events.update', data: { eventId: id, ...values } })
        : house.send('PATCH', `/api/v1/${of.name}/${id}`, { key, json: values }),
  },
];

const event = {
  name: 'Settings',
  type: 'conference',
  startsAt: '2027-05-04T08:00:00.000Z',
  endsAt: '2027-05-05T08:00:00.000Z',
};

const needed = new Map<string, Promise<string>>();

/** A record of what this one cannot be without, e.g. the product of a variant. */
function idOf(collection: string): Promise<string> {
  const known = needed.get(collection);
  if (known) return known;
  const made = (async () => {
    const { modules } = house.admin;
    const definition = must(
      modules.all.flatMap((m) => m.collections).find((c) => c.name === collection),
      collection,
    );
    const answer = await post(`/api/v1/${collection}`, await validBody(definition, 1));
    expect(answer.status, answer.text).toBe(201);
    const { data, id } = answer.body as { data?: Body; id?: string };
    return String(data?.['id'] ?? id);
  })();
  needed.set(collection, made);
  return made;
}

async function validBody(definition: CollectionDefinition, nth: number): Promise<Body> {
  if (definition.name === 'events') return event;
  const to = definition.fields.flatMap((f) => (f.type === 'relation' && f.required ? [f.to] : []));
  const ids = new Map(await Promise.all(to.map(async (name) => [name, await idOf(name)] as const)));
  const values = validRecord(definition, [], (name) => (ids.has(name) ? [must(ids.get(name), name)] : []), nth, 7);
  const required = definition.fields.filter((f) => f.required && !f.readOnly && f.type !== 'json');
  return Object.fromEntries(required.map((f) => [f.name, values[f.name]]));
}

const isRefused = ({ status, text, codes }: Answer) =>
  status < 500 &&
  !text.includes('internal_error') &&
  (status >= 400 || codes.length > 0 || /"(isError":true|errors"|error":)/.test(text));

describe('every member of every setting, sent wrongly', () => {
  const expected = [
    'contacts.socialProfiles',
    'events.gamification',
    'events.invoicing',
    'events.letters',
    'events.networking',
    'events.streaming',
    'events.stripe',
    'events.waitlist',
    'product_variants.options',
  ];

  const walked = () =>
    settings().filter(
      (one) =>
        hasSchema(one) && !one.field.hidden && !one.field.readOnly && (one.definition.writable ?? 'all') === 'all',
    );

  test('the walk knows the settings there are', () => {
    expect(
      walked()
        .map(({ definition, field }) => `${definition.name}.${field.name}`)
        .sort(),
    ).toEqual(expect.arrayContaining(expected));
  });

  test.each(waysIn.map((way) => [way.name, way] as const))(
    '%s refuses it with its path, and stores nothing',
    async (_, way) => {
      for (const { definition, field } of walked()) {
        const id = await idOf(definition.name);
        const [base, before] = [
          await validBody(definition, 2),
          await house.send('GET', `/api/v1/${definition.name}?count=exact`, { key }),
        ];
        for (const { path, value } of wrongs(field, field.name)) {
          const answer = await way.send(
            definition,
            id,
            way.changes ? { [field.name]: value } : { ...base, [field.name]: value },
          );
          const said = `${way.name} ${path} ${JSON.stringify(value).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 400)}`;
          expect(isRefused(answer), said).toBe(true);
          // GraphQL itself refuses what its types do not allow, in words of its own.
          const named = way.name.startsWith('GraphQL') ? must(path.split('.').at(-1), path) : path;
          expect(answer.text, said).toContain(named);
        }
        const after = await house.send('GET', `/api/v1/${definition.name}?count=exact`, { key });
        expect(after.text).toBe(before.text);
      }
    },
  );

  test.each(waysIn.map((way) => [way.name, way] as const))('%s takes a setting with every member', async (_, way) => {
    for (const { definition, field } of walked()) {
      const made = await post(`/api/v1/${definition.name}/bulk`, {
        create: [await validBody(definition, 3 + waysIn.indexOf(way) * 2)],
      });
      expect(made.status, made.text).toBeLessThan(300);
      const [record] = (made.body['data'] as { created: readonly Body[] }).created;
      const base = way.changes ? {} : await validBody(definition, 4 + waysIn.indexOf(way) * 2);
      const answer = await way.send(definition, String(must(record, 'a record')['id']), {
        ...base,
        [field.name]: sample(field),
      });
      expect(isRefused(answer), `${definition.name}.${field.name} ${answer.text.slice(0, 600)}`).toBe(false);
    }
  });
});

describe('what was stored before there was a schema', () => {
  test('is read, and makes no request fail', async () => {
    const made = await post('/events', {
      ...event,
      tickets: [{ id: 'std', name: 'Standard', price: 10, currency: 'EUR' }],
    });
    const eventId = String(made.body['id']);
    const { admin: server } = house;
    const tenant = must(await server.directory.bySlug('settings'), 'the tenant');
    const store = await server.directory.open(tenant);
    const bad = { refunds: { windowHours: 'soon', partialRefundPercent: [], basis: 7 }, connectAccountId: 5 };
    const done = await store.commit('test', async (tx) => ({
      ok: true as const,
      value: await tx.update('events', eventId, {
        stripe: bad,
        networking: { matching: { weights: { role: 'x' } } },
        streaming: [],
        gamification: 'on',
      }),
    }));
    expect(done.ok).toBe(true);

    const place = await post('/events/registrations', {
      eventId,
      ticketType: 'std',
      attendee: { name: 'Ada', email: 'ada@example.org' },
    });
    expect(place.status).toBe(201);
    const paid = await post('/events/payments/test', { registrationId: place.body['id'] });
    expect(paid.status).toBe(200);
    const gone = await house.send('DELETE', `/events/${eventId}/registrations/${String(place.body['id'])}`, { key });
    expect(gone.status, gone.text).toBe(200);
    // The standard rules: within 72 hours all of it.
    expect(gone.body).toMatchObject({ refund: { percent: 100 } });
    expect((await house.send('GET', `/events/${eventId}`, { key })).status).toBe(200);
    expect((await house.send('PATCH', `/api/v1/events/${eventId}`, { key, json: { name: 'Renamed' } })).status).toBe(
      200,
    );
    // The same setting changed in part: what does not fit is named, not stored again.
    const patched = await house.send('PATCH', `/api/v1/events/${eventId}`, {
      key,
      json: { stripe: { enabled: false } },
    });
    expect(patched.status).toBe(422);
    expect(patched.text).toContain('stripe.refunds.windowHours');
    const mended = { refunds: { windowHours: 24, partialRefundPercent: 10, basis: 'payment' }, connectAccountId: null };
    const repaired = await house.send('PATCH', `/api/v1/events/${eventId}`, { key, json: { stripe: mended } });
    expect(repaired.status, repaired.text).toBe(200);
    expect(isObject(repaired.body['data']) && repaired.body['data']['stripe']).toMatchObject({
      refunds: { windowHours: 24 },
    });
  });
});
