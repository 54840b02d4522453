/** SAML as identity providers and browsers see it: the way in, and every way that must not be one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ssoSessionMs } from '#server/identity/sso/redeem-logins.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { addMember, loggedIn, type Tokens } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type MintOptions, openTestIdp, type Said } from '#test/fixtures/saml-idp.ts';
import { codeIn, locationOf, newVerifier, SamlWay } from '#test/fixtures/saml-way.ts';
import { selfSigned } from '#test/fixtures/self-signed.ts';
import { type Answer, type Body, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const idp = openTestIdp();
const setting = { entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] };
const configure = (house: TestServer, key: string, json: Body = setting) =>
  house.send('PATCH', '/api/v1/sso/saml', { key, json });

const tokensOf = (answer: Answer) => answer.body['data'] as Tokens;

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
let way: SamlWay;
const otherIdp = openTestIdp('idp.other.example');

beforeAll(async () => {
  const port = await freePort();
  house = await openTestServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  [acme, other] = [await house.tenant('acme', 'business'), await house.tenant('other')];
  await addMember(house, acme.tenant.id, 'ada@example.org', 'editor');
  await addMember(house, other.tenant.id, 'zed@example.org', 'owner');
  expect((await configure(house, acme.apiKey)).status).toBe(200);
  expect(
    (
      await configure(house, other.apiKey, {
        entityId: otherIdp.entityId,
        ssoUrl: otherIdp.ssoUrl,
        certificates: [otherIdp.keys.certificate],
        createMembers: true,
        defaultRole: 'admin',
      })
    ).status,
  ).toBe(200);
  way = new SamlWay(house, 'acme', idp);
});
afterAll(() => house?.close());

describe('the setting', () => {
  test('is of the plans business and enterprise: starter is refused with the plans’ names', async () => {
    const small = await house.tenant('small', 'starter');
    for (const [method, json] of [
      ['GET', undefined],
      ['PATCH', setting],
    ] as const) {
      const answer = await house.send(method, '/api/v1/sso/saml', { key: small.apiKey, json });
      expect([answer.status, answer.codes]).toEqual([403, ['plan_lacks_sso']]);
      expect(answer.text).toMatch(/business and enterprise/);
    }
    for (const path of ['metadata', 'login']) {
      const missing = await house.send('GET', `/auth/saml/small/${path}`);
      const unknown = await house.send('GET', `/auth/saml/nobody/${path}`);
      expect([missing.status, missing.text]).toEqual([404, unknown.text]);
    }
    expect((await house.send('GET', '/api/v1/auth/sso/small')).body['data']).toEqual({ offered: false });
    expect((await house.send('GET', '/api/v1/auth/sso/nobody')).body['data']).toEqual({ offered: false });
    expect((await house.send('GET', '/api/v1/auth/sso/acme')).body['data']).toEqual({
      offered: true,
      loginUrl: `${house.url}/auth/saml/acme/login`,
    });
  });

  test('is checked, shows no key, and needs administration', async () => {
    const weak = selfSigned('weak', 1_024);
    const signing = selfSigned('acme');
    const refused: readonly (readonly [Body, string])[] = [
      [{ ssoUrl: 'http://idp.example/sso' }, 'ssoUrl'],
      [{ certificates: [] }, 'certificates[0]'],
      [{ certificates: ['nonsense'] }, 'certificates[0]'],
      [{ certificates: [weak.certificate] }, 'certificates[0]'],
      [{ roleMapping: [{ value: 'a' }] }, 'roleMapping'],
      [{ roleMapping: [{ value: 'a', role: 'nobody' }] }, 'roleMapping[0]'],
      [{ defaultRole: 'nobody' }, 'defaultRole'],
      [{ emailDomains: ['not a domain'] }, 'emailDomains[0]'],
      [{ signingKey: signing.privateKey }, 'signingKey'],
      [{ signingKey: idp.keys.privateKey, signingCertificate: signing.certificate }, 'signingKey'],
      [{ surprise: 1 }, 'surprise'],
    ];
    for (const [json, path] of refused) {
      const answer = await configure(house, acme.apiKey, json);
      expect([json, answer.status >= 400, answer.status < 500]).toEqual([json, true, true]);
      expect(JSON.stringify(answer.body['errors'])).toContain(`"path":"${path}"`);
    }
    const set = await configure(house, acme.apiKey, {
      signingKey: signing.privateKey,
      signingCertificate: signing.certificate,
    });
    expect(set.body['data']).toMatchObject({ provider: { signsRequests: true, entityId: idp.entityId } });
    expect(set.text).not.toContain('PRIVATE KEY');
    const metadata = await way.metadata();
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata).toContain('WantAssertionsSigned="true"');
    const sent = await house.send('GET', `/auth/saml/acme/login?challenge=${newVerifier().challenge}`);
    expect(new URL(locationOf(sent)).searchParams.get('SigAlg')).toMatch(/rsa-sha256$/);
    expect((await configure(house, acme.apiKey, { signingKey: null, signingCertificate: null })).status).toBe(200);
    expect(await way.metadata()).toContain('AuthnRequestsSigned="false"');
    const viewer = await loggedIn(house, 'ada@example.org');
    expect((await configure(house, viewer.accessToken)).status).toBe(403);
    const log = await house.send('GET', '/api/v1/audit_entries?limit=50', { key: acme.apiKey });
    expect(log.text).toContain('sso.set');
  });
});

describe('the way in', () => {
  test('to the provider and back gives what a password gives; the session ends when it must', async () => {
    const answer = await way.logIn();
    expect(answer).toMatchObject({ status: 200, body: { data: { tokenType: 'Bearer', expiresIn: 900 } } });
    const { accessToken, refreshToken, user } = tokensOf(answer);
    expect(user).toMatchObject({ email: 'ada@example.org', role: 'editor', tenant: { slug: 'acme' } });
    expect((await house.send('GET', '/api/v1/notes', { key: accessToken })).status).toBe(200);
    const next = await house.send('POST', '/api/v1/auth/refresh', { json: { refreshToken } });
    expect(next.status).toBe(200);
    const { control } = house.admin.directory;
    const [row] = await control.find('login_sessions', { limit: 1, sort: [{ path: 'id', direction: 'desc' }] });
    const left = Date.parse(String(row?.['expiresAt'])) - Date.now();
    // Twelve hours and not thirty days, also after a refresh.
    expect(left).toBeGreaterThan(11 * 3_600_000);
    expect(left).toBeLessThanOrEqual(12 * 3_600_000);
    const short = await way.logIn({ sessionEndsMs: Date.now() + 3_600_000 });
    const [shortRow] = await control.find('login_sessions', { limit: 1, sort: [{ path: 'id', direction: 'desc' }] });
    expect(short.status).toBe(200);
    expect(Date.parse(String(shortRow?.['expiresAt'])) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  test('with the old and the new certificate while the provider changes them; not with one that was taken away', async () => {
    const next = selfSigned('next');
    expect((await way.logIn({}, { keys: next })).status).toBe(403);
    await configure(house, acme.apiKey, { certificates: [idp.keys.certificate, next.certificate] });
    for (const keys of [idp.keys, next]) expect((await way.logIn({}, { keys })).status).toBe(200);
    await configure(house, acme.apiKey, { certificates: [next.certificate] });
    expect((await way.logIn()).status).toBe(403);
    await configure(house, acme.apiKey);
  });

  test('with a certificate that has run out: it carries the key, and the setting shows until when it was good', async () => {
    const old = selfSigned('old', 2_048, '210101000000Z');
    const set = await configure(house, acme.apiKey, { certificates: [old.certificate] });
    expect(set.body['data']).toMatchObject({ provider: { certificates: [{ validTo: 'Jan  1 00:00:00 2021 GMT' }] } });
    expect((await way.logIn({}, { keys: old })).status).toBe(200);
    await configure(house, acme.apiKey);
  });

  test('into an app’s authorization: the consent comes next, and a code of OAuth', async () => {
    const redirectUri = 'https://app.example/callback';
    const made = await house.send('POST', '/api/v1/oauth-clients', {
      key: acme.apiKey,
      json: { name: 'Planner', redirectUris: [redirectUri], scopes: ['notes:read'], confidential: false },
    });
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: String((made.body['data'] as Body)['id']), redirect_uri: redirectUri },
      ...{ scope: 'notes:read', state: 'st', code_challenge: newVerifier().challenge, code_challenge_method: 'S256' },
    });
    const page = await house.send('GET', `/oauth/authorize?${query}`);
    const link = must(/href="(authorize\/sso\?[^"]+)"/.exec(page.text)?.[1], 'a link').replaceAll('&amp;', '&');
    const away = await house.send('GET', `/oauth/${link}`);
    expect(away.status).toBe(303);
    const metadata = await way.metadata();
    const request = await idp.requestIn(locationOf(away), metadata);
    const back = await way.post(await idp.mint(metadata, request));
    expect(locationOf(back)).toContain('/oauth/authorize/sso/done?code=');
    // The code of an app's login opens no session.
    const code = String(new URL(locationOf(back)).searchParams.get('code'));
    expect((await way.redeem(code, null)).status).toBe(401);
    const asked = await house.send('GET', locationOf(back).slice(house.url.length));
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('ada@example.org')]);
    const decision = must(/name="decision" value="([^"]*)"/.exec(asked.text)?.[1], 'the decision');
    const done = await house.send('POST', '/oauth/authorize/decide', {
      raw: new URLSearchParams({ decision, answer: 'allow' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(locationOf(done)).toMatch(/^https:\/\/app\.example\/callback\?code=gate_ac_/);
    // What is allowed in this login ends with it.
    const { control } = house.admin.directory;
    const [grant] = await control.find('oauth_grants', { sort: [{ path: 'createdAt', direction: 'desc' }], limit: 1 });
    const lastsMs = Date.parse(String(grant?.['endsAt'])) - Date.parse(String(grant?.createdAt));
    expect(lastsMs).toBeGreaterThan(0);
    expect(lastsMs).toBeLessThanOrEqual(ssoSessionMs);
    expect((await house.send('GET', locationOf(back).slice(house.url.length))).status).toBe(400);
  });

  test('begun at the provider only where that is allowed', async () => {
    const metadata = await way.metadata();
    const unasked = await way.post(await idp.mint(metadata, null));
    expect([unasked.status, unasked.text]).toEqual([403, expect.stringContaining('unsolicited')]);
    await configure(house, acme.apiKey, { idpInitiated: true });
    const answer = await way.post(await idp.mint(metadata, null), { RelayState: '/console/#/board/x' });
    expect(new URL(locationOf(answer)).hash).toBe('#/board/x');
    const look = (code: string) => house.send('POST', '/api/v1/auth/sso/look', { json: { code } });
    const whose = { begun: 'provider', tenant: 'acme', email: 'ada@example.org' };
    expect((await look(codeIn(answer))).body['data']).toEqual(whose);
    // A page that waits for a login of its own does not take this one for it.
    expect((await way.redeem(codeIn(answer), newVerifier().verifier)).status).toBe(401);
    expect((await way.redeem(codeIn(answer), null)).status).toBe(200);
    expect((await look(codeIn(answer))).status).toBe(401);
    // Of a login that began here, a code alone says nothing.
    const { challenge, verifier } = newVerifier();
    const begun = await way.post(await idp.mint(metadata, await way.begin(challenge)));
    expect((await look(codeIn(begun))).body['data']).toEqual({ begun: 'here' });
    expect((await way.redeem(codeIn(begun), verifier)).status).toBe(200);
    await configure(house, acme.apiKey, { idpInitiated: false });
  });
});

describe('what must not pass', () => {
  /** Everything is as it should be but for what the attack does to it. */
  async function attacked(
    attack: (good: string, request: string) => string | Promise<string>,
    more: Partial<Said> = {},
    options: MintOptions = {},
  ): Promise<string> {
    const request = await way.begin(newVerifier().challenge);
    const good = await idp.mint(await way.metadata(), request, more, options);
    const answer = await way.post(await attack(good, request));
    expect(isDecent(answer)).toBe(true);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    return must(/<code>(\w+)<\/code>/.exec(answer.text)?.[1], 'the reason');
  }
  const same = (xml: string) => xml;
  const assertionOf = (xml: string) => must(/<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0], 'an assertion');
  const signatureOf = (xml: string) => must(/<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0], 'a signature');
  /** What the attacker would like to have said. */
  const evil = (xml: string) => xml.replaceAll('ada@example.org', 'owner@example.org');
  const forged = (xml: string) =>
    evil(assertionOf(xml).replace(signatureOf(xml), '')).replace(/ ID="[^"]*"/, ' ID="_evil"');

  const minute = 60_000;
  const cases: readonly (readonly [
    string,
    string,
    (good: string, request: string) => string | Promise<string>,
    Partial<Said>?,
    MintOptions?,
  ])[] = [
    ['tampered', 'signature', evil],
    ['signature stripped', 'signature', (xml) => xml.replace(signatureOf(xml), '')],
    ['signature emptied', 'signature', (xml) => xml.replace(/<ds:SignatureValue>[^<]*</, '<ds:SignatureValue><')],
    ['digest changed with the text', 'signature', (xml) => evil(xml).replace(/<ds:DigestValue>./, '<ds:DigestValue>A')],
    ['foreign key', 'signature', same, {}, { keys: selfSigned('foreign') }],
    ['foreign key, certificate along', 'signature', same, {}, { keys: otherIdp.keys }],
    ['expired', 'expired', same, { notOnOrAfterMs: Date.now() - 5 * minute, notBeforeMs: Date.now() - 9 * minute }],
    ['not yet valid', 'not_yet_valid', same, { notBeforeMs: Date.now() + 9 * minute }],
    ['session already over', 'expired', same, { sessionEndsMs: Date.now() - minute }],
    ['wrong audience', 'audience', same, { audience: 'https://elsewhere.example' }],
    ['wrong recipient', 'recipient', same, { recipient: 'https://elsewhere.example/acs' }],
    ['wrong destination', 'destination', same, { destination: 'https://elsewhere.example/acs' }],
    ['wrong issuer', 'issuer', same, { issuer: 'https://elsewhere.example' }],
    [
      'not answering a request of ours',
      'request_unknown',
      same,
      { inResponseTo: '_none', confirmedInResponseTo: '_none' },
    ],
    ['the signed part answers another request', 'request_unknown', same, { confirmedInResponseTo: '_none' }],
    ['the signed part answers none', 'request_unknown', same, { confirmedInResponseTo: null }],
    ['a login that failed', 'status', same, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
    ['SHA-1', 'algorithm', same, {}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    [
      'HMAC keyed with the certificate',
      'algorithm',
      (xml) => xml.replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256'),
    ],
    [
      'wrapping: the forged one first',
      'signature',
      (xml) => xml.replace('<saml:Assertion', `${forged(xml)}<saml:Assertion`),
    ],
    [
      'wrapping: the forged one last',
      'signature',
      (xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`),
    ],
    [
      'wrapping: the good one inside the signature of the forged one',
      'signature',
      (xml) => {
        const signature = signatureOf(xml).replace(
          '</ds:Signature>',
          `<ds:Object>${assertionOf(xml)}</ds:Object></ds:Signature>`,
        );
        return xml.replace(assertionOf(xml), forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signature}`));
      },
    ],
    [
      'wrapping: the good one in an extension',
      'signature',
      (xml) => xml.replace(assertionOf(xml), `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions>${forged(xml)}`),
    ],
    [
      'wrapping: two of one id',
      'signature',
      (xml) =>
        xml.replace(assertionOf(xml), `${evil(assertionOf(xml)).replace(signatureOf(xml), '')}${assertionOf(xml)}`),
    ],
    [
      'comment in the address',
      'forbidden_xml',
      (xml) => xml.replace('ada@example.org', 'ada@example.org<!-- -->.evil.example'),
    ],
    [
      'comment in the signed address',
      'forbidden_xml',
      (xml) => xml.replace('.evil.example', '<!---->.evil.example'),
      { nameId: 'ada@example.org.evil.example' },
    ],
    ['CDATA', 'forbidden_xml', (xml) => xml.replace('ada@example.org', '<![CDATA[owner@example.org]]>')],
    ['processing instruction', 'forbidden_xml', (xml) => xml.replace('ada@', 'owner@<?x ?>')],
    [
      'XXE',
      'forbidden_xml',
      (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('ada@example.org', '&x;')}`,
    ],
    [
      'billion laughs',
      'forbidden_xml',
      (xml) =>
        `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('ada', '&b;')}`,
    ],
    ['encrypted, for any key', 'encrypted', same, {}, { encryptFor: selfSigned('whose').certificate }],
    ['no XML', 'malformed', () => 'hello'],
    ['empty', 'malformed', () => ''],
    ['another message', 'malformed', (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse')],
    [
      'deep',
      'too_large',
      (xml) => xml.replace('</samlp:Response>', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</samlp:Response>`),
    ],
    ['large', 'too_large', (xml) => `${xml}${' '.repeat(270_000)}`],
    [
      'deep, but not too many',
      'signature',
      (xml) => xml.replace('ada@', `${'<a>'.repeat(4_000)}${'</a>'.repeat(4_000)}ada@`),
    ],
    ['no email address', 'email_missing', same, { nameId: 'ada' }],
    ['an unknown person', 'member_unknown', same, { nameId: 'nobody@example.org' }],
  ];

  test('O13 none of forty bad responses opens a session', async () => {
    expect((await way.logIn()).status).toBe(200);
    for (const [name, reason, attack, more, options] of cases)
      expect([name, await attacked(attack, more, options)]).toEqual([name, reason]);
    // And what comes as no form, or as none of base64.
    const raw = (body: string, type = 'application/x-www-form-urlencoded') =>
      house.send('POST', '/auth/saml/acme/acs', { raw: body, headers: { 'content-type': type } });
    expect((await raw('SAMLResponse=%%%')).status).toBe(403);
    expect((await raw('')).status).toBe(403);
    expect((await raw('{}', 'application/json')).status).toBe(415);
    expect((await raw(`SAMLResponse=${'A'.repeat(500_000)}`)).status).toBe(413);
    expect((await raw('SAMLResponse=a&SAMLResponse=b')).status).toBe(400);
  });

  test('O14 an assertion is good once, a code is good once, and only in the browser that began', async () => {
    const { verifier, challenge } = newVerifier();
    const metadata = await way.metadata();
    const request = await way.begin(challenge);
    const xml = await idp.mint(metadata, request);
    const answers = await Promise.all([way.post(xml), way.post(xml)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 403]);
    const again = await way.post(xml);
    expect([again.status, again.text]).toEqual([403, expect.stringContaining('request_unknown')]);
    // The same assertion in a response to another request: the signed part names the first.
    const second = await way.begin(newVerifier().challenge);
    const moved = xml.replace(`InResponseTo="${request}"`, `InResponseTo="${second}"`);
    expect((await way.post(moved)).status).toBe(403);
    const code = codeIn(
      must(
        answers.find((answer) => answer.status === 303),
        'the good one',
      ),
    );
    for (const wrong of [null, newVerifier().verifier, 'x']) expect((await way.redeem(code, wrong)).status).toBe(401);
    const both = await Promise.all([way.redeem(code, verifier), way.redeem(code, verifier)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
    // Without a request to answer, the assertion's own id is what is remembered.
    await configure(house, acme.apiKey, { idpInitiated: true });
    const unasked = await idp.mint(metadata, null);
    expect((await way.post(unasked)).status).toBe(303);
    expect((await way.post(unasked)).text).toContain('replayed');
    await configure(house, acme.apiKey, { idpInitiated: false });
  });

  test('O15 the provider of one tenant logs no one in to another, with any address it asserts', async () => {
    const theirs = new SamlWay(house, 'other', otherIdp);
    // Ada has a password and works in acme; the provider of other asserts her address, and a role there.
    const answer = await theirs.logIn({ nameId: 'ada@example.org' });
    const { accessToken, user } = tokensOf(answer);
    expect(user).toMatchObject({ email: 'ada@example.org', role: 'admin', tenant: { slug: 'other' } });
    const me = await house.send('GET', '/api/v1/auth/me', { key: accessToken });
    expect(me.body['data']).toMatchObject({ tenant: { slug: 'other' } });
    // Her own login is hers alone: no choice of tenants has come up, no password can be set from there.
    expect((await loggedIn(house, 'ada@example.org')).user).toMatchObject({ tenant: { slug: 'acme' } });
    const change = await house.send('POST', '/api/v1/auth/password', {
      key: accessToken,
      json: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
    });
    expect([change.status, change.codes]).toEqual([403, ['person_only']]);
    // What one provider signed is worth nothing at the address of the other tenant.
    const request = await way.begin(newVerifier().challenge);
    const crossed = await way.post(await otherIdp.mint(await way.metadata(), request));
    expect([crossed.status, crossed.text]).toEqual([403, expect.stringContaining('signature')]);
    // Nor is a request that one tenant began answered at the other.
    const theirRequest = await theirs.begin(newVerifier().challenge);
    expect((await way.post(await idp.mint(await way.metadata(), theirRequest))).text).toContain('request_unknown');
    // Let go of there, she loses that way in; her account stays as it was.
    await house.send('DELETE', `/api/v1/members/${String(user['id'])}`, { key: other.apiKey });
    expect((await house.send('GET', '/api/v1/auth/me', { key: accessToken })).status).toBe(401);
    expect((await loggedIn(house, 'ada@example.org')).user).toMatchObject({ tenant: { slug: 'acme' } });
  });

  test('O16 RelayState and the way on are paths of the console, nothing else', async () => {
    await configure(house, acme.apiKey, { idpInitiated: true });
    const metadata = await way.metadata();
    for (const RelayState of [
      'https://evil.example',
      '//evil.example/console/',
      '/\\evil.example',
      '/console/\\..\\..\\//evil.example',
      '/console/../..//evil.example',
      'javascript:alert(1)',
      '/console/@evil.example',
      '/api/v1/auth/logout',
      '/console/#\r\nSet-Cookie: a=b',
      'x'.repeat(5_000),
    ]) {
      const answer = await way.post(await idp.mint(metadata, null), { RelayState });
      const { origin, pathname, hash } = new URL(locationOf(answer));
      expect([RelayState, origin, pathname, hash]).toEqual([RelayState, house.url, '/console/', '']);
    }
    await configure(house, acme.apiKey, { idpInitiated: false });
    const request = await way.begin(newVerifier().challenge, '//evil.example');
    const answer = await way.post(await idp.mint(metadata, request), { RelayState: 'https://evil.example' });
    expect(locationOf(answer).startsWith(`${house.url}/console/?sso=`)).toBe(true);
  });

  test('O17 members are made only where that is allowed, with a role that is allowed', async () => {
    const groups = { groups: ['staff', 'owner', 'admins'], mail: ['new@example.org'], cn: ['Nina New'] };
    const asserted = { nameId: 'opaque-1', attributes: groups };
    const named = { emailAttribute: 'mail', nameAttribute: 'cn', roleAttribute: 'groups' };
    await configure(house, acme.apiKey, named);
    expect((await way.logIn(asserted)).text).toContain('member_unknown');
    await configure(house, acme.apiKey, { createMembers: true, emailDomains: ['example.org'] });
    const made = tokensOf(await way.logIn(asserted)).user;
    expect(made).toMatchObject({ email: 'new@example.org', name: 'Nina New', role: 'viewer' });
    for (const mail of [['x@evil.example'], ['a@example.org', 'b@example.org'], ['x@sub.example.org'], []])
      expect((await way.logIn({ ...asserted, attributes: { ...groups, mail } })).status).toBe(403);
    // An asserted role counts where the mapping has it; an assertion alone makes no one an owner.
    await configure(house, acme.apiKey, { roleMapping: [{ value: 'admins', role: 'editor' }] });
    expect(tokensOf(await way.logIn(asserted)).user).toMatchObject({ id: made['id'], role: 'editor' });
    const admin = await addMember(house, acme.tenant.id, 'adm@example.org', 'admin').then(() =>
      loggedIn(house, 'adm@example.org'),
    );
    const toOwner = { roleMapping: [{ value: 'owner', role: 'owner' }] };
    expect((await configure(house, admin.accessToken, toOwner)).codes).toEqual(['owner_only']);
    // Nor by a mapping: owners come in where an owner has said so in as many words.
    expect((await configure(house, acme.apiKey, toOwner)).codes).toEqual(['owner_only']);
    expect((await configure(house, acme.apiKey, { ...toOwner, ownersMayJoin: true })).status).toBe(200);
    expect(tokensOf(await way.logIn(asserted)).user).toMatchObject({ role: 'owner' });
    // And an owner stays one until an owner says otherwise.
    await configure(house, acme.apiKey, { roleMapping: [{ value: 'admins', role: 'viewer' }] });
    expect(tokensOf(await way.logIn(asserted)).user).toMatchObject({ role: 'owner' });
    // The last owner could not be suspended.
    await addMember(house, acme.tenant.id, 'own@example.org', 'owner');
    const suspended = { status: 'suspended' };
    await house.send('PATCH', `/api/v1/members/${String(made['id'])}`, { key: acme.apiKey, json: suspended });
    expect((await way.logIn(asserted)).text).toContain('member_suspended');
    const registered = await house.send('GET', '/api/v1/audit_entries?limit=200&sort=-createdAt', { key: acme.apiKey });
    expect(registered.text).toContain('single sign-on');
    expect((await house.send('DELETE', '/api/v1/sso/saml', { key: acme.apiKey })).status).toBe(200);
    expect((await house.send('GET', '/auth/saml/acme/metadata')).status).toBe(404);
    await configure(house, acme.apiKey);
  });
});

test('O14 two servers on one database: a login begun at one is answered at the other, and once in all', async () => {
  const DATABASE_URL = await (await postgres()).database('sso');
  const port = await freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const one = await openTestServer({ DATABASE_URL, PORT: String(port), PUBLIC_URL });
  const two = await openTestServer({ DATABASE_URL, PUBLIC_URL });
  try {
    const made = await one.tenant('acme', 'business');
    await addMember(one, made.tenant.id, 'ada@example.org', 'editor');
    expect((await configure(one, made.apiKey)).status).toBe(200);
    const here = new SamlWay(one, 'acme', idp);
    const { verifier, challenge } = newVerifier();
    const request = await here.begin(challenge);
    const xml = await idp.mint(await here.metadata(), request);
    const answers = await Promise.all([here.post(xml, {}, two), here.post(xml), here.post(xml, {}, two)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 403, 403]);
    const code = codeIn(
      must(
        answers.find((answer) => answer.status === 303),
        'the good one',
      ),
    );
    const redeemed = await Promise.all([one, two].map((at) => new SamlWay(at, 'acme', idp).redeem(code, verifier)));
    expect(redeemed.map((answer) => answer.status).sort()).toEqual([200, 401]);
  } finally {
    await two.close();
    await one.close();
  }
});
