/** The list of ways in which a person's access ends, and what survives each: the table of server/identity/README.md. */
import { expect } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { linkIn, waitForMail } from '#test/fixtures/outbox.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { type Holding, holdings } from './credentials.ts';
import type { Person } from './people-site.ts';

export interface Way {
  readonly name: string;
  readonly survivors: readonly Holding[];
  readonly end: (person: Person) => Promise<void>;
}

const patient = { timeout: 60_000, interval: 20 };
const allBut = (...ended: readonly Holding[]) => holdings.filter((one) => !ended.includes(one));
const bySso = ['single sign-on', 'grant in single sign-on'] as const;

async function ssoSessions({ member, site }: Person): Promise<number> {
  const { sessions } = site.house.admin.access;
  return (await sessions.list({ tenant: site.tenant.tenant.id, member, how: 'sso' })).length;
}
const newPassword = 'a new one of several words';

async function done(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer;
  expect([status, text]).toEqual([200, expect.any(String)]);
}

const administered = ({ member, site }: Person, method: string, json?: unknown) =>
  site.house.send(method, `/api/v1/members/${member}`, {
    key: site.tenant.apiKey,
    ...(json === undefined ? {} : { json }),
  });

/** What the answer and the audit log say of keys whose maker's rights end or change. */
async function listsKeys(person: Person, answer: Promise<{ readonly status: number; readonly body: Body }>) {
  const { body, status } = await answer;
  const byHand = expect.objectContaining({ name: 'made by hand' });
  expect([status, body['meta']]).toEqual([200, { keysLeft: expect.arrayContaining([byHand]) }]);
  const of = `where[subject][equals]=${person.email}&sort=-createdAt&limit=1`;
  const log = await person.site.house.send('GET', `/api/v1/audit_entries?${of}`, { key: person.site.tenant.apiKey });
  expect((log.body['data'] as Body[])[0]?.['detail']).toMatchObject({ keysLeft: expect.arrayContaining([byHand]) });
}

export const ways: readonly Way[] = [
  {
    name: 'logout',
    survivors: allBut('the session that ends', 'test mode'),
    end: (person) => done(person.ask('POST', '/api/v1/auth/logout', { json: {} })),
  },
  {
    name: 'the session is ended from the list',
    survivors: allBut('the session that ends', 'test mode'),
    async end(person) {
      const list = (await person.ask('GET', '/api/v1/auth/sessions?member=me')).body['data'] as Body[];
      const current = must(
        list.find((one) => one['isCurrent'] === true),
        'the current session',
      );
      await done(person.ask('DELETE', `/api/v1/auth/sessions/${current['id']}`));
    },
  },
  {
    name: 'sign out everywhere',
    survivors: ['key', 'mailed link'],
    end: (person) => done(person.ask('DELETE', '/api/v1/auth/sessions')),
  },
  {
    name: 'an administrator signs the person out',
    survivors: ['key', 'mailed link'],
    end: ({ member, site }) =>
      done(site.house.send('DELETE', `/api/v1/auth/sessions?member=${member}`, { key: site.tenant.apiKey })),
  },
  {
    name: 'the apps are ended',
    survivors: allBut('grant', 'grant in single sign-on'),
    end: (person) => done(person.ask('DELETE', '/api/v1/auth/grants?member=me')),
  },
  {
    name: 'password change',
    survivors: ['key'],
    end: (person) =>
      done(person.ask('POST', '/api/v1/auth/password', { json: { currentPassword: person.password, newPassword } })),
  },
  {
    name: 'password reset',
    survivors: ['key'],
    async end({ email, site }) {
      // The link that was mailed before is replaced by this one.
      await site.house.send('POST', '/api/v1/auth/password/forgot', { json: { email } });
      const mail = await waitForMail(site.house.dataDir, email, /password/i);
      const token = linkIn(mail).searchParams.get('token');
      const json = { token, password: newPassword };
      await done(site.house.send('POST', '/api/v1/auth/password/reset', { json }));
    },
  },
  {
    name: 'suspension, also when it is over',
    survivors: ['key', 'mailed link'],
    async end(person) {
      await listsKeys(person, administered(person, 'PATCH', { status: 'suspended' }));
      const { house, tenant } = person.site;
      const held = async (what: string) =>
        (await house.send('GET', `/api/v1/auth/${what}?member=${person.member}`, { key: tenant.apiKey })).body['data'];
      await expect.poll(async () => [await held('sessions'), await held('grants')], patient).toEqual([[], []]);
      await done(administered(person, 'PATCH', { status: 'active' }));
    },
  },
  {
    name: 'removal',
    survivors: ['key'],
    end: (person) => listsKeys(person, administered(person, 'DELETE')),
  },
  {
    name: 'another role',
    survivors: allBut('test mode'),
    end: (person) => listsKeys(person, administered(person, 'PATCH', { role: 'owner' })),
  },
  {
    name: 'a role that the identity provider may not give',
    survivors: allBut(...bySso, 'test mode'),
    async end(person) {
      const { site } = person;
      await site.provider({ ownersMayJoin: false });
      await done(administered(person, 'PATCH', { role: 'owner' }));
      // Ended for good, not only refused for as long as the provider stands so.
      await expect.poll(() => ssoSessions(person), patient).toBe(0);
      await site.provider();
    },
  },
  {
    name: 'an owner narrows what the identity provider may give',
    survivors: allBut(...bySso),
    async end({ site }) {
      await site.provider({ mayGive: ['viewer'] });
      await site.provider();
    },
  },
  {
    name: 'the identity provider is removed',
    survivors: allBut(...bySso),
    async end({ site }) {
      await done(site.house.send('DELETE', '/api/v1/sso/saml', { key: site.tenant.apiKey }));
      await site.provider();
    },
  },
  {
    name: 'the identity provider is changed, and may give as much as before',
    survivors: holdings,
    end: ({ site }) => site.provider({ mayGive: ['admin'] }),
  },
];
