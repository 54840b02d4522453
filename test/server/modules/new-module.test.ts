/**
 * A new module (one collection, one action, one follower) is one folder and one line in the list. The test adds it to
 * a copy of the sources, starts that as a process, and asks each surface for the same record.
 */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '#server/operations/administer.ts';
import { isObject } from '#shared/base/json.ts';
import { type Client, createClient } from '#shared/sdk/create-client.ts';
import type { Filter } from '#shared/sdk/schema.ts';
import { type AskCopy, type CopyOfSources, copySources, type StartedCopy } from '#test/fixtures/copy-of-sources.ts';
import { at } from '#test/fixtures/graphql-asker.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';

const limitMs = 180_000;
const pollMs = 60_000;

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

/** The part of what `gatehouse sdk` writes for the module that the test uses. */
interface Parking {
  readonly collections: {
    readonly parking_spaces: {
      readonly record: {
        readonly id: string;
        readonly label: string;
        readonly taken: boolean;
        readonly noted: boolean;
      };
      readonly create: { readonly label: string };
      readonly filters: { readonly label: Filter<'text'> };
    };
  };
  readonly actions: {
    readonly 'parking.take': {
      readonly input: { readonly spaceId: string };
      readonly output: { readonly taken: boolean };
    };
  };
}

let copy: CopyOfSources;
let receiver: Receiver;
let client: Client<Parking>;
let started: StartedCopy;
/** The space that the surfaces are asked for. */
let id: string;

const ask: AskCopy = (method, path, json) => started.ask(method, path, json);
const textOf = async (path: string) => JSON.stringify((await ask('GET', path)).body);

async function mcp(method: string, params: unknown): Promise<unknown> {
  const { body } = await ask('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });
  return at(body, 'result');
}

beforeAll(async () => {
  receiver = await openReceiver();
  copy = copySources();
  copy.write('server/modules/parking/spaces.ts', parkingSpaces);
  copy.write('server/modules/parking/module.ts', parkingModule);
  const file = 'server/start/open-modules.ts';
  copy.replace(file, '    mcpModule,\n', '    mcpModule,\n    parkingModule,\n');
  const first = 'import { mcpModule';
  copy.replace(file, first, `import { parkingModule } from '../modules/parking/module.ts';\n${first}`);
  started = await copy.start('parking,webhooks', { ALLOW_PRIVATE_WEBHOOKS: '1' });
  client = createClient<Parking>({ baseUrl: started.server.url, apiKey: started.apiKey });
  ({ id } = await client.parking_spaces.create({ label: 'A1' }));
}, limitMs);

afterAll(async () => {
  await copy?.close();
  await receiver?.close();
}, limitMs);

test('the client that is written for a tenant has its types', async () => {
  const file = join(tmpdir(), `parking-${process.pid}.ts`);
  const never = () => {
    throw new Error('a client is written for a running server');
  };
  const words = ['sdk', '--url', started.server.url, '--key', started.apiKey, '--out', file];
  expect(await administer(words, { config: never, openAssembly: never, out: () => {}, err: () => {} })).toBe(0);
  const written = readFileSync(file, 'utf8');
  rmSync(file);
  expect(written).toContain('readonly taken: boolean;');
  expect(written).toContain('parking_spaces');
  expect(written).toContain('parking.take');
});

test('REST and its description have it, and so has the list that the console shows records by', async () => {
  const { data } = await client.parking_spaces.list({ where: { label: { equals: 'A1' } } });
  expect(data).toMatchObject([{ id, label: 'A1' }]);
  const openapi = (await ask('GET', '/api/openapi.json')).body;
  const paths = Object.keys(isObject(openapi) && isObject(openapi['paths']) ? openapi['paths'] : {});
  expect(paths).toEqual(expect.arrayContaining(['/parking/{spaceId}/take', '/api/v1/parking_spaces']));
  expect(await textOf('/api/v1/collections')).toContain('"parking_spaces"');
  expect(await textOf('/api/schema/collections')).toContain('"parking_spaces"');
  expect(await textOf('/api/schema/tools?module=parking')).toContain('parking_take');
});

test('an agent calls its action; the live line, the follower and a webhook have the change', async () => {
  const hook = await ask('POST', '/api/v1/webhooks', { url: `${receiver.url}/parking`, events: ['parking.*'] });
  expect(hook.status).toBe(201);
  expect(await textOf('/webhook-event-types')).toContain('parking.parking_space.updated');
  const done = new AbortController();
  const live = Promise.withResolvers<void>();
  const changes = client.parking_spaces.changes({ signal: done.signal, onLive: () => live.resolve() });
  const first = changes.next();
  await live.promise;
  expect(JSON.stringify(await mcp('tools/list', {}))).toContain('"parking_take"');
  await mcp('tools/call', { name: 'parking_take', arguments: { spaceId: id } });
  expect((await first).value).toMatchObject({ op: 'update', id, record: { taken: true } });
  done.abort();
  const query = '{ parkingSpaces(where: { label: { equals: "A1" } }) { data { taken noted } } }';
  await expect
    .poll(async () => JSON.stringify((await ask('POST', '/graphql', { query })).body), { timeout: pollMs })
    .toContain('"taken":true,"noted":true');
  expect(await textOf(`/api/v1/parking_spaces/${id}/versions`)).toContain('system:parking.note');
  await expect.poll(() => receiver.received.map(({ text }) => text).join(), { timeout: pollMs }).toContain(id);
});

test('replicas pull it, and its action is at its own path and in GraphQL', async () => {
  const { pull } = client.parking_spaces.replication();
  const { documents } = await pull.handler(undefined, 10);
  expect(documents).toMatchObject([{ id, label: 'A1' }]);
  expect((await ask('POST', `/parking/${id}/take`, {})).body).toMatchObject({ taken: true });
  const query = `mutation { parkingTake(input: { spaceId: "${id}" }) { taken } }`;
  expect((await ask('POST', '/graphql', { query })).body).toMatchObject({ data: { parkingTake: { taken: true } } });
});
