/** People in the SDK, whose tokens run out, and files over a line that breaks, both against the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import type { Session } from '#shared/sdk/session.ts';
import { letIn, registerApp } from '#test/fixtures/app-access.ts';
import { type FaultyProxy, openFaultyProxy } from '#test/fixtures/faulty-proxy.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const email = 'ada@example.org';
let house: TestServer;
let proxy: FaultyProxy;
let apiKey: string;
let tenantId: string;

beforeAll(async () => {
  house = await openTestServer();
  const made = await house.tenant('people');
  ({ apiKey } = made);
  tenantId = made.tenant.id;
  await addMember(house, made.tenant.id, email, 'editor');
  proxy = await openFaultyProxy(house.url);
}, 60_000);

afterAll(async () => {
  await proxy?.close();
  await house?.close();
});

test('a person logs in, is renewed once for all that waits when the token runs out, and logs out', async () => {
  const sessions: (Session | null)[] = [];
  const client = createClient({ baseUrl: proxy.url, onSession: (session) => sessions.push(session) });
  await expect(client.events.list()).rejects.toMatchObject({ code: 'logged_out' });
  const first = await client.$login({ email, password });
  expect(await client.$me()).toMatchObject({ user: { email } });

  const kept = createClient({
    baseUrl: proxy.url,
    session: { ...first, accessToken: 'ran.out.of-time' },
    onSession: (session) => sessions.push(session),
  });
  const answers = await Promise.all([kept.$me(), kept.$me(), kept.ticket_types.list(), kept.registrations.list()]);
  expect(answers[0]).toMatchObject({ user: { email } });
  expect(proxy.seen.filter((line) => line === 'POST /api/v1/auth/refresh')).toHaveLength(1);
  expect(sessions).toEqual([first, expect.objectContaining({ refreshToken: expect.any(String) })]);
  expect(must(sessions[1], 'a session').refreshToken).not.toBe(first.refreshToken);

  await kept.$logout();
  expect(sessions.at(-1)).toBeNull();
  await expect(kept.$me()).rejects.toMatchObject({ code: 'logged_out' });
  const stale = createClient({ baseUrl: proxy.url, session: must(sessions[1], 'a session') });
  await expect(stale.$me()).rejects.toMatchObject({ status: 401 });
});

test('an app that keeps its own credential is asked for a fresh token before each request, and after a 401', async () => {
  const { accessToken } = await createClient({ baseUrl: house.url }).$login({ email, password });
  const calls: string[] = [];
  let token = 'about.to.expire';
  const client = createClient({
    baseUrl: house.url,
    credential: {
      async fresh() {
        calls.push('fresh');
      },
      token: () => token,
      async renewed(refused) {
        calls.push(`renewed ${refused}`);
        const isNew = token !== accessToken;
        token = accessToken;
        return isNew;
      },
    },
  });
  expect(await client.$me()).toMatchObject({ user: { email } });
  expect(calls).toEqual(['fresh', 'renewed about.to.expire', 'fresh']);
  await client.$request({ method: 'GET', path: '/readyz', open: true, repeatable: 'always' });
  expect(calls).toHaveLength(3);
  await expect(client.$logout()).rejects.toMatchObject({ code: 'logged_out' });
});

test('a person sees and ends their logins, and is out after signing out everywhere', async () => {
  const [here, there] = [createClient({ baseUrl: house.url }), createClient({ baseUrl: house.url })];
  await here.$login({ email, password });
  await there.$login({ email, password });
  const sessions = await here.$access.sessions();
  const [other] = sessions.filter((one) => !one.isCurrent && one.member.email === email);
  await here.$access.endSession(must(other, 'the other login').id);
  await expect(there.$me()).rejects.toMatchObject({ status: 401 });
  const app = await registerApp(house, 'notes:read');
  const { access_token } = await letIn(house, app, { email, password });
  const [grant] = await here.$access.grants({ member: 'me' });
  expect(grant).toMatchObject({ app: { id: app.id }, scopes: ['notes:read'] });
  await here.$access.endGrant(must(grant, 'the grant').id);
  expect((await house.send('GET', '/api/v1/auth/me', { key: access_token })).status).toBe(401);
  expect(await here.$access.signOutEverywhere()).toEqual({ sessions: expect.any(Number), grants: 0 });
  await expect(here.$me()).rejects.toMatchObject({ status: 401 });
});

test('a person who logs in has the tools of that person, and none after the logout', async () => {
  await addMember(house, tenantId, 'bea@example.org', 'viewer');
  const client = createClient({ baseUrl: house.url });
  const heard: string[] = [];
  const stop = client.$followTools({
    onVersion: (version) => heard.push(version),
    onEnd: ({ code }) => heard.push(code),
  });
  const last = () => heard.at(-1);
  const versionOf = async () => {
    const body = await client.$request({
      method: 'GET',
      path: '/api/schema/tools?module=events',
      repeatable: 'always',
    });
    return (body as { meta: { version: string } }).meta.version;
  };
  expect(last()).toBe('logged_out');
  await client.$login({ email, password });
  const ofAda = await versionOf();
  await expect.poll(last, { timeout: 60_000 }).toBe(ofAda);
  await client.$login({ email: 'bea@example.org', password });
  const ofBea = await versionOf();
  expect(ofBea).not.toBe(ofAda);
  await expect.poll(last, { timeout: 60_000 }).toBe(ofBea);
  await client.$logout();
  await expect.poll(last, { timeout: 60_000 }).not.toBe(ofBea);
  expect([ofAda, ofBea]).not.toContain(last());
  stop();
});

test('an upload that breaks off goes on where the server has it, in this client or the next', async () => {
  const client = createClient({ baseUrl: proxy.url, apiKey, retry: { firstMs: 1 } });
  const content = new Blob([new Uint8Array(700_000).map((_, i) => (i * 7) % 251)]);
  const progress: number[] = [];
  proxy.fail(/^PATCH /, { kind: 'cut-body', bytes: 100_000 }, { kind: 'cut-answer' });
  const file = await client.$upload(content, {
    name: 'Übersicht.bin',
    pieceBytes: 300_000,
    onProgress: ({ sent }) => progress.push(sent),
  });
  expect(file).toMatchObject({ name: 'Übersicht.bin', size: 700_000, visibility: 'private' });
  expect(progress.at(-1)).toBe(700_000);
  const kept = await fetch(`${house.url}/api/v1/files/${file.id}/content`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(await content.arrayBuffer()))).toBe(true);

  let id = '';
  proxy.fail(/^PATCH /, ...Array.from({ length: 3 }, () => ({ kind: 'refuse', status: 503 }) as const));
  const impatient = createClient({ baseUrl: proxy.url, apiKey, retry: { retriesMax: 2, firstMs: 1 } });
  const words = { pieceBytes: 300_000, onStarted: (begun: string) => (id = begun), visibility: 'public' } as const;
  await expect(impatient.$upload(content, words)).rejects.toMatchObject({ status: 503 });
  const resumed = await client.$upload(content, { resume: id, pieceBytes: 300_000 });
  expect(resumed).toMatchObject({ id, name: 'file', visibility: 'public', size: 700_000 });
});
