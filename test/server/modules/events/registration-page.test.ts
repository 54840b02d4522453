/** The registration page over HTTP: addresses, states, data for machines, and languages. */
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageWords } from '#server/modules/events/registration-page/page-words.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { textAt } from './events-module.ts';

let house: TestServer;
let key: string;
let sandboxKey: string;
let tenant: CreatedTenant;
const inDays = (days: number) => isoTime(Date.now() + days * 86_400_000);

async function event(more: object = {}, place = ''): Promise<string> {
  const json = {
    ...{
      name: 'Harbour <b>Days</b>',
      type: 'conference',
      startsAt: inDays(7),
      endsAt: inDays(8),
      timezone: 'Europe/Oslo',
    },
    ...{ venue: 'Hall "7" & yard', summary: 'Two days <script>alert(1)</script> by the sea.' },
    tickets: [
      { id: 'standard', name: 'Standard <i>', price: 49, currency: 'EUR', quantity: 100 },
      { id: 'free', name: 'Community', price: 0, currency: 'EUR', quantity: 50 },
    ],
    ...more,
  };
  const made = await house.send('POST', `${place}/events`, { key: place === '' ? key : sandboxKey, json });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return textAt(made.body, 'id');
}
const slugOf = async (id: string) => textAt((await house.send('GET', `/events/${id}`, { key })).body, 'slug');
const html = { accept: 'text/html' };
const page = (path: string) => house.send('GET', path, { headers: html });

beforeAll(async () => {
  house = await openTestServer();
  const made = await house.tenant('hafen');
  tenant = made;
  await house.tenant('other');
  [key, sandboxKey] = [made.apiKey, made.sandbox.apiKey];
});
afterAll(() => house?.close());

describe('whose page it is', () => {
  test('is found by the tenant’s slug and the event’s slug or id; a sandbox has its own', async () => {
    const id = await event({ name: 'Whose' });
    const sandboxed = await event({ name: 'Sandboxed' }, '/sandbox');
    for (const path of ['/e/hafen/whose', `/e/hafen/${id}`, `/e/test.hafen/${sandboxed}`, '/e/test.hafen/sandboxed'])
      expect([path, (await page(path)).status]).toEqual([path, 200]);
    for (const path of [
      '/e/other/whose',
      `/e/other/${id}`,
      '/e/test.hafen/whose',
      '/e/hafen/sandboxed',
      '/e/hafen/nosuch',
      '/e/nosuch/whose',
      '/e/hafen/%00',
      `/o/${'A'.repeat(46)}`,
    ])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
    expect((await page('/e/test.hafen/sandboxed')).text).toContain('Test mode');
    expect((await page('/e/hafen/whose')).text).not.toContain('Test mode');
  });

  test('a draft and an event without a page have only the organizer’s link', async () => {
    const draft = await event({ name: 'Draft', status: 'draft' });
    const without = await event({ name: 'Without', publicPage: false });
    for (const [id, slug] of [
      [draft, 'draft'],
      [without, 'without'],
    ] as const) {
      expect((await page(`/e/hafen/${slug}`)).status).toBe(404);
      const links = (await house.send('GET', `/events/${id}/page-links`, { key })).body;
      expect(links['page']).toBeNull();
      const { pathname, search } = new URL(textAt(links, 'preview'));
      const preview = await page(pathname + search);
      expect([slug, preview.status, preview.headers.get('x-robots-tag')]).toEqual([slug, 200, 'noindex']);
      expect(preview.text).toContain('Preview: this page is not public yet.');
      expect(preview.text).toContain('Choose tickets');
      expect((await page(`${pathname}?preview=${'x'.repeat(80)}`)).status).toBe(404);
      const otherSlug = id === draft ? 'without' : 'draft';
      expect((await page(`/e/hafen/${otherSlug}${search}`)).status).toBe(404);
    }
  });

  test('the organizer whom the invoices name stands in the header, else the initial of the event', async () => {
    await event({ name: 'Named', invoicing: { sellerName: 'Nordlicht & Söhne' } });
    expect((await page('/e/hafen/named')).text).toContain('<bdi>Nordlicht &amp; Söhne</bdi></span>');
    await event({ name: 'Unnamed' });
    expect((await page('/e/hafen/unnamed')).text).toMatch(/class="org-m" aria-hidden="true">U<\/span><\/span>/);
  });

  test('cancelled, over, not on sale: it says so, and sells nothing', async () => {
    const cancelled = await event({ name: 'Cancelled' });
    await house.send('POST', `/events/${cancelled}/cancel`, { key, json: {} });
    await event({ name: 'Over', startsAt: inDays(-2), endsAt: inDays(-1) });
    await event({
      name: 'Later',
      tickets: [{ id: 'a', name: 'A', price: 0, currency: 'EUR', saleStart: inDays(2) }],
    });
    expect((await page('/e/hafen/cancelled')).text).toContain('data-state="cancelled"');
    expect((await page('/e/hafen/over')).text).toContain('data-state="over"');
    const later = (await page('/e/hafen/later')).text;
    const offersCalendar = async (slug: string) => (await page(`/e/hafen/${slug}`)).text.includes('/event.ics"');
    expect([await offersCalendar('cancelled'), await offersCalendar('over'), await offersCalendar('later')]).toEqual([
      ...[false, false, true],
    ]);
    expect([later.includes('Registration is closed'), later.includes('On sale from')]).toEqual([true, true]);
    const sent = await house.send('POST', '/e/hafen/over', {
      raw: 'step=people&p0.t=standard',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(sent.text).toContain('data-state="over"');
  });
});

test('sold out: the page says so, and still takes the code of a hidden ticket type', async () => {
  const money = { currency: 'EUR' };
  const tickets = [
    { id: 'seat', name: 'Seat', price: 40, quantity: 0, ...money },
    { id: 'crew', name: 'Crew', price: 10, quantity: 5, hidden: true, ...money },
  ];
  const id = await event({ name: 'All gone', tickets });
  const json = { event: id, code: 'CREW', effect: 'none', unlocksHidden: true };
  const made = await house.send('POST', '/api/v1/vouchers', { key, json });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const shown = (await page('/e/hafen/all-gone')).text;
  expect([/<h2[^>]*>Sold out</.test(shown), shown.includes('Registration is closed')]).toEqual([true, false]);
  expect(shown).toContain('name="code"');
  expect((await page('/e/hafen/all-gone?code=crew')).text).toContain('Crew');
});

describe('what is wrong with several people', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = (more: Record<string, string>) => new URLSearchParams({ step: 'people', ...more }).toString();

  test('is said with the person and the field, in every language', async () => {
    const id = await event({ name: 'Group' });
    const question = { event: id, key: 'diet', text: 'What do you eat?', kind: 'text', required: true };
    const made = await house.send('POST', '/api/v1/registration_questions', { key, json: question });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const two = { 'p0.t': 'free', 'p0.name': 'Ada', 'p0.email': 'ada@example.org', 'p0.q.diet': 'All', 'p1.t': 'free' };
    const post = (raw: string, query = '') => house.send('POST', `/e/hafen/group${query}`, { raw, headers });
    const summary = ({ text }: { readonly text: string }) => /id="problems">.*?<\/div>/s.exec(text)?.[0] ?? '';
    const english = summary(await post(fields({ ...two, 'p1.name': 'Bo', 'p1.email': 'bo@' })));
    expect(english).toContain('>Person 2, Email: Enter a full email address');
    expect(english).toContain('>Person 2, What do you eat?: Answer this question.');
    expect(english).not.toContain('Person 1');
    for (const language of languages) {
      const { problemOfPerson, name, nameMissing } = pageWords[language];
      const said = summary(await post(fields(two), `?lang=${language}`)).replaceAll(/[\u2068\u2069]/g, '');
      const wanted = problemOfPerson.replace('{n}', '2').replace('{field}', name).replace('{problem}', nameMissing);
      expect(said.replaceAll('&#39;', '’')).toContain(wanted);
    }
    const alone = summary(await post(fields({ 'p0.t': 'free', 'p0.name': 'Ada', 'p0.email': 'ada@example.org' })));
    expect(alone).toContain('>What do you eat?: Answer this question.');
  });
});

test('the page of an order says what was refunded, what is on its way, what remains, and names credit notes', async () => {
  const invoicing = { enabled: true, sellerName: 'Hafen', prefix: 'H-' };
  const bankTransfer = { enabled: true, instructions: 'IBAN', holdDays: 5 };
  const id = await event({ name: 'Refunds', invoicing, stripe: { bankTransfer } });
  const items = ['Ada', 'Bo'].map((name) => ({
    ticketType: 'standard',
    attendee: { name, email: `${name.toLowerCase()}@example.org` },
  }));
  const json = { items, method: 'bank_transfer' };
  const made = await house.send('POST', `/events/${id}/orders`, { key, json });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const order = `/events/${id}/orders/${textAt(made.body, 'id')}`;
  expect((await house.send('POST', `${order}/paid`, { key, json: {} })).status).toBe(200);
  const shown = async () =>
    (await page(new URL(textAt((await house.send('GET', order, { key })).body, 'page')).pathname)).text;
  await expect.poll(shown).toContain('<h2>Invoices</h2>');
  expect(await shown()).toContain('ticket is on its way by email');
  const [person] = (await house.send('GET', `/api/v1/registrations?where[event][equals]=${id}&sort=name`, { key }))
    .body['data'] as readonly Record<string, unknown>[];
  const cancelled = await house.send('DELETE', `/events/${id}/registrations/${String(person?.['id'])}`, { key });
  expect([cancelled.status, cancelled.text]).toEqual([200, cancelled.text]);
  const before = await shown();
  expect(before).not.toContain('ticket is on its way by email');
  expect(before).toContain('<dt>Refund on its way</dt><dd>−€49.00</dd>');
  expect(before).toContain('<dt>Remaining</dt><dd>€49.00</dd>');
  const { body } = await house.send('GET', `/api/v1/refunds?where[event][equals]=${id}`, { key });
  const [refund] = body['data'] as readonly Record<string, unknown>[];
  await house.send('POST', `/events/${id}/refunds/${String(refund?.['id'])}/paid`, { key, json: {} });
  await expect.poll(shown).toContain('<h2>Invoices and credit notes</h2>');
  const after = await shown();
  expect(after).toContain('<dt>Refunded</dt><dd>−€49.00</dd>');
  expect(after).not.toContain('Refund on its way</dt>');
  const called = await house.send('POST', `/events/${id}/cancel`, { key, json: {} });
  expect([called.status, called.text]).toEqual([200, called.text]);
  // The orders follow the event.
  await expect.poll(shown).toContain('<h2>This event was cancelled</h2>');
  expect(await shown()).not.toContain('Order again');
  expect(after).toMatch(/>Credit note [^<]+ to invoice H-[^<]+<\/a> <bdi>−€49\.00<\/bdi>/);
});

describe('an order that is corrected', () => {
  test('by the form in the browser’s history: the first one holds no seats any more', async () => {
    const id = await event({ name: 'Corrected' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (raw: string) => house.send('POST', '/e/hafen/corrected', { raw, headers });
    const asked = (await page('/e/hafen/corrected?step=people&n.standard=1')).text;
    const cart = must(/name="cart" value="([^"]+)"/.exec(asked)?.[1], 'a cart');
    for (const name of ['Ad', 'Ada']) {
      const fields = new URLSearchParams({ step: 'people', cart, 'p0.t': 'standard', 'p0.name': name });
      fields.set('p0.email', 'ada@example.org');
      const review = await post(fields.toString());
      const order = must(
        new URL(review.headers.get('location') ?? '', 'http://x').searchParams.get('order'),
        'a draft',
      );
      const placed = await post(new URLSearchParams({ step: 'review', order, total: '4900' }).toString());
      expect([placed.status, placed.headers.get('location')]).toEqual([303, expect.stringMatching(/\/o\//)]);
    }
    const orders = await house.send('GET', `/api/v1/ticket_orders?where[event][equals]=${id}&sort=createdAt`, { key });
    const shown = (orders.body['data'] as readonly Record<string, unknown>[]).map(({ name, status }) => [name, status]);
    expect(shown).toEqual([
      ['Ad', 'cancelled'],
      ['Ada', 'open'],
    ]);
  });
});

describe('an order that is placed, and its review step opened again', () => {
  const steps = [
    { name: 'Early', price: 30, from: inDays(-1), quantity: 2 },
    { name: 'Late', price: 50, from: inDays(3) },
  ];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  async function placed(name: string) {
    const ticket = { id: 'standard', name: 'Standard', price: 40, currency: 'EUR', quantity: 3, priceSteps: steps };
    const id = await event({ name, tickets: [ticket] });
    const path = `/e/hafen/${name.toLowerCase()}`;
    // Two of the three that are left cost what the page says.
    expect((await page(path)).text).toContain('Only 2 left at this price');
    const post = (fields: Record<string, string>) =>
      house.send('POST', path, { raw: new URLSearchParams(fields).toString(), headers });
    const people = [0, 1, 2].flatMap((n) => [
      [`p${n}.t`, 'standard'],
      [`p${n}.name`, `Guest ${n}`],
      [`p${n}.email`, `g${n}@example.org`],
    ]);
    const review = await post({ step: 'people', ...Object.fromEntries(people) });
    const order = must(new URL(review.headers.get('location') ?? '', 'http://x').searchParams.get('order'), 'a draft');
    const first = await post({ step: 'review', order, total: '11000' });
    return { id, order, post, first: must(first.headers.get('location'), 'a page'), again: `${path}?order=${order}` };
  }

  test('says the total that was ordered, though its own seats have moved the price step', async () => {
    const { again } = await placed('Stepped');
    const shown = (await page(again)).text;
    expect([shown.includes('€110.00'), shown.includes('€150.00')]).toEqual([true, false]);
  });

  test('ordered once more, with either total: the same order, whose seats are all that there were', async () => {
    const { first, id, order, post } = await placed('Once');
    for (const total of ['11000', '15000'])
      expect((await post({ step: 'review', order, total })).headers.get('location')).toBe(first);
    const orders = await house.send('GET', `/api/v1/ticket_orders?where[event][equals]=${id}`, { key });
    expect(orders.body['data']).toHaveLength(1);
  });

  test('ended meanwhile: its page says so, no word of a key', async () => {
    const { id, order, post } = await placed('Ended');
    const orders = await house.send('GET', `/api/v1/ticket_orders?where[event][equals]=${id}`, { key });
    const [{ id: orderId } = { id: '' }] = orders.body['data'] as readonly { readonly id: string }[];
    const ended = await house.send('DELETE', `/events/${id}/orders/${orderId}`, { key });
    expect([ended.status, ended.text]).toEqual([200, ended.text]);
    const sent = await post({ step: 'review', order, total: '15000' });
    const shown = (await page(must(sent.headers.get('location'), 'the page of the order'))).text;
    expect(shown).toContain('This order was cancelled');
  });
});

describe('an order that costs nothing', () => {
  const words = pageWords.en;
  const stepsOf = (text: string) => /<ol class="steps".*?<\/ol>/s.exec(text)?.[0] ?? '';

  test('has no step to pay and asks for no invoice; one that costs something has both', async () => {
    await event({ name: 'Mixed' });
    const free = (await page('/e/hafen/mixed?step=people&n.free=1')).text;
    const paid = (await page('/e/hafen/mixed?step=people&n.standard=1')).text;
    expect([stepsOf(free).includes(words.stepPay), stepsOf(paid).includes(words.stepPay)]).toEqual([false, true]);
    expect([free.includes(words.needInvoice), paid.includes(words.needInvoice)]).toEqual([false, true]);
    // Places are held for as long as a payment may take.
    const hold = words.holdNote(30);
    expect([free.includes(hold), paid.includes(hold)]).toEqual([false, true]);
    expect(stepsOf((await page('/e/hafen/mixed')).text)).toContain(words.stepConfirm);
  });

  test('asks for an invoice where an extra may cost something', async () => {
    const tickets = [
      { id: 'free', name: 'Community', price: 0, currency: 'EUR' },
      { id: 'dinner', name: 'Dinner', price: 20, currency: 'EUR', kind: 'add_on', addOnTo: ['free'] },
    ];
    await event({ name: 'Dinner', tickets });
    const { text } = await page('/e/hafen/dinner?step=people&n.free=1');
    expect([text.includes('p0.a.dinner'), text.includes(words.needInvoice)]).toEqual([true, true]);
  });
});

test('the country of an invoice written out is refused, and the field does not cut it to another country’s code', async () => {
  await event({ name: 'Written out' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = { step: 'people', 'p0.t': 'standard', 'p0.name': 'Ada', 'p0.email': 'ada@example.org', invoice: 'on' };
  const raw = new URLSearchParams({ ...fields, 'b.country': 'Germany' }).toString();
  const shown = (await house.send('POST', '/e/hafen/written-out', { raw, headers })).text;
  const input = must(/<input[^>]*name="b.country"[^>]*>/.exec(shown)?.[0], 'the field');
  expect(shown).toContain('Enter the 2-letter country code, such as DE.');
  expect([input.includes('maxlength="2"'), /value="germany"/i.test(input)]).toEqual([false, true]);
});

test('step 2 in another language has what was typed, unfinished, and says nothing against it', async () => {
  await event({ name: 'Spoken' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = await house.send('GET', '/e/hafen/spoken?lang=en&step=people&n.standard=1');
  const button = must(/<button form="people"[^>]*lang="de">/.exec(asked.text)?.[0], 'a switch');
  const to = must(/formaction="([^"]+)"/.exec(button)?.[1], 'an address').replaceAll('&amp;', '&');
  expect(button).toContain('formnovalidate name="say" value="de"');
  const typed = { step: 'people', 'p0.t': 'standard', 'p0.name': 'Zoë', 'p0.email': 'not yet', say: 'de' };
  const shown = await house.send('POST', to, { raw: new URLSearchParams(typed).toString(), headers });
  expect([shown.status, shown.text.includes('<html lang="de"')]).toEqual([200, true]);
  expect(shown.text).toMatch(/<input[^>]*name="p0.name"[^>]*value="Zoë"/);
  expect(shown.text).toMatch(/<input[^>]*name="p0.email"[^>]*value="not yet"/);
  expect(shown.text).not.toMatch(/<input[^>]*aria-invalid/);
});

describe('the page of an offer', () => {
  test('asks the questions and the terms of the event, and keeps what was written', async () => {
    const tickets = [{ id: 'one', name: 'One', price: 0, currency: 'EUR', quantity: 1 }];
    const id = await event({ name: 'Offered', tickets, terms: 'No dogs.', waitlist: { enabled: true } });
    const size = { event: id, key: 'size', text: 'Shirt size', kind: 'choice', options: ['S', 'M'], required: true };
    expect((await house.send('POST', '/api/v1/registration_questions', { key, json: size })).status).toBe(201);
    const attendee = (name: string) => ({ name, email: `${name}@example.org` });
    const first = { ticketType: 'one', attendee: attendee('ada') };
    const taken = await house.send('POST', `/events/${id}/registrations`, { key, json: first });
    const waits = { ticketType: 'one', attendee: attendee('bob') };
    const joined = await house.send('POST', `/events/${id}/waitlist`, { key, json: waits });
    const { pathname } = new URL(textAt(joined.body, 'page'));
    await expect
      .poll(
        async () => (await house.send('GET', `/events/${id}/registrations/${textAt(taken.body, 'id')}`, { key })).body,
      )
      .toMatchObject({ status: 'confirmed' });
    await house.send('DELETE', `/events/${id}/registrations/${textAt(taken.body, 'id')}`, { key });
    await expect.poll(async () => (await page(pathname)).text).toContain('data-state="offered"');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (raw: string) => house.send('POST', pathname, { raw, headers });
    const offered = (await page(pathname)).text;
    expect([offered.includes('Shirt size'), offered.includes('obligation to pay')]).toEqual([true, false]);
    expect((await post('')).text).toContain('href="#p0.q.size"');
    const half = (await post('p0.q.size=M')).text;
    expect([half.includes('href="#accept"'), half.includes('<option selected>M</option>')]).toEqual([true, true]);
    const done = await post('p0.q.size=M&accept=on');
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/\/o\//)]);
  });
});

describe('the page of a person on the waiting list', () => {
  async function waiting(name: string) {
    const tickets = [{ id: 'one', name: 'One', price: 0, currency: 'EUR', quantity: 0 }];
    const id = await event({ name, tickets, waitlist: { enabled: true } });
    const waits = { ticketType: 'one', attendee: { name: 'Bob', email: 'bob@example.org' } };
    const { body } = await house.send('POST', `/events/${id}/waitlist`, { key, json: waits });
    return { id, entry: textAt(body, 'id'), pathname: new URL(textAt(body, 'page')).pathname };
  }

  test('says the position on the list, and it moves up', async () => {
    const { id, pathname } = await waiting('Position');
    const waits = { ticketType: 'one', attendee: { name: 'Cleo', email: 'cleo@example.org' } };
    const { body } = await house.send('POST', `/events/${id}/waitlist`, { key, json: waits });
    const second = new URL(textAt(body, 'page')).pathname;
    const said = async (path: string, position: number) =>
      (await page(`${path}?lang=en`)).text.includes(`Your position on the list: ${position}.`);
    expect([await said(pathname, 1), await said(second, 2)]).toEqual([true, true]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await house.send('POST', pathname, { raw: 'do=leave', headers });
    expect([await said(pathname, 1), await said(second, 1)]).toEqual([false, true]);
  });

  test('says what is lost by leaving the list, and leaves it', async () => {
    const { pathname } = await waiting('Left');
    for (const language of languages) {
      const { leave, leaving } = pageWords[language].waiting;
      const { text } = await page(`${pathname}?lang=${language}`);
      for (const said of [leave, leaving.waiting]) expect(text).toContain(said);
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const left = () => house.send('POST', pathname, { raw: 'do=leave', headers });
    expect((await left()).status).toBe(303);
    const { text } = await page(pathname);
    expect(text).toContain('data-state="removed"');
    expect(text).not.toContain('id="leave"');
    // Again, as by a second tap: the same page.
    expect((await left()).status).toBe(303);
  });

  test('says in the language of the page why a seat or a place on the list is refused', async () => {
    const { id, pathname } = await waiting('Refused');
    const path = `/e/hafen/${await slugOf(id)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const again = { step: 'waiting', ticket: 'one', 'p0.name': 'Bob', 'p0.email': 'bob@example.org' };
    for (const language of languages) {
      const { orderRefused, waiting: words } = pageWords[language];
      const at = `?lang=${language}`;
      const late = (await house.send('POST', pathname + at, { raw: 'do=accept', headers })).text;
      expect(late).toContain(words.acceptRefused.replace('{reason}', orderRefused.offer_not_open));
      const twice = await house.send('POST', path + at, { raw: new URLSearchParams(again).toString(), headers });
      expect(twice.text).toContain(`id="p0.email-e">${orderRefused.already_waiting}`);
    }
  });

  test('an entry that was never offered a seat reads of no offer', async () => {
    const { entry, pathname } = await waiting('Closed');
    const store = await house.admin.directory.open(tenant.tenant);
    await store.commit('system:test', async (tx) => {
      await tx.update('waitlist_entries', entry, { state: 'expired' });
      return { ok: true, value: null };
    });
    for (const language of languages) {
      const { closed, expired } = pageWords[language].waiting.states;
      const { text } = await page(`${pathname}?lang=${language}`);
      for (const said of [closed.title, closed.text]) expect(text).toContain(said);
      expect(text).not.toContain(expired.title);
    }
  });
});

describe('what it says', () => {
  test('an organizer’s text never becomes markup', async () => {
    await event({ name: 'Harbour <b>Days</b>' });
    const { text } = await page('/e/hafen/harbour-b-days-b?code=%22%3E%3Cscript%3Ealert(2)%3C/script%3E');
    expect(text).toContain('Harbour &lt;b&gt;Days&lt;/b&gt;');
    expect(text).not.toMatch(/<b>Days|<script>alert|<i>/);
  });

  test('to search engines and messengers: the event as data, its offers, a picture', async () => {
    const id = await event({ name: 'Described' });
    const { headers, text } = await page('/e/hafen/described');
    expect(headers.get('x-robots-tag')).toBeNull();
    const data = JSON.parse(
      must(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1], 'data'),
    ) as Record<string, unknown>;
    expect(data).toMatchObject({
      ...{ '@type': 'Event', name: 'Described', eventStatus: 'https://schema.org/EventScheduled' },
      location: { name: 'Hall "7" & yard' },
      offers: [{ price: '49.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }, { price: '0.00' }],
    });
    expect(text).toMatch(/<meta property="og:title" content="Described">/);
    expect(text).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+\/e\/hafen\/described\/picture\.png">/);
    const picture = await fetch(`${house.url}/e/hafen/${id}/picture.png`);
    const { height, width } = PNG.sync.read(Buffer.from(await picture.arrayBuffer()));
    expect([picture.headers.get('content-type'), width, height]).toEqual(['image/png', 1_200, 630]);
  });

  test('to calendars', async () => {
    await event({ name: 'In; the, calendar' });
    const { headers, text } = await house.send('GET', '/e/hafen/in-the-calendar/event.ics');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:In\\; the\\, calendar\r\n[\s\S]*END:VCALENDAR\r\n$/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('only a step of the embedded page may stand in a frame, and none is kept', async () => {
    const path = `/e/hafen/${await slugOf(await event({ name: 'Framed' }))}`;
    const policyOf = async (at: string) => (await page(at)).headers.get('content-security-policy');
    expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    expect(await policyOf(`${path}?embed=1`)).toContain('frame-ancestors *');
    expect((await page(path)).headers.get('cache-control')).toBe('no-store');
    const script = await house.send('GET', '/embed.js');
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=3600',
    ]);
  });

  test('in the language of the browser, or the chosen one, in its direction; the script is small', async () => {
    await event({ name: 'Languages' });
    for (const language of languages) {
      const asked = await house.send('GET', '/e/hafen/languages', {
        headers: { ...html, 'accept-language': language },
      });
      const chosen = await page(`/e/hafen/languages?lang=${language}`);
      for (const { text } of [asked, chosen]) {
        expect(text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
        expect(text).toContain(pageWords[language].chooseTickets);
        expect(text).toContain('Oslo');
      }
    }
    const { text } = await page('/e/hafen/languages');
    const script = must(/<script nonce="[^"]+" type="module">(.*?)<\/script>/s.exec(text)?.[1], 'the script');
    expect(script.length).toBeLessThan(15_000);
  });
});

describe('the words', () => {
  const leaves = (value: unknown, at = ''): readonly (readonly [string, string])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => leaves(one, `${at}.${name}`))
      : [[at, typeof value === 'function' ? [1, 2, 5].map((n) => String(value(n, '50'))).join('|') : String(value)]];
  const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

  test.each(languages.filter((one) => one !== 'en'))('%s says everything, with the same values put in', (language) => {
    const english = leaves(pageWords.en);
    const others = new Map(leaves(pageWords[language]));
    for (const [at, text] of english) {
      const other = others.get(at) ?? '';
      expect([at, other.trim() !== '', placeholders(other)]).toEqual([at, true, placeholders(text)]);
    }
    expect([...others.keys()].toSorted()).toEqual(english.map(([at]) => at).toSorted());
    const same = english
      .filter(([at, text]) => text.replace(/\{\w+\}/g, '').length > 10 && others.get(at) === text)
      .map(([at]) => at);
    expect(same).toEqual([]);
  });
});
