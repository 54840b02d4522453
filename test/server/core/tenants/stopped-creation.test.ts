/** `tenant create` that is stopped between two of its transactions leaves nothing to which there is no key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '#server/operations/demo/create-tenant.ts';
import type { Assembly } from '#server/start/assemble.ts';
import { must } from '#shared/base/assert.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  house = await openTestServer();
  ({ env } = house);
});
afterAll(() => house.close());

const owner = 'owner@late.example';

/** The server with one of its functions stopped for good at the n-th call, as a kill would. */
function stoppedAt(step: 'createKey' | 'add' | 'finish', nth: number): Assembly {
  const { admin: real } = house;
  let calls = 0;
  const stop = <T extends object>(part: T) =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== step || typeof value !== 'function') return value;
        return (...given: readonly unknown[]) => {
          calls += 1;
          if (calls === nth) throw new Error('killed');
          return Reflect.apply(value, target, given);
        };
      },
    });
  const access = { ...real.access, joining: stop(real.access.joining) };
  return { ...real, access, credentials: stop(real.credentials), directory: stop(real.directory) };
}

async function createAndStop(broken: Assembly): Promise<void> {
  const furnish = async (tenant: Parameters<Assembly['directory']['finish']>[0]) => {
    const added = await broken.access.joining.add(tenant, {
      email: owner,
      password: 'shown-to-none-yet',
      role: 'owner',
    });
    expect(added.ok).toBe(true);
  };
  const options = { slug: 'late', plan: 'starter', modules: ['events'] } as const;
  await expect(createTenant(broken, options, ({ tenant }) => furnish(tenant))).rejects.toThrow('killed');
}

test.each([
  ['createKey', 1],
  ['createKey', 2],
  ['add', 1],
  ['finish', 1],
] as const)(
  'stopped at %s %i: doctor says so, and the same command makes the tenant with working keys',
  async (step, nth) => {
    await createAndStop(stoppedAt(step, nth));
    const doctor = await adminWords(env, ['doctor']);
    expect(doctor.out).toContain('tenant create late creates it again');
    const words = ['tenant', 'create', 'late', '--modules', 'events', '--email', owner];
    const made = await adminJson<{ apiKey: string; admin: { password: string }; sandbox: { apiKey: string } }>(
      env,
      ...words,
    );
    const me = async (path: string, key: string) => (await house.send('GET', `${path}/api/v1/auth/me`, { key })).status;
    expect([await me('', made.apiKey), await me('/sandbox', made.sandbox.apiKey)]).toEqual([200, 200]);
    const json: Body = { email: owner, password: must(made.admin.password, 'a password that is shown') };
    expect((await house.send('POST', '/api/v1/auth/login', { json })).status).toBe(200);
    // Complete, it is taken.
    expect((await adminWords(env, words)).err).toContain('A tenant late already exists.');
    expect((await adminWords(env, ['tenant', 'delete', 'late'])).code).toBe(0);
    const account = await house.admin.access.accounts.byEmail(owner);
    if (account)
      await house.admin.directory.control.commit('system:test', async (tx) => {
        await tx.delete('accounts', account.id);
        return { ok: true, value: null };
      });
  },
);
