/**
 * A Citus cluster, two servers on it, and tenants on each worker with an open event: what the faults are tried on. All
 * requests go over HTTP; only the counting at the end looks into the tables.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { byCoordinator } from '#test/fixtures/cluster/databases.ts';
import { type GatedCluster, startGatedCluster } from '#test/fixtures/cluster/gated-cluster.ts';
import type { WorkerName } from '#test/fixtures/cluster/start-cluster.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { type Load, startLoad, type Tenant } from './load.ts';

/** Tickets of which there are few: load asks for more. */
export const fewTickets = 25;
const serverCount = 2;

export interface Ground {
  readonly cluster: GatedCluster;
  /** Servers ask a tenant's node itself. */
  readonly isDirect: boolean;
  readonly servers: readonly string[];
  /** By the worker where each was put; two on each at least. */
  tenantsOn(worker: WorkerName): readonly Tenant[];
  readonly tenants: readonly Tenant[];
  load(clients: number, restMs: number): readonly Load[];
  /** @returns what is wrong with what is stored, as sentences */
  check(loads: readonly Load[]): Promise<readonly string[]>;
  end(): Promise<void>;
}

export const schemaOf = ({ id }: Tenant) => `gatehouse_${id}`;

async function createEvent(url: string, apiKey: string): Promise<string> {
  const now = Date.now();
  const ticket = { price: 0, currency: 'EUR' };
  const response = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Under faults',
      type: 'conference',
      startsAt: isoTime(now - hourMs),
      endsAt: isoTime(now + 12 * hourMs),
      timezone: 'UTC',
      tickets: [
        { ...ticket, id: 'many', name: 'Many', quantity: -1 },
        { ...ticket, id: 'few', name: 'Few', quantity: fewTickets },
      ],
      gates: [{ id: 'door', name: 'Door' }],
    }),
  });
  const body = (await response.json()) as { id?: string };
  return must(body.id, `an event, not ${response.status} ${JSON.stringify(body)}`);
}

export async function openGround(tenantCount: number, isDirect = true): Promise<Ground> {
  const cluster = await startGatedCluster();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cluster-'));
  const running: ServerProcess[] = [];
  const shared = {
    DATABASE_URL: isDirect ? cluster.url : byCoordinator(cluster.url),
    DATA_DIR: folder,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  };
  const first = await freePort();
  const publicUrl = `http://127.0.0.1:${first}`;
  async function end(): Promise<void> {
    await Promise.all(running.map((server) => server.kill()));
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const places = new Map<WorkerName, Tenant[]>([
    ['w1', []],
    ['w2', []],
  ]);
  const tenants: Tenant[] = [];

  async function settle(): Promise<void> {
    for (let n = 0; n < serverCount; n++) {
      const port = n === 0 ? first : await freePort();
      running.push(await startServerProcess({ ...shared, PORT: String(port), PUBLIC_URL: publicUrl }));
    }
    for (let n = 1; n <= tenantCount; n++) {
      const slug = `tenant-${n}`;
      type Created = { tenant: { id: string } | string; id?: string; apiKey: string };
      const made = await tenantHere<Created>(slug, 'events', { ...shared, PUBLIC_URL: publicUrl });
      const id = typeof made.tenant === 'string' ? made.tenant : (made.tenant?.id ?? made.id ?? '');
      const tenant = { slug, id, apiKey: made.apiKey, eventId: await createEvent(publicUrl, made.apiKey) };
      tenants.push(tenant);
      // In turns, independent of the engine's choice.
      const worker = n % 2 === 1 ? 'w1' : 'w2';
      await cluster.move(schemaOf(tenant), worker);
      places.get(worker)?.push(tenant);
    }
  }

  async function checkOne({ checkins, denied, few, places: acked, tenant }: Load): Promise<readonly string[]> {
    const table = (name: string) => `"${schemaOf(tenant)}".${name}`;
    const wrong: string[] = [];
    const say = (isWrong: boolean, what: string) => isWrong && wrong.push(`${tenant.slug}: ${what}`);
    type Row = Record<string, string>;
    const rows = await cluster.query<Row>(`SELECT id, email FROM ${table('registrations')}`);
    const stored = new Set(rows.map((row) => row['id']));
    const lost = [...acked.keys()].filter((id) => !stored.has(id));
    say(lost.length > 0, `${lost.length} acknowledged registrations are lost: ${lost.slice(0, 3).join(', ')}`);
    const emails = new Set(rows.map((row) => row['email']));
    say(emails.size !== rows.length, `${rows.length - emails.size} registrations are doubled`);
    const kept = [...denied].filter((email) => emails.has(email));
    say(kept.length > 0, `${kept.length} of ${denied.size} are stored of which was said that nothing was changed`);
    const came = await cluster.query<Row>(`SELECT id, registration FROM ${table('checkins')}`);
    const cameIds = new Set(came.map((row) => row['id']));
    const lostCame = [...checkins.keys()].filter((id) => !cameIds.has(id));
    say(lostCame.length > 0, `${lostCame.length} acknowledged check-ins are lost: ${lostCame.slice(0, 3).join(', ')}`);
    const people = new Set(came.map((row) => row['registration']));
    say(people.size !== came.length, `${came.length - people.size} check-ins are doubled`);
    const fewSql = `SELECT count(*) AS n FROM ${table('registrations')} r JOIN ${table('ticket_types')} t ON t.id = r."ticketType" WHERE t.key = 'few'`;
    const [fewStored] = await cluster.query<Row>(fewSql);
    const taken = Number(fewStored?.['n']);
    say(
      taken > fewTickets || few.size > taken,
      `${taken} of ${fewTickets} few tickets are taken, ${few.size} acknowledged`,
    );
    const [log] = await cluster.query<Row>(
      `SELECT count(*) AS n, max(seq) AS last, (SELECT seq FROM ${table('_head')}) AS head FROM ${table('_changes')}`,
    );
    say(log?.['n'] !== log?.['last'] || log?.['n'] !== log?.['head'], `the log has a gap: ${JSON.stringify(log)}`);
    return wrong;
  }

  // What has been started would go on beside all other tests.
  await settle().catch(async (fault: unknown) => {
    await end();
    throw fault;
  });
  return {
    ...{ cluster, end, isDirect, tenants },
    servers: running.map(({ url }) => url),
    tenantsOn: (worker) => places.get(worker) ?? [],
    load: (clients, restMs) => {
      const servers = running.map(({ url }) => url);
      return tenants.map((tenant) => startLoad({ tenant, servers, clients, restMs }));
    },
    check: async (loads) => (await Promise.all(loads.map(checkOne))).flat(),
  };
}
