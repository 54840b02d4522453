/** Every collection on every surface offers the writes that the policy lets a person with all rights make, and no other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Registry } from '#server/core/platform.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { mayWrite } from '#server/core/policy/policy.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { collectionOperations } from '#server/surfaces/describe/collection-operations.ts';
import { buildSchema } from '#server/surfaces/graphql/build-schema.ts';
import { singularOf } from '#server/surfaces/graphql/names.ts';
import { capital } from '#shared/base/letter-case.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { type WriteVerb, writeVerbs } from '#shared/schema/offered-writes.ts';
import { toolsOf } from '#shared/tools/tools-of.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

type Offers = (definition: CollectionDefinition, verb: WriteVerb) => boolean;

const owner: Actor = { tenant: 't', kind: 'user', id: 'i', scopes: new Set(['*']), roles: new Set(['owner']) };
const byPolicy: Offers = (definition, verb) => mayWrite(owner, definition, verb) === null;

let house: TestServer;
let acme: CreatedTenant;
let registry: Registry;
beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme', 'enterprise', 'all');
  const { modules } = house.admin;
  registry = modules.registryOf(modules.all.map(({ name }) => name));
});
afterAll(() => house?.close());

/** For each collection, the writes that a surface offers. */
const table = (offers: Offers) =>
  Object.fromEntries(
    [...registry.collections.values()].map((one) => [one.name, writeVerbs.filter((verb) => offers(one, verb))]),
  );

describe('the writes of every collection', () => {
  test('are of all four kinds: everything, all but creating, changing alone, nothing', () => {
    const kinds = new Set(Object.values(table(byPolicy)).map((verbs) => verbs.join()));
    expect([...kinds].sort()).toEqual(['', 'create,update,delete', 'update', 'update,delete']);
  });

  test('in GraphQL', () => {
    const fields = buildSchema(registry).getMutationType()?.getFields() ?? {};
    expect(table((definition, verb) => `${verb}${capital(singularOf(definition))}` in fields)).toEqual(table(byPolicy));
  });

  test('in the OpenAPI document', () => {
    const offers: Offers = (definition, verb) =>
      collectionOperations(definition).some(
        ({ operation }) => operation['operationId'] === `${verb}_${definition.name}`,
      );
    expect(table(offers)).toEqual(table(byPolicy));
  });

  test('in REST', async () => {
    const id = crypto.randomUUID();
    const inputs = { create: [{}], update: [{ id }], delete: [id] };
    const refused = new Set<string>();
    for (const { name } of registry.collections.values())
      for (const verb of writeVerbs) {
        const json = { [verb]: inputs[verb] };
        const { codes } = await house.send('POST', `/api/v1/${name}/bulk`, { key: acme.apiKey, json });
        if (codes[0] === 'not_writable') refused.add(`${verb} ${name}`);
      }
    expect(table(({ name }, verb) => !refused.has(`${verb} ${name}`))).toEqual(table(byPolicy));
  });

  test('in what OPTIONS says of a path: POST where a record is made by it, also by a route of its own', async () => {
    const said = new Map<string, string | null>();
    for (const { name } of registry.collections.values())
      said.set(name, (await house.send('OPTIONS', `/api/v1/${name}`, { key: acme.apiKey })).headers.get('allow'));
    const others = [...said].filter(([name, allow]) => {
      const offered = table(byPolicy)[name]?.includes('create');
      return allow !== (offered ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
    });
    expect(others).toEqual([['files', 'GET, HEAD, POST, OPTIONS']]);
  });

  test('as tools', () => {
    const names = new Set(toolsOf(registry, { granularity: 'single' }).map(({ name }) => name));
    expect(table(({ name }, verb) => names.has(`${verb}_${name}`))).toEqual(table(byPolicy));
  });
});
