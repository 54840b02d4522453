/** Logging in over real HTTP, on both stores: tokens, refresh, logout, what ends them, and what never was one. */
import { generateKeyPairSync } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import * as argon2 from '@node-rs/argon2';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { windowMs } from '#server/identity/people/attempts.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { addMember, loggedIn, login, password, type Tokens } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

// The real one, counted.
vi.mock('@node-rs/argon2', { spy: true });
const verify = vi.mocked(argon2.verify);

const stores = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('people') })],
] as const;

describe.each(stores)('on %s', (_name, environment) => {
  let house: TestServer;
  let acme: CreatedTenant;
  let other: CreatedTenant;
  let owner: string;

  beforeAll(async () => {
    house = await openTestServer(await environment());
    [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
    owner = await addMember(house, acme.tenant.id, 'Ada@Example.org', 'owner');
  });
  afterAll(() => house?.close());

  const me = (key: string, prefix = '') => house.send('GET', `${prefix}/api/v1/auth/me`, { key });
  const refresh = (refreshToken: unknown) => house.send('POST', '/api/v1/auth/refresh', { json: { refreshToken } });
  const tokensOf = (answer: { body: Readonly<Record<string, unknown>> }) => answer.body['data'] as Tokens;

  test('the answer has the shape of the contract; the token works like a key, also for writing', async () => {
    const answer = await login(house, { email: 'ada@example.ORG' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          refreshToken: expect.stringMatching(/^gate_rt_/),
          tokenType: 'Bearer',
          expiresIn: 900,
          user: { id: owner, email: 'Ada@Example.org', role: 'owner', tenant: { slug: 'acme' } },
        },
        meta: {},
      },
    });
    expect(answer.text).not.toMatch(/hash|argon/i);
    const key = tokensOf(answer).accessToken;
    expect((await me(key)).body['data']).toMatchObject({
      kind: 'user',
      roles: ['owner', 'supervisor'],
      tenant: { slug: 'acme' },
      user: { id: owner, email: 'Ada@Example.org' },
    });
    const made = await house.send('POST', '/api/v1/notes', { key, json: { title: 'by Ada' } });
    expect(made.status).toBe(201);
    const store = await house.admin.directory.open(acme.tenant);
    const [change] = await store.since(0, { limit: 10, collections: ['notes'] });
    expect(change?.actor).toBe(`user:${owner}`);
  });

  test('the access token is a JWT that anyone can check with the published keys', async () => {
    const { accessToken } = await loggedIn(house, 'ada@example.org');
    const jwks = await house.send('GET', '/.well-known/jwks.json');
    expect(jwks.text).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(
      accessToken,
      createLocalJWKSet(JSON.parse(jwks.text) as JSONWebKeySet),
      { algorithms: ['EdDSA'], typ: 'at+jwt' },
    );
    expect(protectedHeader.alg).toBe('EdDSA');
    expect(must(payload.exp, 'exp') - must(payload.iat, 'iat')).toBe(900);
    expect(payload).toMatchObject({ sub: owner, tid: acme.tenant.id });
  });

  test('A09 a refresh token is good once; used again it ends the whole family', async () => {
    const first = await loggedIn(house, 'ada@example.org');
    const second = tokensOf(await refresh(first.refreshToken));
    expect((await me(second.accessToken)).status).toBe(200);
    const third = tokensOf(await refresh(second.refreshToken));
    expect((await me(third.accessToken)).status).toBe(200);
    const replayed = await refresh(first.refreshToken);
    expect([replayed.status, replayed.codes]).toEqual([401, ['unauthenticated']]);
    for (const { accessToken, refreshToken } of [first, second, third]) {
      expect((await me(accessToken)).status).toBe(401);
      expect((await refresh(refreshToken)).status).toBe(401);
    }
  });

  test('A10 of refreshes at one time at most one succeeds, and a copy ends the family', async () => {
    const { refreshToken } = await loggedIn(house, 'ada@example.org');
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
    const good = answers.filter((answer) => answer.status === 200);
    expect(good.length).toBe(1);
    expect(answers.filter((answer) => answer.status === 401).length).toBe(7);
    expect((await me(tokensOf(must(good[0], 'one')).accessToken)).status).toBe(401);
  });

  test('A08 a refresh token is no access token, nor the reverse', async () => {
    const tokens = await loggedIn(house, 'ada@example.org');
    expect((await me(tokens.refreshToken)).status).toBe(401);
    expect((await refresh(tokens.accessToken)).status).toBe(401);
    for (const none of ['', 'gate_rt_x', 7, null, {}]) expect((await refresh(none)).status).toBeOneOf([401, 422]);
  });

  test('A11 after logout both tokens are dead at once; other logins of the same person go on', async () => {
    const here = await loggedIn(house, 'ada@example.org');
    const there = await loggedIn(house, 'ada@example.org');
    const out = await house.send('POST', '/api/v1/auth/logout', { key: here.accessToken, json: {} });
    expect(out.status).toBe(200);
    expect((await me(here.accessToken)).codes).toEqual(['credential_revoked']);
    expect((await refresh(here.refreshToken)).status).toBe(401);
    expect((await me(there.accessToken)).status).toBe(200);
    const { refreshToken } = there;
    expect((await house.send('POST', '/api/v1/auth/logout', { json: { refreshToken } })).status).toBe(200);
    expect((await me(there.accessToken)).status).toBe(401);
  });

  test('A11 a person who is removed, suspended or given another role feels it at the next request', async () => {
    const id = await addMember(house, acme.tenant.id, 'eve@example.org', 'editor');
    const eve = await loggedIn(house, 'eve@example.org');
    const write = () => house.send('POST', '/api/v1/notes', { key: eve.accessToken, json: { title: 'by Eve' } });
    const patch = (json: object) => house.send('PATCH', `/api/v1/members/${id}`, { key: acme.apiKey, json });
    expect((await write()).status).toBe(201);
    expect((await patch({ role: 'viewer' })).status).toBe(200);
    expect((await write()).codes).toEqual(['insufficient_scope']);
    expect((await patch({ status: 'suspended' })).status).toBe(200);
    expect((await me(eve.accessToken)).codes).toEqual(['credential_revoked']);
    expect((await login(house, { email: 'eve@example.org' })).codes).toEqual(['login_failed']);
    // Suspension ends what was open for good: it does not come back with the member.
    await expect
      .poll(async () => {
        const held = await house.send('GET', `/api/v1/auth/sessions?member=${id}`, { key: acme.apiKey });
        return held.body['data'];
      })
      .toEqual([]);
    expect((await patch({ status: 'active' })).status).toBe(200);
    expect((await me(eve.accessToken)).codes).toEqual(['credential_revoked']);
    expect((await login(house, { email: 'eve@example.org' })).status).toBe(200);
    expect((await house.send('DELETE', `/api/v1/members/${id}`, { key: acme.apiKey })).status).toBe(200);
    expect((await me(eve.accessToken)).status).toBe(401);
    expect((await refresh(eve.refreshToken)).status).toBe(401);
    expect((await login(house, { email: 'eve@example.org' })).codes).toEqual(['login_failed']);
  });

  test('A11 a changed password ends every other login and brings a new one', async () => {
    await addMember(house, acme.tenant.id, 'joe@example.org', 'viewer');
    const [here, there] = [await loggedIn(house, 'joe@example.org'), await loggedIn(house, 'joe@example.org')];
    const change = (currentPassword: string, newPassword: string) =>
      house.send('POST', '/api/v1/auth/password', { key: here.accessToken, json: { currentPassword, newPassword } });
    expect((await change('not the one I have', 'another horse battery')).codes).toEqual(['password_wrong']);
    expect((await change(password, 'short')).codes).toEqual(['too_short']);
    expect((await change(password, 'joe@example.org')).codes).toEqual(['password_weak']);
    const changed = await change(password, 'another horse battery');
    expect([changed.status, changed.codes]).toEqual([200, []]);
    for (const { accessToken } of [here, there]) expect((await me(accessToken)).status).toBe(401);
    expect((await me(tokensOf(changed).accessToken)).status).toBe(200);
    expect((await login(house, { email: 'joe@example.org' })).status).toBe(401);
    expect((await login(house, { email: 'joe@example.org', password: 'another horse battery' })).status).toBe(200);
    const byKey = await house.send('POST', '/api/v1/auth/password', {
      key: acme.apiKey,
      json: { currentPassword: password, newPassword: 'another horse battery' },
    });
    expect(byKey.codes).toEqual(['person_only']);
  });

  test('members of several tenants say which; a login leads nowhere else, and not into the sandbox', async () => {
    await addMember(house, acme.tenant.id, 'bob@example.org', 'viewer');
    await addMember(house, other.tenant.id, 'bob@example.org', 'viewer');
    await addMember(house, other.sandbox.tenant, 'bob@example.org', 'editor');
    const which = await login(house, { email: 'bob@example.org' });
    expect(which).toMatchObject({ status: 409, codes: ['tenant_ambiguous'] });
    expect(which.text).toContain('"tenants":["acme","other"]');
    expect((await login(house, { email: 'bob@example.org', tenant: 'nowhere' })).codes).toEqual(['login_failed']);
    const atOther = await loggedIn(house, 'bob@example.org', '', { tenant: 'other' });
    expect((await me(atOther.accessToken)).body['data']).toMatchObject({ tenant: { slug: 'other' } });
    expect((await me(atOther.accessToken, '/sandbox')).status).toBe(401);
    const inSandbox = await loggedIn(house, 'bob@example.org', '/sandbox');
    expect((await me(inSandbox.accessToken)).status).toBe(401);
    expect((await me(inSandbox.accessToken, '/sandbox')).body['data']).toMatchObject({ scopes: ['*:read', '*:write'] });
  });

  test('A16 an unknown address and a wrong password get the same answer', async () => {
    const [unknown, wrong] = [
      await login(house, { email: 'nobody@example.org' }),
      await login(house, { email: 'ada@example.org', password: 'wrong wrong wrong' }),
    ];
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(wrong.codes).toEqual(['login_failed']);
  });

  test('keys rotate: the old one is believed while its tokens live; withdrawn, it is believed no more', async () => {
    const { signingKeys } = house.admin.access;
    const before = await loggedIn(house, 'ada@example.org');
    const next = await signingKeys.rotate();
    const kids = async () =>
      (JSON.parse((await house.send('GET', '/.well-known/jwks.json')).text) as JSONWebKeySet).keys.map((k) => k.kid);
    expect(await kids()).toContain(next.kid);
    expect((await me(before.accessToken)).status).toBe(200);
    const last = await signingKeys.rotate({ withdraw: true });
    expect(await kids()).toEqual([last.kid]);
    expect((await me(before.accessToken)).status).toBe(401);
    const after = await loggedIn(house, 'ada@example.org');
    expect((await me(after.accessToken)).status).toBe(200);
  });
});

describe('tokens that are none', () => {
  let house: TestServer;
  let good: string;
  let claims: Record<string, unknown>;
  let kid: string;
  let x: string;

  beforeAll(async () => {
    house = await openTestServer();
    const acme = await house.tenant('acme');
    await addMember(house, acme.tenant.id, 'ada@example.org', 'owner');
    good = (await loggedIn(house, 'ada@example.org')).accessToken;
    const part = (i: number) => JSON.parse(Buffer.from(good.split('.')[i]!, 'base64url').toString()) as never;
    claims = part(1);
    kid = (part(0) as { kid: string }).kid;
    const jwks = JSON.parse((await house.send('GET', '/.well-known/jwks.json')).text) as JSONWebKeySet;
    x = String(must(jwks.keys[0], 'a key').x);
  });
  afterAll(() => house?.close());

  const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused = async (token: string) => {
    const answer = await house.send('GET', '/api/v1/auth/me', { key: token });
    expect([token.slice(0, 60), answer.status, isDecent(answer)]).toEqual([token.slice(0, 60), 401, true]);
    return answer.codes[0];
  };
  const signed = (payload: object, header: object = {}) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
      .sign(privateKey);
  };
  /** Signed with the server's own key: only what it says is wrong. */
  const ours = async (payload: object, header: object = {}) => {
    const key = await house.admin.access.signingKeys.current();
    return new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid, ...header })
      .sign(key.privateKey);
  };

  test('what the helper signs is believed, so that the refusals below are for what they say', async () => {
    expect((await house.send('GET', '/api/v1/auth/me', { key: await ours(claims) })).status).toBe(200);
  });

  test('A02 alg none in five spellings', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', 'none ']) {
      await refused(`${b64({ alg, typ: 'at+jwt', kid })}.${b64(claims)}.`);
      await refused(`${b64({ alg, typ: 'at+jwt', kid })}.${b64(claims)}.${good.split('.')[2]}`);
    }
  });

  test('A03 HS256 signed with the public key as the secret', async () => {
    for (const secret of [x, Buffer.from(x, 'base64url'), JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x })]) {
      const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret.padEnd(32)) : new Uint8Array(secret);
      await refused(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid }).sign(bytes));
    }
  });

  test('A04 a kid that is a path, SQL, a prototype, or unknown', async () => {
    for (const strange of ['../../dev/null', "' OR 1=1 --", '__proto__', 'constructor', '', crypto.randomUUID()])
      await refused(await signed(claims, { kid: strange }));
  });

  test('A05 a key that the token brings itself is not used', async () => {
    const pair = generateKeyPairSync('ed25519');
    const jwk = pair.publicKey.export({ format: 'jwk' });
    for (const header of [{ jwk }, { jku: 'http://127.0.0.1:1/keys' }, { x5u: 'http://127.0.0.1:1/cert' }])
      await refused(
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
          .sign(pair.privateKey),
      );
  });

  test('A06 another payload under an old signature', async () => {
    const [header, , signature] = good.split('.');
    await refused(`${header}.${b64({ ...claims, sub: crypto.randomUUID() })}.${signature}`);
    await refused(await signed(claims));
  });

  test('A07 exp past, missing or text; nbf to come; another audience, issuer or type', async () => {
    const now = Math.floor(Date.now() / 1000);
    const without = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'exp'));
    expect(await refused(await ours({ ...claims, iat: now - 2_000, exp: now - 1_000 }))).toBe('credential_expired');
    await refused(await ours(without));
    await refused(await ours({ ...claims, exp: String(now + 900) as never }));
    await refused(await ours({ ...claims, nbf: now + 600 }));
    await refused(await ours({ ...claims, aud: 'https://elsewhere.example' }));
    await refused(await ours({ ...claims, iss: 'https://elsewhere.example' }));
    await refused(await ours(claims, { typ: 'JWT' }));
    for (const name of ['sub', 'tid', 'sid']) await refused(await ours({ ...claims, [name]: '__proto__' }));
  });

  test('A12 another spelling of the same bytes', async () => {
    const [header, payload, signature = ''] = good.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 64 bytes are 86 characters: the last one has four bits that mean nothing.
    const last = alphabet[alphabet.indexOf(signature.at(-1)!) ^ 1]!;
    for (const other of [signature.slice(0, -1) + last, `${signature}=`, ` ${signature}`, `${signature}.`])
      await refused(`${header}.${payload}.${other}`);
  });

  test('A18 a very long one', async () => {
    const answer = await house.send('GET', '/api/v1/auth/me', { key: `${good}${'a'.repeat(12_000)}` });
    expect(answer.status).toBeOneOf([401, 431]);
  });
});

/** Attempts are counted in windows: one begins now, so that none turns over while a test counts. */
function windowBegins(): Record<string, string> {
  return { NOW_OFFSET_MS: String(windowMs - (Date.now() % windowMs)) };
}

describe('attempts', () => {
  /** A few connections at a time, kept. */
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  let house: TestServer;
  let acme: CreatedTenant;
  beforeAll(async () => {
    house = await openTestServer(windowBegins());
    acme = await house.tenant('acme');
    await addMember(house, acme.tenant.id, 'ada@example.org', 'owner');
    for (const name of ['bob', 'eve', 'kim']) await addMember(house, acme.tenant.id, `${name}@example.org`, 'viewer');
  });
  afterAll(() => house?.close());

  /** From another address of this machine. @returns the status */
  function loginFrom(localAddress: string, email: string, given: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const request = httpRequest(`${house.url}/api/v1/auth/login`, { method: 'POST', localAddress, headers, agent });
      request.on('error', reject);
      request.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      request.end(JSON.stringify({ email, password: given }));
    });
  }

  test('A15 a thousand wrong passwords from one address: the right one still opens from another', async () => {
    const wrong = await Promise.all(
      Array.from({ length: 1_000 }, () => loginFrom('127.0.0.7', 'eve@example.org', 'wrong wrong wrong')),
    );
    expect(new Set(wrong)).toEqual(new Set([401, 429]));
    expect(await loginFrom('127.0.0.7', 'eve@example.org', password)).toBe(429);
    expect(await loginFrom('127.0.0.8', 'eve@example.org', password)).toBe(200);
    // The log contains no guessed password.
    const { control } = house.admin.directory;
    const written = await control.since(0, { limit: 10_000 });
    expect(written.filter(({ actor }) => actor === 'system:attempts')).toEqual([]);
  });

  test('A15 the login page of an app and the mails for a new password are counted too', async () => {
    const form = (path: string, fields: Record<string, string>) =>
      house.send('POST', path, {
        raw: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const made = await house.send('POST', '/api/v1/oauth-clients', {
      key: acme.apiKey,
      json: { name: 'App', redirectUris: ['https://app.example/cb'], scopes: ['notes:read'], confidential: false },
    });
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: String((made.body['data'] as { id: string }).id) },
      ...{ redirect_uri: 'https://app.example/cb', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    });
    const page = await house.send('GET', `/oauth/authorize?${query}`);
    const request = must(/name="request" value="([^"]*)"/.exec(page.text)?.[1], 'the request');
    const who = { request, email: 'kim@example.org', password: 'wrong wrong wrong' };
    const pages = [];
    for (let i = 0; i < 11; i += 1) pages.push((await form('/oauth/authorize', who)).status);
    expect([pages[0], pages.at(-1)]).toEqual([401, 429]);
    expect((await login(house, { email: 'kim@example.org' })).status).toBe(429);
    const mails = [];
    const forgot = { email: 'kim@example.org' };
    for (let i = 0; i < 6; i += 1)
      mails.push((await house.send('POST', '/api/v1/auth/password/forgot', { json: forgot })).status);
    expect([mails[0], mails.at(-1)]).toEqual([202, 429]);
  });

  test('A15 after ten wrong passwords 429 with Retry-After; others at the same address still come in', async () => {
    const wrong = await Promise.all(
      Array.from({ length: 40 }, () => login(house, { email: 'ada@example.org', password: 'wrong wrong wrong' })),
    );
    const statuses = wrong.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    const refused = must(
      wrong.find((answer) => answer.status === 429),
      'one too many',
    );
    expect(refused.codes).toEqual(['too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(house, { email: 'bob@example.org' })).status).toBe(200);
  });

  test('A16 a password is hashed, once, whether the address is known or not', async () => {
    const before = verify.mock.calls.length;
    expect((await login(house, { email: 'bob@example.org', password: 'wrong wrong wrong' })).status).toBe(401);
    expect(verify.mock.calls.length).toBe(before + 1);
    expect((await login(house, { email: 'nobody@example.org', password: 'wrong wrong wrong' })).status).toBe(401);
    expect(verify.mock.calls.length).toBe(before + 2);
    const settings = verify.mock.calls.slice(before).map(([stored]) => String(stored).split('$').slice(1, 4).join());
    expect(settings[0]).toBe(settings[1]);
  });

  test('A13 a login opens a new session, not one that an attacker put into the browser', async () => {
    const planted = { cookie: 'session=planted; sid=planted', authorization: 'Bearer gate_se_planted' };
    const answer = await house.send('POST', '/api/v1/auth/login', {
      json: { email: 'bob@example.org', password, session: 'planted' },
      headers: planted,
    });
    expect(answer.status).toBe(400);
    const opened = await Promise.all(
      [1, 2].map(() =>
        house.send('POST', '/api/v1/auth/login', { json: { email: 'bob@example.org', password }, headers: planted }),
      ),
    );
    const sessions = opened.map(({ body }) => {
      const [, payload = ''] = (body['data'] as Tokens).accessToken.split('.');
      return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }).sid);
    });
    expect(new Set([...sessions, 'planted']).size).toBe(3);
    expect(opened.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
    expect((await house.send('GET', '/api/v1/auth/me', { headers: planted })).status).toBe(401);
  });

  test('A17 a password of a megabyte is refused before it is hashed; so is what is no text', async () => {
    const big = await login(house, { email: 'bob@example.org', password: 'x'.repeat(1_000_000) });
    expect(big.status).toBeOneOf([413, 422]);
    for (const given of [null, 7, [], {}, 'a\ud800b'])
      expect((await login(house, { email: 'bob@example.org', password: given })).status).toBe(422);
    for (const email of [null, 7, {}, '__proto__', 'x'.repeat(300)])
      expect((await login(house, { email })).status).toBeOneOf([401, 422]);
  });

  test('A14 a page of another origin cannot log a person in', async () => {
    const from = (headers: Record<string, string>, raw = JSON.stringify({ email: 'bob@example.org', password })) =>
      house.send('POST', '/api/v1/auth/login', { raw, headers: { 'content-type': 'application/json', ...headers } });
    expect((await from({ origin: 'https://evil.example' })).codes).toEqual(['origin_refused']);
    expect((await from({ origin: 'null' })).status).toBe(403);
    expect((await from({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await from({ origin: house.url })).status).toBe(200);
  });
});

test('A15 two servers on one database count together', async () => {
  const DATABASE_URL = await (await postgres()).database('attempts');
  const begins = { DATABASE_URL, ...windowBegins() };
  const servers = [await openTestServer(begins), await openTestServer(begins)] as const;
  try {
    const { tenant } = await servers[0].tenant('acme');
    await addMember(servers[0], tenant.id, 'ada@example.org', 'owner');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const answer = await login(servers[i % 2 === 0 ? 0 : 1], { email: 'ada@example.org', password: 'wrong wrong 1' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  } finally {
    for (const house of servers) await house.close();
  }
});
