/** Restoring a version from before fields were renamed, swapped or dropped writes its values under the current names, also in the sandbox. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let tenant: CreatedTenant;
beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('renamer');
});
afterAll(() => house.close());

const dataOf = (answer: Answer) => answer.body['data'] as Body;
const text = (name: string) => ({ name, type: 'text', maxLength: 80 });

test('the same values, under the current names of their fields', async () => {
  const key = tenant.apiKey;
  const at = (prefix: string, by: string) => ({
    send: (method: string, path: string, json?: unknown) =>
      house.send(method, `${prefix}/api/v1${path}`, { key: by, ...(json === undefined ? {} : { json }) }),
  });
  const places = [at('', key), at('/sandbox', tenant.sandbox.apiKey)];
  const [live] = places as [(typeof places)[0] & object];
  const fields = [text('title'), text('street'), text('city'), text('gone')];
  expect((await live.send('POST', '/collections', { name: 'halls', fields })).status).toBe(201);
  const ids: string[] = [];
  for (const place of places) {
    const values = { title: 'Great', street: 'Elm', city: 'Ulm', gone: 'old' };
    const made = await place.send('POST', '/halls', values);
    expect(made.status).toBe(201);
    ids.push(String(dataOf(made)['id']));
  }
  for (const change of [
    { rename: { title: 'name', street: 'city', city: 'street' } },
    { drop: ['gone'] },
    { add: [text('gone')] },
    { rename: { name: 'label' } },
  ])
    expect((await live.send('PATCH', '/collections/halls', change)).status).toBe(200);
  for (const [i, place] of places.entries()) {
    const path = `/halls/${ids[i]}`;
    expect((await place.send('PATCH', path, { label: 'Small', city: null, street: 'Ash', gone: 'new' })).status).toBe(
      200,
    );
    const restored = await place.send('POST', `${path}/versions/1/restore`);
    // What the version did not have, or has no more, stays as it is.
    expect([restored.status, dataOf(restored)]).toMatchObject([
      200,
      { label: 'Great', city: 'Elm', street: 'Ulm', gone: 'new' },
    ]);
  }
  expect((await live.send('DELETE', `/halls/${ids[0]}`)).status).toBe(200);
  const back = await live.send('POST', `/halls/${ids[0]}/versions/1/restore`);
  expect(dataOf(back)).toMatchObject({ label: 'Great', city: 'Elm', street: 'Ulm', gone: null });
});
