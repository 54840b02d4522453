/** SY13, SY14 on socket.io with the official client and by hand: hints after commits, and an end with the credential. */
import { createConnection } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Transaction } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

const patient = { timeout: 60_000, interval: 20 };

let house: TestServer;
let here: TwoEvents;
let stranger: TwoEvents;
const sockets: Socket[] = [];

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here', 2);
  stranger = await openTwoEvents(house, 'stranger', 2);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => house.close());

function open(auth: unknown, headers: Record<string, string> = {}, transports = ['websocket']): Socket {
  const socket = io(house.url, {
    auth: auth as Record<string, unknown>,
    transports,
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  sockets.push(socket);
  return socket;
}

const once = (socket: Socket, name: string) => new Promise<unknown>((resolve) => socket.once(name, resolve));
const connected = (socket: Socket) =>
  Promise.race([
    once(socket, 'connect').then(() => 'connected'),
    once(socket, 'connect_error').then((e) => (e as Error).message),
  ]);
async function change(events: TwoEvents, collection: string, id: string, patch: Readonly<Record<string, unknown>>) {
  const plan = async (tx: Transaction) => ok(await tx.update(collection, id, patch));
  const done = expectOk(await events.store.commit('system:test', plan));
  return done.seq;
}
/** @returns its place in the log */
const rename = (events: TwoEvents, name: string) => change(events, 'gates', events.gate.id, { name });

describe('SY13 hints', () => {
  test.each(['websocket', 'polling'])(
    'after a commit every kiosk of the tenant hears the head, by %s',
    async (transport) => {
      const [a, b] = [await here.kiosk(), await here.kiosk(here.otherGate)].map((kiosk) =>
        open({ token: kiosk.token }, {}, [transport]),
      );
      expect(await Promise.all([connected(a!), connected(b!)])).toEqual(['connected', 'connected']);
      // Pairing was a commit too: its hint may come first.
      const heard = [a!, b!].map((socket) => {
        const last = { head: 0 };
        socket.on('changed', ({ head }: { head: number }) => {
          last.head = head;
        });
        return last;
      });
      const head = await rename(here, `${transport} 1`);
      for (const last of heard) await expect.poll(() => last.head, patient).toBeGreaterThanOrEqual(head);
    },
  );

  test('the last hint of a burst names the last commit, and no tenant hears of another', async () => {
    const mine = open({ token: (await here.kiosk()).token });
    const theirs = open({ token: stranger.apiKey });
    expect(await Promise.all([connected(mine), connected(theirs)])).toEqual(['connected', 'connected']);
    const strangerHeard: number[] = [];
    theirs.on('changed', ({ head }: { head: number }) => strangerHeard.push(head));
    const heads: number[] = [];
    mine.on('changed', ({ head }: { head: number }) => heads.push(head));
    // All at once: one after the other, each may take longer than hints wait for one another.
    const renamed = await Promise.all(Array.from({ length: 50 }, (_, n) => rename(here, `burst ${n}`)));
    await expect.poll(() => heads.at(-1), patient).toBeGreaterThanOrEqual(Math.max(...renamed));
    expect(heads.length).toBeLessThan(50);
    expect(await here.store.head()).toBeGreaterThan(await stranger.store.head());
    await rename(stranger, 'own');
    // Followers may still be at work: the head is asked for each time.
    const isLast = async (heard: readonly number[], { store }: TwoEvents) => heard.at(-1) === (await store.head());
    await expect.poll(() => isLast(strangerHeard, stranger), patient).toBe(true);
    const own = await stranger.store.head();
    expect(strangerHeard.every((head) => head <= own)).toBe(true);
  });

  test('a change that no kiosk replicates wakes no kiosk: statuses of other kiosks wake people only', async () => {
    const kiosk = await here.kiosk();
    const [device, person] = [open({ token: kiosk.token }), open({ token: here.apiKey })];
    expect(await Promise.all([connected(device), connected(person)])).toEqual(['connected', 'connected']);
    const [toDevice, toPerson] = [device, person].map((socket) => {
      const heads: number[] = [];
      socket.on('changed', ({ head }: { head: number }) => heads.push(head));
      return heads;
    });
    if (!toDevice || !toPerson) throw new Error('two sockets');
    // One after the other, so that each could be a hint of its own.
    const statuses = 20;
    for (let pending = 1; pending <= statuses; pending++) {
      const seq = await change(here, 'kiosks', kiosk.id, { pending });
      await expect.poll(() => toPerson.at(-1), patient).toBeGreaterThanOrEqual(seq);
    }
    // A hint of an earlier change, its pairing, may have arrived meanwhile.
    expect(toDevice.length).toBeLessThan(statuses / 2);
    const moved = await change(here, 'kiosks', kiosk.id, { name: 'Door 2' });
    await expect.poll(() => toDevice.at(-1), patient).toBeGreaterThanOrEqual(moved);
  });
});

describe('W01 W09 who may connect', () => {
  test('no token, a wrong one, one of another kind of value, a sandbox key at the live address', async () => {
    const tokens = [
      undefined,
      {},
      { token: 'x' },
      { token: 7 },
      { token: null },
      { token: { a: 1 } },
      { token: 'gate_sk_live_ x' },
      { token: `${here.apiKey}x` },
    ];
    for (const auth of tokens) expect(await connected(open(auth))).toBe('unauthenticated');
    expect(await connected(open({ token: must(here.demo.sandbox, 'a sandbox').apiKey }))).toBe('unauthenticated');
    expect(await connected(open({ token: must(here.demo.sandbox, 'a sandbox').apiKey, sandbox: true }))).toBe(
      'connected',
    );
    expect(await connected(open({ token: here.apiKey, sandbox: true }))).toBe('unauthenticated');
    expect(await connected(open({ token: here.apiKey }))).toBe('connected');
  });

  test('W09 a page of another origin is turned away before the upgrade', async () => {
    const { apiKey: token } = here;
    for (const origin of ['https://evil.example', 'null', `${house.url}.evil.example`]) {
      expect(await connected(open({ token }, { origin }))).not.toBe('connected');
      const polling = await fetch(`${house.url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
      expect(polling.status).toBe(403);
      expect(polling.headers.get('access-control-allow-origin')).not.toBe(origin);
    }
    for (const origin of [house.url, 'app://kiosk'])
      expect(await connected(open({ token }, { origin }))).toBe('connected');
  });
});

describe('SY14 A21 the end', () => {
  test('a revoked kiosk’s sockets are closed at once, with the reason', async () => {
    const kiosk = await here.kiosk();
    const bystander = open({ token: (await here.kiosk()).token });
    const socket = open({ token: kiosk.token });
    await Promise.all([connected(socket), connected(bystander)]);
    const ended = Promise.all([once(socket, 'closed'), once(socket, 'disconnect')]);
    await house.send('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, { key: here.apiKey });
    expect(await ended).toEqual([{ code: 'kiosk_revoked' }, 'io server disconnect']);
    expect(bystander.connected).toBe(true);
    expect(await connected(open({ token: kiosk.token }))).toBe('kiosk_revoked');
  });

  test('a revoked key’s sockets are closed at once', async () => {
    const tenant = must(await house.admin.directory.byId(here.demo.tenant), 'the tenant');
    const { id, apiKey } = await house.admin.credentials.createKey(tenant, {
      name: 'k',
      scopes: ['events:read'],
    });
    const socket = open({ token: apiKey });
    await connected(socket);
    const ended = once(socket, 'closed');
    await house.admin.credentials.revokeKey(id);
    expect(await ended).toEqual({ code: 'credential_revoked' });
    expect((await house.send('GET', '/api/v1/auth/me', { key: apiKey })).codes).toEqual(['credential_revoked']);
  });

  test('what another process revoked is found out by looking again', async () => {
    const kiosk = await here.kiosk();
    const socket = open({ token: kiosk.token });
    await connected(socket);
    const ended = once(socket, 'closed');
    await here.store.commit('system:elsewhere', async (tx) => ({
      ok: true,
      value: await tx.update('kiosks', kiosk.id, { revokedAt: tx.now }),
    }));
    expect(await ended).toEqual({ code: 'kiosk_revoked' });
  });
});

describe('W02–W10 hostile clients', () => {
  function rawSocket(
    query = 'EIO=4&transport=websocket',
  ): Promise<{ socket: WebSocket; seen: string[]; closed: Promise<number> }> {
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/socket.io/?${query}`);
    const seen: string[] = [];
    socket.on('message', (data) => seen.push(String(data)));
    socket.on('error', () => {});
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    return new Promise((resolve) => {
      socket.on('open', () => resolve({ socket, seen, closed }));
      socket.on('close', () => resolve({ socket, seen, closed }));
    });
  }
  const connect = `40${JSON.stringify({ token: '@' })}`;

  const messages: readonly (readonly [string, string | Buffer])[] = [
    ['no packet', 'zzzz'],
    ['an unknown packet type', '49'],
    ['auth that is a list', '40[1]'],
    ['auth that is null', '40null'],
    ['auth that is no JSON', '40{'],
    ['an event before connecting', '42["changed",{}]'],
    ['another namespace', '40/admin,{"token":"x"}'],
    ['a binary event with a billion attachments', '451000000000-["x"]'],
    ['a binary event that announces and does not send', '452-["x",{"_placeholder":true,"num":9}]'],
    ['bytes out of nowhere', Buffer.alloc(1_000)],
    ['a frame of 2 MiB', 'x'.repeat(2 * 1024 * 1024)],
  ];
  test.each(messages)('%s disturbs no other client', async (_name, message) => {
    const { socket, closed } = await rawSocket();
    socket.send(message);
    const good = open({ token: here.apiKey });
    expect(await connected(good)).toBe('connected');
    const heard = once(good, 'changed');
    await rename(here, `after ${_name}`);
    await heard;
    socket.terminate();
    await closed;
  });

  test('W10 events of every name, acknowledgements and floods from a client do nothing', async () => {
    const { socket, seen } = await rawSocket();
    socket.send(connect.replace('@', here.apiKey));
    await expect.poll(() => seen.some((m) => m.startsWith('40'))).toBe(true);
    for (const name of ['__proto__', 'constructor', 'changed', 'disconnect', 'connect', 'error', 'newListener'])
      socket.send(`42${JSON.stringify([name, { head: 1e9 }])}`);
    for (let n = 0; n < 2_000; n += 1) socket.send(`42${n}["changed",{}]`);
    for (let n = 0; n < 2_000; n += 1) socket.send(`43${n}[1]`);
    socket.send(`42["join","${stranger.demo.tenant}"]`);
    const good = open({ token: here.apiKey });
    expect(await connected(good)).toBe('connected');
    expect(Object.hasOwn(Object.prototype, 'head')).toBe(false);
    socket.terminate();
  });

  test('an upgrade anywhere else, or to something else, is not taken', async () => {
    for (const [path, protocol] of [
      ['/api/v1/notes', 'websocket'],
      ['/socket.io/', 'h2c'],
      ['/', 'websocket'],
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const { hostname, port } = new URL(house.url);
        const socket = createConnection(Number(port), hostname, () =>
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
          ),
        );
        let text = '';
        socket.setTimeout(3_000, () => socket.destroy());
        socket.on('data', (part: Buffer) => {
          text += part.toString('latin1');
          socket.end();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(text));
      });
      expect(answer).not.toContain('101 Switching');
    }
    expect((await house.send('GET', '/healthz')).status).toBe(200);
  });
});
