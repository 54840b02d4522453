/** A key with every scope there was, made before own collections had one, works with them; one with less does not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
beforeAll(async () => {
  house = await openTestServer();
});
afterAll(() => house.close());

test('everything stays everything, and less stays less', async () => {
  const { tenant } = await house.tenant('old-keys');
  const { credentials } = house.admin;
  const areas = [...tenant.modules, 'admin'];
  const all = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  const keyOf = async (scopes: readonly string[]) =>
    (await credentials.createKey(tenant, { name: 'old', scopes })).apiKey;
  const whole = await keyOf(all);
  const fields = [{ name: 'title', type: 'text', maxLength: 80 }];
  const made = await house.send('POST', '/api/v1/collections', { key: whole, json: { name: 'halls', fields } });
  expect(made.status).toBe(201);
  expect((await house.send('POST', '/api/v1/halls', { key: whole, json: { title: 'Great' } })).status).toBe(201);
  expect((await house.send('GET', '/api/v1/halls', { key: whole })).status).toBe(200);
  for (const missing of ['admin:write', `${tenant.modules[0]}:read`]) {
    const key = await keyOf(all.filter((scope) => scope !== missing));
    const refused = await house.send('GET', '/api/v1/halls', { key });
    expect([missing, refused.status]).toEqual([missing, 403]);
  }
});
