/** The real server over HTTP and the processor's stand-in: from an organizer without an account to a paid and refunded place. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { adminWords } from '#test/fixtures/admin-words.ts';
import { onboard } from '#test/fixtures/processor/accounts.ts';
import { platform } from '#test/fixtures/processor/books.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';
import { type Answer, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { ada, at, sampleEvent, textAt } from '../server/modules/events/events-module.ts';

const bob = { name: 'Bob', email: 'bob@example.org' };
const patienceMs = 60_000;
let standIn: StandIn;
let house: TestServer;
let key: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  standIn = await openStandIn();
  env = {
    STRIPE_SECRET_KEY: 'sk_live_of_the_scenario',
    STRIPE_WEBHOOK_SECRET: 'whsec_platform, whsec_connect',
    STRIPE_API_BASE: standIn.url,
  };
  house = await openTestServer(env);
  key = (await house.tenant('harbour')).apiKey;
  const url = `${house.url}/webhooks/payments`;
  standIn.endpoints.push(
    { url, secret: 'whsec_platform', connect: false },
    { url, secret: 'whsec_connect', connect: true },
  );
}, patienceMs);
afterAll(async () => {
  await house?.close();
  await standIn?.close();
});

const post = (path: string, json: object): Promise<Answer> => house.send('POST', path, { key, json });
const get = (path: string) => house.send('GET', path, { key });

/** Reads until what stands at the path is this. */
async function until(path: string, where: string, value: unknown): Promise<Answer> {
  await expect.poll(async () => at((await get(path)).body, where), { timeout: patienceMs }).toBe(value);
  return get(path);
}

const tell = async () => {
  for (const { status } of await standIn.deliver((owed) => [...owed, ...owed].toReversed())) expect(status).toBe(200);
};

test(
  'an organizer connects an account, sells, is paid and pays back; the books balance',
  async () => {
    const connected = await post('/events/payment-accounts', {
      country: 'NO',
      name: 'Harbour',
      email: 'o@example.org',
    });
    expect(connected.status, connected.text).toBe(201);
    const row = `/api/v1/payment_accounts/${textAt(connected.body, 'id')}`;
    const known = await until(row, 'data.chargesEnabled', false);
    const account = textAt(known.body, 'data.account');

    const times = { startsAt: isoTime(Date.now() + 7 * 86_400_000), endsAt: isoTime(Date.now() + 8 * 86_400_000) };
    const draft = await post('/events', {
      ...sampleEvent(times),
      status: 'draft',
      stripe: { connectAccountId: account },
    });
    const eventId = textAt(draft.body, 'id');
    const early = await post(`/events/${eventId}/publish`, {});
    expect([early.status, early.codes]).toEqual([409, ['account_not_ready']]);

    const link = await post(`/events/payment-accounts/${textAt(connected.body, 'id')}/onboarding-link`, {});
    expect(textAt(link.body, 'url')).toContain(`${standIn.url}/onboarding/${account}`);
    const { refresh_url: again, return_url: done } = must(
      standIn.calls.findLast(({ path }) => path === '/v1/account_links'),
      'a link',
    ).form as { readonly refresh_url: string; readonly return_url: string };
    const pageOf = (url: string) => house.send('GET', new URL(url).pathname, { headers: { accept: 'text/html' } });
    expect((await pageOf(done)).text).toContain('tos_acceptance.date');
    // The link has run out: a new one at once, and another one the next time.
    const links = [await pageOf(again), await pageOf(again)].map(({ headers, status }) => [
      status,
      headers.get('location'),
    ]);
    const toProcessor = expect.stringContaining(`${standIn.url}/onboarding/${account}`);
    expect(links).toEqual([
      [303, toProcessor],
      [303, toProcessor],
    ]);
    expect(links[0]).not.toEqual(links[1]);
    expect((await pageOf(`${again}x`)).status).toBe(404);
    onboard(standIn.world, account);
    await tell();
    await until(row, 'data.chargesEnabled', true);
    expect((await pageOf(done)).text).toContain('The account is ready');
    expect((await post(`/events/${eventId}/publish`, {})).status).toBe(200);

    // The first two calls fail; the buyer has an answer all the same.
    standIn.faults.answers.push(429, 500);
    const made = await post('/events/registrations', { eventId, ticketType: 'standard', attendee: ada });
    expect([made.status, at(made.body, 'status'), at(made.body, 'paymentStatus')]).toEqual([201, 'pending', 'pending']);
    expect(at(made.body, 'payment')).toMatchObject({ state: 'wanted', amount: 4_900, currency: 'USD' });
    const path = `/events/${eventId}/registrations/${textAt(made.body, 'id')}`;
    const open = await until(path, 'payment.state', 'open');
    const page = await fetch(textAt(open.body, 'payment.checkoutUrl'), {
      method: 'POST',
      body: 'does=pay',
      redirect: 'manual',
    });
    expect([page.status, page.headers.get('location')]).toEqual([303, textAt(open.body, 'ticketPage')]);
    await tell();
    await until(path, 'status', 'confirmed');
    expect([standIn.world.books.balance(account, 'usd'), standIn.world.books.balance(platform, 'usd')]).toEqual([
      4_655, 245,
    ]);

    const cancelled = await house.send('DELETE', path, { key });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', paymentStatus: 'refund_pending' });
    await until(path, 'paymentStatus', 'refunded');
    await tell();
    const balances = standIn.world.books.accounts().map((one) => standIn.world.books.balance(one, 'usd'));
    expect(balances.every((one) => one === 0)).toBe(true);
    expect(at((await get('/api/v1/payment_alerts')).body, 'data')).toEqual([]);

    const beside = {
      ...{ ...env, DATA_DIR: house.dataDir, NOW_OFFSET_MS: String(2 * hourMs) },
      ...(house.databaseUrl !== null && { DATABASE_URL: house.databaseUrl }),
    };
    const reconcile = () => adminWords(beside, ['payments', 'reconcile', 'harbour', '--json']);
    expect(await reconcile()).toMatchObject({ code: 0 });
    // Paid, and the messages are lost.
    const other = await post('/events/registrations', { eventId, ticketType: 'standard', attendee: bob });
    const its = `/events/${eventId}/registrations/${textAt(other.body, 'id')}`;
    const page2 = textAt((await until(its, 'payment.state', 'open')).body, 'payment.checkoutUrl');
    await fetch(page2, { method: 'POST', body: 'does=pay', redirect: 'manual' });
    standIn.world.owed.splice(0);
    const { code, out } = await reconcile();
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { differences: [{ tenant: 'harbour', kind: 'paid_there_not_here', registration: textAt(other.body, 'id') }] },
    ]);
  },
  patienceMs,
);

test(
  'a server that strangers reach sells no paid tickets for test money, and its sandboxes do',
  async () => {
    const bare = await openTestServer({ PUBLIC_URL: 'https://tickets.example.org' });
    try {
      const { apiKey, sandbox } = await bare.tenant('open');
      const times = { startsAt: '2090-05-11T08:00:00Z', endsAt: '2090-05-12T18:00:00Z' };
      const refused = await bare.send('POST', '/events', { key: apiKey, json: sampleEvent(times) });
      expect([refused.status, refused.codes]).toEqual([409, ['processor_missing']]);
      const draft = await bare.send('POST', '/events', {
        key: apiKey,
        json: { ...sampleEvent(times), status: 'draft' },
      });
      const publish = await bare.send('POST', `/events/${textAt(draft.body, 'id')}/publish`, { key: apiKey, json: {} });
      expect([draft.status, publish.status, publish.codes]).toEqual([201, 409, ['processor_missing']]);
      const free = sampleEvent({
        ...times,
        tickets: [{ id: 'free', name: 'Free', price: 0, currency: 'USD', quantity: -1 }],
      });
      expect((await bare.send('POST', '/events', { key: apiKey, json: free })).status).toBe(201);
      const sandboxed = await bare.send('POST', '/sandbox/events', { key: sandbox.apiKey, json: sampleEvent(times) });
      expect(sandboxed.status, sandboxed.text).toBe(201);
    } finally {
      await bare.close();
    }
  },
  patienceMs,
);
