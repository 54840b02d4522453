/**
 * Every way of ending a person's access × every credential that the person had before, on both stores: a walk over two
 * lists. A new kind of credential is one entry of credentials.ts, a new way of ending one of ways.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endable, endingsTable } from '#server/identity/credentials/endings.ts';
import { must } from '#shared/base/assert.ts';
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { letIn, refreshApp } from '#test/fixtures/app-access.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { type CredentialKind, credentialKinds, type Held, holdings } from './credentials.ts';
import { openPeopleSite, type PeopleSite, type Person } from './people-site.ts';
import { ways } from './ways.ts';

const patient = { timeout: 60_000, interval: 20 };
const stores = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('access_ends') })],
] as const;

/** Line by line, so that a failure names the credential. */
async function look(held: ReadonlyMap<CredentialKind, Held>, isExpected: (kind: CredentialKind) => boolean) {
  const found: Record<string, boolean> = {};
  const expected: Record<string, boolean> = {};
  for (const [kind, { isGood, staysOpen }] of held) {
    expected[kind.name] = isExpected(kind);
    if (staysOpen && !isExpected(kind))
      await expect
        .poll(isGood, patient)
        .toBe(false)
        .catch(() => {});
    found[kind.name] = await isGood();
  }
  expect(found).toEqual(expected);
}

async function holdAll(person: Person, kinds = credentialKinds): Promise<ReadonlyMap<CredentialKind, Held>> {
  const held = new Map<CredentialKind, Held>();
  for (const kind of kinds) held.set(kind, await kind.make(person));
  return held;
}

describe.each(stores)('on %s', (_name, environment) => {
  let site: PeopleSite;

  beforeAll(async () => {
    site = await openPeopleSite(await environment());
  });
  afterAll(() => site?.house.close());

  test.each(ways.map((way, n) => [way.name, way, n] as const))('%s', async (_way, way, n) => {
    const person = await site.person(`p${n}`);
    const held = await holdAll(person);
    await way.end(person);
    await look(held, (kind) => way.survivors.includes(kind.of));
    for (const { close } of held.values()) await close?.();
  });

  /** From here on the server's clock is another one. */
  function advance(ms: number): void {
    const { config } = site.house.admin;
    Object.assign(config, { nowOffsetMs: config.nowOffsetMs + ms });
  }

  test('the end of a login by single sign-on ends what was allowed in it, and nothing else', async () => {
    const named = ['the refresh token of a password login', 'an app’s refresh token', 'the session of a login link'];
    const bySso = ['single sign-on', 'grant in single sign-on'];
    const kinds = credentialKinds.filter(({ name, of }) => named.includes(name) || bySso.includes(of));
    const person = await site.person('sso');
    const held = await holdAll(person, kinds);
    advance(12 * hourMs + minuteMs);
    await look(held, ({ of }) => !bySso.includes(of));
  });

  test('a grant that is refreshed again and again is over after 90 days; the list said so', async () => {
    const { app, house } = site;
    const person = await site.person('long');
    let { refresh_token: token } = await letIn(house, app, person);
    const [grant] = (await person.ask('GET', '/api/v1/auth/grants?member=me')).body['data'] as Body[];
    const { createdAt, endsAt } = must(grant, 'the grant');
    expect(Date.parse(String(endsAt)) - Date.parse(String(createdAt))).toBeCloseTo(90 * dayMs, -4);
    const statuses: number[] = [];
    for (let day = 25; day <= 100; day += 25) {
      advance(25 * dayMs);
      const next = await refreshApp(house, app, token);
      statuses.push(next.status);
      token = String(next.body['refresh_token']);
    }
    expect(statuses).toEqual([200, 200, 200, 400]);
  });
});

test('the walk has a credential of each holding, and the table a way for each that it names', () => {
  expect(new Set(credentialKinds.map(({ of }) => of))).toEqual(new Set(holdings));
  for (const ended of Object.values(endingsTable)) expect(endable).toEqual(expect.arrayContaining([...ended]));
});
