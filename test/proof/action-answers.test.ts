/**
 * Actions answer, when they succeed, what they declare: the whole life of an event, and the rest. Checked against the
 * document, and against GraphQL's types, which leave nothing of it out.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import type { ActionDefinition } from '#shared/schema/definition.ts';
import { asker, at } from '#test/fixtures/graphql-asker.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { type Judge, judgeOf, type Operation, operationsOf } from './api-document.ts';
import { type FitsGraphql, graphqlFits } from './graphql-answer.ts';
import { type MatrixSite, openMatrixSite } from './matrix-site.ts';

let site: MatrixSite;
let operations: readonly Operation[];
let judge: Judge;
let fitsGraphql: FitsGraphql;

beforeAll(async () => {
  site = await openMatrixSite({});
  operations = operationsOf(site.document);
  judge = judgeOf(site.document);
  const { directory, platform } = site.house.admin;
  fitsGraphql = graphqlFits(await platform.registry(must(await directory.bySlug('victim'), 'the tenant').id));
});
afterAll(() => site?.close());

/** Runs the action by its name and holds the answer to the document. @returns its body */
async function run(name: string, path: Readonly<Record<string, string>>, json?: Body, query = ''): Promise<Body> {
  const operation = must(
    operations.find((one) => one.operationId === name),
    name,
  );
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => must(path[part], `${name} ${part}`));
  const answer = await site.house.send(operation.method, filled + query, {
    key: site.apiKey,
    ...(json === undefined ? {} : { json }),
  });
  expect([name, answer.status < 300, answer.text.slice(0, 300)]).toEqual([name, true, expect.any(String)]);
  expect([name, judge(operation, answer, true), answer.text.slice(0, 600)]).toEqual([name, null, expect.any(String)]);
  expect([name, await fitsGraphql(name, answer.body)]).toEqual([name, null]);
  return answer.body;
}

const text = (body: Body, name: string) => String(body[name]);

test('the way of an event: made, sold, paid, let in, undone, cancelled', async () => {
  const now = Date.now();
  const event = await run(
    'events.create',
    {},
    {
      name: 'An evening',
      type: 'conference',
      status: 'draft',
      startsAt: isoTime(now - hourMs),
      endsAt: isoTime(now + hourMs),
      timezone: 'Europe/Berlin',
      tickets: [
        { id: 'free', name: 'Free', price: 0, currency: 'EUR', quantity: -1, saleStart: isoTime(now - hourMs) },
        { id: 'paid', name: 'Paid', price: 12.5, currency: 'EUR', quantity: 10 },
      ],
      gates: [{ id: 'door', name: 'Door', ticketTypes: ['free', 'paid'] }],
    },
  );
  const eventId = text(event, 'id');
  const at = { eventId };
  await run('events.publish', at);
  await run('events.update', at, { eventId, venue: 'The hall' });
  await run('events.get', at);
  await run('events.list', {});
  const attendee = { name: 'Ada', email: 'ada@example.org', company: 'Engines' };
  const free = await run('events.register', {}, { eventId, ticketType: 'free', attendee, group: 'party' });
  const paid = await run(
    'events.register',
    {},
    {
      eventId,
      ticketType: 'paid',
      attendee: { ...attendee, email: 'eve@example.org' },
    },
  );
  await run('events.pay_test', {}, { registrationId: text(paid, 'id'), outcome: 'succeeded' });
  /** A place is confirmed by a follower, after the processor's word or, where it costs nothing, without one. */
  async function confirmed(registration: Body): Promise<Body> {
    const shown = () => run('events.registration', { ...at, registrationId: text(registration, 'id') });
    await expect.poll(async () => (await shown())['status'], { timeout: 60_000 }).toBe('confirmed');
    return shown();
  }
  const [shown, shownFree] = [await confirmed(paid), await confirmed(free)];
  const code = (of: Body) => text(of['ticket'] as Body, 'qrCode');
  await run('events.checkin', {}, { qrCode: code(shown), gateId: 'door' });
  const friends = { members: [], direction: 'entry' };
  await run('events.checkin', {}, { qrCode: code(shownFree), gateId: 'door', ...friends });
  await run('events.checkin_stats', at);
  await run('events.group', { ...at, group: 'party' });
  const [scan] = await site.store.find('scans', {
    where: { kind: 'field', path: 'registration', op: 'equals', value: text(free, 'id') },
    limit: 1,
  });
  await run('events.undo_checkin', at, { scanId: must(scan, 'the scan').id, reason: 'Wrong person' });
  await run('events.reprint_badge', at, { registrationId: text(paid, 'id'), gateId: 'door', reason: 'Torn' });
  await run('events.set_supervisor', at, { name: 'Sue', pin: '482915' });
  await run('events.import_attendees', at, {
    attendees: [{ ticketType: 'free', name: 'Tim', email: 'tim@example.org' }],
  });
  await run('events.cancel_registration', { ...at, registrationId: text(paid, 'id') }, undefined, '?refund=full');
  await run('events.offer', at);
  const item = { ticketType: 'paid', attendee: { ...attendee, email: 'two@example.org' } };
  await run('events.quote', at, { items: [{ ticketType: 'paid', quantity: 2 }, { ticketType: 'free' }] });
  const order = await run('events.order', at, { items: [item, { ...item, ticketType: 'free' }] });
  await run('events.get_order', { ...at, orderId: text(order, 'id') });
  await run('events.pay_test', {}, { orderId: text(order, 'id') });
  await run('events.cancel_order', { ...at, orderId: text(order, 'id') }, undefined, '?refund=partial');
  await run('events.update', at, { eventId, stripe: { bankTransfer: { enabled: true, instructions: 'IBAN' } } });
  const byBank = await run('events.order', at, { items: [item], method: 'bank_transfer' });
  await run('events.mark_order_paid', { ...at, orderId: text(byBank, 'id') });
  await run('events.registration', { ...at, registrationId: text(paid, 'id') });
  await run('events.cancel', at);
});

test('answers of the catalogue that are no record', async () => {
  const id = (collection: string) => must(site.ids.get(collection), collection);
  await run('finance.trial_balance', {});
  for (const year of [1970, 2026, 9999])
    await run('hr.leave_balance', { employeeId: id('employees') }, undefined, `?year=${year}`);
  await run('marketing.unsubscribe', { audienceId: id('audiences') }, { email: 'ada@example.org' });
  await run('marketing.subscribe', { audienceId: id('audiences') }, { email: 'new@example.org' });
  for (const day of ['2027-03-01', '9999-12-31']) {
    const slots = `?service=${id('bookable_services')}&resource=${id('bookable_resources')}&day=${day}`;
    await run('bookings.free_slots', {}, undefined, slots);
  }
});

test('files and webhooks: links, secrets, deliveries and what is played again', async () => {
  const form = new FormData();
  form.set('file', new Blob(['a,b']), 'a.csv');
  const sent = await fetch(`${site.house.url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.apiKey}` },
    body: form,
  });
  const { data: file } = (await sent.json()) as { readonly data: Body };
  await run('media.link_file', { file: text(file, 'id') }, {});
  // Of a picture nothing was made: it may be tried again.
  await site.store.commit('system:test', async (tx) =>
    ok(await tx.update('files', text(file, 'id'), { status: 'failed', problem: 'media_refused' })),
  );
  await run('media.retry_file', { file: text(file, 'id') }, {});

  const made = await site.house.send('POST', '/api/v1/webhooks', {
    key: site.apiKey,
    json: { url: 'https://hooks.example/in', description: 'Hook' },
  });
  expect([made.status, made.codes]).toEqual([201, []]);
  const webhook = text(made.body['data'] as Body, 'id');
  await run('webhooks.rotate_secret', { webhook }, {});
  const tested = (await run('webhooks.test', { webhook }, {}))['data'] as Body;
  await run('webhooks.enable', { webhook }, {});
  await run('webhooks.event_types', {});
  await run('webhooks.replay_delivery', { delivery: text(tested, 'id') }, {});
  await run('webhooks.replay', { webhook }, { from: isoTime(Date.now() - hourMs) });
});

test('in GraphQL, relations are walked from the record that an action answers', async () => {
  const ask = asker(site.house, site.apiKey);
  const made = await ask('mutation { createAuthor(input: {name: "Ada"}) { id } }');
  const page = await ask('mutation ($author: ID) { createPage(input: {title: "Engines", author: $author}) { id } }', {
    author: at(made.data, 'createAuthor', 'id'),
  });
  const published = await ask(
    'mutation ($page: ID) { it: contentPublishPage(input: {pageId: $page}) { status version author { name } } }',
    { page: at(page.data, 'createPage', 'id') },
  );
  expect([published.codes, published.data]).toEqual([
    [],
    { it: { status: 'published', version: 2, author: { name: 'Ada' } } },
  ]);
  const accounts = await ask('{ financeTrialBalance { code balanceAmount } }');
  expect(accounts).toMatchObject({ codes: [], data: { financeTrialBalance: expect.any(Array) } });
});

test('every action says what it answers, but for boards', () => {
  const silent = site.house.admin.modules.all
    .flatMap((module) => module.actions.map(({ definition }): ActionDefinition => definition))
    .filter(({ output }) => output === undefined)
    .map(({ name }) => name);
  expect(silent).toEqual(['events.board', 'events.kiosk_board']);
});
