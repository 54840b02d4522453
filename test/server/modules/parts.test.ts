/** What the architecture promises of modules and parts, tried on a copy of the sources with one line more or less. */
import { afterEach, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { createEventsModule, eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import { isObject } from '#shared/base/json.ts';
import { type CopyOfSources, copySources } from '#test/fixtures/copy-of-sources.ts';
import { at } from '#test/fixtures/graphql-asker.ts';
import { openEventsModule } from './events/events-module.ts';

const limitMs = 180_000;
let copy: CopyOfSources | undefined;

afterEach(() => copy?.close(), limitMs);

type Ask = (
  method: string,
  path: string,
  json?: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>;

function asker(url: string, key: string): Ask {
  return async (method, path, json) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
}

/** A free ticket is registered and let in at the gate. */
async function admitOne(ask: Ask): Promise<unknown> {
  const hourMs = 60 * 60_000;
  const event = await ask('POST', '/events', {
    name: 'Harbour Conference',
    type: 'conference',
    startsAt: new Date(Date.now() - hourMs).toISOString(),
    endsAt: new Date(Date.now() + hourMs).toISOString(),
    timezone: 'UTC',
    tickets: [{ id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: 5 }],
    gates: [{ id: 'main', name: 'Main entrance' }],
  });
  const id = at(event.body, 'id');

  const attendee = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const place = await ask('POST', `/events/${id}/registrations`, { ticketType: 'free', attendee });
  const qrCode = at(place.body, 'ticket', 'qrCode');
  const scan = await ask('POST', '/events/checkin', { eventId: id, qrCode, gateId: 'main' });
  return { status: scan.status, admitted: at(scan.body, 'success') };
}

test('without a part’s line exactly what the part brings is missing', async () => {
  const { close, ports } = await openEventsModule();
  await close();
  const lists = (some: readonly Partial<Module>[]) => ({
    collections: some.flatMap((one) => [...(one.collections ?? []), ...(one.internal ?? [])]).map(({ name }) => name),
    actions: some.flatMap((one) => one.actions ?? []).map(({ definition }) => definition.name),
    followers: some.flatMap((one) => one.followers ?? []).map(({ name }) => name),
    jobs: some.flatMap((one) => one.jobs ?? []).map(({ name }) => name),
    rules: some.flatMap((one) => one.rules ?? []).length,
    pages: some.flatMap((one) => one.pages ?? []).length,
  });
  const whole = lists([createEventsModule(ports)]);
  for (const part of eventParts) {
    const gone = withDependents(eventParts, part.name);
    const left = createEventsModule(
      ports,
      eventParts.filter(({ name }) => !gone.has(name)),
    );
    const own = lists(eventParts.filter(({ name }) => gone.has(name)).map(({ make }) => make(ports, eventParts)));
    const rest = lists([left]);
    for (const kind of ['collections', 'actions', 'followers', 'jobs'] as const)
      expect([...rest[kind], ...own[kind]].sort()).toEqual([...whole[kind]].sort());
    for (const kind of ['rules', 'pages'] as const) expect(rest[kind] + own[kind]).toBe(whole[kind]);
    // What is left still stands: no two of a name, and nothing that only the missing part could resolve.
    expect(() => createModules([left])).not.toThrow();
  }
});

test('a part that another one needs is not left out alone: the start names both', async () => {
  const { close, ports } = await openEventsModule();
  await close();
  expect(new Set(eventParts.map(({ name }) => name)).size).toBe(eventParts.length);
  for (const { name } of eventParts) {
    const dependents = [...withDependents(eventParts, name)].filter((one) => one !== name);
    const start = () =>
      createEventsModule(
        ports,
        eventParts.filter((one) => one.name !== name),
      );
    if (dependents.length === 0) expect(start).not.toThrow();
    else expect(start).toThrow(new RegExp(`(?:${dependents.join('|')}) needs ${name}\\b.*Add the missing parts`));
  }
});

/** Part → its folder: those that nothing at the gate needs, with those that need them. */
const spared = {
  printing: 'printing',
  letters: 'letters',
  ticketPage: 'ticket-page',
  payments: 'payments',
  sales: 'sales',
  changes: 'changes',
  invoices: 'invoices',
  messages: 'messages',
  sample: 'sample',
};

test.each([[['printing']], [Object.keys(spared)]])(
  'without the lines of %s the server starts and admits people',
  async (parts) => {
    copy = copySources();
    const file = 'server/modules/events/module.ts';
    for (const part of parts) {
      const folder = spared[part as keyof typeof spared];
      copy.replace(file, `import { ${part}Part } from './${folder}/part.ts';\n`, '');
      copy.replace(file, `  ${part}Part,\n`, '');
    }
    const { server, apiKey } = await copy.start('events');
    expect(await admitOne(asker(server.url, apiKey))).toEqual({ status: 200, admitted: true });
  },
  limitMs,
);

const parkingSpaces = `
import { defineCollection } from '#shared/schema/definition.ts';

export const spaces = defineCollection({
  name: 'parking_spaces',
  module: 'parking',
  labels: { one: 'Parking space', many: 'Parking spaces' },
  fields: [
    { name: 'label', type: 'text', required: true, maxLength: 20 },
    { name: 'taken', type: 'boolean', required: true, default: false },
    { name: 'noted', type: 'boolean', required: true, default: false },
  ],
  replicated: {},
});
`;

const parkingModule = `
import { ok } from '#shared/base/result.ts';
import { defineAction } from '#shared/schema/definition.ts';
import { action } from '../../core/collections/action.ts';
import type { Follower } from '../../core/collections/follower.ts';
import type { Module } from '../../core/collections/module.ts';
import { spaces } from './spaces.ts';

const take = action(
  defineAction({
    name: 'parking.take',
    module: 'parking',
    summary: 'Takes a parking space.',
    scope: 'parking:write',
    http: { method: 'POST', paths: ['/parking/:spaceId/take'] },
    input: [{ name: 'spaceId', type: 'relation', to: 'parking_spaces', required: true }],
    output: { fields: [{ name: 'taken', type: 'boolean', required: true }] },
  }),
  async (tx, { spaceId }) => {
    await tx.update('parking_spaces', spaceId, { taken: true });
    return ok({ taken: true });
  },
);

const note: Follower = {
  name: 'parking.note',
  collections: ['parking_spaces'],
  async handle(changes, { commit }) {
    for (const { id, record } of changes)
      if (record['taken'] === true && record['noted'] === false)
        await commit(async (tx) => ok(await tx.update('parking_spaces', id, { noted: true })));
  },
};

export const parkingModule: Module = { name: 'parking', collections: [spaces], actions: [take], followers: [note] };
`;

test(
  'a module in one folder, with one line in the list, reaches every surface',
  async () => {
    copy = copySources();
    copy.write('server/modules/parking/spaces.ts', parkingSpaces);
    copy.write('server/modules/parking/module.ts', parkingModule);
    const file = 'server/start/open-modules.ts';
    copy.replace(file, '    mcpModule,\n', '    mcpModule,\n    parkingModule,\n');
    copy.replace(
      file,
      'import { mcpModule',
      "import { parkingModule } from '../modules/parking/module.ts';\nimport { mcpModule",
    );
    const { server, apiKey } = await copy.start('parking');
    const ask = asker(server.url, apiKey);

    const made = await ask('POST', '/api/v1/parking_spaces', { label: 'A1' });
    const id = at(made.body, 'data', 'id');
    const rpc = { jsonrpc: '2.0', id: 1 };
    const tools = await ask('POST', '/mcp', { ...rpc, method: 'tools/list', params: {} });
    const names = (at(tools.body, 'result', 'tools') as readonly unknown[]).map((tool) => at(tool, 'name'));
    expect(names).toEqual(expect.arrayContaining(['parking_take', 'parking_spaces']));
    const called = { name: 'parking_take', arguments: { spaceId: id } };
    await ask('POST', '/mcp', { ...rpc, method: 'tools/call', params: called });

    const query = { query: `{ parkingSpaces(where: { label: { equals: "A1" } }) { data { taken noted } } }` };
    await expect
      .poll(async () => JSON.stringify((await ask('POST', '/graphql', query)).body), { timeout: 60_000 })
      .toContain('"taken":true,"noted":true');
    const openapi = (await ask('GET', '/api/openapi.json')).body;
    const paths = Object.keys(isObject(openapi) && isObject(openapi['paths']) ? openapi['paths'] : {});
    expect(paths).toEqual(expect.arrayContaining(['/parking/{spaceId}/take', '/api/v1/parking_spaces']));
    const browserTools = JSON.stringify((await ask('GET', '/api/schema/tools?module=parking')).body);
    expect(browserTools).toContain('parking');

    const labelled = encodeURIComponent(JSON.stringify({ label: { equals: 'A1' } }));
    const list = await ask('GET', `/api/v1/parking_spaces?where=${labelled}`);
    expect(at(list.body, 'data', 0)).toMatchObject({ id, taken: true });
    expect((await ask('POST', `/parking/${id}/take`, {})).body).toMatchObject({ taken: true });
    const collections = JSON.stringify((await ask('GET', '/api/v1/collections')).body);
    expect(collections).toContain('"parking_spaces"');
    const described = await ask('GET', '/api/schema/collections');
    expect(JSON.stringify(described.body)).toContain('parking_spaces');
    const versions = JSON.stringify((await ask('GET', `/api/v1/parking_spaces/${id}/versions`)).body);
    // The follower's change among them.
    expect(versions).toContain('system:parking.note');
  },
  limitMs,
);
