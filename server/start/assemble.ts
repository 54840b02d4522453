/**
 * The house without its doors: store, tenants, credentials, modules, platform. The server puts surfaces on it;
 * administration works on it directly.
 */

import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { createPlatform } from '../core/collections/create-platform.ts';
import type { Module } from '../core/collections/module.ts';
import { createModules, type Modules } from '../core/collections/registry.ts';
import { createWritesWithin, type WritesWithin } from '../core/collections/write-within.ts';
import { ConfigError } from '../core/config-error.ts';
import type { Platform } from '../core/platform.ts';
import { controlTenant } from '../core/tenants/control.ts';
import { type Directory, openDirectory } from '../core/tenants/directory.ts';
import { tenantsNotHere } from '../core/tenants/earlier-homes.ts';
import { createLog } from '../http/log.ts';
import { controlTables } from '../identity/control-tables.ts';
import { idMaker } from '../identity/credentials/new-id.ts';
import { createRevocations, type Revocations } from '../identity/credentials/revocations.ts';
import { openSecrets, readRoot, type Secrets, secretsOf } from '../identity/credentials/secrets.ts';
import { sharedRoot } from '../identity/credentials/shared-secret.ts';
import { type Credentials, keysMadeBy, openCredentials } from '../identity/keys/api-keys.ts';
import { type Kiosks, openKiosks } from '../identity/kiosks/kiosks.ts';
import { type Access, openAccess } from '../identity/open-access.ts';
import { mailedLinks } from '../identity/people/invitations.ts';
import type { Notices } from '../identity/people/notices.ts';
import { createAuthModule } from '../modules/auth/auth-module.ts';
import { createCatalogue } from '../modules/create-catalogue.ts';
import { type Collab, openCollab } from '../modules/documents/open-collab.ts';
import { createEd25519Signer } from '../modules/events/ed25519.ts';
import { createEventsModule } from '../modules/events/module.ts';
import { ticketQrPng } from '../modules/events/ticket-page/qr-picture.ts';
import { openFileStore } from '../modules/media/files/open-file-store.ts';
import { type Files, openFiles } from '../modules/media/files/open-files.ts';
import { mediaProcessors } from '../modules/media/processing/media-processors.ts';
import { createWebhooks, type Webhooks } from '../modules/webhooks/webhooks-module.ts';
import { resolveByServers, resolveBySystem } from '../outbound/guarded-lookup.ts';
import { openMailer } from '../outbound/mail/open-mailer.ts';
import { openNotices } from '../outbound/mail/open-notices.ts';
import { createPoster } from '../outbound/post.ts';
import { type Store, StoreFault } from '../store/contract.ts';
import type { OnMoved } from '../store/open-tenants.ts';
import { openSqliteStore } from '../store/sqlite/open-store.ts';
import { mcpModule } from '../surfaces/mcp/session-table.ts';
import type { Config } from './config.ts';

export interface Assembly {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly store: Store;
  readonly modules: Modules;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly kiosks: Kiosks;
  readonly access: Access;
  readonly notices: Notices;
  readonly platform: Platform;
  readonly webhooks: Webhooks;
  readonly files: Files;
  readonly collab: Collab;
}

/**
 * Throws ConfigError where the data folder cannot be used.
 *
 * @param more modules beside the built-in ones: a test's sample, an extension
 */
export async function assemble(config: Config, more: readonly Module[] = []): Promise<Assembly> {
  needWritable(config.dataDir);
  const clock: Clock = () => Date.now() + config.nowOffsetMs;
  const newId = idMaker(clock);
  const revocations = createRevocations();
  const store = await openStore(config, clock, newId);
  const closing = async (fault: unknown) => {
    await store.close();
    throw explained(config, fault);
  };
  const secrets = await secretsFor(config, store).catch(closing);
  const mailSetting = {
    smtpUrl: config.smtpUrl,
    outboxFolder: join(config.dataDir, 'outbox'),
    publicUrl: config.publicUrl,
    clock,
  };
  const mailer = openMailer({ ...mailSetting, qrPng: ticketQrPng });
  const notices = openNotices(mailSetting);
  /** The administration of members works on tenants, whose tables the modules make: it is there once they are. */
  const later: { house?: { readonly directory: Directory; readonly access: Access; readonly writes: WritesWithin } } =
    {};
  const tenantStore = async (id: string) => {
    const { directory } = must(later.house, 'the directory');
    const tenant = await directory.byId(id);
    return tenant && directory.open(tenant);
  };
  const { webhookSecrets } = config.stripe;
  const files = openFiles({
    folder: join(config.dataDir, 'files'),
    store: openFileStore(config.filesUrl),
    processors: mediaProcessors(),
    tenantStore,
    clock,
    newId,
    stamp: (payload) => secrets.stamp('file-address', payload).split('.')[1] ?? '',
  });
  const addressOf = async (id: string) => {
    const tenant = await must(later.house, 'the directory').directory.byId(id);
    return {
      base: tenant?.sandboxOf ? config.sandboxUrl : config.publicUrl,
      tenantName: tenant ? tenant.slug : 'this tenant',
    };
  };
  const webhooks = createWebhooks({
    poster: createPoster(
      config.allowPrivateWebhooks ? { resolve: resolveBySystem, permits: () => true } : { resolve: resolveByServers() },
    ),
    randomBytes: (size) => randomBytes(size),
    seal: secrets.seal,
    open: secrets.open,
    allowPrivate: config.allowPrivateWebhooks,
    notify: notices.send,
    addressOf,
  });
  const collab = openCollab({
    storeOf: tenantStore,
    writes: (actor, collection) => must(later.house, 'the directory').writes(actor, collection),
    clock,
  });
  const modules = createModules(
    [
      createEventsModule({
        clock,
        newId,
        randomBytes: (size) => randomBytes(size),
        seal: secrets.seal,
        open: secrets.open,
        signer: createEd25519Signer(),
        mailer,
        publicUrl: config.publicUrl,
        pagesUrl: config.pagesUrl ?? config.publicUrl,
        payments: {
          ...(webhookSecrets.length > 0 ? { mode: 'stripe', webhookSecrets } : { mode: 'test' }),
          // A processor sends whole messages; who has none set up may follow the interface with the least it shows.
          minimalMessages: config.stripe.secretKey === null ? 'accepted' : 'refused',
          isSandbox: async (id) => (await must(later.house, 'the directory').directory.byId(id))?.sandboxOf != null,
        },
      }),
      createAuthModule({
        links: mailedLinks(secrets),
        notices,
        addressOf,
        forget: (tenant, member) => must(later.house, 'the ways in').access.joining.forget(tenant, member),
        end: (way, tenant, member) => must(later.house, 'the ways in').access.endings.ofMember(way, { tenant, member }),
        keysMadeBy: (tenant, member) =>
          keysMadeBy(must(later.house, 'the directory').directory.control, clock, tenant, `user:${member}`),
        announce: revocations.announce,
      }),
      files.module,
      webhooks.module,
      collab.module,
      mcpModule,
      ...createCatalogue().modules,
      ...more,
    ],
    secrets.seal,
  );
  const directory = withFiles(
    await openDirectory(store, { controlTables, collectionsOf: modules.collectionsOf }).catch(closing),
    files,
  );
  await needAllHere(directory).catch(closing);
  const access = openAccess({ directory, secrets, revocations, clock, newId, issuer: config.publicUrl });
  later.house = { directory, access, writes: createWritesWithin(directory, modules, clock, newId) };
  return {
    config,
    clock,
    newId,
    secrets,
    revocations,
    store,
    modules,
    directory,
    credentials: openCredentials(directory.control, clock, revocations),
    access,
    notices,
    kiosks: openKiosks(directory, secrets, { clock, newId, revocations }),
    platform: createPlatform(directory, modules, clock, newId),
    webhooks,
    files,
    collab,
  };
}

/** Whoever removes a tenant removes what its records led to. */
function withFiles(directory: Directory, files: Files): Directory {
  return {
    ...directory,
    async remove(live) {
      const sandbox = await directory.sandboxOf(live.id);
      const removed = await directory.remove(live);
      if (removed.ok) for (const twin of [live, sandbox]) if (twin) await files.forget(twin.id);
      return removed;
    },
  };
}

/** A tenant's values are moved when this release opens it first. */
function sayMoved({ logLevel }: Config): OnMoved {
  const log = createLog(logLevel);
  return (tenant, moved) => {
    for (const one of moved) log.info('collection brought to this release', { tenant, ...one });
  };
}

async function openStore(config: Config, clock: Clock, newId: () => string): Promise<Store> {
  const { databaseUrl, databaseConnections, dataDir, openTenants, tenantIdleMs } = config;
  const common = {
    ...{ clock, newId, onMoved: sayMoved(config) },
    ...(openTenants !== null && { openTenants }),
    ...(tenantIdleMs !== null && { tenantIdleMs }),
  };
  if (databaseUrl !== null) {
    // Loaded where it is wanted: a server on files starts without it.
    const { openPostgresStore } = await import('../store/postgres/open-store.ts');
    const { findEngine } = await import('../store/postgres/cluster/find-engine.ts');
    const connections = databaseConnections;
    return openPostgresStore({ url: databaseUrl, connections, findEngine, control: controlTenant, ...common });
  }
  return openSqliteStore({ folder: join(dataDir, 'tenants'), ...common });
}

/** Earlier releases spread tenants over databases; those in another one would look empty. */
async function needAllHere({ control }: Directory): Promise<void> {
  const [slug, ...more] = await tenantsNotHere(control);
  if (slug === undefined) return;
  const which =
    more.length === 0 ? `Tenant ${slug} is` : `Tenants ${slug}, ${more[0]}${more.length > 1 ? ', …' : ''} are`;
  throw new ConfigError(
    `${which} in another database than that of DATABASE_URL. This release keeps all tenants in one: with the release you come from, run  tenant move SLUG --to main  for each of them, then start this one.`,
  );
}

/** A file's where the data are files, else the one that all servers on the database share. */
async function secretsFor({ databaseUrl, dataDir }: Config, store: Store): Promise<Secrets> {
  if (databaseUrl === null) return openSecrets(dataDir);
  return secretsOf(await sharedRoot(await store.tenant(controlTenant), readRoot(dataDir)));
}

/** The address may hold a password and is not repeated; what the database says of it is said. */
function explained({ databaseUrl }: Config, fault: unknown): unknown {
  if (databaseUrl === null || !(fault instanceof StoreFault)) return fault;
  const { cause } = fault;
  const said = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = said instanceof Error ? said.message : fault.message;
  return new ConfigError(`DATABASE_URL: the database cannot be used: ${reason}.`, { cause: fault });
}

function needWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new ConfigError(`DATA_DIR=${dataDir} cannot be written (${code}). Choose a folder that can be written.`, {
      cause,
    });
  }
  // Written by `restore` between the old and the new: an empty house would be made where one half is missing.
  if (existsSync(join(dataDir, 'restore-unfinished')))
    throw new ConfigError(`A restore into ${dataDir} stopped halfway. Run it again with --overwrite.`);
}
