/**
 * Restoring into PostgreSQL: every line has been checked before the first schema is dropped. All servers are stopped.
 */
import { join } from 'node:path';
import { controlTenant } from '../../core/tenants/control.ts';
import { earlierTables } from '../../core/tenants/earlier-homes.ts';
import type { Assembly } from '../../start/assemble.ts';
import { type Ground, UsageError } from '../command.ts';
import { databaseParts } from '../transfer/database-lines.ts';
import { readLines } from '../transfer/line-file.ts';
import type { Line } from '../transfer/lines.ts';
import { controlDefinitionsNamed, knownDefinitions, ownDefinitionsIn } from '../transfer/tables-of.ts';
import type { KeptDatabase, Manifest } from './manifest.ts';

/** @throws UsageError where the database has tenants and `overwrite` is false, or a server uses it */
export async function needEmptyDatabase({ openAssembly }: Ground, overwrite: boolean): Promise<void> {
  const assembly = await openAssembly();
  try {
    const tenants = await assembly.directory.list();
    if (tenants.length > 0 && !overwrite)
      throw new UsageError(`The database contains ${tenants.length} tenants; --overwrite deletes them.`);
    // As long as any server runs, one of them leads the control database.
    if (!(await assembly.store.leads([controlTenant])).has(controlTenant))
      throw new UsageError('A server is using this database. Stop all servers first.');
  } finally {
    await assembly.store.close();
  }
}

async function collectionsNamed(path: string): Promise<readonly string[]> {
  let named: readonly string[] = [];
  for await (const line of readLines(path)) if (line.kind === 'database') named = line.collections;
  return named.filter((name) => !earlierTables.includes(name));
}

async function* dataOf(path: string): AsyncGenerator<Line> {
  for await (const line of readLines(path)) {
    if (line.kind === 'house' || line.kind === 'database' || line.kind === 'end') continue;
    if (line.kind !== 'record' || !earlierTables.includes(line.collection)) yield line;
  }
}

async function definitionsIn(assembly: Assembly, id: string, path: string, named: readonly string[]) {
  if (id === controlTenant) return controlDefinitionsNamed(named);
  return [...knownDefinitions(assembly), ...(await ownDefinitionsIn(readLines(path)))];
}

async function loadOne(assembly: Assembly, folder: string, { id, path }: KeptDatabase, collections: readonly string[]) {
  const known = await definitionsIn(assembly, id, join(folder, path), collections);
  const definitions = known.filter((definition) => collections.includes(definition.name));
  await assembly.store.drop(id);
  const store = await assembly.store.tenant(id);
  await store.migrate(definitions);
  await store.load(databaseParts(store.tenant, dataOf(join(folder, path)), { secrets: assembly.secrets, sealed: [] }));
}

/** The control database is loaded last: before that, no request finds an incomplete tenant. */
export async function loadLines({ openAssembly }: Ground, folder: string, { databases }: Manifest): Promise<void> {
  const assembly = await openAssembly();
  try {
    const collections = new Map<string, readonly string[]>();
    for (const { id, path } of databases) {
      const named = await collectionsNamed(join(folder, path));
      const all = await definitionsIn(assembly, id, join(folder, path), named);
      const stranger = named.find((name) => !all.some((definition) => definition.name === name));
      if (stranger !== undefined)
        throw new UsageError(`The backup has data in ${stranger}, which this version does not support.`);
      collections.set(id, named);
    }
    if (!databases.some(({ id }) => id === controlTenant)) throw new UsageError('The backup has no control database.');
    for await (const tenant of assembly.directory.all()) await assembly.store.drop(tenant.id);
    const control = databases.filter(({ id }) => id === controlTenant);
    for (const database of [...databases.filter(({ id }) => id !== controlTenant), ...control])
      await loadOne(assembly, folder, database, collections.get(database.id) ?? []);
  } finally {
    await assembly.store.close();
  }
}
