/** OAuth 2.0 as an independent client library sees it, with the pages as a browser sends them, and what must not pass. */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { type Body, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const redirectUri = 'https://app.example/callback';
const insecure = { [oauth.allowInsecureRequests]: true } as const;
const verifier = 'a-verifier-that-is-long-enough-for-the-rule-43-chars';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
let as: oauth.AuthorizationServer;
let client: oauth.Client;
let secret: string;

beforeAll(async () => {
  const port = await freePort();
  house = await openTestServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
  await addMember(house, acme.tenant.id, 'ada@example.org', 'owner');
  await addMember(house, acme.tenant.id, 'vic@example.org', 'viewer');
  await addMember(house, other.tenant.id, 'zed@example.org', 'owner');
  const issuer = new URL(house.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  as = await oauth.processDiscoveryResponse(issuer, found);
  const made = await house.send('POST', '/api/v1/oauth-clients', {
    key: acme.apiKey,
    json: { name: 'Seat <planner>', redirectUris: [redirectUri], scopes: ['notes:read', 'notes:write', 'admin:read'] },
  });
  expect(made.status).toBe(201);
  const data = made.body['data'] as Body;
  client = { client_id: String(data['id']) };
  secret = String(data['clientSecret']);
});
afterAll(() => house?.close());

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  house.send('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** A hidden field as the browser would send it back. */
function hidden(html: string, name: string): string {
  const value = must(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1], `the hidden ${name}`);
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

async function authorizeQuery(more: Record<string, string | undefined> = {}): Promise<string> {
  const all = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'notes:read notes:write',
    state: 'st-1',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** Through both pages. @returns where the browser is sent */
async function consent(
  email = 'ada@example.org',
  more: Record<string, string | undefined> = {},
  answer = 'allow',
): Promise<URL> {
  const page = await house.send('GET', `/oauth/authorize?${await authorizeQuery(more)}`);
  expect([page.status, page.text.includes('Log in')]).toEqual([200, true]);
  const asked = await form('/oauth/authorize', { request: hidden(page.text, 'request'), email, password });
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Allow')]);
  const done = await form('/oauth/authorize/decide', { decision: hidden(asked.text, 'decision'), answer });
  expect(done.status).toBe(303);
  return new URL(must(done.headers.get('location'), 'a location'));
}

const exchange = async (callback: URL, with_ = verifier, from = client, auth = oauth.ClientSecretPost(secret)) =>
  oauth.authorizationCodeGrantRequest(
    as,
    from,
    auth,
    oauth.validateAuthResponse(as, from, callback, oauth.skipStateCheck),
    redirectUri,
    with_,
    insecure,
  );

async function tokens(email?: string, more?: Record<string, string | undefined>): Promise<oauth.TokenEndpointResponse> {
  return oauth.processAuthorizationCodeResponse(as, client, await exchange(await consent(email, more)));
}
const refreshed = async (token: unknown, from = client, auth = oauth.ClientSecretBasic(secret)) =>
  oauth.refreshTokenGrantRequest(as, from, auth, String(token), insecure);
const status = async (token: string, method = 'GET', path = 'notes') =>
  (await house.send(method, `/api/v1/${path}`, { key: token, ...(method === 'POST' ? { json: { title: 'x' } } : {}) }))
    .status;
const errorOf = async (response: Response) => [response.status, ((await response.json()) as Body)['error']];

describe('the whole way', () => {
  test('code with PKCE, state and iss; a token of eight hours that does what was allowed; refresh; introspection; revocation', async () => {
    const callback = await consent();
    const params = oauth.validateAuthResponse(as, client, callback, 'st-1');
    expect(params.get('iss')).toBe(house.url);
    const given = await oauth.processAuthorizationCodeResponse(as, client, await exchange(callback));
    expect(given).toMatchObject({ token_type: 'bearer', expires_in: 28_800, scope: 'notes:read notes:write' });
    expect(await status(given.access_token)).toBe(200);
    expect(await status(given.access_token, 'POST')).toBe(201);
    // Ada is an owner; the app is not.
    for (const path of ['members', 'audit_entries', 'roles'])
      expect(await status(given.access_token, 'GET', path)).toBe(403);
    const next = await oauth.processRefreshTokenResponse(as, client, await refreshed(given.refresh_token));
    expect(await status(next.access_token)).toBe(200);
    const look = async (token: string) =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, oauth.ClientSecretBasic(secret), token, insecure),
      );
    expect(await look(next.access_token)).toMatchObject({
      active: true,
      username: 'ada@example.org',
      client_id: client.client_id,
    });
    expect(await look('nothing')).toEqual({ active: false });
    const out = await oauth.revocationRequest(
      as,
      client,
      oauth.ClientSecretPost(secret),
      String(next.refresh_token),
      insecure,
    );
    await oauth.processRevocationResponse(out);
    expect(await status(next.access_token)).toBe(401);
    expect(await look(next.access_token)).toEqual({ active: false });
  });

  test('the same way with openid-client, which refuses a code that another server or another login answered with', async () => {
    const config = await openid.discovery(
      new URL(house.url),
      client.client_id,
      undefined,
      openid.ClientSecretBasic(secret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    expect(config.serverMetadata().supportsPKCE()).toBe(true);
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'notes:read notes:write',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    expect(url.origin + url.pathname).toBe(`${house.url}/oauth/authorize`);
    const callback = await consent('ada@example.org', Object.fromEntries(url.searchParams));
    for (const [name, value] of [
      ['iss', 'https://elsewhere.example'],
      ['iss', null],
      ['state', 'another'],
    ] as const) {
      const wrong = new URL(callback);
      if (value === null) wrong.searchParams.delete(name);
      else wrong.searchParams.set(name, value);
      await expect(
        openid.authorizationCodeGrant(config, wrong, { pkceCodeVerifier, expectedState }),
      ).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
    }
    const given = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
    expect([given.scope, given.expiresIn()]).toEqual(['notes:read notes:write', expect.any(Number)]);
    const notes = await openid.fetchProtectedResource(
      config,
      given.access_token,
      new URL('/api/v1/notes', house.url),
      'GET',
    );
    expect(notes.status).toBe(200);
    await expect(
      openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    // That was the code's second use: what came of the first one has ended with it.
    expect(await openid.tokenIntrospection(config, given.access_token)).toEqual({ active: false });

    const fresh = await tokens();
    const next = await openid.refreshTokenGrant(config, String(fresh.refresh_token));
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, String(next.refresh_token));
    expect(await openid.tokenIntrospection(config, next.access_token)).toEqual({ active: false });
    await expect(openid.refreshTokenGrant(config, String(next.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('an app that registers itself, public, on another port of this machine; never administration', async () => {
    const answer = await oauth.dynamicClientRegistrationRequest(
      as,
      {
        client_name: 'An agent',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
        scope: '*:read admin:write',
      },
      insecure,
    );
    const self = await oauth.processDynamicClientRegistrationResponse(answer);
    expect(self).toMatchObject({ scope: '*:read' });
    expect(self['client_secret']).toBeUndefined();
    const back = 'http://127.0.0.1:53217/callback';
    const callback = await consent('zed@example.org', {
      client_id: self.client_id,
      redirect_uri: back,
      scope: '*:read',
    });
    expect(callback.origin).toBe('http://127.0.0.1:53217');
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      self,
      oauth.None(),
      oauth.validateAuthResponse(as, self, callback, oauth.skipStateCheck),
      back,
      verifier,
      insecure,
    );
    const given = await oauth.processAuthorizationCodeResponse(as, self, response);
    expect([await status(given.access_token), await status(given.access_token, 'POST')]).toEqual([200, 403]);
    expect(await status(given.access_token, 'GET', 'members')).toBe(403);
  });

  test('O08 an app gets no more than the person has, and what is taken from the person is taken from it', async () => {
    const given = await tokens('vic@example.org');
    expect(given.scope).toBe('notes:read');
    expect([await status(given.access_token), await status(given.access_token, 'POST')]).toEqual([200, 403]);
    const found = await house.send('GET', '/api/v1/members?where[email][equals]=vic@example.org', { key: acme.apiKey });
    const [vic] = found.body['data'] as Body[];
    await house.send('PATCH', `/api/v1/members/${vic?.['id']}`, { key: acme.apiKey, json: { status: 'suspended' } });
    expect(await status(given.access_token)).toBe(401);
    expect(await errorOf(await refreshed(given.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('denied, or of another tenant: no code', async () => {
    const denied = await consent('ada@example.org', {}, 'deny');
    expect([denied.searchParams.get('error'), denied.searchParams.get('code')]).toEqual(['access_denied', null]);
    const page = await house.send('GET', `/oauth/authorize?${await authorizeQuery()}`);
    const foreign = await form('/oauth/authorize', {
      request: hidden(page.text, 'request'),
      email: 'zed@example.org',
      password,
    });
    expect(foreign.status).toBe(403);
  });
});

describe('what must not pass', () => {
  /** Where the browser is sent with the error; the page itself where it is sent nowhere. */
  const asked = async (more: Record<string, string | undefined>) => {
    const answer = await house.send('GET', `/oauth/authorize?${await authorizeQuery(more)}`);
    const location = answer.headers.get('location');
    return { answer, error: location === null ? null : new URL(location).searchParams.get('error') };
  };

  test('O01 O02 O08 O09 O10 without PKCE, with plain, a scope beyond the client, another response type, another resource', async () => {
    const cases: readonly (readonly [Record<string, string | undefined>, string])[] = [
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: undefined }, 'unsupported_response_type'],
      [{ scope: 'notes:read sample:write' }, 'invalid_scope'],
      [{ scope: '*' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
    ];
    for (const [more, code] of cases) {
      const { answer, error } = await asked(more);
      expect([more, answer.status, error]).toEqual([more, 303, code]);
      expect(new URL(must(answer.headers.get('location'), 'a location')).searchParams.get('state')).toBe('st-1');
    }
  });

  test('O08 an app that may ask for everything may ask for a part of it, and not for administration', async () => {
    const wide = await house.send('POST', '/oauth/register', { json: { redirect_uris: [redirectUri] } });
    const client_id = String(wide.body['client_id']);
    const errorOf = async (scope: string) => (await asked({ client_id, scope })).error;
    expect(await errorOf('notes:read sample:write')).toBeNull();
    expect(await errorOf('admin:read')).toBe('invalid_scope');
    expect(await errorOf('pairing:write')).toBe('invalid_scope');
  });

  test('O07 without a state none comes back; who answers is said in any case', async () => {
    for (const answer of ['allow', 'deny']) {
      const back = await consent('ada@example.org', { state: undefined }, answer);
      expect([back.searchParams.has('state'), back.searchParams.get('iss')]).toEqual([false, house.url]);
      const stated = await consent('ada@example.org', { state: 'a b&c=d' }, answer);
      expect([stated.searchParams.get('state'), stated.searchParams.get('iss')]).toEqual(['a b&c=d', house.url]);
    }
    const { answer } = await asked({ state: undefined, response_type: 'token' });
    const params = new URL(must(answer.headers.get('location'), 'a location')).searchParams;
    expect([params.has('state'), params.get('iss'), params.get('error')]).toEqual([
      false,
      house.url,
      'unsupported_response_type',
    ]);
  });

  test('O10 tokens for another service are not given; a client learns from a 401 who gives those for this one', async () => {
    for (const resource of ['https://elsewhere.example', `${house.url}.evil.example/`, `${house.url}/#x`, 'x', ''])
      expect([resource, (await asked({ resource })).error]).toEqual([resource, 'invalid_target']);
    for (const resource of [house.url, `${house.url}/mcp`]) expect((await asked({ resource })).answer.status).toBe(200);
    const bare = await house.send('GET', '/api/v1/notes');
    const challenge = bare.headers.get('www-authenticate') ?? '';
    expect(challenge).not.toContain('error=');
    const at = must(/resource_metadata="([^"]+)"/.exec(challenge)?.[1], 'where to look');
    const metadata = await house.send('GET', at.slice(house.url.length));
    expect(metadata.body).toMatchObject({
      resource: house.url,
      authorization_servers: [house.url],
      bearer_methods_supported: ['header'],
    });
    const wrong = await house.send('GET', '/sandbox/api/v1/notes', { key: 'gate_sk_test_x' });
    expect(wrong.headers.get('www-authenticate')).toContain(
      `error="invalid_token", resource_metadata="${house.url}/sandbox/.well-known/oauth-protected-resource"`,
    );
    const found = async (path: string) => (await house.send('GET', path)).body;
    expect(await found('/.well-known/oauth-protected-resource/mcp')).toMatchObject({ resource: `${house.url}/mcp` });
    for (const path of [
      '/sandbox/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/sandbox',
    ])
      expect(await found(path)).toMatchObject({
        resource: `${house.url}/sandbox`,
        authorization_servers: [`${house.url}/sandbox`],
      });
    expect(await found('/.well-known/oauth-authorization-server/sandbox')).toMatchObject({
      issuer: `${house.url}/sandbox`,
    });
  });

  test('O06 an address to come back to that is not the registered one: a page, and no redirect', async () => {
    const addresses = [
      `${redirectUri}/x`,
      `${redirectUri}?x=1`,
      `${redirectUri}#x`,
      'https://app.example/callback/../evil',
      'https://app.example@evil.example/callback',
      'https://app.example.evil.example/callback',
      'http://localhost/callback',
      'http://app.example/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
      undefined,
    ];
    for (const redirect_uri of addresses) {
      const { answer } = await asked({ redirect_uri });
      expect([redirect_uri, answer.status, answer.headers.get('location')]).toEqual([redirect_uri, 400, null]);
      expect(isDecent(answer)).toBe(true);
    }
    for (const client_id of ['', 'x', '__proto__', crypto.randomUUID()])
      expect((await asked({ client_id })).answer.status).toBe(400);
    const doubled = await house.send(
      'GET',
      `/oauth/authorize?${await authorizeQuery()}&redirect_uri=https://evil.example`,
    );
    expect([doubled.status, doubled.headers.get('location')]).toEqual([400, null]);
  });

  test('O11 the pages cannot be framed, run no script, and show names as text', async () => {
    const { answer } = await asked({});
    const csp = answer.headers.get('content-security-policy') ?? '';
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("form-action 'self' https://app.example;");
    expect(csp).not.toMatch(/script-src|unsafe/);
    expect(answer.text).toContain('Seat &lt;planner&gt;');
  });

  test('O12 a form that is not ours, of another page, changed, or sent twice', async () => {
    const { answer } = await asked({});
    const request = hidden(answer.text, 'request');
    const who = { email: 'ada@example.org', password };
    expect((await form('/oauth/authorize', who)).status).toBe(403);
    expect((await form('/oauth/authorize', { ...who, request: `${request}x` })).status).toBe(403);
    expect((await form('/oauth/authorize', { ...who, request }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await form('/oauth/authorize/decide', { decision: request, answer: 'allow' })).status).toBe(403);
    expect((await form('/oauth/authorize/decide', { answer: 'allow' })).status).toBe(403);
    expect((await form('/sandbox/oauth/authorize', { ...who, request })).status).toBe(403);
    const wrong = await form('/oauth/authorize', { ...who, request, password: 'wrong wrong wrong' });
    expect([wrong.status, wrong.headers.get('location')]).toEqual([401, null]);
    const decision = hidden((await form('/oauth/authorize', { ...who, request })).text, 'decision');
    const both = await Promise.all([1, 2].map(() => form('/oauth/authorize/decide', { decision, answer: 'allow' })));
    expect(both.map((one) => one.status).sort()).toEqual([303, 400]);
  });

  test('O03 O05 a wrong verifier, another client, a wrong secret, another address', async () => {
    const callback = await consent();
    expect(await errorOf(await exchange(callback, `${verifier}x`))).toEqual([400, 'invalid_grant']);
    const made = await house.send('POST', '/api/v1/oauth-clients', {
      key: acme.apiKey,
      json: { name: 'Another', redirectUris: [redirectUri], scopes: ['notes:read'], confidential: false },
    });
    const another = { client_id: String((made.body['data'] as Body)['id']) };
    expect(await errorOf(await exchange(callback, verifier, another, oauth.None()))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await exchange(callback, verifier, client, oauth.ClientSecretPost('wrong')))).toEqual([
      401,
      'invalid_client',
    ]);
    expect(await errorOf(await exchange(callback, verifier, client, oauth.None()))).toEqual([401, 'invalid_client']);
    const code = String(callback.searchParams.get('code'));
    const token = (fields: Record<string, string>) =>
      form('/oauth/token', {
        client_id: client.client_id,
        client_secret: secret,
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        grant_type: 'authorization_code',
        ...fields,
      });
    expect((await token({ redirect_uri: 'https://app.example/' })).body['error']).toBe('invalid_grant');
    expect((await token({ grant_type: 'password' })).body['error']).toBe('unsupported_grant_type');
    expect((await token({ resource: 'https://elsewhere.example' })).body['error']).toBe('invalid_target');
    expect((await house.send('POST', '/oauth/token', { json: {} })).status).toBe(415);
    expect((await token({})).status).toBe(200);
  });

  test('O04 a code used twice ends what came of it', async () => {
    const callback = await consent();
    const given = await oauth.processAuthorizationCodeResponse(as, client, await exchange(callback));
    expect(await status(given.access_token)).toBe(200);
    expect(await errorOf(await exchange(callback))).toEqual([400, 'invalid_grant']);
    expect(await status(given.access_token)).toBe(401);
    expect(await errorOf(await refreshed(given.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('a refresh token used twice ends the grant; a token of another client is refused', async () => {
    const given = await tokens();
    const next = await oauth.processRefreshTokenResponse(as, client, await refreshed(given.refresh_token));
    expect(await errorOf(await refreshed(given.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await status(next.access_token)).toBe(401);
    expect(await errorOf(await refreshed(next.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await status(String(next.refresh_token))).toBe(401);
  });

  test('a refused request turns no grant: the same code and the same refresh token are good at the next one', async () => {
    const send = (fields: Record<string, string>, path = '/oauth/token') =>
      form(path, { client_id: client.client_id, client_secret: secret, ...fields });
    const code = String((await consent()).searchParams.get('code'));
    const byCode = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    const answers = async (fields: Record<string, string>) => [
      (await send({ ...fields, scope: 'notes:read admin:read' })).body['error'],
      (await send(fields, '/sandbox/oauth/token')).body['error'],
    ];
    expect(await answers(byCode)).toEqual(['invalid_scope', 'invalid_grant']);
    const given = await send(byCode);
    expect([given.status, given.body['scope']]).toEqual([200, 'notes:read notes:write']);
    const byToken = { grant_type: 'refresh_token', refresh_token: String(given.body['refresh_token']) };
    expect(await answers(byToken)).toEqual(['invalid_scope', 'invalid_grant']);
    const next = await send({ ...byToken, scope: 'notes:read' });
    expect([next.status, next.body['scope']]).toEqual([200, 'notes:read']);
    expect(await status(String(next.body['access_token']))).toBe(200);
    // A copied token ends the grant, also with another scope.
    expect((await send({ ...byToken, scope: 'admin:read' })).body['error']).toBe('invalid_grant');
    expect(await status(String(next.body['access_token']))).toBe(401);
  });

  test('registering: no address, a bad one, an odd method; and what administration removes is gone at once', async () => {
    const register = (json: unknown) => house.send('POST', '/oauth/register', { json });
    for (const redirect_uris of [
      undefined,
      [],
      ['javascript:alert(1)'],
      ['http://example.org/cb'],
      ['https://a@b.example/'],
      'x',
      [7],
    ])
      expect([redirect_uris, (await register({ redirect_uris })).body['error']]).toEqual([
        redirect_uris,
        'invalid_redirect_uri',
      ]);
    for (const more of [
      { token_endpoint_auth_method: 'private_key_jwt' },
      { grant_types: ['implicit'] },
      { scope: 'admin:write' },
    ])
      expect((await register({ redirect_uris: [redirectUri], ...more })).body['error']).toBe('invalid_client_metadata');
    const given = await tokens();
    expect(
      (await house.send('DELETE', `/api/v1/oauth-clients/${client.client_id}`, { key: other.apiKey })).status,
    ).toBe(404);
    expect((await house.send('DELETE', `/api/v1/oauth-clients/${client.client_id}`, { key: acme.apiKey })).status).toBe(
      200,
    );
    expect(await status(given.access_token)).toBe(401);
    const log = await house.send('GET', '/api/v1/audit_entries?limit=200', { key: acme.apiKey });
    const actions = (log.body['data'] as Body[]).map((entry) => entry['action']);
    expect(actions).toEqual(expect.arrayContaining(['app.created', 'app.allowed', 'app.removed']));
  });
});
