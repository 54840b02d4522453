/** Every tool of a tenant with every module, called as a page calls it: through its request to the real server. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSeed } from '#server/modules/common/load-seed.ts';
import { createCatalogue } from '#server/modules/create-catalogue.ts';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { callTool } from '#shared/sdk/react/call-tool.ts';
import { loadTools } from '#shared/sdk/react/load-tools.ts';
import * as services from '#shared/sdk/react/service-tools.ts';
import type { ToolClient } from '#shared/sdk/react/tool-client.ts';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { toolsOf } from '#shared/tools/tools-of.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { fitting, type SchemaSource } from '#test/proof/from-schema.ts';

const seed = 20_261_121;

let house: TestServer;
let client: ToolClient;
let tools: readonly BrowserTool[];
const ids = new Map<string, string>();
/** By name: what the definitions say it answers. */
const outputs = new Map<string, object>();

const clientOf = (apiKey: string): ToolClient => createClient({ baseUrl: house.url, apiKey });

async function toolsFor(credential: string, modules: readonly string[]): Promise<readonly BrowserTool[]> {
  return (await loadTools(clientOf(credential), modules)).tools;
}

beforeAll(async () => {
  house = await openTestServer();
  const { clock, directory, newId, platform } = house.admin;
  const { tenant, apiKey } = await house.tenant('acme', 'enterprise', 'all');
  const store = await directory.open(must(await directory.byId(tenant.id), 'the tenant'));
  await loadSeed(
    store,
    catalogue.map((m) => m.name),
    { writer: createCatalogue().writer, clock, newId },
  );
  client = clientOf(apiKey);
  tools = await toolsFor(apiKey, services.serviceNames);
  const ground = await platform.registry(tenant.id);
  for (const { name, outputSchema } of toolsOf(ground, { granularity: 'single' })) outputs.set(name, outputSchema);
  for (const { name } of ground.collections.values()) {
    const [first] = await store.find(name, { limit: 1 });
    if (first) ids.set(name, first.id);
  }
});
afterAll(() => house?.close());

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Null: as its output schema says, or refused in our words. */
function misanswer(tool: BrowserTool, answer: unknown): string | null {
  if (!isObject(answer)) return `${tool.name}: no object: ${JSON.stringify(answer)}`;
  if (answer['isError'] === true) {
    const { status, errors } = answer as { status: number; errors: readonly { code: unknown; message: unknown }[] };
    const isKnown =
      status >= 400 &&
      status < 500 &&
      errors.every(({ code }) => typeof code === 'string' && code !== 'unreadable_answer');
    return isKnown ? null : `${tool.name}: ${JSON.stringify(answer).slice(0, 300)}`;
  }
  const schema = must(outputs.get(tool.name), `the output of ${tool.name}`);
  return ajv.validate(schema, answer)
    ? null
    : `${tool.name}: ${ajv.errorsText()} in ${JSON.stringify(answer).slice(0, 300)}`;
}

const source: SchemaSource = { components: {}, idOf: (collection) => ids.get(collection) };

/** An input its schema takes, with ids of records that are there. */
function inputFor(tool: BrowserTool): Record<string, unknown> {
  const [made] = fc.sample(fitting(tool.inputSchema, source), { numRuns: 1, seed });
  const input = made as Record<string, unknown>;
  const id = tool.verb === 'act' ? undefined : ids.get(tool.of);
  const { idempotencyKey: _key, version: _version, ...rest } = input;
  return { ...rest, ...('id' in input && id !== undefined ? { id } : {}) };
}

test('each module with anything to call has a hook of its name, and every hook is exported', () => {
  const modules = house.admin.modules.all
    .filter(({ name, actions, collections }) => name !== 'sample' && actions.length + collections.length > 0)
    .map(({ name }) => name);
  expect([...services.serviceNames].sort()).toEqual(modules.sort());
  const exported = Object.keys(services).filter((name) => /^use\w+Tool$/.test(name));
  expect(Object.keys(services.serviceHooks).sort()).toEqual(exported.sort());
});

describe('the whole catalogue', () => {
  test('has at least 180 tools, each with a name browsers take, a description and a closed input', () => {
    expect(tools.length).toBeGreaterThanOrEqual(180);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      expect(description).not.toBe('');
      expect([name, inputSchema['type'], inputSchema['additionalProperties']]).toEqual([name, 'object', false]);
    }
    const asked = tools.filter(({ consequential }) => consequential);
    expect(asked.every(({ verb }) => verb === 'delete' || verb === 'act')).toBe(true);
    expect(asked.some(({ readOnly }) => readOnly)).toBe(false);
  });

  test('every tool that reads answers, as its definition says', async () => {
    const reading = tools.filter(({ readOnly }) => readOnly);
    const wrong: string[] = [];
    let good = 0;
    for (const tool of reading) {
      const id = ids.get(tool.of);
      const input = tool.verb === 'act' ? inputFor(tool) : tool.verb === 'get' ? { id: id ?? 'none' } : { limit: 2 };
      const answer = await callTool(tool, input, { client, confirm: 'trust' });
      const isGood = isObject(answer) && answer['isError'] !== true;
      good += Number(isGood);
      if (tool.verb === 'list' && !isGood) wrong.push(`${tool.name}: ${JSON.stringify(answer)}`);
      if (tool.verb === 'get' && id !== undefined && !isGood) wrong.push(`${tool.name}: ${JSON.stringify(answer)}`);
      wrong.push(...[misanswer(tool, answer)].filter((one) => one !== null));
    }
    expect(wrong).toEqual([]);
    expect(good).toBeGreaterThan(reading.length / 2);
  });

  test('every tool that writes is understood, and many of them do it', async () => {
    // What deletes comes last: the others need the records.
    const order = ['create', 'act', 'update', 'delete'];
    const writing = tools.filter(({ readOnly }) => !readOnly);
    const sorted = writing.toSorted((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
    const wrong: string[] = [];
    const done = new Set<string>();
    for (const tool of sorted) {
      const answer = await callTool(tool, inputFor(tool), { client, confirm: 'trust' });
      if (isObject(answer) && answer['isError'] !== true) done.add(tool.verb);
      wrong.push(...[misanswer(tool, answer)].filter((one) => one !== null));
    }
    expect(wrong).toEqual([]);
    expect([...done].sort()).toEqual([...order].sort());
  });

  test('a list is filtered, sorted and cut by its arguments, and its schema says which there are', async () => {
    const list = must(
      tools.find(({ name }) => name === 'list_contacts'),
      'list_contacts',
    );
    const { where } = list.inputSchema['properties'] as unknown as { where: { description: string } };
    expect(where.description).toMatch(/name[^:]*\(text\): [^.]*\bstarts_with\b/);
    const input = { where: { id: { in: [must(ids.get('contacts'), 'a contact')] } }, fields: ['id'], sort: ['-id'] };
    const answer = await callTool(list, input, { client, confirm: 'trust' });
    expect(answer).toMatchObject({ data: [{ id: ids.get('contacts') }], meta: { hasMore: false } });
  });
});

describe('the rights of the caller', () => {
  const scoped = async (scopes: readonly string[]) => {
    const { credentials, directory } = house.admin;
    const tenant = must(
      (await directory.list()).find(({ slug, sandboxOf }) => slug === 'acme' && sandboxOf === null),
      'acme',
    );
    return (await credentials.createKey(tenant, { name: scopes.join(' '), scopes })).apiKey;
  };

  test('is all there is in the page', async () => {
    const reader = await toolsFor(await scoped(['crm:read']), ['crm', 'content']);
    expect(reader.map(({ name }) => name)).toContain('list_deals');
    expect(reader.every(({ module, readOnly }) => module === 'crm' && readOnly)).toBe(true);
    const writer = await toolsFor(await scoped(['crm:read', 'crm:write']), ['crm']);
    expect(writer.map(({ name }) => name)).toEqual(tools.filter(({ module }) => module === 'crm').map((t) => t.name));
    expect(await toolsFor(await scoped(['nothing:read']), ['crm', 'hr'])).toEqual([]);
  });

  test('modules that are not active, or are none, have no tools; without a credential there are none to be had', async () => {
    const { apiKey } = await house.tenant('small', 'enterprise', 'events');
    expect(await toolsFor(apiKey, ['crm', 'constructor', 'no such'])).toEqual([]);
    expect((await toolsFor(apiKey, ['events'])).length).toBeGreaterThan(20);
    expect((await house.send('GET', '/api/schema/tools?module=events')).status).toBe(401);
    for (const query of ['', '?module=crm&module=hr', '?modul=crm'])
      expect((await house.send('GET', `/api/schema/tools${query}`, { key: apiKey })).status).toBeLessThan(500);
    expect((await house.send('GET', '/api/schema/tools', { key: apiKey })).codes).toEqual(['required']);
  });
});
