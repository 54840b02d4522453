/** The OpenAPI document against its own standard, and against the real server: what it says is there, and what is there it says. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Registry } from '#server/core/platform.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { nothingActive, openApiDocument } from '#server/surfaces/describe/openapi.ts';
import { must } from '#shared/base/assert.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

vi.setConfig({ testTimeout: 300_000 });

// As published at https://spec.openapis.org/oas/3.1/schema; which one stands in its $id.
const standard = JSON.parse(
  readFileSync(new URL('../../../fixtures/openapi-3.1-schema.json', import.meta.url), 'utf8'),
) as Body;

interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly method: string;
  readonly security: readonly Body[];
  readonly parameters: readonly Body[];
  readonly responses: Readonly<Record<string, Body>>;
  readonly request: Body | undefined;
  readonly example: unknown;
}

function operationsOf(document: Body): readonly Operation[] {
  const { components, paths } = document as {
    components: { parameters: Record<string, Body> };
    paths: Record<string, Record<string, Body>>;
  };
  const found = (parameter: Body) => {
    const name =
      String(parameter['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    return name === '' ? parameter : must(components.parameters[name], name);
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { requestBody, parameters, ...rest } = operation as {
        requestBody?: { content: Record<string, Body> };
        parameters?: Body[];
      };
      const example = requestBody?.content['application/json']?.['example'];
      return {
        ...rest,
        path,
        method,
        parameters: (parameters ?? []).map(found),
        request: requestBody,
        example,
      } as unknown as Operation;
    }),
  );
}

let house: TestServer;
let key: string;
let document: Body;
let operations: readonly Operation[];
let ajv: Ajv2020;

beforeAll(async () => {
  house = await openTestServer();
  const made = await house.tenant('whole');
  key = made.apiKey;
  // One module with everything a module can have, and one of collections alone: more of them would be more of the same.
  const record = must(await house.admin.directory.byId(made.tenant.id), 'the tenant');
  await house.admin.directory.setModules(record, ['events', 'sample']);
  await createDemo(house.admin, { attendees: 2, slug: 'whole' });
  document = (await house.send('GET', '/api/openapi.json', { key })).body;
  operations = operationsOf(document);
  ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  const { schemas } = document['components'] as { schemas: Record<string, Body> };
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(standingAlone(schema), `component:${name}`);
});
afterAll(() => house.close());

/** Of all modules there are. */
function everything(): Body {
  const { modules } = house.admin;
  const all = modules.registryOf(modules.all.map((m) => m.name));
  return openApiDocument(all, { version: '1', prefix: '/sandbox' });
}

const pathOf = ({ path, parameters }: Operation) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
    return encodeURIComponent(String(must(parameter, `${path} ${name}`)['example'] ?? 'x'));
  });

/** Each component is a schema of its own to the validator, so that it is compiled once and not wherever it is named. */
const standingAlone = (schema: unknown): Body =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:')) as Body;

const compiled = new Map<unknown, ValidateFunction>();
function fitting(schema: unknown): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(standingAlone(schema));
  compiled.set(schema, known);
  return known;
}

const mediaOf = (place: Body): Body | undefined =>
  (place as { content?: Record<string, Body> }).content?.['application/json'];

/** Named, of our form, and as the document's schema says. */
function expectAsSaid(operation: Operation, answer: Answer): void {
  const { operationId, responses } = operation;
  expect([operationId, answer.status, Object.keys(responses)]).toEqual([
    operationId,
    answer.status,
    expect.arrayContaining([String(answer.status)]),
  ]);
  expect([operationId, answer.headers.get('x-request-id')]).toEqual([operationId, expect.any(String)]);
  expect([operationId, answer.status < 500]).toEqual([operationId, true]);
  const media = mediaOf(answerSaid(must(responses[String(answer.status)], 'a named status')));
  if (!media) return;
  const validate = fitting(media['schema']);
  const fits = validate(JSON.parse(answer.text));
  expect([operationId, answer.text.slice(0, 300), fits ? null : validate.errors]).toEqual([
    operationId,
    answer.text.slice(0, 300),
    null,
  ]);
}

function answerSaid(response: Body): Body {
  const name =
    String(response['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  const { responses } = document['components'] as { responses: Record<string, Body> };
  return name === '' ? response : must(responses[name], name);
}

test('is valid by the official schema, with nothing active and with everything', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(standard);
  const whole = everything();
  for (const one of [document, whole, openApiDocument(nothingActive, { version: '1', prefix: '' })])
    expect([validate(one), validate.errors]).toEqual([true, null]);
  const ids = operationsOf(whole).map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every tag is described', () => {
  const whole = everything();
  const described = (whole['tags'] as Body[]).map((tag) => tag['name']);
  const used = new Set(operationsOf(whole).flatMap((one) => (one as unknown as { tags: string[] }).tags));
  expect([...used].filter((tag) => !described.includes(tag))).toEqual([]);
});

test('every reference leads somewhere, and every schema compiles', () => {
  const text = JSON.stringify(document);
  for (const [, pointer] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
    const found = must(pointer, 'a pointer')
      .slice(1)
      .split('/')
      .reduce<unknown>((node, step) => (node as Body | undefined)?.[step], document);
    expect([pointer, found]).toEqual([pointer, expect.anything()]);
  }
  const { schemas } = document['components'] as { schemas: Body };
  for (const name of Object.keys(schemas)) expect(ajv.getSchema(`component:${name}`)).toBeTypeOf('function');
});

test('every example fits what it is an example of', () => {
  for (const { operationId, request, responses } of operations)
    for (const [place, said] of [['request', request], ...Object.entries(responses)] as const) {
      const media = said && mediaOf(said);
      if (media?.['example'] === undefined) continue;
      const validate = fitting(media['schema']);
      expect([operationId, place, validate(media['example']), validate.errors]).toEqual([
        operationId,
        place,
        true,
        null,
      ]);
    }
});

describe('every operation answers as the document says', () => {
  const withBody = (operation: Operation, json: unknown) => (operation.example === undefined ? {} : { json });

  test('asked for with its examples', async () => {
    for (const operation of operations) {
      // Signed by the other side: no example can be.
      const answer = await house.send(operation.method.toUpperCase(), pathOf(operation), {
        key,
        ...withBody(operation, operation.example),
      });
      expectAsSaid(operation, answer);
    }
  });

  test('without a credential: 401 where one is needed', async () => {
    for (const operation of operations) {
      const answer = await house.send(
        operation.method.toUpperCase(),
        pathOf(operation),
        withBody(operation, operation.example),
      );
      expectAsSaid(operation, answer);
      if (operation.security.length > 0)
        expect([operation.operationId, answer.status]).toEqual([operation.operationId, 401]);
    }
  });

  test('with a body, a parameter and ids that are none', async () => {
    for (const operation of operations) {
      const path = operation.path.replaceAll(/\{\w+\}/g, '%22x%22');
      for (const [query, body] of [
        ['?where[x]=1', { '': null }],
        ['', 'text'],
      ] as const)
        expectAsSaid(
          operation,
          await house.send(operation.method.toUpperCase(), path + query, { key, ...withBody(operation, body) }),
        );
    }
  });
});

describe('no drift', () => {
  /** What is well known of a part of this address, pages for people and files, the monitor’s figures, and the page that shows the document. */
  const notApi = [
    /^\/\.well-known\/[\w-]+\//,
    /^\/$/,
    /^\/metrics$/,
    /^\/api\/docs/,
    // They describe themselves.
    /^\/graphql/,
    /^\/mcp/,
    /^\/(?:kiosk|console)$/,
    /^\/auth\//,
    // Pages of an event: its ticket, registration, order, waiting list, unsubscribe, poll and draw pages with their files; calendars.
    /^\/[cteowupd]\//,
    // Where an organizer comes back to from the processor's questions.
    /^\/onboarding\//,
    /^\/embed\.js$/,
    // The picture of an organization, for pages and mail programs.
    /^\/logo\//,
    /^\/oauth\//,
    // Pages: the player on other websites, and an exhibitor's.
    /^\/s\//,
    /^\/x\//,
  ];
  const steps = (path: string) => path.split('/');
  const isFor = (route: string, path: string) =>
    steps(route).length === steps(path).length &&
    steps(route).every((step, i) => step.startsWith(':') || step === steps(path)[i]);

  test('every mounted route of the API is in the document', () => {
    const described = operationsOf(everything());
    const missing = house.server.routes
      .filter(({ path }) => !notApi.some((pattern) => pattern.test(path)))
      .flatMap(({ path, methods }) => methods.map((method) => ({ path, method })))
      .filter(
        ({ path, method }) => !described.some((one) => one.method.toUpperCase() === method && isFor(path, one.path)),
      );
    expect(missing).toEqual([]);
  });

  test('every operation of the document is mounted', () => {
    const unmounted = operationsOf(everything()).filter(
      ({ path, method }) =>
        !house.server.routes.some((route) => route.methods.includes(method.toUpperCase()) && isFor(route.path, path)),
    );
    expect(unmounted.map(({ path, method }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('only what is active', () => {
  test('a tenant’s document, schema and OPTIONS hold its own modules and nothing else', async () => {
    const { tenant, apiKey } = await house.tenant('small');
    const record = must(await house.admin.directory.byId(tenant.id), 'the tenant');
    await house.admin.directory.setModules(record, ['sample']);
    const small = await house.send('GET', '/api/openapi.json', { key: apiKey });
    expect(small.text).not.toMatch(/registrations|checkin_conflicts|events\.checkin/);
    expect(Object.keys(small.body['paths'] as Body)).toContain('/api/v1/notes/{id}');
    const schema = await house.send('GET', '/api/schema/collections', { key: apiKey });
    const named = (schema.body['data'] as Body[]).map((one) => one['module']);
    expect(named).toContain('sample');
    expect(named).not.toContain('events');
    expect((await house.send('OPTIONS', '/api/v1/registrations', { key: apiKey })).status).toBe(404);
    const whole = await house.send('GET', '/api/openapi.json', { key });
    expect(whole.text).toContain('/api/v1/registrations');
  });

  test('without a credential no tenant’s collections; an invalid one is refused, and so is a kiosk’s', async () => {
    const open = await house.send('GET', '/api/openapi.json');
    expect(open.status).toBe(200);
    expect(Object.keys(open.body['paths'] as Body)).toContain('/api/v1/auth/login');
    expect(open.text).not.toMatch(/notes|registrations/);
    expect((await house.send('GET', '/api/openapi.json', { key: 'gate_sk_live_x' })).status).toBe(401);
    expect((await house.send('GET', '/api/schema/collections')).status).toBe(401);
    expect((await house.send('GET', '/api/openapi.json?x=1', { key })).codes).toEqual(['unknown_parameter']);
  });

  test('the same registry gives the same text, and a client that has it gets 304', async () => {
    const first = await house.send('GET', '/api/openapi.json', { key });
    const again = await house.send('GET', '/api/openapi.json', {
      key,
      headers: { 'if-none-match': must(first.headers.get('etag'), 'an ETag') },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const registry: Registry = { modules: [], collections: new Map(), actions: new Map() };
    const setting = { version: '1', prefix: '' };
    expect(JSON.stringify(openApiDocument(registry, setting))).toBe(
      JSON.stringify(openApiDocument(nothingActive, setting)),
    );
  });

  test('a key sees the schema of what it may read; a description says operators, lifecycle and access', async () => {
    const described = await house.send('OPTIONS', '/api/v1/notes', { key });
    const notes = described.body['data'] as {
      fields: Record<string, { operators: Body }>;
      schema: Body;
      input: Body;
      lifecycle: Body;
      access: Body;
    };
    expect(Object.keys(notes.fields['title']?.operators ?? {})).toContain('starts_with');
    expect(Object.keys(notes.fields['spot']?.operators ?? {})).toContain('near');
    expect(notes.fields['passwordHash']).toBeUndefined();
    expect(described.text).not.toContain('passwordHash');
    expect(notes.lifecycle).toMatchObject({ field: 'state', initial: 'draft' });
    expect(notes.access).toMatchObject({ read: ['sample:read', 'notes:read'], writable: 'all' });
    expect(Object.keys(notes.input['properties'] as Body)).not.toContain('checkedInAt');
    expect(Object.keys(notes.schema['properties'] as Body)).toContain('checkedInAt');
  });
});
