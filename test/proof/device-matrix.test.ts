/**
 * Every device role asks for every operation there is: OpenAPI, actions, GraphQL, MCP, replication, documents and lines.
 * The closed list (device-rights.ts) is the only source of what is expected: a new operation that it does not name is
 * refused here without a new test, and one that is not refused is red.
 */
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Registry } from '#server/core/platform.ts';
import { deviceRights, deviceRoles } from '#server/core/policy/device-rights.ts';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { where } from '#shared/query/query.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { refusalOf } from '../server/modules/documents/stock-client.ts';
import { collabRows } from './collab-rows.ts';
import { graphqlDocuments, graphqlRows } from './graphql-rows.ts';
import { matrixRows, type Row } from './matrix-rows.ts';
import { type MatrixSite, openMatrixSite } from './matrix-site.ts';
import { mcpRows } from './mcp-rows.ts';
import { memberLinkTests } from './member-link.ts';
import { replicationRows } from './replication-rows.ts';

const refusedCode = 'device_not_allowed';
/**
 * Made by the same few functions for every name: every n-th is asked over these surfaces. An exhibitor's device, which is a
 * stranger's phone, is asked for all.
 */
const sampled = 9;

let site: MatrixSite;
let registry: Registry;
let kiosks: Readonly<Record<string, PairedKiosk>>;
let operations: readonly Row[];
let pushed: readonly Row[];
/** Of two exhibitors of the event, each with leads of the same visitors: the first one's device asks. */
let exhibitors: readonly [string, string];

beforeAll(async () => {
  site = await openMatrixSite({});
  const { directory, platform } = site.house.admin;
  const tenant = must(await directory.bySlug('victim'), 'the tenant');
  registry = await platform.registry(tenant.id);
  operations = matrixRows(site.document, site.ids).rows;
  pushed = await replicationRows(site, registry);
  const [event] = (await site.store.find('gates', { limit: 1 })).map((gate) => ({ id: gate.id, event: gate['event'] }));
  const { id: gate, event: ofEvent } = must(event, 'a gate');
  const made = await site.house.send('POST', `/events/${String(ofEvent)}/supervisors`, {
    key: site.apiKey,
    json: { name: 'Sam', pin: '271828' },
  });
  if (made.status !== 200) throw new Error(made.text);
  exhibitors = [
    await exhibitorWithLeads(String(ofEvent), 'Nordlicht'),
    await exhibitorWithLeads(String(ofEvent), 'Aegean'),
  ];
  const ofRole = (role: (typeof deviceRoles)[number]) =>
    role === 'exhibitor'
      ? pairKiosk(site.house, tenant.id, String(ofEvent), null, role, exhibitors[0])
      : pairKiosk(site.house, tenant.id, String(ofEvent), role === 'box' ? null : gate, role);
  kiosks = Object.fromEntries(await Promise.all(deviceRoles.map(async (role) => [role, await ofRole(role)] as const)));
});

async function exhibitorWithLeads(event: string, name: string): Promise<string> {
  const send = async (path: string, json: object) => {
    const made = await site.house.send('POST', `/events/${event}${path}`, { key: site.apiKey, json });
    if (made.status !== 201) throw new Error(made.text);
    return String(made.body['id']);
  };
  const exhibitorId = await send('/exhibitors', { name });
  const people = await site.store.find('registrations', { where: where({ event, status: 'confirmed' }), limit: 2 });
  for (const { id } of people) await send('/leads', { exhibitorId, registrationId: id, notes: `seen by ${name}` });
  await send(`/exhibitors/${exhibitorId}/members`, { email: `member@${name}.example` });
  return exhibitorId;
}
afterAll(() => site?.close());

/** The route of a row as the closed list spells it. */
function routeOf({ method, path }: Row): string {
  const parts = (path.split('?')[0] ?? '').split('/');
  if (!path.startsWith('/api/v1/replication/')) {
    return parts[3] === 'actions' ? `${method} /api/v1/actions/:action` : `${method} ${parts.join('/')}`;
  }
  if (parts[4] === 'snapshot') return `GET /api/v1/replication/snapshot${parts.length > 5 ? '/:snapshot/:n' : ''}`;
  return parts.length > 5 ? `${method} /api/v1/replication/:collection/${parts[5]}` : 'GET /api/v1/replication/pull';
}

const actionRows = (): readonly Row[] =>
  [...registry.actions.values()]
    .filter(({ http }) => !http?.signed)
    .map(({ name }) => ({
      id: 'actions.run',
      method: 'POST',
      path: `/api/v1/actions/${name}`,
      body: '{}',
      type: 'application/json',
      needs: 'a credential',
      toRecord: false,
      namesRecords: false,
    }));

async function ask(kiosk: PairedKiosk, { method, path, body, type }: Row) {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  const answer = await fetch(site.house.url + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${kiosk.token}` },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  });
  const text = await answer.text();
  return { status: answer.status, text };
}

/** An answer to HEAD has no words. */
const isRefused = ({ status, text }: { status: number; text: string }) =>
  status === 403 && (text === '' || text.includes(refusedCode));

/** What the log knows of a device: what it pushed, and what it says of itself. */
async function writtenBy(kiosk: PairedKiosk, from: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seq = from; ; ) {
    const changes = await site.store.since(seq, { limit: 1_000, collections: await site.store.collections() });
    for (const { actor, collection } of changes) if (actor === `kiosk:${kiosk.id}`) found.push(collection);
    const last = changes.at(-1)?.seq;
    if (last === undefined || changes.length < 1_000) return found;
    seq = last;
  }
}

describe.each(deviceRoles)('%s', (role) => {
  const rights = deviceRights[role];
  const mayRun = (path: string) => rights.actions.has(path.split('/').at(-1) ?? '');

  test('every operation of the OpenAPI document and every action: as the list says, and nothing else is written', async () => {
    const kiosk = must(kiosks[role], role);
    const from = await site.store.head();
    const wrong: string[] = [];
    let refused = 0;
    for (const row of [...operations.filter(({ needs }) => needs !== 'nothing'), ...actionRows()]) {
      const route = routeOf(row);
      const ofCollection = /\/replication\/(\w+)\/(pull|push)/.exec(row.path);
      const [, name = '', op = ''] = ofCollection ?? [];
      const listed = rights.requests.has(route);
      const inList = !ofCollection || (op === 'pull' ? rights.holds : rights.pushes)[name] !== undefined;
      const allowed = listed && inList && (!row.path.startsWith('/api/v1/actions/') || mayRun(row.path));
      const answer = await ask(kiosk, row);
      refused += Number(!allowed);
      const isRight = allowed ? answer.status < 500 && !isRefused(answer) : isRefused(answer);
      if (!isRight) wrong.push(`${row.method} ${row.path}: ${answer.status} ${answer.text.slice(0, 160)}`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(900);
    const may = new Set([...Object.keys(rights.pushes), 'kiosks', 'admission_leases']);
    expect((await writtenBy(kiosk, from)).filter((collection) => !may.has(collection))).toEqual([]);
  });

  test('every replicated collection: pulled and pushed as the list says, not as its definition offers to apps', async () => {
    const kiosk = must(kiosks[role], role);
    const wrong: string[] = [];
    for (const row of pushed) {
      const [, name = '', op = ''] = /\/replication\/(\w+)\/(pull|push)/.exec(row.path) ?? [];
      if (op === '') continue;
      const listed = rights.requests.has(routeOf(row)) && (op === 'pull' ? rights.holds : rights.pushes)[name];
      const answer = await ask(kiosk, row);
      if (listed ? answer.status !== 200 : !isRefused(answer))
        wrong.push(`${row.method} ${row.path}: ${answer.status} ${answer.text.slice(0, 160)}`);
    }
    expect(pushed.some(({ path }) => path.includes('/venues/push'))).toBe(true);
    expect(wrong).toEqual([]);
  });

  test('GraphQL, MCP, documents that several write, and lines: none of them', async () => {
    const kiosk = must(kiosks[role], role);
    const json = { method: 'POST', type: 'application/json', needs: 'a credential' } as const;
    const posted = (id: string, path: string, body: string): Row => ({
      ...json,
      ...{ id, path, body, toRecord: false, namesRecords: false },
    });
    const every = <T>(rows: readonly T[]) => rows.filter((_, n) => role === 'exhibitor' || n % sampled === 0);
    const rows = [
      ...every(graphqlDocuments(graphqlRows(registry, site.ids))).map(({ body }) =>
        posted('graphql', '/graphql', body),
      ),
      ...every(mcpRows(registry, site.ids)).map(({ body }) => posted('mcp', '/mcp?mode=registry', body)),
    ];
    const wrong: string[] = [];
    for (const row of rows) {
      const answer = await ask(kiosk, row);
      if (!isRefused(answer)) wrong.push(`${row.path}: ${answer.status} ${answer.text.slice(0, 160)}`);
    }
    const headers = { authorization: `Bearer ${kiosk.token}` };
    for (const path of [...every(collabRows(registry, site.ids)), '/live']) {
      const answer = await refusalOf(site.house.url, path, { headers });
      if (answer?.status !== 403) wrong.push(`${path}: ${answer?.status} ${answer?.codes}`);
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(role === 'exhibitor' ? 700 : 70);
    expect(await graphqlLine(kiosk)).not.toBe('connection_ack');
  });

  test('socket.io: hints, as the list says, and no event but them', async () => {
    const socket = io(site.house.url, { auth: { token: must(kiosks[role], role).token }, transports: ['websocket'] });
    const outcome = await new Promise<string>((resolve) => {
      socket.on('connect', () => resolve('connected'));
      socket.on('connect_error', ({ message }) => resolve(message));
    });
    socket.close();
    expect(outcome).toBe(rights.requests.has('socket.io') ? 'connected' : refusedCode);
  });

  test('its replica: the listed fields of the listed collections, of its own event, over snapshot and pull alike', async () => {
    const kiosk = must(kiosks[role], role);
    const held: { readonly collection: string; readonly record: Body }[] = [];
    const { body } = await kiosk.send('GET', '/api/v1/replication/snapshot');
    for (let n = 0; n < Number(body['chunks']); n++) {
      const path = `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`;
      const chunk = (await kiosk.send('GET', path)).body as unknown as { collection: string; records: Body[] };
      for (const record of chunk.records) held.push({ collection: chunk.collection, record });
    }
    const fromSnapshot = held.length;
    for (let seq = 0; ; ) {
      const page = (await kiosk.send('GET', `/api/v1/replication/pull?log=${String(body['log'])}&seq=${seq}`)).body;
      for (const { collection, record } of page['documents'] as readonly { collection: string; record: unknown }[])
        if (isObject(record)) held.push({ collection, record });
      seq = Number(page['seq']);
      if (seq >= Number(page['head'])) break;
    }
    expect(held.length).toBeGreaterThan(fromSnapshot);
    const wrong = held.filter(({ collection, record }) => {
      const fields = rights.holds[collection] ?? [];
      const names = Object.keys(record).filter((name) => name !== 'id' && name !== 'version');
      return names.length !== fields.length || names.some((name) => !fields.includes(name));
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    const event = kiosk.credentials['event'];
    expect(held.filter(({ collection, record }) => record[collection === 'events' ? 'id' : 'event'] !== event)).toEqual(
      [],
    );
    if (role === 'exhibitor') expectOwnLeadsOnly(held);
    // By value, too: no secret that stands under another name.
    const text = JSON.stringify(held);
    const stored = (await site.store.find('supervisors', {
      where: where({ name: 'Sam' }),
      limit: 1,
    })) as readonly Body[];
    const people = (await site.store.find('registrations', { limit: 100 })) as readonly Body[];
    const secrets = {
      pins: stored.flatMap(({ pinHash, pinSalt }) => [String(pinHash), String(pinSalt)]),
      addresses: people.map(({ email }) => String(email)),
      tickets: people.map(({ ticketNumber }) => String(ticketNumber)),
      pages: people.map(({ pageSecret }) => String(pageSecret)),
    };
    expect(secrets.pins.length).toBeGreaterThan(0);
    expect(secrets.addresses.length).toBeGreaterThan(0);
    const shown = Object.entries(secrets).flatMap(([kind, all]) =>
      all.some((one) => text.includes(one)) ? [kind] : [],
    );
    expect(shown).toEqual(knownTo[role]);
  });
});

/** What the list binds to the exhibitor is there, of this one, and of the other one nothing by any field. */
function expectOwnLeadsOnly(held: readonly { readonly collection: string; readonly record: Body }[]): void {
  const [own, other] = exhibitors;
  for (const [collection, field] of Object.entries(deviceRights.exhibitor.ofExhibitor ?? {})) {
    const ofIt = held.filter((one) => one.collection === collection).map(({ record }) => record[field]);
    expect([collection, ...new Set(ofIt)]).toEqual([collection, own]);
  }
  expect(JSON.stringify(held)).not.toContain(other);
  expect(JSON.stringify(held)).not.toContain('seen by Aegean');
}

const knownTo = {
  gate: ['pins', 'addresses', 'tickets'],
  'self-service': ['tickets'],
  exhibitor: [],
  box: ['pins', 'addresses', 'tickets'],
} as const;

/** @returns the type of the first answer on GraphQL's own socket, or why there is none */
function graphqlLine(kiosk: PairedKiosk): Promise<string> {
  const socket = new WebSocket(`${site.house.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${kiosk.token}` },
  });
  return new Promise((resolve) => {
    const end = (word: string) => {
      socket.close();
      resolve(word);
    };
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${kiosk.token}` } })),
    );
    socket.on('message', (data) => end(String((JSON.parse(String(data)) as Body)['type'])));
    socket.on('error', ({ message }) => end(message));
    socket.on('close', (code) => end(String(code)));
  });
}

memberLinkTests(() => ({ site, registry, exhibitors, guarded: operations.filter(({ needs }) => needs !== 'nothing') }));

describe('a role that changes', () => {
  test('has another log from then on, so that the replica of the former role is replaced', async () => {
    const { id: gate, event } = must((await site.store.find('gates', { limit: 1 }))[0], 'a gate') as Body;
    const tenant = must(await site.house.admin.directory.bySlug('victim'), 'the tenant');
    const kiosk = await pairKiosk(site.house, tenant.id, String(event), String(gate), 'gate');
    const { log, seq } = (await kiosk.send('GET', '/api/v1/replication/snapshot')).body;
    const pull = (of: unknown) => kiosk.send('GET', `/api/v1/replication/pull?log=${String(of)}&seq=${String(seq)}`);
    expect((await pull(log)).status).toBe(200);
    const json = { role: 'self-service' };
    expect((await site.house.send('PATCH', `/api/v1/kiosks/${kiosk.id}`, { key: site.apiKey, json })).status).toBe(200);
    expect((await pull(log)).codes).toEqual(['log_changed']);
    const now = (await kiosk.send('GET', '/api/v1/replication/snapshot')).body;
    expect(now['log']).not.toBe(log);
    expect((await pull(now['log'])).status).toBe(200);
  });
});
