/** A tenant with every module, the example records in it, and what tests of the catalogue ask of it over HTTP. */

import { systemActor } from '#server/core/policy/actor.ts';
import { loadSeed } from '#server/modules/common/load-seed.ts';
import type { Errand, RecordWriter } from '#server/modules/common/record-writer.ts';
import { createCatalogue } from '#server/modules/create-catalogue.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import { ok } from '#shared/base/result.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type Answer, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

export const collections: readonly CollectionDefinition[] = catalogue.flatMap((m) => m.collections);
export const rules = catalogue.flatMap((m) => m.rules);

export interface CatalogueSite {
  readonly house: TestServer;
  readonly apiKey: string;
  readonly store: TenantStore;
  readonly writer: RecordWriter;
  readonly seeded: number;
  send(method: string, path: string, json?: unknown): Promise<Answer>;
  /** The record an answer holds; throws with the whole answer where it holds none. */
  record(method: string, path: string, json?: unknown): Promise<StoredRecord>;
  /** As the platform itself, past what is reached by actions alone. */
  asWriter<T>(work: (errand: Errand) => Promise<Result<T>>): Promise<T>;
}

export async function openCatalogueSite(env: Readonly<Record<string, string>> = {}): Promise<CatalogueSite> {
  const house = await openTestServer(env);
  const { tenant, apiKey } = await house.tenant('catalogue', 'enterprise', 'all');
  const { clock, directory, newId } = house.admin;
  const store = await directory.open(must(await directory.byId(tenant.id), 'the tenant'));
  const { writer } = createCatalogue();
  const modules = catalogue.map((m) => m.name);
  const seeded = await loadSeed(store, modules, { writer, clock, newId });
  const send = (method: string, path: string, json?: unknown) =>
    house.send(method, path, { key: apiKey, ...(json === undefined ? {} : { json }) });
  return {
    house,
    apiKey,
    store,
    writer,
    seeded,
    send,
    async record(method, path, json) {
      const answer = await send(method, path, json);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text} ${JSON.stringify(json)}`);
      return answer.body['data'] as StoredRecord;
    },
    async asWriter(work) {
      const context = { actor: systemActor(tenant.id, 'test'), clock, newId };
      const done = expectOk(
        await store.commit('system:test', async (tx) => {
          const result = await work({ tx, context });
          return result.ok ? ok(result.value) : result;
        }),
      );
      return done.value;
    },
  };
}
