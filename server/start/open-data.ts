/** The data of this server: its folder, its store and the secrets that protect them; each refusal says what to change. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#shared/base/time.ts';
import { ConfigError } from '../core/config-error.ts';
import { controlTenant } from '../core/tenants/control.ts';
import type { Directory } from '../core/tenants/directory.ts';
import { tenantsNotHere } from '../core/tenants/earlier-homes.ts';
import { createLog } from '../http/log.ts';
import { openSecrets, readRoot, type Secrets, secretsOf } from '../identity/credentials/secrets.ts';
import { sharedRoot } from '../identity/credentials/shared-secret.ts';
import { type Store, StoreFault } from '../store/contract.ts';
import type { OnMoved } from '../store/open-tenants.ts';
import { openSqliteStore } from '../store/sqlite/open-store.ts';
import type { Config } from './config.ts';

/** Logs that a tenant's values were moved, which happens when this release first opens the tenant. */
function sayMoved({ logLevel }: Config): OnMoved {
  const log = createLog(logLevel);
  return (tenant, moved) => {
    for (const one of moved) log.info('collection brought to this release', { tenant, ...one });
  };
}

export async function openStore(config: Config, clock: Clock, newId: () => string): Promise<Store> {
  const { databaseUrl, databaseConnections, dataDir, openTenants, tenantIdleMs } = config;
  const common = {
    ...{ clock, newId, onMoved: sayMoved(config) },
    ...(openTenants !== null && { openTenants }),
    ...(tenantIdleMs !== null && { tenantIdleMs }),
  };
  if (databaseUrl !== null) {
    // Loaded only where it is needed: a server on files starts without it.
    const { openPostgresStore } = await import('../store/postgres/open-store.ts');
    const { findEngine } = await import('../store/postgres/cluster/find-engine.ts');
    const connections = databaseConnections;
    return openPostgresStore({ url: databaseUrl, connections, findEngine, control: controlTenant, ...common });
  }
  return openSqliteStore({ folder: join(dataDir, 'tenants'), ...common });
}

/** @throws ConfigError where a tenant lies in another database, as earlier releases allowed: it would look empty here */
export async function needAllHere({ control }: Directory): Promise<void> {
  const [slug, ...more] = await tenantsNotHere(control);
  if (slug === undefined) return;
  const which =
    more.length === 0 ? `Tenant ${slug} is` : `Tenants ${slug}, ${more[0]}${more.length > 1 ? ', …' : ''} are`;
  throw new ConfigError(
    `${which} in another database than that of DATABASE_URL. This release keeps all tenants in one: with the release you come from, run  tenant move SLUG --to main  for each of them, then start this one.`,
  );
}

/** The secrets in a file where the data are files, else those that all servers on the database share. */
export async function secretsFor({ databaseUrl, dataDir }: Config, store: Store): Promise<Secrets> {
  if (databaseUrl === null) return openSecrets(dataDir);
  return secretsOf(await sharedRoot(await store.tenant(controlTenant), readRoot(dataDir)));
}

/** The fault with the database's own message, but without the address, which may hold a password. */
export function explained({ databaseUrl }: Config, fault: unknown): unknown {
  if (databaseUrl === null || !(fault instanceof StoreFault)) return fault;
  const { cause } = fault;
  const said = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = said instanceof Error ? said.message : fault.message;
  return new ConfigError(`DATABASE_URL: the database cannot be used: ${reason}.`, { cause: fault });
}

/** Makes the data folder where it is missing. @throws ConfigError where it cannot be written, or a restore stopped halfway */
export function needWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new ConfigError(`DATA_DIR=${dataDir} cannot be written (${code}). Choose a folder that can be written.`, {
      cause,
    });
  }
  // `restore` keeps this file while it exchanges the data: a server would start on data of which a half is missing.
  if (existsSync(join(dataDir, 'restore-unfinished')))
    throw new ConfigError(`A restore into ${dataDir} stopped halfway. Run it again with --overwrite.`);
}
