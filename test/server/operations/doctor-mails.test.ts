/** Doctor's line about emails: a mail server that refuses is named until emails go out again, and not under payments. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert, resolveAlert } from '#server/modules/events/payments/alerts.ts';
import { checkMails, checkPayments } from '#server/operations/check-payments.ts';
import { openAlerts } from '#server/web/console/data/open-alerts.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { mailAlertKinds } from '#shared/modules/events/payment.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;

beforeAll(async () => {
  house = await openTestServer({});
});
afterAll(() => house?.close());

test.each(mailAlertKinds)('%s: a failed line with the tenant, gone when the alert is resolved', async (kind) => {
  const slug = kind.replaceAll('_', '-');
  const { apiKey, tenant } = await house.tenant(slug);
  const { directory } = house.admin;
  const record = must(await directory.byId(tenant.id), 'the tenant');
  const store = await directory.open(record);
  expect(await checkMails(house.admin, [record])).toBe('no open alerts');
  await store.commit('system:test', async (tx) => {
    await raiseAlert(tx, { kind, about: 'server', message: 'The mail server refuses: 554 no service.' });
    return ok(null);
  });
  // As the overview of any event in the console counts them.
  const client = createClient({ baseUrl: house.url, apiKey });
  const counted = async (about: 'money' | 'mails') =>
    (await client.payment_alerts.list({ where: openAlerts(house.admin.newId(), about), count: 'exact' })).total;
  expect([await counted('mails'), await counted('money')]).toEqual([1, 0]);
  const named = new RegExp(`^1 open alerts: ${kind.replaceAll('_', ' ')} of ${slug}\\. See payment_alerts$`);
  await expect(checkMails(house.admin, [record])).rejects.toThrow(named);
  expect(await checkPayments(house.admin, [record])).toBe('no open alerts');
  await store.commit('system:test', async (tx) => {
    await resolveAlert(tx, kind, 'server');
    return ok(null);
  });
  expect(await checkMails(house.admin, [record])).toBe('no open alerts');
});
