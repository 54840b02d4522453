/** A tenant with the guarded collection, a planted record, and those who may see only part of it. */
import type { Module } from '#server/core/collections/module.ts';
import type { Registry } from '#server/core/platform.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { openPlainSender } from '#test/fixtures/plain-sender.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { cabinets, dossiers, keeper, type Planting, plantAll, shelves, type Values } from './guarded-collection.ts';
import { idsOf } from './matrix-site.ts';

export const readers = ['clerk', 'key without roles', 'viewer', 'admin'] as const;
export const askers = [...readers, 'key that only writes'] as const;
export type Asker = (typeof askers)[number];

export interface GuardedSite {
  readonly house: TestServer;
  readonly store: TenantStore;
  readonly tenant: string;
  readonly owner: string;
  readonly keys: Readonly<Record<Asker, string>>;
  readonly planting: Planting;
  /** The record that is compared before and after; another one like it, for what destroys. */
  readonly record: string;
  readonly spare: string;
  readonly ids: ReadonlyMap<string, string>;
  registry(): Promise<Registry>;
  send(key: string, method: string, path: string, json?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

const modules: readonly Module[] = [
  { name: 'vault', collections: [dossiers, cabinets], actions: [] },
  { name: 'archive', collections: [shelves], actions: [] },
];

async function upload(house: TestServer, key: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['a plain text'], { type: 'text/plain' }), 'note.txt');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${house.url}/api/v1/files`, { method: 'POST', headers, body: form });
  const body = (await answer.json()) as { readonly data: { readonly id: string } };
  return body.data.id;
}

export async function openGuardedSite(env: Readonly<Record<string, string>> = {}): Promise<GuardedSite> {
  const opened = await openTestServer({ ALLOW_PRIVATE_WEBHOOKS: '1', ...env }, modules);
  const sender = openPlainSender(opened.url);
  const house: TestServer = { ...opened, send: sender.send };
  const { credentials, directory, platform } = house.admin;
  const { apiKey: owner, tenant } = await house.tenant('vault');
  const store = await directory.open(must(await directory.byId(tenant.id), 'the tenant'));
  const send = (key: string, method: string, path: string, json?: unknown) =>
    house.send(method, path, { key, ...(json === undefined ? {} : { json }) });

  const scopes = ['vault:read', 'vault:write'];
  for (const name of [keeper, 'clerk']) await send(owner, 'POST', '/api/v1/roles', { name, scopes });
  const user = async (role: string) => {
    await addMember(house, tenant.id, `${role}@vault.example`, role);
    return (await loggedIn(house, `${role}@vault.example`)).accessToken;
  };
  const key = async (name: string, given: readonly string[]) =>
    (await credentials.createKey(tenant, { name, scopes: given, roles: [] })).apiKey;
  const keys = {
    clerk: await user('clerk'),
    viewer: await user('viewer'),
    admin: await user('admin'),
    'key without roles': await key('reader', scopes),
    'key that only writes': await key('writer', ['vault:write']),
  };

  const shelf = await send(owner, 'POST', '/api/v1/shelves', { title: 'attic' });
  const [shelfId, file] = [String((shelf.body['data'] as Body)['id']), await upload(house, owner)];
  const planting: Planting = {
    shelf: shelfId,
    file,
    related: new Set([shelfId, file]),
    secrets: new Set(),
    open: new Set(),
    next: 0,
  };
  /** Written twice, so that its log holds other secrets than its row. */
  const planted = async (): Promise<string> => {
    const values = () => ({ ...plantAll(dossiers.fields, planting), sibling: null });
    const done = expectOk(
      await store.commit('system:plant', async (tx) => {
        const { id } = await tx.create('dossiers', values());
        await tx.update('dossiers', id, values());
        return ok(id);
      }),
    );
    return done.value;
  };
  const [record, spare] = [await planted(), await planted()];
  await store.commit('system:plant', async (tx) => {
    await tx.create('cabinets', plantAll(cabinets.fields, planting));
    await tx.update('dossiers', record, { sibling: spare });
    await tx.update('dossiers', spare, { sibling: record });
    return ok(null);
  });
  // Its events are what events look like: made-up ones would have no time zone.
  await createDemo(house.admin, { attendees: 2, slug: 'vault' });
  const ids = await idsOf(house, tenant.id, store);
  ids.set('dossiers', spare);
  return {
    house,
    store,
    tenant: tenant.id,
    owner,
    keys,
    planting,
    record,
    spare,
    ids,
    registry: () => platform.registry(tenant.id),
    send,
    async close() {
      sender.close();
      await opened.close();
    },
  };
}

/** The record as this one reads it. */
export async function readRecord(site: GuardedSite, key: string, id = site.record): Promise<Values> {
  const answer = await site.send(key, 'GET', `/api/v1/dossiers/${id}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body['data'] as Values;
}
