/**
 * The real server below HTTP, in virtual time: SQLite store, directory, platform, followers, replication. It can be
 * killed between any two things it does, started again, upgraded, and restored from a copy of its file.
 */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServerRequest } from '#kiosk/sync/server-client.ts';
import { createPlatform } from '#server/core/collections/create-platform.ts';
import type { Follower, Module } from '#server/core/collections/module.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { startFollowers } from '#server/core/log/followers/run-followers.ts';
import type { Platform } from '#server/core/platform.ts';
import { type Directory, openDirectory } from '#server/core/tenants/directory.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { createRevocations } from '#server/identity/credentials/revocations.ts';
import { openSecrets, type Secrets } from '#server/identity/credentials/secrets.ts';
import { type Kiosks, openKiosks } from '#server/identity/kiosks/kiosks.ts';
import { createEventsModule } from '#server/modules/events/module.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { createSnapshots } from '#server/surfaces/replication/snapshots.ts';
import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { cheapSignature, cheapSigner } from './cheap-signing.ts';
import type { WireAnswer } from './network.ts';
import { nextRelease } from './next-release.ts';
import type { Random } from './random.ts';
import { serverRoutes } from './server-routes.ts';
import type { Tell } from './tell.ts';
import { type Process, paceOf, type VirtualTime, world } from './virtual-time.ts';

export const tenantSlug = 'sim';

/** One run of the server's process. */
export interface RunningServer {
  readonly process: Process;
  readonly directory: Directory;
  readonly platform: Platform;
  readonly kiosks: Kiosks;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly tenant: string;
  readonly tenantStore: TenantStore;
  readonly serve: (request: ServerRequest) => Promise<WireAnswer>;
  /** Changes that followers have not looked at. */
  lag(): number;
  followerFaults(): readonly string[];
}

/** What a test plants into the server: wraps of real functions. */
export interface ServerBugs {
  readonly platform?: (platform: Platform) => Platform;
  readonly follower?: (follower: Follower) => Follower;
}

export interface SimServerParts {
  readonly folder: string;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly bugs: ServerBugs;
  readonly onCommit: () => void;
  /** Mean time of a commit now. */
  readonly commitMs: () => number;
  readonly tell: Tell;
}

export interface SimServer {
  start(): Promise<RunningServer>;
  running(): RunningServer | null;
  /** As `kill -9`: what was committed stays, what was under way is gone. */
  crash(): void;
  onCrash(listener: () => void): () => void;
  /** From the next start on it runs the next release, which knows more fields. */
  upgrade(): void;
  /** Ends it at its n-th transaction from now: before it, or after it and before anybody hears of it. */
  cutAtCommit(nth: number, when: 'before' | 'after', cut: () => void): void;
  /** Forgets a cut that has not come. */
  heal(): void;
  /** A copy of the tenant's file as it is now. */
  backUp(): void;
  /** Puts the copy back, as another log. Only while it does not run. */
  restore(): void;
  hasBackup(): boolean;
  /** Also of runs that were killed. After the checks. */
  end(): Promise<void>;
}

/** From a result to the first byte of the answer. */
const answerMs = 0.3;
const cutAfterMs = 0.01;
const fileEnds = ['', '-wal', '-shm'] as const;

export function createSimServer(parts: SimServerParts): SimServer {
  const { folder, time, random, bugs, tell } = parts;
  const tenantsFolder = join(folder, 'tenants');
  const crashListeners = new Set<() => void>();
  const opened: Store[] = [];
  let running: RunningServer | null = null;
  let runs = 0;
  let upgraded = false;
  let cutting: { left: number; readonly when: 'before' | 'after'; readonly cut: () => void } | null = null;
  let cancelCut = (): void => {};
  let backup: { readonly tenant: string } | null = null;

  const clock = (): number => Math.round(time.now());
  const newId = (): string => uuidv7(clock(), random.bytes(10));

  function eventsModule(secrets: Secrets): Module {
    const module = createEventsModule({
      clock,
      newId,
      randomBytes: (size) => random.bytes(size),
      seal: secrets.seal,
      open: secrets.open,
      signer: cheapSigner,
      mailer: { send: async (letter) => ({ kind: 'sent', messageId: letter.messageId }) },
      publicUrl: 'http://gatehouse.invalid',
      pagesUrl: 'http://gatehouse.invalid',
      payments: {
        mode: 'test',
        webhookSecrets: ['whsec_sim'],
        minimalMessages: 'accepted',
        isSandbox: async () => false,
      },
    });
    const collections: readonly CollectionDefinition[] = upgraded
      ? module.collections.map(nextRelease)
      : module.collections;
    const followers = (module.followers ?? []).map(bugs.follower ?? ((follower) => follower));
    return { ...module, collections, followers };
  }

  /** One turn of the writer, unless it is the one that does not come, or comes and is not told. */
  function turn(work: () => void): void {
    if (cutting === null || --cutting.left > 0) {
      work();
      return;
    }
    const { when, cut } = cutting;
    cutting = null;
    if (when === 'before') {
      cut();
      return;
    }
    work();
    cancelCut = time.after(world, cutAfterMs, cut);
  }

  async function start(): Promise<RunningServer> {
    const process: Process = { name: `server ${++runs}`, alive: true };
    const real = openSecrets(folder);
    const sign = (message: string) => toBase64url(cheapSignature(message));
    const secrets: Secrets = { ...real, identity: { ...real.identity, sign } };
    const store = openSqliteStore({
      folder: tenantsFolder,
      clock,
      newId,
      // Real time says nothing here.
      planTimeoutMs: 600_000,
      batchWorkMs: Number.POSITIVE_INFINITY,
      turns: {
        soon: (work) => {
          time.after(process, random.delayMs(parts.commitMs()), () => turn(work));
        },
        after: (delayMs, work) => time.after(process, delayMs, work),
      },
    });
    opened.push(store);
    const modules = createModules([eventsModule(secrets)], secrets.seal);
    const directory = await openDirectory(store, { controlTables, collectionsOf: modules.collectionsOf });
    const tenant =
      (await directory.bySlug(tenantSlug)) ??
      must(
        (await unwrap(directory.create({ slug: tenantSlug, plan: 'enterprise', modules: ['events'] }))).live,
        'a tenant',
      );
    const tenantStore = await directory.open(tenant);
    const kiosks = openKiosks(directory, secrets, { clock, newId, revocations: createRevocations() });
    const realPlatform = createPlatform(directory, modules, clock, newId);
    const platform = bugs.platform?.(realPlatform) ?? realPlatform;
    const snapshots = createSnapshots(clock, newId, async (text) => Buffer.from(text));
    const faults: string[] = [];
    const followers = startFollowers({
      clock,
      newId,
      pace: paceOf(time, process, random.next),
      onFault: ({ name, error }) => faults.push(`${name}: ${String(error)}`),
    });
    const [module] = modules.all;
    await followers.attach(tenantStore, module!.followers ?? [], module!.jobs ?? []);
    tenantStore.onCommit(() => {
      if (process.alive) parts.onCommit();
    });
    const routes = serverRoutes({ platform, kiosks, modules, snapshots, store: tenantStore });
    running = {
      process,
      directory,
      platform,
      kiosks,
      secrets,
      store,
      tenant: tenant.id,
      tenantStore,
      serve: async (request) => {
        const answer = await routes(request);
        await time.sleep(process, answerMs);
        return answer;
      },
      lag: () => followers.status().reduce((sum, { lag }) => sum + lag, 0),
      followerFaults: () => faults,
    };
    tell('server', `starts${upgraded ? ' as the next release' : ''}, at change ${await tenantStore.head()}`);
    return running;
  }

  const file = (name: string, end: string) => join(tenantsFolder, `${name}.db${end}`);

  return {
    start,
    running: () => running,
    crash() {
      if (running === null) return;
      running.process.alive = false;
      tell('server', 'ends in the middle of it');
      cutting = null;
      running = null;
      for (const listener of [...crashListeners]) listener();
    },
    onCrash(listener) {
      crashListeners.add(listener);
      return () => crashListeners.delete(listener);
    },
    upgrade() {
      upgraded = true;
    },
    cutAtCommit(nth, when, cut) {
      cutting = { left: nth, when, cut };
    },
    heal() {
      cutting = null;
      cancelCut();
    },
    backUp() {
      const tenant = running?.tenant;
      if (tenant === undefined) return;
      // Between two events no transaction is open: file and log together are one state.
      for (const end of fileEnds)
        if (existsSync(file(tenant, end))) copyFileSync(file(tenant, end), join(folder, `backup${end}`));
      backup = { tenant };
      tell('server', 'is backed up');
    },
    hasBackup: () => backup !== null,
    restore() {
      const { tenant } = must(backup, 'a backup');
      for (const end of fileEnds) {
        rmSync(file(tenant, end), { force: true });
        // The shared memory is made anew by whoever opens the file.
        if (end !== '-shm' && existsSync(join(folder, `backup${end}`)))
          copyFileSync(join(folder, `backup${end}`), file(tenant, end));
      }
      const database = new DatabaseSync(file(tenant, ''));
      database.prepare("UPDATE _meta SET value = ? WHERE key = 'logId'").run(newId());
      database.close();
      tell('server', 'is restored from its backup');
    },
    async end() {
      running = null;
      // A store that waits for virtual time to write its cursors would wait for ever: its connections go with the process.
      await Promise.race([
        Promise.all(opened.map((store) => store.close().catch(() => {}))),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    },
  };
}

async function unwrap<T>(
  result: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error('refused');
  return done.value;
}
