/**
 * The server without HTTP, as a list: store, tenants, access, modules, platform. The server puts surfaces on it; commands
 * work on it directly.
 */
import { join } from 'node:path';
import type { Clock } from '#shared/base/time.ts';
import { createPlatform } from '../core/collections/create-platform.ts';
import type { Module } from '../core/collections/module.ts';
import { createModules, type Modules } from '../core/collections/registry.ts';
import { createWritesWithin, type WritesWithin } from '../core/collections/write-within.ts';
import type { Platform } from '../core/platform.ts';
import { type Directory, openDirectory } from '../core/tenants/directory.ts';
import { version } from '../core/version.ts';
import { controlTables } from '../identity/control-tables.ts';
import { idMaker } from '../identity/credentials/new-id.ts';
import { createRevocations, type Revocations } from '../identity/credentials/revocations.ts';
import type { Secrets } from '../identity/credentials/secrets.ts';
import { type Credentials, openCredentials } from '../identity/keys/api-keys.ts';
import { type Kiosks, openKiosks } from '../identity/kiosks/kiosks.ts';
import { type Access, openAccess } from '../identity/open-access.ts';
import type { Notices } from '../identity/people/notices.ts';
import type { Collab } from '../modules/documents/open-collab.ts';
import type { Files } from '../modules/media/files/open-files.ts';
import type { Webhooks } from '../modules/webhooks/webhooks-module.ts';
import { openNotices } from '../outbound/mail/open-notices.ts';
import type { Store } from '../store/contract.ts';
import { boxedModules } from '../surfaces/box/box-module.ts';
import { onlyKiosksWrite } from '../surfaces/box/only-kiosks-write.ts';
import { type Box, createBox } from '../surfaces/box/open-box.ts';
import { boxSetting } from './box-setting.ts';
import type { Config } from './config.ts';
import { explained, needAllHere, needWritable, openStore, secretsFor } from './open-data.ts';
import { openModules } from './open-modules.ts';
import { openStreaming, type Streaming } from './streaming-process.ts';

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
  readonly streaming: Streaming;
  /** Null: this server is no box for a venue. */
  readonly box: Box | null;
}

/**
 * Throws ConfigError where the data folder or the database cannot be used.
 *
 * @param more modules beside the built-in ones: a test's sample, an extension
 */
export async function assemble(config: Config, more: readonly Module[] = []): Promise<Assembly> {
  needWritable(config.dataDir);
  const clock: Clock = () => Date.now() + config.nowOffsetMs;
  const newId = idMaker(clock);
  const store = await openStore(config, clock, newId);
  try {
    return await assembleOn({ config, clock, newId, store }, more);
  } catch (fault) {
    await store.close();
    throw explained(config, fault);
  }
}

type Ground = Pick<Assembly, 'config' | 'clock' | 'newId' | 'store'>;

async function assembleOn(ground: Ground, more: readonly Module[]): Promise<Assembly> {
  const { config, clock, newId, store } = ground;
  const { publicUrl } = config;
  const secrets = await secretsFor(config, store);
  const revocations = createRevocations();
  const mail = { smtpUrl: config.smtpUrl, outboxFolder: join(config.dataDir, 'outbox'), publicUrl, clock };
  const notices = openNotices(mail);
  // Modules read tenants, whose tables the modules bring. These functions are first called when a tenant is opened.
  const collectionsOf: Modules['collectionsOf'] = (active) => modules.collectionsOf(active);
  const writes: WritesWithin = (actor, collection) => writesWithin(actor, collection);
  const directory = await openDirectory(store, { controlTables, collectionsOf });
  await needAllHere(directory);
  const access = openAccess({ directory, secrets, revocations, clock, newId, issuer: publicUrl });
  const streaming = openStreaming(config);
  const setting = boxSetting(config);
  const box =
    setting && createBox({ setting, lan: config.boxLan, directory, secrets, clock, softwareVersion: version });
  const kiosks = openKiosks(directory, secrets, { clock, newId, revocations, upstream: box?.given ?? null });
  const ports = {
    config,
    clock,
    newId,
    secrets,
    revocations,
    directory,
    access,
    kiosks,
    notices,
    mail,
    writes,
    streaming,
  };
  const platformOf = (): Platform => platform;
  const { files, webhooks, collab, all } = await openModules({ ...ports, platform: platformOf }, more);
  const modules = createModules(box ? boxedModules(all) : all, secrets.seal);
  const writesWithin = createWritesWithin(directory, modules, clock, newId);
  const whole = createPlatform(directory, modules, clock, newId);
  const platform = setting ? onlyKiosksWrite(whole, setting.upstream) : whole;
  return {
    ...ground,
    ...{ secrets, revocations, modules, access, notices, webhooks, files, collab, platform, streaming },
    directory: removingFiles(directory, files),
    credentials: openCredentials(directory.control, clock, revocations),
    kiosks: box ? box.kiosksOf(kiosks) : kiosks,
    box,
  };
}

/** A tenant's files go with the tenant. */
function removingFiles(directory: Directory, files: Files): Directory {
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
