/**
 * Every collection and action of every module, asked with and without its scope: generated from the registry, so that
 * what is added is in it. That there is a credential at all is asked over HTTP, what it may do of platform.run.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#server/core/collections/operation.ts';
import type { Registry } from '#server/core/platform.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { scopesOf, scopesOfAction } from '#server/core/policy/policy.ts';
import { powersOf } from '#server/core/policy/roles.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

interface Row {
  readonly name: string;
  readonly operation: Operation;
  /** Any one of these opens it; empty: it is public. */
  readonly scopes: readonly string[];
  readonly area: string;
}

let house: TestServer;
let acme: CreatedTenant;
let registry: Registry;
let rows: readonly Row[];

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  registry = await house.admin.platform.registry(acme.tenant.id);
  rows = [...collectionRows(registry), ...actionRows(registry)];
});
afterAll(() => house?.close());

const nowhere = '018f0000-0000-7000-8000-000000000000';

function collectionRows({ collections }: Registry): readonly Row[] {
  return [...collections.values()].flatMap((definition) => {
    const collection = definition.name;
    const operations: readonly Operation[] = [
      { verb: 'list', collection, query: { limit: 1 } },
      { verb: 'get', collection, id: nowhere },
      { verb: 'create', collection, input: {} },
      { verb: 'update', collection, id: nowhere, input: {} },
      { verb: 'delete', collection, id: nowhere },
    ];
    return operations.map((operation) => {
      const reads = operation.verb === 'list' || operation.verb === 'get';
      const scopes = scopesOf(definition, reads ? 'read' : 'write');
      return { name: `${operation.verb} ${collection}`, operation, scopes, area: scopes[0].split(':')[0] ?? '' };
    });
  });
}

function actionRows({ actions }: Registry): readonly Row[] {
  return [...actions.values()].map((action) => ({
    name: `act ${action.name}`,
    operation: { verb: 'act', action: action.name, input: {} },
    scopes: scopesOfAction(action),
    area: action.scope.split(':')[0] ?? '',
  }));
}

const actor = (scopes: readonly string[], more: Partial<Actor> = {}): Actor => ({
  tenant: acme.tenant.id,
  kind: 'key',
  id: nowhere,
  scopes: new Set(scopes),
  roles: new Set(),
  ...more,
});

/** The missing scope, or null where the request was permitted (with any result). */
async function missing(as: Actor, { operation }: Row): Promise<unknown> {
  const outcome = await house.admin.platform.run(as, operation);
  if (outcome.kind !== 'refused') return null;
  const [{ code, detail }] = outcome.errors;
  return code === 'insufficient_scope' ? detail?.['scope'] : null;
}

const writes = ({ operation }: Row) =>
  operation.verb === 'create' || operation.verb === 'update' || operation.verb === 'delete';

test('every collection and action names scopes of an area that is there', () => {
  const areas = new Set(['admin', ...registry.modules, ...registry.collections.keys()]);
  const strange = rows.filter(({ scopes }) =>
    // What only a paired kiosk does has its own word, which no key can be given.
    scopes.some(
      (scope) =>
        scope !== 'kiosk' && (!/^[a-z0-9_]+:(read|write)$/.test(scope) || !areas.has(scope.split(':')[0] ?? '')),
    ),
  );
  expect(strange.map((row) => row.name)).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
  const readingActions = [...registry.actions.values()].filter((a) => a.reads && a.scope.includes(':'));
  // They store nothing, and their answers are for who may write: an address at the processor in the organizer's name that
  // lets its holder act, and where a stream is sent.
  const forWriters = new Set(['events.onboarding_link', 'events.stream_targets']);
  const strangeReads = readingActions.filter((a) => !a.scope.endsWith(':read') && !forWriters.has(a.name));
  expect(strangeReads.map((a) => a.name)).toEqual([]);
});

describe('a key', () => {
  test('without any scope is permitted only what is public, and each refusal names the missing scope', async () => {
    for (const row of rows)
      expect([row.name, await missing(actor([]), row)]).toEqual([row.name, row.scopes[0] ?? null]);
  });

  test('with every scope there is but the right ones is let through nowhere', async () => {
    const all = [...new Set(rows.flatMap((row) => row.scopes))];
    for (const row of rows) {
      if (row.scopes.length === 0) continue;
      const others = actor(all.filter((scope) => !row.scopes.includes(scope)));
      expect([row.name, await missing(others, row)]).toEqual([row.name, row.scopes[0]]);
    }
  });

  test('with any one of the right scopes is let through', async () => {
    for (const row of rows)
      for (const scope of row.scopes)
        if (row.operation.verb !== 'act')
          expect([row.name, scope, await missing(actor([scope]), row)]).toEqual([row.name, scope, null]);
  });
});

describe('people', () => {
  const as = (role: string) => {
    const { roles, scopes } = powersOf(role, null);
    return actor([...scopes], { kind: 'user', roles });
  };

  test('a viewer reads everything but administration and writes nothing', async () => {
    for (const row of rows) {
      if (row.scopes.length === 0) continue;
      const open = row.area !== 'admin' && !writes(row) && row.scopes[0]?.endsWith(':read');
      if (row.operation.verb === 'act' && open) continue;
      expect([row.name, await missing(as('viewer'), row)]).toEqual([row.name, open ? null : row.scopes[0]]);
    }
  });

  test('an editor does everything but administration; an admin that too; a role that is gone nothing', async () => {
    for (const row of rows) {
      if (row.scopes.length === 0) continue;
      expect([row.name, await missing(as('gone'), row)]).toEqual([row.name, row.scopes[0]]);
      if (row.operation.verb === 'act') continue;
      expect([row.name, await missing(as('editor'), row)]).toEqual([
        row.name,
        row.area === 'admin' ? row.scopes[0] : null,
      ]);
      for (const role of ['admin', 'owner'])
        expect([row.name, role, await missing(as(role), row)]).toEqual([row.name, role, null]);
    }
  });

  test('a kiosk reads no collection by asking for it, and does no action that is not its own', async () => {
    const kiosk = actor(['*:read', '*:write', 'admin:read', 'admin:write'], { kind: 'kiosk' });
    for (const row of rows) {
      const { verb } = row.operation;
      if (verb !== 'list' && verb !== 'get') continue;
      const outcome = await house.admin.platform.run(kiosk, row.operation);
      const code = outcome.kind === 'refused' ? outcome.errors[0].code : outcome.kind;
      expect([row.name, code]).toEqual([row.name, 'device_not_allowed']);
    }
  });
});

test('over HTTP: without a credential, or with one of another kind, every collection and action refuses', async () => {
  const paths = [
    ...[...registry.collections.keys()].map((name) => ['GET', `/api/v1/${name}`] as const),
    ...[...registry.actions.values()]
      .filter((a) => !a.http?.signed)
      .map((a) => ['POST', `/api/v1/actions/${a.name}`] as const),
  ];
  for (const [i, [method, path]] of paths.entries()) {
    // What stands beside the header is no credential.
    const query = i % 2 === 0 || method === 'POST' ? '' : `?api_key=${acme.apiKey}`;
    const answer = await house.send(method, path + query, method === 'POST' ? { json: { apiKey: acme.apiKey } } : {});
    expect([path, answer.status]).toEqual([path, 401]);
  }
});
