/** The client's address of a request through any chain of proxies: R23 for addresses. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { clientOf } from '#server/http/client-address.ts';
import { unsetProxies } from '#server/http/unset-proxies.ts';
import { must } from '#shared/base/assert.ts';
import { parseAddress, parseNetwork } from '#shared/base/network-address.ts';
import { adminWords } from '#test/fixtures/admin-words.ts';
import { addMember, login } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const trusted = ['10.0.0.0/8', 'fd00::/8'].map((text) => must(parseNetwork(text), 'a network'));
const proxy = fc.oneof(
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join('.')}`),
  fc.nat(65_535).map((n) => `fd00::${n.toString(16)}`),
);
const client = fc.oneof(
  fc.ipV4().filter((text) => !text.startsWith('10.')),
  fc.nat(65_535).map((n) => `2001:db8::${n.toString(16)}`),
);
/** What a client may write there: addresses of others, of proxies, and rubbish. */
const madeUp = fc.array(
  fc.oneof(
    client,
    proxy,
    fc.constantFrom('unknown', '_hidden', '', 'evil', '"', ',', ';', 'for=', '\\"'),
    fc.string({ maxLength: 8 }),
  ),
  { maxLength: 6 },
);
const canonical = (text: string) => parseAddress(text)?.text ?? text;
const withPort = (text: string, port: number | null) =>
  port === null ? text : text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
const port = fc.option(fc.integer({ min: 1, max: 65_535 }));

describe('through any chain of trusted proxies', () => {
  test('X-Forwarded-For leads to the client, with anything the client wrote itself', () => {
    fc.assert(
      fc.property(client, madeUp, fc.array(proxy, { minLength: 1, maxLength: 5 }), port, (from, own, chain, at) => {
        const appended = [from, ...chain.slice(0, -1)].map((hop) => withPort(hop, at));
        const header = [...own, ...appended].join(', ');
        const found = clientOf(chain.at(-1), { 'x-forwarded-for': header }, trusted);
        expect(found).toEqual({ address: canonical(from), proxyNotSet: false });
      }),
      { numRuns: 3_000 },
    );
  });

  test('Forwarded leads to the client, or stops at the proxy where the client made it unreadable', () => {
    const element = (text: string, at: number | null) => {
      const hop =
        text.includes(':') || at !== null
          ? `"${text.includes(':') ? `[${text}]` : text}${at === null ? '' : `:${at}`}"`
          : text;
      return `for=${hop};proto=https;by=10.0.0.1`;
    };
    fc.assert(
      fc.property(client, madeUp, fc.array(proxy, { minLength: 1, maxLength: 5 }), port, (from, own, chain, at) => {
        const appended = [from, ...chain.slice(0, -1)].map((hop) => element(hop, at));
        const readable = own.filter((text) => !/[",]/.test(text)).map((text) => `for=${text}`);
        const peer = must(chain.at(-1), 'a peer');
        const found = clientOf(peer, { forwarded: [...readable, ...appended].join(', ') }, trusted);
        expect(found.address).toBe(canonical(from));
        const rough = clientOf(peer, { forwarded: [...own, ...appended].join(', ') }, trusted);
        expect([canonical(from), canonical(peer)]).toContain(rough.address);
      }),
      { numRuns: 3_000 },
    );
  });

  test('of the two headers the one that a client adds does not count', () => {
    fc.assert(
      fc.property(client, client, proxy, fc.boolean(), (from, claimed, peer, listed) => {
        const headers = listed
          ? { 'x-forwarded-for': from, forwarded: `for="[${claimed}]"` }
          : { forwarded: `for="${from.includes(':') ? `[${from}]` : from}"`, 'x-forwarded-for': claimed };
        expect([canonical(from), canonical(peer)]).toContain(clientOf(peer, headers, trusted).address);
      }),
    );
  });
});

test('R23 from a peer that is not trusted, no header counts', () => {
  fc.assert(
    fc.property(client, madeUp, fc.boolean(), (peer, own, listed) => {
      const header = own.join(', ');
      const headers = listed ? { 'x-forwarded-for': header } : { forwarded: header };
      expect(clientOf(peer, headers, trusted)).toEqual({ address: canonical(peer), proxyNotSet: true });
      expect(clientOf(peer, {}, trusted)).toEqual({ address: canonical(peer), proxyNotSet: false });
    }),
  );
});

test('a long header takes no time', () => {
  for (const part of ['"', '\\"', '"\\', ',', 'for=', '1.1.1.1,'])
    for (const name of ['forwarded', 'x-forwarded-for'])
      expect(clientOf('10.0.0.1', { [name]: part.repeat(16_000 / part.length) }, trusted).address).toMatch(/^1/);
});

test('the log says once for each proxy that it is not set; only one inside is noted for the doctor', async () => {
  const said: unknown[] = [];
  const noted: string[] = [];
  let nowMs = 0;
  const parts = { clock: () => nowMs, note: async (peer: string) => void noted.push(peer) };
  const seen = unsetProxies({ ...parts, log: { warn: (_message, fields) => void said.push(fields?.['peer']) } });
  for (let n = 0; n < 1_000; n += 1)
    for (const peer of ['10.0.0.1', '203.0.113.9', '2001:db8::1', '2001:db8::2']) seen(peer);
  expect(said).toEqual(['10.0.0.1', '203.0.113.9', '2001:db8::1']);
  for (let n = 0; n < 1_000; n += 1) seen(`198.51.100.${n % 256}`);
  expect(said.length).toBe(20);
  nowMs = 24 * 60 * 60_000;
  seen('10.0.0.1');
  expect([said.length, noted]).toEqual([20, ['10.0.0.1', '10.0.0.1']]);
});

describe('a server', () => {
  let proxied: TestServer;
  let bare: TestServer;
  beforeAll(async () => {
    proxied = await openTestServer({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    bare = await openTestServer();
  });
  afterAll(async () => {
    await proxied?.close();
    await bare?.close();
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (house: TestServer, email: string, headers: Record<string, string>) =>
    house.send('POST', '/api/v1/auth/login', { json: { email, password: 'wrong wrong wrong' }, headers });

  test('through a proxy counts guesses by client, and one client cannot lock all others out', async () => {
    const { tenant } = await proxied.tenant('acme');
    await addMember(proxied, tenant.id, 'ada@example.org', 'owner');
    for (let n = 0; n < 101; n += 1) await guess(proxied, `nobody${n}@example.org`, from('192.0.2.66'));
    expect((await guess(proxied, 'ada@example.org', from('192.0.2.66'))).status).toBe(429);
    // A made-up hop to the left changes nothing.
    expect((await guess(proxied, 'ada@example.org', from('198.51.100.1, 192.0.2.66'))).status).toBe(429);
    const right = await proxied.send('POST', '/api/v1/auth/login', {
      json: { email: 'ada@example.org', password: 'correct horse battery' },
      headers: from('192.0.2.7, 10.1.1.1'),
    });
    expect(right.status).toBe(200);
    const key = String((right.body['data'] as Record<string, unknown>)['accessToken']);
    const log = await proxied.send('GET', '/api/v1/audit_entries?where[action][equals]=auth.login', { key });
    expect((log.body['data'] as readonly unknown[])[0]).toMatchObject({ from: '192.0.2.7' });
  });

  test('through a proxy limits IPv6 clients by /64', async () => {
    for (let n = 0; n < 101; n += 1)
      await guess(proxied, `v6-${n}@example.org`, from(`2001:db8:0:1::${n.toString(16)}`));
    expect((await guess(proxied, 'x@example.org', from('2001:db8:0:1:ffff::1'))).status).toBe(429);
    expect((await guess(proxied, 'x@example.org', from('2001:db8:0:2::1'))).status).toBe(401);
  });

  test('writes down the client of a socket, too', async () => {
    const made = await proxied.tenant('sockets');
    const socket = new WebSocket(`${proxied.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: from('203.0.113.9'),
    });
    const query = 'mutation { createMember(input: {email: "new@example.org", role: "viewer"}) { id } }';
    const answers: string[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${made.apiKey}` } })),
      );
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as { type: string };
        answers.push(String(data));
        if (message.type === 'connection_ack')
          socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
        if (message.type === 'complete' || message.type === 'error') socket.close();
      });
    });
    const path = '/api/v1/audit_entries?where[action][equals]=member.invited';
    const log = await proxied.send('GET', path, { key: made.apiKey });
    expect([answers, log.body['data']]).toEqual([answers, [expect.objectContaining({ from: '203.0.113.9' })]]);
  });

  test('without a proxy that is set believes no header, and the doctor says that one passes requests on', async () => {
    const { tenant } = await bare.tenant('acme');
    await addMember(bare, tenant.id, 'ada@example.org', 'owner');
    const proxies = async (more: Record<string, string> = {}) => {
      const env = { ...bare.env, ...more };
      const { out } = await adminWords(env, ['doctor', '--json']);
      const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; said: string }[] };
      return must(
        checks.find(({ name }) => name === 'proxies'),
        'the check',
      );
    };
    expect(await proxies()).toMatchObject({ ok: true });
    for (let n = 0; n < 101; n += 1) await guess(bare, `nobody${n}@example.org`, from(`192.0.2.${n}`));
    // One address for all clients, as long as no setting names the proxy.
    expect((await login(bare, { email: 'ada@example.org' })).status).toBe(429);
    await expect
      .poll(() => proxies())
      .toMatchObject({ ok: false, said: expect.stringMatching(/127\.0\.0\.1.*TRUSTED_PROXIES/) });
    expect(await proxies({ TRUSTED_PROXIES: '127.0.0.0/8' })).toMatchObject({ ok: true });
  });
});
