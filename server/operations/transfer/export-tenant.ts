/** `tenant export SLUG FILE`: a tenant with its sandbox and credentials in the portable form, while it is being used. */
import { isoTime } from '#shared/base/time.ts';
import { holdsSecrets, sealedValuesField } from '#shared/schema/secret.ts';
import { sealedValuesPurpose } from '../../core/collections/sealed-values.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Assembly } from '../../start/assemble.ts';
import { neededTenant, type ServerCommand } from '../command.ts';
import { credentialLines } from './credentials.ts';
import { databaseLines, type Seals } from './database-lines.ts';
import { fileLines } from './file-lines.ts';
import { appearWhole, needFree, writeLines } from './line-file.ts';
import { type Line, transferFormat } from './lines.ts';
import { controlDefinitions, tablesOf } from './tables-of.ts';

export function sealsOf(assembly: Assembly): Seals {
  const { all } = assembly.modules;
  const settings = all
    .flatMap((m) => m.collections)
    .filter((c) => c.fields.some(holdsSecrets))
    .map((c) => ({ collection: c.name, field: sealedValuesField.name, purpose: sealedValuesPurpose, many: true }));
  return { secrets: assembly.secrets, sealed: [...all.flatMap((m) => m.sealed ?? []), ...settings] };
}

export async function* tenantLines(
  assembly: Assembly,
  live: TenantRecord,
  counts: { records: number; changes: number; files: number },
): AsyncGenerator<Line> {
  const { slug, plan, modules, demo } = live;
  const sandbox = await assembly.directory.sandboxOf(live.id);
  const twins = sandbox ? [live, sandbox] : [live];
  yield {
    kind: 'tenant',
    format: transferFormat,
    exportedAt: isoTime(assembly.clock()),
    slug,
    plan,
    modules: [...modules],
    demo,
  };
  const { control } = assembly.directory;
  yield* credentialLines(
    control,
    await controlDefinitions(control),
    twins.map((t) => t.id),
  );
  for (const twin of twins) {
    const store = await assembly.directory.open(twin);
    const collections = await tablesOf(assembly, store);
    yield { kind: 'database', id: twin.id, sandbox: twin.sandboxOf !== null, collections };
    for await (const line of databaseLines(store, collections, sealsOf(assembly))) {
      if (line.kind === 'record') counts.records += 1;
      if (line.kind === 'change') counts.changes += 1;
      yield line;
    }
  }
  for (const twin of twins)
    for await (const line of fileLines(assembly, twin.id)) {
      if (line.kind === 'content') counts.files += 1;
      yield line;
    }
}

export const tenantExport: ServerCommand = {
  name: 'tenant export',
  usage: 'SLUG FILE [--overwrite]',
  summary:
    'Export a tenant, its sandbox and its keys as one portable file. Keep it as secret as the server: it contains keys.',
  positionals: ['slug', 'file'],
  options: { overwrite: { type: 'boolean' } },
  async run(assembly, given) {
    const live = await neededTenant(assembly, given.needed('slug'));
    const file = given.needed('file');
    await needFree(file, given.text('overwrite') !== undefined);
    const counts = { records: 0, changes: 0, files: 0 };
    await appearWhole(file, async (beside) => {
      await writeLines(beside, tenantLines(assembly, live, counts));
    });
    return {
      value: { tenant: live.id, slug: live.slug, file, ...counts },
      lines: [
        `${live.slug}: ${counts.records} records, ${counts.changes} changes and the content of its files (${counts.files}) are in ${file}.`,
      ],
    };
  },
};
