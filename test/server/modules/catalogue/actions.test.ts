/** The actions of the other modules, over HTTP: each one once where it succeeds, and where it is refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { momentOf } from '#server/modules/bookings/wall-clock.ts';
import { seedId } from '#server/modules/common/load-seed.ts';
import { workingDays } from '#server/modules/hr/leave.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { timeZones, zonedInput } from '#shared/base/zoned-input.ts';
import { slugOf } from '#shared/modules/slug-of.ts';
import { where } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type CatalogueSite, openCatalogueSite } from './catalogue-site.ts';

let site: CatalogueSite;

beforeAll(async () => {
  site = await openCatalogueSite();
});

afterAll(() => site?.house.close());

const post = (path: string, json: unknown = {}) => site.record('POST', `/api/v1${path}`, json);
const get = (path: string) => site.record('GET', `/api/v1${path}`);
const refused = async (method: string, path: string, json?: unknown) => {
  const body = json ?? (method === 'POST' ? {} : undefined);
  const { status, codes } = await site.send(method, `/api/v1${path}`, body);
  return [status, ...codes];
};

/** What the server does each minute by itself; done twice it does no harm. */
async function runDue(name: string): Promise<void> {
  const { clock, modules, newId } = site.house.admin;
  for (const job of modules.all.find((m) => m.name === name)?.jobs ?? [])
    await job.run({
      tenant: site.store.tenant,
      clock,
      newId,
      reader: site.store,
      commit: async (plan) => {
        const done = await site.store.commit('system:test', plan);
        return done.ok ? ok(done.value.value) : done;
      },
    });
}

describe('content', () => {
  test('a page: its address from its title, handed in, scheduled, published, taken off', async () => {
    const page = await post('/pages', { title: 'Über uns & Straßenfest!' });
    expect(page).toMatchObject({ slug: 'uber-uns-strassenfest', status: 'draft', publishedAt: null });
    expect((await post('/pages', { title: 'Uber uns, Strassenfest' }))['slug']).toBe('uber-uns-strassenfest-2');
    const of = (verb: string, json: unknown = {}) => post(`/content/pages/${page.id}/${verb}`, json);
    expect((await of('submit'))['status']).toBe('in_review');
    expect(await refused('PATCH', `/pages/${page.id}`, { status: 'scheduled' })).toEqual([422, 'required']);
    expect((await of('schedule', { publishAt: '2099-01-01T00:00:00Z' }))['status']).toBe('scheduled');
    const published = await of('publish');
    expect(published['publishedAt']).not.toBeNull();
    await of('unpublish');
    expect((await of('publish'))['publishedAt']).toBe(published['publishedAt']);
    expect(await refused('POST', `/content/pages/${page.id}/submit`)).toEqual([409, 'transition_not_allowed']);
  });

  test('what is scheduled goes out by itself when its time has come', async () => {
    const page = await post('/pages', { title: 'Soon', status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' });
    const later = await post('/pages', { title: 'Later', status: 'scheduled', publishAt: '2099-01-01T00:00:00Z' });
    await runDue('content');
    expect((await get(`/pages/${page.id}`))['status']).toBe('published');
    expect((await get(`/pages/${later.id}`))['status']).toBe('scheduled');
  });

  test('scheduled posts that may not go out, more than one transaction takes, do not keep back those after them', async () => {
    const values = (n: number, body: string | null) => ({
      title: `Post ${n}`,
      slug: `due-${n}`,
      status: 'scheduled',
      publishAt: isoTime(Date.UTC(2020, 0, 1, 0, n)),
      body,
    });
    await site.asWriter(async ({ tx }) => {
      for (let n = 0; n < 250; n++) await tx.create('posts', values(n, n === 100 || n === 249 ? 'Text' : null));
      return ok(null);
    });
    await runDue('content');
    const left = await site.store.find('posts', { where: where({ status: 'published' }), limit: 1_000 });
    expect(
      left
        .map(({ slug }) => slug)
        .filter((slug) => String(slug).startsWith('due-'))
        .sort(),
    ).toEqual(['due-100', 'due-249']);
  });

  test('a tree has no circles, and nothing is deleted that others stand on', async () => {
    const a = await post('/content_categories', { title: 'A' });
    const b = await post('/content_categories', { title: 'B', parent: a.id });
    expect(await refused('PATCH', `/content_categories/${a.id}`, { parent: b.id })).toEqual([422, 'tree_invalid']);
    expect(await refused('PATCH', `/content_categories/${a.id}`, { parent: a.id })).toEqual([422, 'tree_invalid']);
    expect(await refused('DELETE', `/content_categories/${a.id}`)).toEqual([409, 'record_in_use']);
  });

  test('a tree has no more levels than its rule says, also when a part of it moves', async () => {
    const chain = async (title: string, levels: number) => {
      const made: StoredRecord[] = [];
      for (let n = 0; n < levels; n++)
        made.push(await post('/content_categories', { title: `${title} ${n}`, parent: made.at(-1)?.id ?? null }));
      return made;
    };
    const [deep, moved] = [await chain('Deep', 10), await chain('Moved', 3)];
    const under = (level: number) => ({ parent: deep[level - 1]!.id });
    const atTop = `/content_categories/${moved[0]!.id}`;
    expect(await refused('POST', '/content_categories', { title: 'x', ...under(10) })).toEqual([422, 'tree_invalid']);
    expect(await refused('PATCH', atTop, under(8))).toEqual([422, 'tree_invalid']);
    expect((await site.record('PATCH', `/api/v1${atTop}`, under(7)))['parent']).toBe(deep[6]!.id);
    expect((await site.record('PATCH', `/api/v1${atTop}`, { parent: null }))['parent']).toBeNull();
  });

  test.each([
    ['Ärger im Büro', 'arger-im-buro'],
    ['東京', 'page'],
    ['  --  ', 'page'],
    ['x'.repeat(300), 'x'.repeat(80)],
    ['Łódź ØRE', 'lodz-ore'],
  ])('an address of %s', (title, slug) => {
    expect(slugOf(title, 'page')).toBe(slug);
  });
});

describe('crm', () => {
  test('a lead becomes a contact, a company and a deal, once', async () => {
    const lead = await post('/sales_leads', { name: 'Ole Sand', email: 'ole@sand.example', companyName: 'Sand AG' });
    const done = await post(`/crm/sales_leads/${lead.id}/convert`, { dealTitle: 'First order', dealAmount: 9_900 });
    expect(done['status']).toBe('converted');
    expect(await get(`/contacts/${String(done['contact'])}`)).toMatchObject({
      email: 'ole@sand.example',
      company: done['company'],
    });
    expect(await get(`/deals/${String(done['deal'])}`)).toMatchObject({ amount: 9_900, stage: 'qualification' });
    expect(await refused('POST', `/crm/sales_leads/${lead.id}/convert`)).toEqual([409, 'state_conflict']);
    const twin = await post('/sales_leads', { name: 'Ole S.', email: 'ole@sand.example', companyName: 'Sand AG' });
    const known = await post(`/crm/sales_leads/${twin.id}/convert`);
    expect([known['contact'], known['company'], known['deal']]).toEqual([done['contact'], done['company'], null]);
  });

  test('a deal remembers each stage, and tells of each change', async () => {
    const deal = await post('/deals', { title: 'Badges' });
    await site.record('PATCH', `/api/v1/deals/${deal.id}`, { stage: 'proposal' });
    const head = await site.store.head();
    const won = await post(`/crm/deals/${deal.id}/win`);
    const stages = (won['stageHistory'] as { value: string; at: string }[]).map((entry) => entry.value);
    expect(stages).toEqual(['qualification', 'proposal', 'won']);
    expect(won['closedAt']).not.toBeNull();
    const [change] = await site.store.since(head, { limit: 1, collections: ['deals'] });
    expect(change?.types).toEqual(['crm.deal.updated', 'crm.deal.stage_changed', 'crm.deal.won']);
  });

  test('two contacts become one: what named the other names the one that stays, in other modules too', async () => {
    const one = await post('/contacts', { name: 'Kim Berg', email: 'kim@one.example', tags: ['a'] });
    const other = await post('/contacts', { name: 'K. Berg', phone: '+49 30 1', tags: ['b'] });
    const ticket = await post('/tickets', { subject: 'Hello', requester: other.id });
    const deal = await post('/deals', { title: 'Chairs', contact: other.id });
    const merged = await post(`/crm/contacts/${one.id}/merge`, { otherId: other.id });
    expect(merged).toMatchObject({ name: 'Kim Berg', email: 'kim@one.example', phone: '+49 30 1', tags: ['a', 'b'] });
    expect((await get(`/tickets/${ticket.id}`))['requester']).toBe(one.id);
    expect((await get(`/deals/${deal.id}`))['contact']).toBe(one.id);
    expect(await refused('GET', `/contacts/${other.id}`)).toEqual([404, 'not_found']);
    expect(await refused('POST', `/crm/contacts/${one.id}/merge`, { otherId: one.id })).toEqual([422, 'same_contact']);
  });

  test('two contacts become one: also where groups and lists name the other, of a collection of the tenant’s own too', async () => {
    const relation = { type: 'relation', to: 'contacts' } as const;
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'host', type: 'group', fields: [{ name: 'person', ...relation }] },
      {
        name: 'seats',
        type: 'array',
        of: 'group',
        fields: [
          { name: 'row', type: 'text' },
          { name: 'guests', ...relation, many: true },
        ],
      },
    ];
    await post('/collections', { name: 'dinners', labels: { one: 'Dinner', many: 'Dinners' }, fields });
    const [one, other, third] = await Promise.all(['A', 'B', 'C'].map((name) => post('/contacts', { name })));
    const hosted = await post('/dinners', { title: 'x', host: { person: other!.id } });
    const seats = [
      { row: 'a', guests: [third!.id] },
      { row: 'b', guests: [other!.id, one!.id, third!.id] },
    ];
    const seated = await post('/dinners', { title: 'y', host: { person: third!.id }, seats });
    await post(`/crm/contacts/${one!.id}/merge`, { otherId: other!.id });
    expect((await get(`/dinners/${hosted.id}`))['host']).toEqual({ person: one!.id });
    expect(await get(`/dinners/${seated.id}`)).toMatchObject({
      host: { person: third!.id },
      seats: [seats[0], { row: 'b', guests: [one!.id, third!.id] }],
    });
  });

  test('a quote that went out stands', async () => {
    const quote = await post('/quotes', {
      currency: 'EUR',
      lines: [{ title: 'Hall', quantity: 1.5, unitAmount: 333, taxPercent: 19 }],
    });
    expect(quote).toMatchObject({ subtotalAmount: 500, taxAmount: 95, totalAmount: 595 });
    await post(`/crm/quotes/${quote.id}/send`);
    expect(await refused('PATCH', `/quotes/${quote.id}`, { discountAmount: 10 })).toEqual([409, 'record_locked']);
    expect((await post(`/crm/quotes/${quote.id}/accept`))['decidedAt']).not.toBeNull();
  });
});

describe('helpdesk', () => {
  test('a ticket: numbered, promised, answered, resolved, reopened by the requester', async () => {
    const ticket = await post('/tickets', { subject: 'No badge', slaPolicy: seedId('sla_policies', 'urgent') });
    expect(ticket['number']).toMatch(/^T-\d{6}$/);
    const due = Date.parse(String(ticket['firstResponseDueAt'])) - Date.parse(ticket.createdAt);
    expect(due).toBe(30 * 60_000);
    const agent = seedId('agents', 'pia');
    expect(await post(`/helpdesk/tickets/${ticket.id}/assign`, { agent })).toMatchObject({
      status: 'open',
      assignee: agent,
    });
    const say = (json: unknown) => site.send('POST', `/api/v1/helpdesk/tickets/${ticket.id}/reply`, json);
    expect((await say({ body: 'Among us', internal: true })).body['meta']).toMatchObject({
      ticket: { status: 'open' },
    });
    expect((await say({ body: 'Where are you?', agent })).body['meta']).toMatchObject({
      ticket: { status: 'waiting' },
    });
    const answered = await get(`/tickets/${ticket.id}`);
    expect([answered['messageCount'], answered['firstRespondedAt'] !== null]).toEqual([2, true]);
    expect((await post(`/helpdesk/tickets/${ticket.id}/resolve`))['resolvedAt']).not.toBeNull();
    expect((await say({ from: 'requester', body: 'It is back' })).body['meta']).toMatchObject({
      ticket: { status: 'open' },
    });
    const [message] = (await site.send('GET', `/api/v1/ticket_messages?where[ticket][equals]=${ticket.id}`)).body[
      'data'
    ] as StoredRecord[];
    expect(await refused('PATCH', `/ticket_messages/${message?.id}`, { body: 'Other words' })).toEqual([
      409,
      'append_only',
    ]);
    expect(await refused('DELETE', `/tickets/${ticket.id}`)).toEqual([409, 'record_in_use']);
  });
});

describe('marketing and forms', () => {
  test('on an audience, off it, and on it again', async () => {
    const audience = await post('/audiences', { name: 'Spring', doubleOptIn: false });
    const join = () => post(`/marketing/audiences/${audience.id}/subscribe`, { email: 'ida@mail.example' });
    const leave = () => post(`/marketing/audiences/${audience.id}/unsubscribe`, { email: 'ida@mail.example' });
    const first = await join();
    expect([first['status'], (await join()).id]).toEqual(['subscribed', first.id]);
    expect([await leave(), await leave()]).toEqual(Array(2).fill({ email: 'ida@mail.example', unsubscribed: true }));
    expect((await join())['status']).toBe('subscribed');
    expect((await get(`/audiences/${audience.id}`))['subscriberCount']).toBe(1);
    const asked = await post(`/marketing/audiences/${seedId('audiences', 'visitors')}/subscribe`, {
      email: 'new@mail.example',
    });
    expect(asked['status']).toBe('pending');
  });

  test('a campaign passes an approval, and what is approved does not change', async () => {
    const draft = await post('/campaigns', { name: 'Autumn' });
    expect(await refused('POST', `/marketing/campaigns/${draft.id}/submit`)).toEqual([422, 'required']);
    await site.record('PATCH', `/api/v1/campaigns/${draft.id}`, {
      audience: seedId('audiences', 'press'),
      template: seedId('email_templates', 'invitation'),
    });
    await post(`/marketing/campaigns/${draft.id}/submit`);
    expect(await post(`/marketing/campaigns/${draft.id}/reject`, { rejectedReason: 'Too long' })).toMatchObject({
      status: 'draft',
    });
    await post(`/marketing/campaigns/${draft.id}/submit`);
    await post(`/marketing/campaigns/${draft.id}/approve`);
    expect(await refused('PATCH', `/campaigns/${draft.id}`, { subject: 'Quite another' })).toEqual([
      409,
      'record_locked',
    ]);
    expect(await post(`/marketing/campaigns/${draft.id}/schedule`, { sendAt: '2099-01-01T00:00:00Z' })).toMatchObject({
      status: 'scheduled',
    });
  });

  test('a form holds answers against its own fields; a key for it alone may submit and no more', async () => {
    const form = seedId('forms', 'feedback');
    const { credentials, directory } = site.house.admin;
    const tenant = await directory.bySlug('catalogue');
    const { apiKey } = await credentials.createKey(tenant!, {
      name: 'site',
      scopes: ['form_submissions:write'],
      roles: [],
    });
    const submit = (answers: unknown) =>
      site.house.send('POST', `/api/v1/forms/${form}/submit`, { key: apiKey, json: { formId: form, answers } });
    const good = await submit({ email: 'zoe@mail.example', stars: 4, liked: ['food'] });
    // It may not read: it is answered the id, and the submission is there for those who may.
    const { id, ...more } = good.body['data'] as StoredRecord;
    expect([good.status, Object.keys(more).sort()]).toEqual([201, ['createdAt', 'updatedAt', 'version']]);
    expect((await site.send('GET', `/api/v1/form_submissions/${id}`)).body['data']).toMatchObject({
      email: 'zoe@mail.example',
    });
    const bad = await submit({ email: 'nobody', stars: 9 });
    const paths = (bad.body['errors'] as { path: string }[]).map((e) => e.path).sort();
    expect([bad.status, paths]).toEqual([422, ['answers.email', 'answers.stars']]);
    expect((await submit({ email: 'a@b.example', stars: 1, other: 1 })).codes).toEqual(['unknown_field']);
    expect((await site.house.send('GET', '/api/v1/forms', { key: apiKey })).status).toBe(403);
    expect(await refused('POST', `/forms/${seedId('forms', 'volunteer')}/submit`, { answers: {} })).toEqual([
      409,
      'form_not_open',
    ]);
    const twice = [
      { name: 'a', label: 'A' },
      { name: 'a', label: 'B' },
    ];
    expect(await refused('POST', '/forms', { title: 'Twice', fields: twice })).toEqual([422, 'form_fields_invalid']);
    const limited = await post('/forms', {
      title: 'One only',
      status: 'open',
      submissionsMax: 1,
      fields: [{ name: 'x', label: 'X' }],
    });
    expect((await post(`/forms/${limited.id}/submit`, { answers: {} }))['form']).toBe(limited.id);
    expect(await refused('POST', `/forms/${limited.id}/submit`, { answers: {} })).toEqual([409, 'limit_reached']);
  });
});

describe('bookings', () => {
  const service = seedId('bookable_services', 'advice');
  const resource = seedId('bookable_resources', 'pia');
  const who = { service, resource, customerName: 'Ada', customerEmail: 'ada@mail.example' };
  const book = (startsAt: string) => site.send('POST', '/api/v1/bookings/appointments/book', { ...who, startsAt });

  test('free slots of a day, one booked, none twice, none outside opening hours', async () => {
    // A Monday in summer: nine o'clock in Berlin is seven in UTC.
    const slots = async () =>
      (await site.send('GET', `/api/v1/bookings/free-slots?service=${service}&resource=${resource}&day=2035-07-02`))
        .body['data'] as { startsAt: string }[];
    const before = await slots();
    expect([before.length, before[0]?.startsAt]).toEqual([14, '2035-07-02T07:00:00.000Z']);
    const booked = await book('2035-07-02T07:00:00Z');
    expect([booked.status, (booked.body['data'] as StoredRecord)['endsAt']]).toEqual([201, '2035-07-02T07:30:00.000Z']);
    expect((await slots()).map((slot) => slot.startsAt)).toEqual(before.slice(1).map((slot) => slot.startsAt));
    expect((await book('2035-07-02T07:00:00Z')).codes).toEqual(['time_taken']);
    expect((await book('2035-07-02T10:00:00Z')).codes).toEqual(['outside_opening_hours']);
    expect((await book('2035-07-04T08:00:00Z')).codes).toEqual(['outside_opening_hours']);
    await post(`/bookings/appointments/${(booked.body['data'] as StoredRecord).id}/cancel`, { cancelReason: 'Ill' });
    expect(await slots()).toEqual(before);
    expect((await book('2035-07-02T07:00:00Z')).status).toBe(201);
  });

  test('only what is offered as a slot is booked: none between two slots, none that has begun', async () => {
    for (const startsAt of ['2035-07-09T07:15:00Z', '2035-07-09T07:00:01Z', '2020-07-06T07:00:00Z'])
      expect((await book(startsAt)).codes).toEqual(['slot_unknown']);
  });

  test('two at the same moment: one has it', async () => {
    const both = await Promise.all([book('2035-07-03T09:00:00Z'), book('2035-07-03T09:00:00Z')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  test('a resource lives in a time zone that there is', async () => {
    expect(await refused('POST', '/bookable_resources', { name: 'Room', timezone: 'Mars/Olympus' })).toEqual([
      422,
      'timezone_unknown',
    ]);
    expect(
      await refused('POST', '/opening_hours', { resource, weekday: 'mon', opensAt: '17:00', closesAt: '09:00' }),
    ).toEqual([422, 'times_out_of_order']);
  });

  test.each([
    ['2026-03-29', '01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-07-01', '24:00', 'America/New_York', '2026-07-02T04:00:00.000Z'],
    ['2026-01-01', '00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
    ['2026-04-05', '02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s %s in %s', (day, time, zone, expected) => {
    expect(new Date(momentOf(day, time, zone)).toISOString()).toBe(expected);
    expect(zonedInput(momentOf('2026-07-01', '09:30', zone), zone)).toBe('2026-07-01T09:30');
  });

  test('a time of any zone is the first moment at which its clocks show it', () => {
    const zone = fc.constantFrom(...timeZones());
    const minute = fc.integer({ min: 16_000_000, max: 66_000_000 }).map((n) => n * minuteMs);
    fc.assert(
      fc.property(zone, minute, (timeZone, ms) => {
        const [day, time] = zonedInput(ms, timeZone).split('T') as [string, string];
        const moment = momentOf(day, time, timeZone);
        expect(zonedInput(moment, timeZone)).toBe(`${day}T${time}`);
        expect(moment).toBeLessThanOrEqual(ms);
      }),
      { numRuns: 500 },
    );
  });
});

describe('finance', () => {
  test('invoices are numbered without gaps, also when some are refused or never issued', async () => {
    const made = async () =>
      post('/invoices', { billToName: 'Ada', currency: 'EUR', lines: [{ title: 'Hall', unitAmount: 1_000 }] });
    const invoices = await Promise.all(Array.from({ length: 6 }, made));
    await site.record('DELETE', `/api/v1/invoices/${invoices[2]?.id}`);
    const left = invoices.filter((_, i) => i !== 2 && i !== 4);
    const issued = await Promise.all(left.map(({ id }) => post(`/finance/invoices/${id}/issue`)));
    const numbers = issued
      .map((invoice) => Number(String(invoice['number']).replace('INV-', '')))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
    const [first] = issued;
    expect((await post(`/finance/invoices/${first?.id}/issue`))['number']).toBe(first?.['number']);
    expect(await refused('DELETE', `/invoices/${first?.id}`)).toEqual([409, 'record_locked']);
    expect((await post(`/finance/invoices/${first?.id}/payments`, { method: 'transfer', amount: 400 }))['status']).toBe(
      'issued',
    );
    expect(await refused('POST', `/finance/invoices/${first?.id}/payments`, { method: 'cash', amount: 601 })).toEqual([
      409,
      'limit_reached',
    ]);
    expect(await post(`/finance/invoices/${first?.id}/payments`, { method: 'cash' })).toMatchObject({
      status: 'paid',
      paidAmount: 1_000,
    });
  });

  test('an entry balances or is not posted; posted, it moves the balances, and is undone by another', async () => {
    const [bank, sales] = [seedId('ledger_accounts', 'bank'), seedId('ledger_accounts', 'sales')];
    const entry = (credit: number) =>
      post('/journal_entries', {
        bookedOn: '2026-05-04T00:00:00Z',
        memo: 'Cash',
        lines: [
          { account: bank, debitAmount: 700 },
          { account: sales, creditAmount: credit },
        ],
      });
    expect(await refused('POST', `/finance/journal_entries/${(await entry(699)).id}/post`)).toEqual([
      422,
      'entry_not_balanced',
    ]);
    const good = await entry(700);
    expect((await post(`/finance/journal_entries/${good.id}/post`))['number']).toMatch(/^J-\d{6}$/);
    expect((await get(`/ledger_accounts/${bank}`))['balanceAmount']).toBe(700);
    expect(await refused('POST', `/finance/journal_entries/${good.id}/post`)).toEqual([409, 'state_conflict']);
    const undone = await post(`/finance/journal_entries/${good.id}/reverse`);
    expect(undone).toMatchObject({ status: 'posted', reverses: good.id });
    expect((await get(`/ledger_accounts/${bank}`))['balanceAmount']).toBe(0);
    expect(await refused('POST', `/finance/journal_entries/${good.id}/reverse`)).toEqual([409, 'state_conflict']);
    const balance = (await site.send('GET', '/api/v1/finance/trial-balance')).body;
    expect(balance['meta']).toEqual({ totals: [{ currency: 'EUR', balanceAmount: 0 }] });
    expect(await refused('DELETE', `/ledger_accounts/${bank}`)).toEqual([409, 'record_in_use']);
    const strange = { bookedOn: '2026-05-04T00:00:00Z', memo: 'x', lines: [{ account: good.id }] };
    expect(await refused('POST', '/journal_entries', strange)).toEqual([422, 'relation_unknown']);
  });

  test('a trial balance is of all accounts, or there is none', async () => {
    const totals = async () => {
      const { status, codes, body } = await site.send('GET', '/api/v1/finance/trial-balance');
      const { totals = [] } = (body['meta'] ?? {}) as { readonly totals?: readonly { readonly currency: string }[] };
      return [status, ...codes, ...totals.filter(({ currency }) => currency === 'CHF')];
    };
    const account = (code: string, balanceAmount: number) => ({
      code,
      name: code,
      kind: 'asset',
      currency: 'CHF',
      balanceAmount,
    });
    await site.asWriter(async ({ tx }) => {
      for (let n = 0; n < 5_000; n++) await tx.create('ledger_accounts', account(`A${n}`, 1));
      await tx.create('ledger_accounts', account('Z', -5_000));
      return ok(null);
    });
    expect(await totals()).toEqual([200, { currency: 'CHF', balanceAmount: 0 }]);
    await site.asWriter(async ({ tx }) => {
      for (let n = 0; n < 5_000; n++) await tx.create('ledger_accounts', account(`B${n}`, 1));
      return ok(null);
    });
    expect(await totals()).toEqual([409, 'limit_reached']);
  });
});

describe('hr and projects', () => {
  test('vacation takes working days, and no more than there are', async () => {
    const pia = seedId('employees', 'sam');
    const ask = (startsOn: string, endsOn: string) => post('/leave_requests', { employee: pia, startsOn, endsOn });
    const fine = await ask('2031-03-03T00:00:00Z', '2031-03-21T00:00:00Z');
    expect(fine['workingDays']).toBe(15);
    await post(`/hr/leave_requests/${fine.id}/approve`);
    const short = await ask('2031-06-02T00:00:00Z', '2031-06-06T00:00:00Z');
    expect(await refused('POST', `/hr/leave_requests/${short.id}/approve`)).toEqual([409, 'leave_days_short']);
    expect((await site.send('GET', `/api/v1/hr/employees/${pia}/leave-balance?year=2031`)).body['data']).toMatchObject({
      approvedDays: 15,
      leftDays: 3,
    });
    await post(`/hr/leave_requests/${fine.id}/cancel`);
    expect((await post(`/hr/leave_requests/${short.id}/approve`))['status']).toBe('approved');
    expect(
      await refused('POST', '/leave_requests', {
        employee: pia,
        startsOn: '2031-06-06T00:00:00Z',
        endsOn: '2031-06-02T00:00:00Z',
      }),
    ).toEqual([422, 'leave_period_invalid']);
    const [first, day400, day401] = ['2033-01-01T00:00:00Z', '2034-02-04T00:00:00Z', '2034-02-05T00:00:00Z'] as const;
    const long = (endsOn: string) => ({ employee: pia, kind: 'unpaid', startsOn: first, endsOn });
    expect(await refused('POST', '/leave_requests', long(day401))).toEqual([422, 'leave_period_invalid']);
    expect((await post('/leave_requests', long(day400)))['endsOn']).toBe('2034-02-04T00:00:00.000Z');
    // From a Saturday to the Sunday of the week after.
    expect(workingDays('2026-05-02T00:00:00.000Z', '2026-05-10T00:00:00.000Z')).toBe(5);
  });

  test('a refusal for its times says what they may be', async () => {
    const said = async (path: string, json: unknown) => {
      const { body } = await site.send('POST', `/api/v1${path}`, json);
      return (body['errors'] as { message: string }[] | undefined)?.map(({ message }) => message);
    };
    const [early, late] = ['2026-05-04T00:00:00Z', '2026-05-05T00:00:00Z'];
    expect(await said('/projects', { name: 'A', key: 'TIMEA', startsAt: late, endsAt: early })).toEqual([
      'endsAt must not be before startsAt.',
    ]);
    expect(await said('/projects', { name: 'B', key: 'TIMEB', startsAt: late, endsAt: late })).toBeUndefined();
    const [resource, weekday] = [seedId('bookable_resources', 'pia'), 'mon'];
    expect(await said('/opening_hours', { resource, weekday, opensAt: '09:00', closesAt: '09:00' })).toEqual([
      'closesAt must be after opensAt.',
    ]);
  });

  test('an applicant with an offer is hired, and the last place fills the opening', async () => {
    const opening = await post('/job_openings', { title: 'Host', status: 'open', positions: 1 });
    const applicant = await post('/applicants', { opening: opening.id, name: 'Uma', email: 'uma@mail.example' });
    expect(await refused('POST', `/hr/applicants/${applicant.id}/hire`, { hiredOn: '2026-09-01T00:00:00Z' })).toEqual([
      409,
      'state_conflict',
    ]);
    for (const status of ['screening', 'interview', 'offer'])
      await site.record('PATCH', `/api/v1/applicants/${applicant.id}`, { status });
    const hired = await post(`/hr/applicants/${applicant.id}/hire`, { hiredOn: '2026-09-01T00:00:00Z' });
    expect(hired).toMatchObject({ name: 'Uma', jobTitle: 'Host', status: 'onboarding' });
    expect(await get(`/job_openings/${opening.id}`)).toMatchObject({ status: 'filled', applicantCount: 1 });
  });

  test('time goes along with its task, also when it moves or goes', async () => {
    const project = await post('/projects', { name: 'Fair', key: 'FAIR' });
    const [a, b] = await Promise.all(['A', 'B'].map((title) => post('/tasks', { project: project.id, title })));
    const entry = await post('/time_entries', {
      task: a?.id,
      workerEmail: 'a@b.example',
      minutes: 30,
      workedOn: '2026-05-04T00:00:00Z',
    });
    const spent = async () => [
      (await get(`/tasks/${a?.id}`))['spentMinutes'],
      (await get(`/tasks/${b?.id}`))['spentMinutes'],
    ];
    expect(await spent()).toEqual([30, 0]);
    await site.record('PATCH', `/api/v1/time_entries/${entry.id}`, { minutes: 45, task: b?.id });
    expect(await spent()).toEqual([0, 45]);
    await site.record('DELETE', `/api/v1/time_entries/${entry.id}`);
    expect(await spent()).toEqual([0, 0]);
  });
});
