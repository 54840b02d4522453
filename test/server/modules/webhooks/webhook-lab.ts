/** Webhooks over a real store and a real network, with time that the test turns: no server around them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Outcome } from '#server/core/collections/operation.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { runOperation } from '#server/core/collections/run-operation.ts';
import { startFollowers } from '#server/core/log/followers/run-followers.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { rootBytes, secretsOf } from '#server/identity/credentials/secrets.ts';
import type { Notice } from '#server/modules/webhooks/webhook-state.ts';
import { createWebhooks, type Webhooks } from '#server/modules/webhooks/webhooks-module.ts';
import { type Resolve, resolveBySystem } from '#server/outbound/guarded-lookup.ts';
import { createPoster } from '#server/outbound/post.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { auditEntries, members } from '#shared/modules/auth/members.ts';
import type { AttemptRecord, DeliveryRecord, WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { chosenDatabase } from '#test/fixtures/chosen-database.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';
import { HandPace } from '#test/server/core/log/hand-pace.ts';

/** Generous: the machine may be busy. What is waited for takes milliseconds. */
export const patience = { timeout: 60_000, interval: 10 };

export interface LabSetting {
  readonly limitMs?: number;
  readonly permits?: (address: string) => boolean;
  readonly resolve?: Resolve;
  /** False: private addresses are refused. */
  readonly allowPrivate?: boolean;
}

export interface WebhookLab {
  readonly pace: HandPace;
  readonly store: TenantStore;
  readonly tenant: string;
  readonly notices: Notice[];
  readonly webhooks: () => Webhooks;
  run(operation: Parameters<typeof runOperation>[2]): Promise<Outcome>;
  act(action: string, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** By the generated create; with its secret. */
  endpoint(input: Readonly<Record<string, unknown>>): Promise<WebhookRecord>;
  /** One commit for all. */
  notes(...titles: readonly string[]): Promise<readonly StoredRecord[]>;
  rename(id: string, title: string): Promise<void>;
  webhook(id: string): Promise<WebhookRecord>;
  deliveries(): Promise<readonly DeliveryRecord[]>;
  attempts(): Promise<readonly AttemptRecord[]>;
  /** Lets time pass, in steps, until this is so. */
  passUntil(stepMs: number, what: () => Promise<boolean> | boolean): Promise<void>;
  /** Starts again like another process, which knows only what is stored. @param between runs while no follower runs */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const { seal, open } = secretsOf(randomBytes(rootBytes));

const auth = { name: 'auth', always: true, collections: [members, auditEntries], actions: [] };

/** The module and what it sends by, as one process has them. */
function assemble(setting: LabSetting, notices: Notice[]) {
  const { allowPrivate = true, permits = () => true, resolve = resolveBySystem, limitMs } = setting;
  const poster = createPoster({ resolve, permits, ...(limitMs === undefined ? {} : { limitMs }) });
  const webhooks = createWebhooks({
    poster,
    randomBytes,
    seal,
    open,
    allowPrivate,
    async notify(notice) {
      notices.push(notice);
      return { kind: 'sent' };
    },
    addressOf: async () => ({ base: 'https://example.org', tenantName: 'acme' }),
  });
  return { poster, webhooks, modules: createModules([auth, webhooks.module, sampleModule]) };
}

type LabRecords = Pick<WebhookLab, 'act' | 'endpoint' | 'notes' | 'rename' | 'webhook' | 'deliveries' | 'attempts'>;

/** What tests write and look up: by operations where they are under test, straight in the store otherwise. */
function labRecords(store: TenantStore, run: WebhookLab['run']): LabRecords {
  return {
    async act(action, input) {
      const outcome = await run({ verb: 'act', action, input });
      if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
      return (outcome.value as { data: Readonly<Record<string, unknown>> }).data;
    },
    async endpoint(input) {
      const outcome = await run({ verb: 'create', collection: 'webhooks', input });
      if (outcome.kind !== 'record') throw new Error(JSON.stringify(outcome));
      return outcome.record as WebhookRecord;
    },
    async notes(...titles) {
      const done = expectOk(
        await store.commit('user:a', async (tx) => {
          const made: StoredRecord[] = [];
          for (const title of titles) made.push(await tx.create('notes', { title, open: false, state: 'draft' }));
          return ok(made);
        }),
      );
      return done.value;
    },
    async rename(id, title) {
      const _done = expectOk(await store.commit('user:a', async (tx) => ok(await tx.update('notes', id, { title }))));
    },
    webhook: async (id) => (await store.get('webhooks', id)) as WebhookRecord,
    deliveries: async () =>
      (await store.find('webhook_deliveries', {
        sort: [{ path: 'place', direction: 'asc' }],
        limit: 10_000,
      })) as readonly DeliveryRecord[],
    attempts: async () =>
      (await store.find('webhook_attempts', {
        sort: [{ path: 'createdAt', direction: 'asc' }],
        limit: 10_000,
      })) as readonly AttemptRecord[],
  };
}

export async function openWebhookLab(setting: LabSetting = {}): Promise<WebhookLab> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-webhooks-'));
  const pace = new HandPace();
  pace.nowMs = Date.now();
  const { clock } = pace;
  const newId = () => uuidv7(pace.nowMs, randomBytes(10));
  const tenant = newId();
  const notices: Notice[] = [];
  const build = () => assemble(setting, notices);
  let built = build();
  const database = await chosenDatabase();
  const stores = database
    ? openPostgresStore({ url: database.url, clock, newId, findEngine, connections: 6 })
    : openSqliteStore({ folder, clock, newId });
  const store = await stores.tenant(tenant);
  await store.migrate(built.modules.collectionsOf(['sample']));
  const actor: Actor = {
    tenant,
    kind: 'key',
    id: 'owner',
    scopes: new Set(['admin:read', 'admin:write', 'sample:read', 'sample:write']),
    roles: new Set(['owner']),
  };
  const faults: unknown[] = [];
  const follow = async () => {
    const followers = startFollowers({ clock, newId, pace, onFault: ({ error }) => faults.push(error) });
    const all = built.modules.all;
    await followers.attach(
      store,
      all.flatMap((m) => m.followers ?? []),
      all.flatMap((m) => m.jobs ?? []),
      all.flatMap((m) => m.runners ?? []),
    );
    return followers;
  };
  let followers = await follow();
  const run: WebhookLab['run'] = (operation) => {
    const { modules } = built;
    return runOperation({ store, registry: modules.registryOf(['sample']), modules, clock, newId }, actor, operation);
  };
  const lab: WebhookLab = {
    pace,
    store,
    tenant,
    notices,
    webhooks: () => built.webhooks,
    run,
    ...labRecords(store, run),
    async passUntil(stepMs, what) {
      await expect
        .poll(async () => {
          if (await what()) return true;
          // On a busy machine, days must not pass while one request is under way.
          if (built.webhooks.figures(pace.nowMs).inFlight === 0) pace.pass(stepMs);
          return false;
        }, patience)
        .toBe(true);
    },
    async restart(between) {
      await followers.stop();
      built.poster.close();
      await between?.();
      built = build();
      followers = await follow();
    },
    async close() {
      await followers.stop();
      built.poster.close();
      await stores.close();
      await database?.end();
      rmSync(folder, { recursive: true, force: true });
      expect(faults).toEqual([]);
    },
  };
  return lab;
}
