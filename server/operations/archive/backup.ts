/**
 * `backup FILE`: everything this installation knows, in one tar.gz, while servers go on. On SQLite each database is
 * copied whole as of one moment, the control database first; on PostgreSQL each goes out as lines of one moment.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isoTime } from '#shared/base/time.ts';
import { controlTenant, type TenantRecord } from '../../core/tenants/control.ts';
import type { Assembly } from '../../start/assemble.ts';
import { copyDatabase, inspectDatabase } from '../../store/sqlite/database-file.ts';
import type { ServerCommand } from '../command.ts';
import { databaseLines } from '../transfer/database-lines.ts';
import { appearWhole, needFree, writeLines } from '../transfer/line-file.ts';
import { type Line, transferFormat } from '../transfer/lines.ts';
import { controlDefinitions, tablesOf } from '../transfer/tables-of.ts';
import { dataFiles } from './data-files.ts';
import { backupFormat, type KeptDatabase, type KeptFile, type Manifest, manifestName } from './manifest.ts';
import { type TarEntry, writeTar } from './tar.ts';

interface Taking {
  readonly assembly: Assembly;
  /** Folder for copies on their way into the archive. */
  readonly workshop: string;
  /** The archive's own path: not part of itself. */
  readonly target: string;
  readonly files: KeptFile[];
  readonly databases: KeptDatabase[];
  readonly skipped: string[];
}

/** Copies are the archive's neighbours: a disk that has room for it has room for them. */
async function* entries(taking: Taking): AsyncGenerator<TarEntry> {
  const { assembly, databases, files } = taking;
  const sqlite = assembly.config.databaseUrl === null;
  const found = await dataFiles(assembly.config.dataDir, taking.target);
  taking.skipped.push(...found.skipped);
  const tenants = new Map<string, TenantRecord>();
  const first = [`tenants/${controlTenant}.db`];
  for (const path of [...first, ...found.databases.filter((path) => !first.includes(path))]) {
    if (!sqlite && path.startsWith('tenants/')) continue;
    const copy = join(taking.workshop, 'copy.part.db');
    await rm(copy, { force: true });
    await copyDatabase(join(assembly.config.dataDir, path), copy);
    // The tenants are read after the control database was copied, so that each tenant of the copy is among them.
    if (tenants.size === 0) for await (const tenant of assembly.directory.all()) tenants.set(tenant.id, tenant);
    const state = inspectDatabase(copy);
    if (state && path.startsWith('tenants/'))
      databases.push({ ...named(basename(path, '.db'), tenants), head: state.head, path });
    yield* fileEntry(taking, copy, path);
  }
  if (!sqlite) yield* lineEntries(taking);
  for (const path of found.plain) yield* fileEntry(taking, join(assembly.config.dataDir, path), path);
  const manifest: Manifest = {
    format: backupFormat,
    createdAt: isoTime(assembly.clock()),
    store: sqlite ? 'sqlite' : 'postgres',
    databases,
    files,
  };
  const content = Buffer.from(JSON.stringify(manifest));
  yield { name: manifestName, bytes: content.length, content: [content] };
}

function named(id: string, tenants: ReadonlyMap<string, TenantRecord>): Omit<KeptDatabase, 'head' | 'path'> {
  const tenant = tenants.get(id);
  return { id, slug: tenant?.slug ?? null, sandbox: (tenant?.sandboxOf ?? null) !== null };
}

async function* lineEntries(taking: Taking): AsyncGenerator<TarEntry> {
  const { assembly, workshop, databases } = taking;
  const { control, list } = assembly.directory;
  const controlTables = (await controlDefinitions(control)).map((definition) => definition.name);
  const tenants = [null, ...(await list())];
  for (const tenant of tenants) {
    const store = tenant ? await assembly.directory.open(tenant) : control;
    const id = tenant?.id ?? controlTenant;
    const collections = tenant ? await tablesOf(assembly, store) : controlTables;
    const copy = join(workshop, 'copy.part');
    await rm(copy, { force: true });
    let head = 0;
    async function* lines(): AsyncGenerator<Line> {
      const sandbox = (tenant?.sandboxOf ?? null) !== null;
      yield { kind: 'house', format: transferFormat, exportedAt: isoTime(assembly.clock()) };
      yield { kind: 'database', id, sandbox, collections };
      // Sealed values stay sealed: the secret goes along.
      for await (const line of databaseLines(store, collections, { secrets: assembly.secrets, sealed: [] })) {
        if (line.kind === 'change') head = line.change.seq;
        yield line;
      }
    }
    await writeLines(copy, lines());
    const path = `lines/${id}.gz`;
    databases.push({ ...named(id, new Map(tenant ? [[id, tenant]] : [])), head, path });
    yield* fileEntry(taking, copy, path);
  }
}

/**
 * A file that is gone by now (a mail that was sent) is left out; one that grows is taken up to the size that it has now; one
 * that shrinks fails the backup.
 */
async function* fileEntry({ files }: Taking, from: string, path: string): AsyncGenerator<TarEntry> {
  const size = (await stat(from).catch(() => null))?.size;
  const handle = size === undefined ? null : await open(from, 'r').catch(() => null);
  if (handle === null || size === undefined) return;
  await handle.close();
  const hash = createHash('sha256');
  async function* content(): AsyncGenerator<Uint8Array> {
    if (size === 0) return;
    for await (const chunk of createReadStream(from, { end: size! - 1 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  yield { name: path, bytes: size, content: content() };
  files.push({ path, bytes: size, sha256: hash.digest('hex') });
}

export const backup: ServerCommand = {
  name: 'backup',
  usage: 'FILE [--overwrite]',
  summary:
    'Back up all tenants, keys and files into one tar.gz, even while the server runs. Keep it as secret as the server.',
  positionals: ['file'],
  options: { overwrite: { type: 'boolean' } },
  async run(assembly, given) {
    const target = given.needed('file');
    await needFree(target, given.text('overwrite') !== undefined);
    const taking: Omit<Taking, 'workshop'> = { assembly, target, files: [], databases: [], skipped: [] };
    await appearWhole(target, async (beside) => {
      const workshop = await mkdtemp(join(dirname(beside), '.gatehouse-backup-'));
      try {
        const out = createWriteStream(beside, { flags: 'wx', mode: 0o600 });
        await pipeline(writeTar(entries({ ...taking, workshop })), createGzip({ level: 4 }), out);
      } finally {
        await rm(workshop, { recursive: true, force: true });
      }
    });
    const { databases, files, skipped } = taking;
    const { size } = await stat(target);
    return {
      value: { file: target, bytes: size, databases, files: files.length, skipped },
      lines: [
        `${databases.length} databases and ${files.length - databases.length} files are in ${target} (${size} bytes).`,
        ...skipped.map((path) => `Left out, because it is a link: ${path}.`),
      ],
    };
  },
};
