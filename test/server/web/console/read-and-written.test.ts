/** What screens of the console read and write, by their own modules over the SDK on a real server, without a browser. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import type { EventSummary } from '#server/web/console/data/event-summary.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { where } from '#shared/query/query.ts';
import { exportFormats, formatsOf } from '#shared/schema/dataset.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** The browser that the console's modules find when they are loaded, which is when a test needs them. */
vi.hoisted(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { origin: '', pathname: '/console/', hash: '' });
});

const startMs = Date.parse('2027-05-04T08:00:00.000Z');
let house: TestServer;
let key: string;
let tenant: CreatedTenant['tenant'];

beforeAll(async () => {
  house = await openTestServer();
  ({ apiKey: key, tenant } = await house.tenant('console-data'));
  Object.assign(location, { origin: house.url });
  sessionStorage.setItem('gatehouse-session', key);
});
afterAll(() => house?.close());

async function ask(method: string, path: string, json?: object): Promise<Body> {
  const { body, status, text } = await house.send(method, path, { key, json });
  if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
  return body;
}

/** @returns its id */
async function makeEvent(name: string, more: object = {}): Promise<string> {
  const times = { startsAt: isoTime(startMs), endsAt: isoTime(startMs + 8 * hourMs), timezone: 'Europe/Berlin' };
  return String((await ask('POST', '/events', { name, type: 'conference', ...times, ...more }))['id']);
}

async function rows(collection: string, event: string): Promise<readonly { readonly id: string }[]> {
  const of = encodeURIComponent(JSON.stringify({ event: { equals: event } }));
  return (await ask('GET', `/api/v1/${collection}?limit=200&where=${of}`))['data'] as readonly {
    readonly id: string;
  }[];
}

const madeId = (n: number): string => uuidv7(startMs, new Uint8Array(10).fill(n));

test('needs attention: conflicts that no one has reviewed, and no others', async () => {
  const { readOverview } = await import('#server/web/console/screens/overview/overview-data.ts');
  const { Attention } = await import('#server/web/console/screens/overview/attention.tsx');
  const { readGate } = await import('#server/web/console/screens/gate/gate-data.ts');
  const { Figures } = await import('#server/web/console/screens/gate/figures.tsx');
  const event = await makeEvent('Two conflicts');
  const store = await house.admin.directory.open(tenant);
  const times = { scannedAt: isoTime(startMs), firstScannedAt: isoTime(startMs) };
  for (const n of [10, 20])
    expectOk(
      await store.commit('system:test', async (tx) => {
        const of = { registration: madeId(n), scan: madeId(n + 1), firstScan: madeId(n + 2) };
        return {
          ok: true,
          value: await tx.create('checkin_conflicts', { event, list: 'default', ...of, ...times }, madeId(n + 3)),
        };
      }),
    );
  const shown = { id: event, timezone: 'Europe/Berlin' } as EventSummary;
  const attention = async () =>
    renderToStaticMarkup(createElement(Attention, { event: shown, data: await readOverview(event) }));
  const figures = async () =>
    renderToStaticMarkup(createElement(Figures, { event: shown, data: await readGate(event) }));
  expect(await attention()).toContain('2 people admitted twice');
  expect(await figures()).toContain('<div class="figure alarm"><dt>Conflicts</dt><dd>2</dd>');
  for (const n of [10, 20])
    await ask('PATCH', `/api/v1/checkin_conflicts/${madeId(n + 3)}`, { acknowledgedAt: isoTime(startMs) });
  expect(await attention()).not.toContain('admitted twice');
  expect(await figures()).toContain('<div class="figure"><dt>Conflicts</dt><dd>0</dd>');
  expect((await ask('GET', `/events/${event}/checkin/stats`))['conflicts']).toBe(2);
});

test('sold counts are shown for every ticket type, also where types and price steps have hundreds of counts', async () => {
  const { readTickets } = await import('#server/web/console/screens/tickets/ticket-type.ts');
  const { readTypeSeats } = await import('#server/web/console/screens/overview/overview-data.ts');
  const { stepsMax, typesMax } = { stepsMax: 3, typesMax: 70 };
  const price = { price: 20, currency: 'EUR' };
  const priceSteps = Array.from({ length: stepsMax }, (_, n) => ({
    ...{ name: `Step ${n}`, price: 10 + n, from: isoTime(startMs - (10 - n) * dayMs) },
  }));
  const tickets = Array.from({ length: typesMax }, (_, n) => ({
    id: `type-${n}`,
    name: `Type ${n}`,
    ...price,
    priceSteps,
  }));
  const event = await makeEvent('Many prices', { tickets });
  const types = await rows('ticket_types', event);
  const scopes = types.flatMap(({ id }) => [
    `ticket_type:${id}`,
    ...priceSteps.map(({ name }) => `price_step:${id}:${name}`),
  ]);
  const store = await house.admin.directory.open(tenant);
  expectOk(
    await store.commit('system:test', async (tx) => {
      for (const count of await tx.find('seat_counts', { where: where({ event }), limit: 1_000 }))
        await tx.delete('seat_counts', count.id);
      for (const scope of scopes) await tx.create('seat_counts', { event, scope, taken: 2 });
      return { ok: true, value: null };
    }),
  );
  const { taken } = await readTickets(event);
  expect(scopes.filter((scope) => taken.get(scope) !== 2)).toEqual([]);
  const seats = await readTypeSeats(event);
  expect(seats).toHaveLength(typesMax);
  expect(seats.filter((type) => type.taken !== 2)).toEqual([]);
});

test('a copy opens its bookings as long before it as the old event did, and asks all of its questions', async () => {
  const { duplicateEvent } = await import('#server/web/console/screens/event/duplicate.ts');
  const { readQuestions } = await import('#server/web/console/screens/event/question.ts');
  const saleEnd = isoTime(startMs - dayMs);
  const event = await makeEvent('This year', {
    tickets: [{ id: 'day', name: 'Day', price: 0, currency: 'EUR', saleEnd }],
    schedule: { bookings: true, bookingsOpenAt: isoTime(startMs - 14 * dayMs), ratings: false },
    description: 'From 2027-05-04T08:00:00.000Z on.',
  });
  const questionsMax = 230;
  const create = Array.from({ length: questionsMax }, (_, n) => ({
    ...{ event, key: `q${n}`, text: `Question ${n}?`, kind: 'text', position: n, active: n < 5 },
  }));
  await ask('POST', '/api/v1/registration_questions/bulk', { create });
  expect(await readQuestions(event)).toHaveLength(questionsMax);
  const copy = await duplicateEvent(event, { name: 'Next year', startsAt: isoTime(startMs + 365 * dayMs) });
  const made = await ask('GET', `/events/${copy}`);
  expect(made).toMatchObject({
    tickets: [{ saleEnd: isoTime(startMs + 364 * dayMs) }],
    schedule: { bookings: true, bookingsOpenAt: isoTime(startMs + 351 * dayMs), ratings: false },
    description: 'From 2027-05-04T08:00:00.000Z on.',
  });
  expect((await readQuestions(copy)).map((question) => question.key)).toEqual(create.map((question) => question.key));
});

test('the event of the address is read by its id where the list has no room for it', async () => {
  const { readEvent, readEvents } = await import('#server/web/console/data/read-events.ts');
  const { shownEvent } = await import('#server/web/console/shell/shown-event.ts');
  const id = await makeEvent('After the first thousand');
  const later = await readEvent(id);
  expect(later).toMatchObject({ id, name: 'After the first thousand' });
  const events = (await readEvents()).filter((event) => event.id !== id);
  const known = { events, inAddress: id, last: id };
  const reading = { event: null, isRead: false, isMissing: false };
  expect(shownEvent({ ...known, events: null, found: null })).toEqual(reading);
  expect(shownEvent({ ...known, found: null })).toEqual(reading);
  expect(shownEvent({ ...known, found: { id: 'another', event: null } })).toEqual(reading);
  expect(shownEvent({ ...known, found: { id, event: later } })).toEqual({
    event: later,
    isRead: true,
    isMissing: false,
  });
  // The settings have no event in their address: the one that was shown before stays.
  expect(shownEvent({ ...known, inAddress: null, found: { id, event: later } }).event).toEqual(later);
});

test('an event that does not exist is said to be missing; without one in the address the first is shown', async () => {
  const { readEvent, readEvents } = await import('#server/web/console/data/read-events.ts');
  const { shownEvent } = await import('#server/web/console/shell/shown-event.ts');
  const events = await readEvents();
  for (const id of [madeId(90), 'no-id', 'a,b&limit=1']) {
    const found = { id, event: await readEvent(id) };
    expect(shownEvent({ events, inAddress: id, last: id, found })).toEqual({
      event: null,
      isRead: true,
      isMissing: true,
    });
    expect(shownEvent({ events, inAddress: null, last: id, found }).event).toBe(events[0]);
  }
  expect(shownEvent({ events: [], inAddress: null, last: null, found: null })).toEqual({
    ...{ event: null, isRead: true, isMissing: false },
  });
});

test('a question moves up by one place, also where deleted ones have left gaps', async () => {
  const { positionsAfterMove } = await import('#server/web/console/screens/event/question.ts');
  const questions = [0, 3, 4, 5].map((position) => ({ id: `q${position}`, position }));
  const written = new Map(positionsAfterMove(questions, 3, 2).map(({ id, position }) => [id, position]));
  const order = questions
    .map(({ id, position }) => ({ id, position: written.get(id) ?? position }))
    .sort((a, b) => a.position - b.position);
  expect(order.map(({ id }) => id)).toEqual(['q0', 'q3', 'q5', 'q4']);
  expect(new Set(order.map(({ position }) => position)).size).toBe(order.length);
});

test('an export keeps the chosen format where the dataset has it, and never names one that it lacks', async () => {
  const { formatFor } = await import('#server/web/console/screens/import/export-form.tsx');
  for (const dataset of eventDatasets)
    for (const wanted of exportFormats) {
      const format = formatFor(dataset, wanted);
      expect(formatsOf(dataset)).toContain(format);
      if (formatsOf(dataset).includes(wanted)) expect(format).toBe(wanted);
    }
});

test('every gate of an event has its name, also the one after 200 others', async () => {
  const { readKiosks } = await import('#server/web/console/screens/kiosks/kiosk.ts');
  const { readGate } = await import('#server/web/console/screens/gate/gate-data.ts');
  const event = await makeEvent('Many gates', { gates: [{ id: 'gate-0', name: 'Gate 0' }] });
  const [first] = await rows('gates', event);
  const { list } = (await ask('GET', `/api/v1/gates/${first?.id}`))['data'] as { readonly list: string };
  const create = Array.from({ length: 220 }, (_, n) => ({ event, list, key: `gate-${n + 1}`, name: `Gate ${n + 1}` }));
  await ask('POST', '/api/v1/gates/bulk', { create });
  expect((await readKiosks(event)).gates.size).toBe(221);
  const { gateName } = await readGate(event);
  expect(create.filter(({ key, name }) => gateName(key) !== name)).toEqual([]);
});
