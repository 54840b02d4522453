/** One run of the server's process: its store, opened, and everything on it, assembled as in the product. */
import type { ServerRequest } from '#kiosk/sync/server-client.ts';
import { createPlatform } from '#server/core/collections/create-platform.ts';
import type { Follower } from '#server/core/collections/follower.ts';
import type { Module } from '#server/core/collections/module.ts';
import { createModules } from '#server/core/collections/registry.ts';
import { startFollowers } from '#server/core/log/followers/run-followers.ts';
import type { Platform } from '#server/core/platform.ts';
import type { TenantRecord } from '#server/core/tenants/control.ts';
import { type Directory, openDirectory } from '#server/core/tenants/directory.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { createRevocations } from '#server/identity/credentials/revocations.ts';
import type { Secrets } from '#server/identity/credentials/secrets.ts';
import { type Kiosks, openKiosks } from '#server/identity/kiosks/kiosks.ts';
import { createEventsModule } from '#server/modules/events/module.ts';
import { showLetter } from '#server/outbound/mail/compose-mail.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { createSnapshots } from '#server/surfaces/replication/snapshots.ts';
import { must } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { cheapSigner } from './cheap-signing.ts';
import type { WireAnswer } from './network.ts';
import { nextRelease } from './next-release.ts';
import type { Random } from './random.ts';
import { serverRoutes } from './server-routes.ts';
import { type Process, paceOf, type VirtualTime } from './virtual-time.ts';

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

export interface RunParts {
  readonly process: Process;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly store: Store;
  /** It runs the next release, which knows more fields. */
  readonly upgraded: boolean;
  readonly bugs: ServerBugs;
  readonly onCommit: () => void;
}

/** From a result to the first byte of the answer. */
const answerMs = 0.3;

/** The real events module, of this release or the next, with what a test plants. */
function eventsModule({ clock, newId, random, bugs, upgraded, secrets }: RunParts): Module {
  const module = createEventsModule({
    clock,
    newId,
    randomBytes: (size) => random.bytes(size),
    seal: secrets.seal,
    open: secrets.open,
    signer: cheapSigner,
    mailer: { send: async (letter) => ({ kind: 'sent', messageId: letter.messageId }) },
    showLetter,
    publicUrl: 'http://gatehouse.invalid',
    pagesUrl: 'http://gatehouse.invalid',
    slugOf: async () => ({ tenant: tenantSlug, sandbox: false }),
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

async function tenantOf(directory: Directory): Promise<TenantRecord> {
  const found = await directory.bySlug(tenantSlug);
  if (found) return found;
  const made = await unwrap(directory.create({ slug: tenantSlug, plan: 'enterprise', modules: ['events'] }));
  return must(made.live, 'a tenant');
}

export async function runServer(run: RunParts): Promise<RunningServer> {
  const { process, time, random, clock, newId, secrets, store, bugs, onCommit } = run;
  const modules = createModules([eventsModule(run)], secrets.seal);
  const directory = await openDirectory(store, { controlTables, collectionsOf: modules.collectionsOf });
  const tenant = await tenantOf(directory);
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
    if (process.alive) onCommit();
  });
  const routes = serverRoutes({ platform, kiosks, modules, snapshots, store: tenantStore });
  return {
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
}

async function unwrap<T>(
  result: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error('refused');
  return done.value;
}
