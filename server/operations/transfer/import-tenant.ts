/**
 * `tenant import FILE`: takes an exported tenant in, with its ids, versions and sequence numbers. The file is read to
 * its end before anything is touched; the tenant is listed, and its keys open something, only after all data is there.
 */
import { ok } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { plans } from '../../core/tenants/control.ts';
import type { Assembly } from '../../start/assemble.ts';
import { type ServerCommand, UsageError } from '../command.ts';
import { needSlug } from '../tenants.ts';
import { takeCredentials } from './credentials.ts';
import { databaseParts } from './database-lines.ts';
import { sealsOf } from './export-tenant.ts';
import { takeFiles } from './file-lines.ts';
import { readLines } from './line-file.ts';
import type { Line } from './lines.ts';
import { controlDefinitions, knownDefinitions, ownDefinitionsIn } from './tables-of.ts';

type Of<K extends Line['kind']> = Extract<Line, { kind: K }>;

interface Contents {
  readonly tenant: Of<'tenant'>;
  readonly credentials: readonly Of<'credential'>[];
  readonly databases: readonly Of<'database'>[];
  readonly records: number;
  readonly changes: number;
}

/** Keys, kiosks and memberships are held in memory; a tenant has no more of them. */
const credentialsMax = 1_000_000;

async function surveyed(path: string): Promise<Contents> {
  let tenant: Of<'tenant'> | null = null;
  const credentials: Of<'credential'>[] = [];
  const databases: Of<'database'>[] = [];
  const counts = { records: 0, changes: 0 };
  for await (const line of readLines(path)) {
    if (line.kind === 'tenant') tenant = line;
    else if (line.kind === 'database') databases.push(line);
    else if (line.kind === 'credential') credentials.push(line);
    else if (line.kind === 'record') counts.records += 1;
    else if (line.kind === 'change') counts.changes += 1;
    if (credentials.length > credentialsMax)
      throw new UsageError('The file contains more credentials than a tenant has.');
  }
  if (!tenant) throw new UsageError(`${path} is a backup of a whole server, not one tenant: use restore.`);
  const live = databases.filter((d) => !d.sandbox);
  if (live.length !== 1 || databases.length > 2) throw new UsageError('The file must contain exactly one tenant.');
  return { tenant, credentials, databases, ...counts };
}

async function needWelcome(assembly: Assembly, { tenant, databases }: Contents, slug: string): Promise<void> {
  if (await assembly.directory.bySlug(slug))
    throw new UsageError(`A tenant ${slug} already exists; use --as to give this one another slug.`);
  for (const { id } of databases)
    if (await assembly.directory.byId(id))
      throw new UsageError(
        `This tenant already exists here, with the ID ${id}. Delete it first if you do not need it.`,
      );
  if (!plans.some((plan) => plan === tenant.plan)) throw new UsageError(`No plan is named ${tenant.plan}.`);
  const known = assembly.modules.all.map((m) => m.name);
  const stranger = tenant.modules.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`The tenant uses the module ${stranger}, which this version does not have.`);
}

async function definitionsFor(
  assembly: Assembly,
  path: string,
  { collections, id }: Of<'database'>,
): Promise<readonly CollectionDefinition[]> {
  const known = [...knownDefinitions(assembly), ...(await ownDefinitionsIn(linesOf(path, id)))];
  return collections.map((name) => {
    const definition = known.find((d) => d.name === name);
    if (!definition) throw new UsageError(`The tenant has data in ${name}, which this version does not support.`);
    return definition;
  });
}

/** The lines of one database: those between its own and the next. */
async function* linesOf(path: string, id: string): AsyncGenerator<Line> {
  let inside = false;
  for await (const line of readLines(path)) {
    if (line.kind === 'database') inside = line.id === id;
    else if (inside && !['content', 'bytes', 'end'].includes(line.kind)) yield line;
  }
}

async function loadAll(assembly: Assembly, path: string, databases: readonly Of<'database'>[]): Promise<void> {
  const definitions = new Map<string, readonly CollectionDefinition[]>();
  for (const database of databases) definitions.set(database.id, await definitionsFor(assembly, path, database));
  for (const { id } of databases) {
    // Drops what an import that broke off has left: no tenant has this id.
    await assembly.store.drop(id);
    const store = await assembly.store.tenant(id);
    await store.migrate(definitions.get(id) ?? []);
    await store.load(databaseParts(id, linesOf(path, id), sealsOf(assembly)));
  }
}

async function enlist(assembly: Assembly, { tenant, credentials, databases }: Contents, slug: string): Promise<void> {
  const { control } = assembly.directory;
  const definitions = await controlDefinitions(control);
  const live = databases.find((d) => !d.sandbox)?.id ?? null;
  const values = { slug, plan: tenant.plan, modules: [...tenant.modules], demo: tenant.demo };
  const done = await control.commit('system:import', async (tx) => {
    for (const { id, sandbox } of databases)
      await tx.create('tenants', { ...values, sandboxOf: sandbox ? live : null }, id);
    await takeCredentials(
      tx,
      definitions,
      credentials,
      databases.map((d) => d.id),
    );
    return ok(null);
  });
  if (!done.ok) throw new UsageError(done.errors[0].message);
}

/** Turns a fault of the store into a usage error: a value that does not fit, a row that is there twice, a full disk. */
function explained(fault: unknown): unknown {
  if (fault instanceof UsageError || !(fault instanceof Error)) return fault;
  const [said = ''] = fault.message.split('\n');
  return new UsageError(`The tenant was not imported, and nothing of it was kept: ${said.replace(/\.$/, '')}.`, {
    cause: fault,
  });
}

export const tenantImport: ServerCommand = {
  name: 'tenant import',
  usage: 'FILE [--as SLUG]',
  summary: 'Import an exported tenant from any store. Its kiosks reload everything.',
  positionals: ['file'],
  options: { as: { type: 'string' } },
  async run(assembly, given) {
    const file = given.needed('file');
    const contents = await surveyed(file);
    const slug = needSlug(given.text('as') ?? contents.tenant.slug);
    await needWelcome(assembly, contents, slug);
    try {
      await loadAll(assembly, file, contents.databases);
      const ids = contents.databases.map((d) => d.id);
      await takeFiles(assembly, readLines(file), ids);
      await enlist(assembly, contents, slug);
    } catch (fault) {
      for (const { id } of contents.databases) {
        await assembly.store.drop(id);
        await assembly.files.forget(id);
      }
      throw explained(fault);
    }
    const { records, changes, databases } = contents;
    const tenant = databases.find((d) => !d.sandbox)?.id;
    return {
      value: { tenant, slug, records, changes },
      lines: [`Tenant ${slug} imported: ${records} records, ${changes} changes.`],
    };
  },
};
