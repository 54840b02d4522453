/**
 * Checks the data folder, the databases and the settings: a line per check, each with what to do; exit 1 when one
 * fails. Opens the data itself, because data that do not open are a reason to run it: opening makes a missing folder or
 * secret and brings tables to this version; beyond that it changes nothing.
 */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { minuteMs } from '#shared/base/time.ts';
import { ConfigError } from '../core/config-error.ts';
import { controlTenant, type TenantRecord } from '../core/tenants/control.ts';
import { checkPictures, checkRecordings } from '../modules/media/processing/check-media-tools.ts';
import type { Assembly } from '../start/assemble.ts';
import type { Config } from '../start/config.ts';
import { unsafeSettings } from '../store/postgres/unsafe-settings.ts';
import { inspectDatabase } from '../store/sqlite/database-file.ts';
import { unfinishedName } from './archive/restore.ts';
import { checkLoads, checkNode, reportCluster } from './check-cluster.ts';
import { checkFiles } from './check-files.ts';
import { checkMails, checkPayments } from './check-payments.ts';
import { checkProxies } from './check-proxies.ts';
import { checkStreaming } from './check-streaming.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { FolderCommand, Ground } from './command.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly said: string;
}

const freeBytesMin = 500 * 1024 * 1024;
const oldestNode = 24;
const secretBytes = 32;
const connectMs = 5_000;
/** Clocks of several servers differ; a change may carry another's. */
const clockAheadMs = 2 * minuteMs;

async function check(name: string, work: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, said: await work() };
  } catch (fault) {
    return { name, ok: false, said: (fault instanceof Error ? fault.message : String(fault)).split('\n')[0] ?? '' };
  }
}

function checkRuntime(): string {
  if (Number(process.versions.node.split('.')[0]) < oldestNode)
    throw new Error(`Node ${process.versions.node} is too old: run it with the npm scripts`);
  return `Node ${process.versions.node}`;
}

function checkFolder(dataDir: string): string {
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  if (existsSync(join(dataDir, unfinishedName))) throw new Error('a restore stopped halfway: run restore again');
  return dataDir;
}

function checkDisk(dataDir: string): string {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${Math.round((bavail * bsize) / 1024 / 1024)} MB free`;
  if (bavail * bsize < freeBytesMin) throw new Error(`only ${free}: free some space, or scans will be refused`);
  return free;
}

function checkSecret(dataDir: string): string {
  const file = statSync(join(dataDir, 'server-secret'), { throwIfNoEntry: false });
  if (!file) return 'created at the first start';
  if (file.size !== secretBytes) throw new Error('server-secret is damaged: restore it from a backup');
  if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
    throw new Error('server-secret can be read by other accounts: chmod 600 server-secret');
  return 'present, and readable by its owner only';
}

function checkCreations(tenants: readonly TenantRecord[]): string {
  const stopped = tenants.filter((tenant) => tenant.unfinished && tenant.sandboxOf === null);
  if (stopped.length === 0) return 'every tenant is complete';
  const [first] = stopped.map(({ slug }) => slug);
  throw new Error(
    `${stopped.length} stopped halfway: tenant create ${first} creates it again, tenant delete ${first} removes it`,
  );
}

/** Only whether the mail server answers: no mail is sent. */
function checkMail({ smtpUrl }: Config): Promise<string> | string {
  if (smtpUrl === null) return 'emails are written to the outbox folder (SMTP_URL is not set)';
  const { hostname, port, protocol } = new URL(smtpUrl);
  const at = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 25)}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(at.slice(at.lastIndexOf(':') + 1)), timeout: connectMs });
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(`${at} is not responding (${why}): emails wait until it does`));
    };
    socket.on('timeout', () => fail('timed out'));
    socket.on('error', (fault: NodeJS.ErrnoException) => fail(fault.code ?? 'no connection'));
    socket.on('connect', () => {
      socket.destroy();
      resolve(`${at} responds`);
    });
  });
}

async function checkPostgres(url: string): Promise<string> {
  const unsafe = await unsafeSettings(url);
  if (unsafe.length > 0)
    throw new Error(`${unsafe.join(' and ')}: a power cut can lose acknowledged records; switch it on`);
  return 'responds, and flushes what it acknowledges';
}

/** Every page of the file, where it is one; then whether it opens as this version's, and its log ends where it should. */
async function checkTenant(assembly: Assembly, tenant: TenantRecord | null): Promise<string> {
  const { config, directory, clock } = assembly;
  const file = join(config.dataDir, 'tenants', `${tenant?.id ?? controlTenant}.db`);
  if (config.databaseUrl === null && existsSync(file)) inspectDatabase(file);
  const store = tenant ? await directory.open(tenant) : directory.control;
  const head = await store.head();
  const last = (await store.since(Math.max(0, head - 1), { limit: 2 })).at(-1);
  if (head > 0 && last?.seq !== head)
    throw new Error(`the log says it ends at ${head}, but its last change is ${last?.seq ?? 'missing'}`);
  if (last && Date.parse(last.at) > clock() + clockAheadMs)
    throw new Error(`its last change is of ${last.at}, which is later than this computer's clock: set the clock`);
  const followers = assembly.modules.all
    .filter((m) => tenant?.modules.includes(m.name))
    .flatMap((m) => (m.followers ?? []).map((f) => f.name));
  const cursors = await Promise.all(followers.map((name) => store.cursor(name)));
  const late = cursors.filter((seq) => seq < head).length;
  const lag = late === 0 ? '' : `, ${late} of ${followers.length} followers have changes to process`;
  return `opens, ${head} changes${lag}`;
}

async function assemblyChecks({ config, openAssembly }: Ground): Promise<readonly Check[]> {
  let assembly: Assembly;
  try {
    assembly = await openAssembly();
  } catch (fault) {
    const [said] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    const next = fault instanceof ConfigError ? '' : ': restore it from a backup';
    return [{ name: 'control database', ok: false, said: `${said}${next}` }];
  }
  try {
    const checks = [await check('control database', () => checkTenant(assembly, null))];
    const tenants = await assembly.directory.list();
    checks.push(await check('creation of tenants', () => checkCreations(tenants)));
    const report = await reportCluster(assembly, tenants);
    for (const tenant of tenants) {
      const name = tenant.sandboxOf ? `sandbox of ${tenant.slug}` : `tenant ${tenant.slug}`;
      const found = await check(name, () => checkTenant(assembly, tenant));
      const node = await report?.nodeOf(tenant.id);
      checks.push(node ? { ...found, said: `${found.said}, on ${node}` } : found);
    }
    checks.push(await check('proxies', () => checkProxies(assembly)));
    checks.push(await check('webhooks', () => checkWebhooks(assembly, tenants)));
    checks.push(await check('payments', () => checkPayments(assembly, tenants)));
    checks.push(await check('emails to attendees', () => checkMails(assembly, tenants)));
    checks.push(await check('files', () => checkFiles(assembly)));
    const { databaseUrl } = config;
    if (databaseUrl === null || report === null) return checks;
    const { title, moves } = report;
    const nodes = await report.nodes();
    const found = [await check(title, () => checkPostgres(databaseUrl))];
    for (const node of nodes) found.push(await check(`node ${node.name}`, () => checkNode(node)));
    const loads = assembly.store.nodeLoads?.() ?? [];
    if (loads.length > 0) found.push(await check('connections', () => checkLoads(loads)));
    if (nodes.length > 0) found.push(await check('moves', () => moves.join('; ') || 'nothing is being moved'));
    return [...found, ...checks];
  } finally {
    await assembly.store.close();
  }
}

export const doctor: FolderCommand = {
  name: 'doctor',
  usage: '',
  summary: 'Check the data folder, the disk space, the runtime, the mail server and every database.',
  positionals: [],
  options: {},
  async runOnFolder(ground) {
    const { config } = ground;
    const assembly = await assemblyChecks(ground);
    const checks = [
      await check('runtime', checkRuntime),
      await check('data folder', () => checkFolder(config.dataDir)),
      await check('disk', () => checkDisk(config.dataDir)),
      ...(config.databaseUrl === null ? [await check('server secret', () => checkSecret(config.dataDir))] : []),
      await check('mail', () => checkMail(config)),
      await check('pictures', checkPictures),
      await check('audio and video', () => checkRecordings(process.env['PATH'] ?? '')),
      await check('streaming', () => checkStreaming(config)),
      ...assembly,
    ];
    const failed = checks.filter((c) => !c.ok).length;
    return {
      value: { checks, failed },
      lines: checks.map((c) => `${c.ok ? 'ok    ' : 'FAILED'} ${c.name}: ${c.said}`),
      exitCode: failed > 0 ? 1 : 0,
    };
  },
};
