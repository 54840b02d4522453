/** The list of what a person can hold: how each is come by, what it belongs to, and whether it still opens something. */
import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import WebSocket from 'ws';
import { openAccounts } from '#server/identity/people/accounts.ts';
import { mailedLinks } from '#server/identity/people/invitations.ts';
import { must } from '#shared/base/assert.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { syncVersion } from '#shared/sync/version.ts';
import {
  type AppTokens,
  allow,
  challengeOf,
  consentPage,
  letIn,
  redeemCode,
  redirectUri,
  refreshApp,
} from '#test/fixtures/app-access.ts';
import { openLive } from '#test/fixtures/live-client.ts';
import { connectMcp } from '#test/fixtures/mcp-asker.ts';
import { loggedIn, login } from '#test/fixtures/people.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import type { Person } from './people-site.ts';

/** What a credential belongs to: each way of ending says which of these survive it. */
export const holdings = [
  'the session that ends',
  'other session',
  'single sign-on',
  'login link',
  'test mode',
  'grant',
  'grant in single sign-on',
  'key',
  'mailed link',
] as const;
export type Holding = (typeof holdings)[number];

export interface Held {
  /** Asked once, but of what stays open, which may take a moment to end. */
  readonly isGood: () => Promise<boolean>;
  readonly staysOpen?: true;
  readonly close?: () => unknown;
}

export interface CredentialKind {
  readonly name: string;
  readonly of: Holding;
  readonly make: (person: Person) => Promise<Held>;
}

const meWith = (person: Person, key: string): Held => ({
  isGood: async () => (await person.site.house.send('GET', '/api/v1/auth/me', { key })).status === 200,
});

/** A session of single sign-on as the surface opens it after the provider's answer, with the end that it has. */
async function byProvider(person: Person) {
  const { access } = person.site.house.admin;
  const found = must(await access.oauth.find(person.tenant, person.member), 'the member');
  const endsAt = isoTime(Date.now() + 12 * hourMs);
  return { endsAt, tokens: await access.people.logIn(found, { how: 'sso', from: '127.0.0.1', endsAt }) };
}

async function ofLink(person: Person): Promise<string> {
  const token = await person.site.house.admin.access.loginLinks.create(person);
  const redeemed = await person.site.house.send('POST', '/api/v1/auth/redeem', { json: { token } });
  return String((redeemed.body['data'] as Body)['session']);
}

/** A session in the sandbox that was made from the person's live one. */
async function inTestMode(person: Person): Promise<string> {
  const entered = await person.ask('POST', '/api/v1/auth/test-mode');
  const { token } = entered.body['data'] as { token: string };
  const redeemed = await person.site.house.send('POST', '/sandbox/api/v1/auth/redeem', { json: { token } });
  return String((redeemed.body['data'] as Body)['session']);
}

/** A socket that is good for as long as it is open. */
function open(socket: WebSocket, first: string | null = null): Promise<Held> {
  let isOpen = true;
  socket.on('close', () => {
    isOpen = false;
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      if (first !== null) socket.send(first);
      resolve({ isGood: async () => isOpen, staysOpen: true, close: () => socket.terminate() });
    });
  });
}

async function eventStream(url: string, key: string | null): Promise<Held> {
  const stop = new AbortController();
  const headers = { accept: 'text/event-stream', ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  const response = await fetch(url, { headers, signal: stop.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  let isOpen = true;
  const over = () => {
    isOpen = false;
  };
  void response.text().then(over, over);
  return { isGood: async () => isOpen, staysOpen: true, close: () => stop.abort() };
}

async function subscribed(person: Person, key: string): Promise<Held> {
  const live = openLive(person.site.house.url, key);
  let isOpen = true;
  void live.closed().then(() => {
    isOpen = false;
  });
  live.send({ type: 'subscribe', id: 'n', collection: 'notes' });
  await live.heard(({ type }) => type === 'subscribed', 'a subscription');
  return { isGood: async () => isOpen, staysOpen: true, close: live.close };
}

function socketIo(person: Person, token: string): Promise<Held> {
  const socket = io(person.site.house.url, {
    auth: { token },
    reconnection: false,
    transports: ['websocket'],
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.on('connect', () =>
      resolve({ isGood: async () => socket.connected, staysOpen: true, close: () => socket.close() }),
    );
    socket.on('connect_error', reject);
  });
}

const wsUrl = (person: Person, path: string) => person.site.house.url.replace(/^http/, 'ws') + path;
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function keyBy(person: Person, key: string, name: string): Promise<string> {
  const made = await person.site.house.send('POST', '/api/v1/api-keys', {
    key,
    json: { name, scopes: ['notes:read'] },
  });
  if (made.status !== 201) throw new Error(made.text);
  return String((made.body['data'] as Body)['apiKey']);
}

export const credentialKinds: readonly CredentialKind[] = [
  {
    name: 'the access token of a password login',
    of: 'the session that ends',
    make: async (person) => meWith(person, person.session.accessToken),
  },
  {
    name: 'the refresh token of a password login',
    of: 'the session that ends',
    make: async (person) => ({
      isGood: async () => {
        const json = { refreshToken: person.session.refreshToken };
        return (await person.site.house.send('POST', '/api/v1/auth/refresh', { json })).status === 200;
      },
    }),
  },
  {
    name: 'a /live socket',
    of: 'the session that ends',
    make: (person) => subscribed(person, person.session.accessToken),
  },
  {
    name: 'an event stream of changes',
    of: 'the session that ends',
    make: (person) => eventStream(`${person.site.house.url}/api/v1/notes/changes`, person.session.accessToken),
  },
  {
    name: 'an event stream by a ticket',
    of: 'the session that ends',
    async make(person) {
      const made = await person.ask('POST', '/api/v1/live/tickets', { json: { collection: 'notes' } });
      const { ticket } = made.body['data'] as { ticket: string };
      return eventStream(`${person.site.house.url}/api/v1/notes/changes?ticket=${encodeURIComponent(ticket)}`, null);
    },
  },
  {
    name: 'a wake-up line of socket.io',
    of: 'the session that ends',
    make: (person) => socketIo(person, person.session.accessToken),
  },
  {
    name: 'a collaboration line',
    of: 'the session that ends',
    make: (person) =>
      open(
        new WebSocket(wsUrl(person, `/collab/ws/notes/${person.site.note}/body`), bearer(person.session.accessToken)),
      ),
  },
  {
    name: 'a GraphQL socket',
    of: 'the session that ends',
    make: (person) =>
      open(
        new WebSocket(wsUrl(person, '/graphql'), 'graphql-transport-ws', bearer(person.session.accessToken)),
        JSON.stringify({ type: 'connection_init' }),
      ),
  },
  {
    name: 'another login of the same person',
    of: 'other session',
    make: async (person) => meWith(person, (await loggedIn(person.site.house, person.email)).accessToken),
  },
  {
    name: 'a session by single sign-on',
    of: 'single sign-on',
    async make(person) {
      const { tokens } = await byProvider(person);
      const json = { refreshToken: tokens.refreshToken };
      return {
        isGood: async () => (await person.site.house.send('POST', '/api/v1/auth/refresh', { json })).status === 200,
      };
    },
  },
  {
    name: 'the session of a login link',
    of: 'login link',
    make: async (person) => meWith(person, await ofLink(person)),
  },
  {
    name: 'a wake-up line of a login link',
    of: 'login link',
    make: async (person) => socketIo(person, await ofLink(person)),
  },
  {
    name: 'a login link that was not used',
    of: 'login link',
    async make(person) {
      const { house } = person.site;
      const token = await house.admin.access.loginLinks.create(person);
      return {
        isGood: async () => (await house.send('POST', '/api/v1/auth/redeem', { json: { token } })).status === 200,
      };
    },
  },
  {
    name: 'a session of test mode',
    of: 'test mode',
    async make(person) {
      const key = await inTestMode(person);
      return {
        isGood: async () => (await person.site.house.send('GET', '/sandbox/api/v1/auth/me', { key })).status === 200,
      };
    },
  },
  {
    name: 'an event stream in test mode',
    of: 'test mode',
    make: async (person) =>
      eventStream(`${person.site.house.url}/sandbox/api/v1/notes/changes`, await inTestMode(person)),
  },
  {
    name: 'a consent page that waits for its answer',
    of: 'other session',
    async make(person) {
      const { app, house } = person.site;
      const page = await consentPage(house, app, person);
      return { isGood: async () => (await allow(house, page)) !== null };
    },
  },
  {
    name: 'a pairing code that was not used',
    of: 'other session',
    async make(person) {
      const made = await person.ask('POST', '/api/v1/kiosks/pairing-codes', { json: person.site.gate });
      const { pairingCode } = made.body['data'] as { pairingCode: string };
      return {
        async isGood() {
          const publicKey = randomBytes(32).toString('base64url');
          const json = { pairingCode, publicKey, syncVersion, softwareVersion: '1.0.0', name: 'A kiosk' };
          return (await person.site.house.send('POST', '/api/v1/kiosks/pair', { json })).status === 200;
        },
      };
    },
  },
  {
    name: 'an app’s access token',
    of: 'grant',
    make: async (person) => meWith(person, await person.appToken()),
  },
  {
    name: 'an app’s refresh token',
    of: 'grant',
    async make(person) {
      const { app, house } = person.site;
      const { refresh_token } = await letIn(house, app, person);
      return { isGood: async () => (await refreshApp(house, app, refresh_token)).status === 200 };
    },
  },
  {
    name: 'an app’s code',
    of: 'grant',
    async make(person) {
      const { app, house } = person.site;
      const code = must(await allow(house, await consentPage(house, app, person)), 'a code');
      return { isGood: async () => (await redeemCode(house, app, code)).status === 200 };
    },
  },
  {
    name: 'an app’s MCP session',
    of: 'grant',
    async make(person) {
      const access_token = await person.appToken();
      const client = await connectMcp(`${person.site.house.url}/mcp`, access_token, 'sessions');
      return {
        isGood: () =>
          client.listTools().then(
            () => true,
            () => false,
          ),
        close: () => client.close(),
      };
    },
  },
  {
    name: 'an app’s MCP stream',
    of: 'grant',
    async make(person) {
      const access_token = await person.appToken();
      return eventStream(`${person.site.house.url}/mcp/sse`, access_token);
    },
  },
  {
    name: 'an app’s /live socket',
    of: 'grant',
    make: async (person) => subscribed(person, await person.appToken()),
  },
  {
    name: 'a key that an app made',
    of: 'grant',
    async make(person) {
      const { access_token } = await letIn(person.site.house, person.site.adminApp, person);
      return meWith(person, await keyBy(person, access_token, 'of an app'));
    },
  },
  {
    name: 'an app that was let in by single sign-on',
    of: 'grant in single sign-on',
    async make(person) {
      const { app, house } = person.site;
      const { grants } = house.admin.access.oauth;
      const { endsAt } = await byProvider(person);
      const code = await grants.consent({
        ...{ client: app.id, tenant: person.tenant, member: person.member, scopes: app.scope.split(' ') },
        ...{ decision: house.admin.newId(), redirectUri, challenge: challengeOf(app), endsAt },
      });
      const given = (await redeemCode(house, app, must(code, 'a code'))).body as unknown as AppTokens;
      return { isGood: async () => (await refreshApp(house, app, given.refresh_token)).status === 200 };
    },
  },
  {
    name: 'an API key that the person made',
    of: 'key',
    make: async (person) => meWith(person, await keyBy(person, person.session.accessToken, 'made by hand')),
  },
  {
    name: 'a mailed link to a new password',
    of: 'mailed link',
    async make(person) {
      const { clock, directory, newId, secrets } = person.site.house.admin;
      const accounts = openAccounts(directory.control);
      const account = must(await accounts.byEmail(person.email), 'the account');
      const reset = newId();
      await accounts.beginReset(account.id, reset, isoTime(clock() + hourMs));
      const token = mailedLinks(secrets).reset({ account: account.id, reset });
      return {
        async isGood() {
          const json = { token, password: 'another one of many words' };
          await person.site.house.send('POST', '/api/v1/auth/password/reset', { json });
          return (await login(person.site.house, { ...json, email: person.email, token: undefined })).status === 200;
        },
      };
    },
  },
];
