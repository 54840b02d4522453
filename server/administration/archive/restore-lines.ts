/**
 * Restoring into PostgreSQL: every line has been checked before the first schema is dropped. All servers are stopped.
 * Each tenant goes into the database of the name it lived in; another layout comes by `tenant move`, afterwards.
 */
import { join } from 'node:path';
import { ok } from '#shared/base/result.ts';
import type { Assembly } from '../../assemble.ts';
import { commitControl } from '../../tenants/commit-control.ts';
import { controlTenant } from '../../tenants/control.ts';
import { allHomes, databases as databaseNames, settle, tenantHomes, vacate } from '../../tenants/homes.ts';
import { type Ground, UsageError } from '../command.ts';
import { databaseParts } from '../transfer/database-lines.ts';
import { readLines } from '../transfer/line-file.ts';
import type { Line } from '../transfer/lines.ts';
import { controlDefinitionsNamed, knownDefinitions, ownDefinitionsIn } from '../transfer/tables-of.ts';
import type { KeptDatabase, Manifest } from './manifest.ts';

export async function needEmptyDatabase({ openHouse }: Ground, overwrite: boolean): Promise<void> {
  const house = await openHouse();
  try {
    const tenants = await house.directory.all();
    if (tenants.length > 0 && !overwrite)
      throw new UsageError(`The database contains ${tenants.length} tenants; --overwrite deletes them.`);
    for (const tenant of tenants)
      if (!(await (await house.directory.open(tenant)).leads()))
        throw new UsageError('A server is using this database. Stop all servers first.');
  } finally {
    await house.store.close();
  }
}

/** More names than anybody configures. */
const databasesMax = 1_000;

async function collectionsNamed(path: string): Promise<readonly string[]> {
  let named: readonly string[] = [];
  for await (const line of readLines(path)) if (line.kind === 'database') named = line.collections;
  return named;
}

async function* dataOf(path: string): AsyncGenerator<Line> {
  for await (const line of readLines(path))
    if (line.kind !== 'house' && line.kind !== 'database' && line.kind !== 'end') yield line;
}

async function definitionsIn(house: Assembly, id: string, path: string, named: readonly string[]) {
  if (id === controlTenant) return controlDefinitionsNamed(named);
  return [...knownDefinitions(house), ...(await ownDefinitionsIn(readLines(path)))];
}

async function loadOne(house: Assembly, folder: string, { id, path }: KeptDatabase, collections: readonly string[]) {
  const known = await definitionsIn(house, id, join(folder, path), collections);
  const definitions = known.filter((definition) => collections.includes(definition.name));
  await house.store.drop(id);
  const store = await house.store.tenant(id);
  await store.migrate(definitions);
  await store.load(databaseParts(store.tenant, dataOf(join(folder, path)), { secrets: house.secrets, sealed: [] }));
}

function mustControl(databases: readonly KeptDatabase[]): KeptDatabase {
  const control = databases.find(({ id }) => id === controlTenant);
  if (!control) throw new UsageError('The backup has no control database.');
  return control;
}

interface KeptHome {
  readonly resident: string;
  readonly live: string;
  readonly database: string;
}

/** Where the backup's tenants lived, if all of these places are known here. */
async function homesIn(house: Assembly, path: string): Promise<readonly KeptHome[]> {
  const homes: KeptHome[] = [];
  for await (const line of readLines(path))
    if (line.kind === 'record' && line.collection === tenantHomes.name) {
      const { resident, live, database } = line.record;
      homes.push({ resident: String(resident), live: String(live), database: String(database) });
    }
  const names = house.store.databases?.names ?? [];
  const missing = [...new Set(homes.map((home) => home.database))].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new UsageError(`The backup has tenants in ${missing.join(', ')}: name these databases in DATABASES.`);
  return homes;
}

/** For the loading: at its end the control database itself says it. */
async function resettle({ directory }: Assembly, homes: readonly KeptHome[]): Promise<void> {
  const { control } = directory;
  await vacate(control, [...(await allHomes(control)).keys()]);
  await commitControl(control, 'system:restore', async (tx) => {
    for (const { resident, live, database } of homes) await settle(tx, live, [resident], database);
    return ok(null);
  });
}

/** The names lead to other databases than when the backup was taken, perhaps: from here on to these. */
async function recognizeAnew({ store }: Assembly): Promise<void> {
  const control = await store.tenant(controlTenant);
  await control.migrate([databaseNames]);
  await commitControl(control, 'system:restore', async (tx) => {
    for (const { id } of await tx.find(databaseNames.name, { limit: databasesMax }))
      await tx.delete(databaseNames.name, id);
    return ok(null);
  });
}

/** The control database comes last: before that, nobody finds what is half there. */
export async function loadLines({ openHouse }: Ground, folder: string, { databases }: Manifest): Promise<void> {
  const house = await openHouse();
  try {
    const collections = new Map<string, readonly string[]>();
    for (const { id, path } of databases) {
      const named = await collectionsNamed(join(folder, path));
      const all = await definitionsIn(house, id, join(folder, path), named);
      const stranger = named.find((name) => !all.some((definition) => definition.name === name));
      if (stranger !== undefined)
        throw new UsageError(`The backup has data in ${stranger}, which this version does not support.`);
      collections.set(id, named);
    }
    const homes = await homesIn(house, join(folder, mustControl(databases).path));
    for (const tenant of await house.directory.all()) await house.store.drop(tenant.id);
    await resettle(house, homes);
    const control = databases.filter(({ id }) => id === controlTenant);
    for (const database of [...databases.filter(({ id }) => id !== controlTenant), ...control])
      await loadOne(house, folder, database, collections.get(database.id) ?? []);
    await recognizeAnew(house);
  } finally {
    await house.store.close();
  }
}
