/** Files as other systems export them, imported into a real store, and their codes scanned. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { codeNow } from './events-module.ts';
import { founder } from './networking/people-lab.ts';
import { openTransferLab, type TransferLab } from './transfer-lab.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'imports');
const fixture = (name: string): Uint8Array => readFileSync(join(folder, name));
const create = { createTicketTypes: 'true' };

async function inLab(
  work: (lab: TransferLab) => Promise<void>,
  more?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const lab = await openTransferLab(more);
  try {
    await work(lab);
  } finally {
    await lab.close();
  }
}

/** The only record of a collection that has these values. */
async function one({ house }: TransferLab, collection: string, values: Readonly<Record<string, unknown>>) {
  const found = await house.all(collection, values);
  expect(found, `${collection} with ${JSON.stringify(values)}`).toHaveLength(1);
  return must(found[0], 'a record');
}

describe('a sheet of positions of pretix', () => {
  test('imports people, ticket types, prices, answers and codes; problems name row and column', () =>
    inLab(async (lab) => {
      const answer = await lab.send(fixture('pretix-positions.csv'), create);
      expect(answer).toMatchObject({ preset: 'pretix', format: 'csv', rows: 5, refusedCount: 1, notes: [] });
      expect(answer.refused).toMatchObject([{ row: 6, errors: [{ code: 'invalid_email', column: 'Email' }] }]);
      const done = await lab.house.get('attendee_imports', String(answer.id));
      expect(done).toMatchObject({ state: 'done', created: 3, leftOut: 1, refused: 1, externalCodes: 3, processed: 5 });

      const ada = await one(lab, 'registrations', { email: 'ada@example.org' });
      expect(ada).toMatchObject({
        name: 'Ada Lovelace',
        company: 'Analytical Engines',
        group: 'K7M2Q',
        amount: 12_000,
      });
      expect(ada['formAnswers']).toEqual({ dietary_needs: 'Vegan', t_shirt_size: 'M' });
      const type = await lab.house.get('ticket_types', String(ada['ticketType']));
      expect(type).toMatchObject({ name: 'Conference – Regular', amount: 12_000, quantity: -1 });
      // An attendee without an address of their own gets the buyer's address.
      expect(await one(lab, 'registrations', { email: 'buyer@example.org' })).toMatchObject({ company: 'Engines Ltd' });
      expect(await one(lab, 'registrations', { email: 'cy@example.org' })).toMatchObject({ status: 'pending' });
      expect(await lab.house.all('registration_questions', { active: true })).toEqual([]);
    }));

  test('makes no ticket type that the organizer has not agreed to, and no attendee of an add-on', () =>
    inLab(
      async (lab) => {
        const answer = await lab.send(
          'name,email,ticket\nAda,ada@example.org,VIP\nBo,bo@example.org,Dinner\nCy,cy@example.org,Standard\n',
        );
        expect(answer.refused).toMatchObject([
          { row: 2, errors: [{ code: 'ticket_type_not_found', column: 'ticket' }] },
          { row: 3, errors: [{ code: 'add_on_alone', column: 'ticket' }] },
        ]);
        expect((await lab.house.all('ticket_types')).map(({ key }) => key).sort()).toEqual(['dinner', 'standard']);
        expect(await lab.house.all('registrations')).toMatchObject([{ name: 'Cy' }]);
      },
      {
        tickets: [
          { id: 'standard', name: 'Standard', price: 20, currency: 'EUR' },
          { id: 'dinner', name: 'Dinner', price: 30, currency: 'EUR', kind: 'add_on' },
        ],
      },
    ));

  test('in another language is recognized by the content of its columns, in an older encoding too', () =>
    inLab(async (lab) => {
      const answer = await lab.send(fixture('pretix-positions-de.csv'), create);
      expect(answer).toMatchObject({ preset: 'pretix', rows: 3, refusedCount: 0 });
      expect(answer.notes.join()).toContain('Windows-1252');
      const known = await one(lab, 'registrations', { email: 'juergen@example.org' });
      expect(known).toMatchObject({ name: 'Jürgen Groß', company: 'Müller & Söhne', amount: 12_000 });
    }));

  test('imported again applies the changes and duplicates no one', () =>
    inLab(async (lab) => {
      await lab.send(fixture('pretix-positions.csv'), create);
      const again = await lab.send(fixture('pretix-positions.csv'), create);
      expect(await lab.house.get('attendee_imports', String(again.id))).toMatchObject({ created: 0, unchanged: 3 });
      const changed = Buffer.from(fixture('pretix-positions.csv'))
        .toString()
        .replace('Cy Young', 'Cyan Young')
        .replace('"Pending"', '"Paid"');
      const third = await lab.send(changed, create);
      expect(await lab.house.get('attendee_imports', String(third.id))).toMatchObject({ created: 0, updated: 1 });
      expect(await one(lab, 'registrations', { email: 'cy@example.org' })).toMatchObject({
        ...{ name: 'Cyan Young', status: 'confirmed', paymentStatus: 'paid' },
      });
      expect(await lab.house.all('registrations')).toHaveLength(3);
    }));
});

describe('the codes in people’s inboxes', () => {
  let lab: TransferLab;
  const secret = 'k3v9xhw2pbn7dq4mzr8sftc6yjeaugh5';
  beforeAll(async () => {
    lab = await openTransferLab();
    await lab.send(fixture('pretix-positions.csv'), { ...create, codesUntil: '2026-05-05T00:00:00.000Z' });
    lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
  });
  afterAll(() => lab.close());

  test('are admitted once, also with characters that a scanner adds, and are marked as external', async () => {
    const first = await lab.checkIn(`\\000026${secret.toUpperCase()}`);
    expect(first).toMatchObject({
      status: 200,
      body: { registration: { name: 'Ada Lovelace' }, external: { scheme: 'pretix' } },
    });
    const second = await lab.checkIn(secret);
    expect(second).toMatchObject({ status: 409, body: { errors: [{ code: 'already_checked_in' }] } });
    const scans = await lab.house.all('scans', { verdict: 'admitted' });
    expect(scans).toMatchObject([{ flags: ['external_code'], issuedAt: null, source: 'api' }]);
  });

  test('are refused by the state of the registration; unknown codes are refused as before', async () => {
    expect(await lab.checkIn('q2wpk7xhs4vbn9rtfc3yjeaugh56m8dz')).toMatchObject({
      body: { errors: [{ code: 'not_confirmed' }] },
    });
    expect(await lab.checkIn('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz')).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'code_malformed' }] },
    });
  });

  test('stop working with the ticket number, and when the organizer switches them off', async () => {
    const bo = await one(lab, 'registrations', { email: 'buyer@example.org' });
    const code = 'm8dqz2wpk7xhs4vbn9rtfc3yjeaugh56';
    const record = await one(lab, 'attendee_imports', {});
    const turned = (codes: string) => lab.house.update('attendee_imports', record.id, { codes });
    await turned('off');
    expect(await lab.checkIn(code)).toMatchObject({
      status: 410,
      body: { errors: [{ code: 'code_expired', detail: { external: { until: null } } }] },
    });
    await turned('accepted');
    const was = lab.house.nowMs;
    lab.house.nowMs = Date.parse('2026-05-05T00:00:00.001Z');
    expect(await lab.checkIn(code)).toMatchObject({ status: 410 });
    lab.house.nowMs = was;
    // A transfer does the same: the registration gets another number.
    const other = ticketNumber(lab.event, new Uint8Array(10).fill(3));
    await lab.house.store.commit('test', async (tx) => ({
      ok: true,
      value: await tx.update('registrations', bo.id, { ticketNumber: other }),
    }));
    expect(await lab.checkIn(code)).toMatchObject({ status: 404, body: { errors: [{ code: 'unknown_ticket' }] } });
  });
});

test('an export of Eventbrite: codes made of order and attendee, check-ins, answers', () =>
  inLab(async (lab) => {
    const answer = await lab.send(fixture('eventbrite.csv'), create);
    expect(answer).toMatchObject({ preset: 'eventbrite', rows: 3, refusedCount: 0 });
    expect(await lab.house.get('attendee_imports', String(answer.id))).toMatchObject({
      created: 2,
      leftOut: 1,
      checkedIn: 1,
    });
    const ada = await one(lab, 'registrations', { email: 'ada@example.org' });
    expect(ada).toMatchObject({ role: 'Founder', amount: 4_900, currency: 'USD' });
    expect(ada['formAnswers']).toEqual({ what_do_you_want_to_learn: 'Compilers' });
    lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
    expect(await lab.checkIn('1234567890' + '9876543210' + '001')).toMatchObject({ status: 200 });
    expect(await lab.checkIn('12345678919876543211001')).toMatchObject({
      body: { errors: [{ code: 'already_checked_in' }] },
    });
  }));

test('a workbook of Hi.Events: public IDs, and check-ins with their time in UTC', () =>
  inLab(async (lab) => {
    const rows = [
      [
        'Public ID',
        'First Name',
        'Last Name',
        'Email',
        'Product Name',
        'Status',
        'Check Ins',
        'Order ID',
        'Created Date',
      ],
      ['A-7K3MP2Q', 'Ada', 'Lovelace', 'ada@example.org', 'VIP', 'ACTIVE', 'Main hall (2026-05-04 07:31:00)', '17', ''],
      ['A-8K3MP2R', 'Bo', 'Andersen', 'bo@example.org', 'VIP', 'AWAITING_PAYMENT', '', '17', ''],
      ['A-9K3MP2S', 'Cy', 'Young', 'cy@example.org', 'VIP', 'CANCELLED', '', '18', ''],
    ];
    const answer = await lab.send(await writeXlsx({ sheets: [{ name: 'Attendees', rows }] }), create);
    expect(answer).toMatchObject({ preset: 'hi_events', format: 'xlsx', rows: 3, refusedCount: 0 });
    const ada = await one(lab, 'registrations', { email: 'ada@example.org' });
    expect(ada['checkedInAt']).toBe('2026-05-04T07:31:00.000Z');
    expect(await one(lab, 'checkins', { registration: ada.id })).toMatchObject({ entries: 1, inside: true });
    expect(await lab.checkIn('a-7k3mp2q')).toMatchObject({ body: { errors: [{ code: 'already_checked_in' }] } });
  }));

test.each([
  ['Checked in at', '2026-05-04T07:31:00.000Z'],
  ['Checked in at (America/New_York)', '2026-05-04T13:31:00.000Z'],
])('a date cell of a workbook is a time of the event, or of the zone that “%s” names', (header, moment) =>
  inLab(async (lab) => {
    const rows = [
      ['Name', 'Email', 'Ticket type', header],
      ['Ada', 'ada@example.org', 'Standard', new Date('2026-05-04T09:31:00Z')],
    ];
    const file = await writeXlsx({ sheets: [{ name: 'People', rows }] });
    expect(await lab.send(file)).toMatchObject({ rows: 1, refusedCount: 0 });
    expect(await one(lab, 'registrations', { email: 'ada@example.org' })).toMatchObject({ checkedInAt: moment });
  }),
);

test('an export of alf.io: a mark, tabs before formulas, and the UUID of the code', () =>
  inLab(async (lab) => {
    const answer = await lab.send(fixture('alf-io.csv'));
    expect(answer).toMatchObject({ preset: 'alf_io', rows: 3, refusedCount: 0 });
    const ada = await one(lab, 'registrations', { email: 'ada@example.org' });
    expect(ada).toMatchObject({ company: "=cmd|'/c calc'!A1" });
    lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
    expect(await lab.checkIn('0b0c8a0e-5f2e-4f0a-9d5d-3a1f1d2c3b4a/b64ofhmac=')).toMatchObject({ status: 200 });
  }));

test('pretix’s JSON: add-ons do not become attendees', () =>
  inLab(async (lab) => {
    const answer = await lab.send(fixture('pretix.json'), create);
    expect(answer).toMatchObject({ preset: 'pretix', format: 'json', rows: 3, leftOut: 1, refusedCount: 0 });
    expect(await one(lab, 'registrations', { email: 'ada@example.org' })).toMatchObject({ amount: 12_000 });
    expect(await lab.house.all('registrations')).toHaveLength(2);
  }));

test('a dry run stores nothing and lists the ticket types that it would create', () =>
  inLab(async (lab) => {
    const answer = await lab.send(fixture('pretix-positions.csv'), { dryRun: 'true' });
    expect(answer).toMatchObject({ id: null, created: 0, refusedCount: 4, leftOut: 1 });
    expect(answer.ticketTypes).toContainEqual({ name: 'Workshop', rows: 1, exists: false });
    expect(answer.columns[14]).toMatchObject({
      header: 'Attendee name',
      field: 'name',
      samples: ['Ada Lovelace', 'Bo Andersen', 'Cy Young'],
    });
    expect(await lab.send(fixture('pretix-positions.csv'), { dryRun: 'true', ...create })).toMatchObject({
      created: 3,
      refusedCount: 1,
    });
    for (const collection of ['registrations', 'attendee_imports', 'import_chunks', 'external_codes'])
      expect(await lab.house.all(collection), collection).toEqual([]);
  }));

test('a dry run counts a cancelled attendee as the run does: a change of one who is known, left out otherwise', () =>
  inLab(async (lab) => {
    await lab.send(fixture('pretix-positions.csv'), create);
    const file = Buffer.from(fixture('pretix-positions.csv')).toString().replace('"Pending"', '"Canceled"');
    const dry = await lab.send(file, { dryRun: 'true', ...create });
    expect(dry).toMatchObject({ created: 0, updated: 3, leftOut: 1, refusedCount: 1 });
    const run = await lab.send(file, create);
    const done = await lab.house.get('attendee_imports', String(run.id));
    expect(done).toMatchObject({ created: 0, updated: 1, unchanged: 2, leftOut: 1, refused: 1 });
  }));

test('undoing an import keeps the people who have checked in', () =>
  inLab(async (lab) => {
    const sent = await lab.send(fixture('alf-io.csv'));
    lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
    await lab.checkIn('0b0c8a0e-5f2e-4f0a-9d5d-3a1f1d2c3b4a');
    const taken = await lab.house.act('events.take_back_import', { eventId: lab.event, importId: sent.id });
    expect(taken.status).toBe(202);
    await lab.house.follow();
    expect(await lab.house.get('attendee_imports', String(sent.id))).toMatchObject({
      state: 'taken_back',
      takenBack: 2,
      kept: 1,
    });
    expect(await lab.house.all('registrations')).toMatchObject([{ name: 'Ada Lovelace' }]);
    expect(await lab.house.all('external_codes')).toHaveLength(1);
    const counts = await lab.house.all('seat_counts', { event: lab.event });
    for (const count of counts) expect(count['taken'], String(count['scope'])).toBe(1);
  }));

describe('orders of the other system', () => {
  test('become orders with their code, amounts and payment, without an invoice or a payment to make', () =>
    inLab(
      async (lab) => {
        await lab.send(fixture('pretix-positions.csv'), create);
        await lab.house.follow();
        const paid = await one(lab, 'ticket_orders', { externalNumber: 'K7M2Q' });
        expect(paid).toMatchObject({
          ...{ channel: 'import', status: 'confirmed', paymentStatus: 'paid', amount: 24_000, currency: 'EUR', fee: 0 },
          ...{ email: 'buyer@example.org', company: 'Engines Ltd', method: 'bank_transfer' },
        });
        expect(paid['lines']).toHaveLength(2);
        const open = await one(lab, 'ticket_orders', { externalNumber: 'P3XYZ' });
        expect(open).toMatchObject({ status: 'open', paymentStatus: 'pending', holdExpiresAt: null, paidAt: null });
        for (const person of await lab.house.all('registrations', {})) expect(person['order']).not.toBeNull();
        for (const none of ['payments', 'invoices_issued', 'outgoing_mails'])
          expect(await lab.house.all(none), none).toEqual([]);
        const marked = await lab.house.act('events.mark_order_paid', { eventId: lab.event, orderId: open.id });
        expect(marked).toMatchObject({ status: 200, body: { status: 'confirmed', paymentStatus: 'paid' } });
      },
      { invoicing: { enabled: true, sellerName: 'Harbour Events' } },
    ));

  test('follow what a later file says, also of an attendee that was added', () =>
    inLab(async (lab) => {
      const lines = Buffer.from(fixture('pretix-positions.csv')).toString().split('\r\n').join('\n').split('\n');
      const only = (...rows: number[]) => [lines[0], ...rows.map((row) => lines[row])].join('\n');
      await lab.send(only(1), create);
      expect(await one(lab, 'ticket_orders', {})).toMatchObject({ amount: 12_000 });
      await lab.send(only(1, 2), create);
      const both = await one(lab, 'ticket_orders', {});
      expect(both).toMatchObject({ amount: 24_000, status: 'confirmed' });
      expect(both['lines']).toHaveLength(2);
      await lab.send(only(1, 2).replaceAll('"Paid"', '"Canceled"'), create);
      expect(await one(lab, 'ticket_orders', {})).toMatchObject({ status: 'cancelled' });
    }));

  test('go with an import that is taken back; of one whose attendee came, that part stays', () =>
    inLab(async (lab) => {
      const sent = await lab.send(fixture('pretix-positions.csv'), create);
      lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
      await lab.checkIn('k3v9xhw2pbn7dq4mzr8sftc6yjeaugh5');
      await lab.house.act('events.take_back_import', { eventId: lab.event, importId: sent.id });
      await lab.house.follow();
      const left = await one(lab, 'ticket_orders', {});
      const ada = await one(lab, 'registrations', {});
      expect(left).toMatchObject({
        externalNumber: 'K7M2Q',
        amount: 12_000,
        status: 'confirmed',
        paymentStatus: 'paid',
      });
      expect(left['lines']).toMatchObject([{ registration: ada.id }]);
    }));
});

describe('a check-in list of pretix as a second file', () => {
  const list = () => Buffer.from(fixture('pretix-checkin-list.csv')).toString();
  const withoutSecrets = () =>
    list()
      .split('\n')
      .map((line) => line.split(';').toSpliced(7, 1).join(';'))
      .join('\n');

  test.each([
    ['with the secrets', list],
    ['without them', withoutSecrets],
  ])('%s adds who came, and changes nothing that it does not say', (_name, file) =>
    inLab(async (lab) => {
      await lab.send(fixture('pretix-positions.csv'), create);
      const before = await lab.house.all('registrations');
      const sent = await lab.send(file(), { dateOrder: 'day_first' });
      expect(await lab.house.get('attendee_imports', String(sent.id))).toMatchObject({
        ...{ state: 'done', created: 0, updated: 1, unchanged: 1, refused: 0, checkedIn: 1 },
      });
      const after = await lab.house.all('registrations');
      expect(after).toHaveLength(before.length);
      const ada = await one(lab, 'registrations', { email: 'ada@example.org' });
      expect(ada['checkedInAt']).toBe('2026-05-04T07:02:10.000Z');
      // Not paid there yet, and the list says nothing of payments.
      expect(await one(lab, 'registrations', { name: 'Cy Young' })).toMatchObject({ status: 'pending' });
      lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
      expect(await lab.checkIn('k3v9xhw2pbn7dq4mzr8sftc6yjeaugh5')).toMatchObject({
        body: { errors: [{ code: 'already_checked_in' }] },
      });
    }),
  );

  test('is counted as a change by the dry run', () =>
    inLab(async (lab) => {
      await lab.send(fixture('pretix-positions.csv'), create);
      expect(await lab.send(list(), { dryRun: 'true' })).toMatchObject({ created: 0, updated: 2 });
    }));
});

test('an attendee who is let in while an import is reverted stays', () =>
  inLab(async (lab) => {
    const people = Array.from({ length: 700 }, (_, n) => `O${n},1,Person ${n},p${n}@example.org,code-${n}`);
    const sent = await lab.send(['Order code,Position,Name,Email,Code', ...people].join('\n'), {
      mapping: JSON.stringify({ 1: 'position' }),
    });
    lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
    await lab.house.act('events.take_back_import', { eventId: lab.event, importId: sent.id });
    const follower = must(
      lab.house.module.followers?.find(({ name }) => name === 'events.import'),
      'the follower of imports',
    );
    let steps = 0;
    let came = '';
    const { nowMs, store, tenant } = lab.house;
    await follower.handle(await store.since(0, { limit: 10_000, collections: ['attendee_imports'] }), {
      ...{ tenant, clock: () => nowMs, newId: lab.house.ports.newId, reader: store },
      async commit(plan) {
        // Between two steps a gate lets two in: one of the rows that are gone, one of those that are still there.
        if (steps++ === 1) {
          const left = (await lab.house.all('registrations')).map(({ name }) => String(name));
          const gone = people.findIndex((_, n) => !left.includes(`Person ${n}`));
          expect(await lab.checkIn(`code-${gone}`)).toMatchObject({ status: 422 });
          came = must(left.at(-1), 'a registration that is not deleted yet');
          expect(await lab.checkIn(came.replace('Person ', 'code-'))).toMatchObject({ status: 200 });
        }
        const done = await store.commit('test', plan);
        return done.ok ? { ok: true, value: done.value.value } : done;
      },
    });
    expect(await lab.house.get('attendee_imports', String(sent.id))).toMatchObject({
      ...{ state: 'taken_back', takenBack: 699, kept: 1 },
    });
    expect(await lab.house.all('registrations')).toMatchObject([{ name: came }]);
    expect(await lab.house.all('ticket_orders')).toMatchObject([{ externalNumber: came.replace('Person ', 'O') }]);
  }));

describe('an attendee who is gone takes no one’s time, table or seat', () => {
  const head = 'Order code,Position,Name,Email,Status';
  const rows = (...status: readonly string[]) =>
    [head, ...['Ada', 'Bo', 'Cy'].map((name, n) => `O${n},1,${name},${name}@example.org,${status[n]}`)].join('\n');
  const read = { mapping: JSON.stringify({ 1: 'position' }) };

  async function meetingOfTwo(lab: TransferLab) {
    const sent = await lab.send(rows('paid', 'paid', 'paid'), read);
    const [ada, bo] = [
      await one(lab, 'registrations', { name: 'Ada' }),
      await one(lab, 'registrations', { name: 'Bo' }),
    ];
    for (const { id: registrationId } of [ada, bo])
      await lab.house.act('events.set_profile', {
        eventId: lab.event,
        registrationId,
        ...founder,
        networkingOptIn: true,
      });
    const asked = await lab.house.act('events.propose_meeting', {
      ...{ eventId: lab.event, registrationId: ada.id, inviteeRegistrationId: bo.id },
      startsAt: '2026-05-04T10:00:00.000Z',
    });
    expect(asked.status).toBe(201);
    const { id: meetingId } = await one(lab, 'meetings', {});
    const agreed = await lab.house.act('events.accept_meeting', {
      eventId: lab.event,
      registrationId: bo.id,
      meetingId,
    });
    expect(agreed.status).toBe(200);
    return { ada, bo, sent };
  }

  test('after a later file cancels the place', () =>
    inLab(
      async (lab) => {
        const { ada, bo } = await meetingOfTwo(lab);
        await lab.send(rows('canceled', 'paid', 'canceled'), read);
        expect(await one(lab, 'meetings', {})).toMatchObject({ status: 'cancelled', endedBy: ada.id });
        expect(await one(lab, 'attendee_profiles', { registration: ada.id })).toMatchObject({ networkingOptIn: false });
        expect(await one(lab, 'attendee_profiles', { registration: bo.id })).toMatchObject({ networkingOptIn: true });
        expect((await lab.house.all('seat_counts')).map(({ taken }) => taken)).toEqual([1, 1]);
        // The other person gets an email; to the one who is gone, the other system writes.
        const about = ['meeting_cancelled', 'registration_cancelled'];
        const mails = (await lab.house.all('outgoing_mails')).filter(({ template }) =>
          about.includes(String(template)),
        );
        expect(mails).toMatchObject([{ template: 'meeting_cancelled', registration: bo.id }]);
        expect(await lab.house.all('refunds')).toEqual([]);
      },
      { networking: {} },
    ));

  test('after the import is taken back, except of one who came', () =>
    inLab(
      async (lab) => {
        const { bo, sent } = await meetingOfTwo(lab);
        lab.house.nowMs = Date.parse('2026-05-04T09:00:00Z');
        expect((await lab.checkIn(await codeNow(lab.house, lab.event, bo.id))).status).toBe(200);
        await lab.house.act('events.take_back_import', { eventId: lab.event, importId: sent.id });
        await lab.house.follow();
        expect(await lab.house.all('registrations')).toMatchObject([{ id: bo.id }]);
        expect(await one(lab, 'meetings', {})).toMatchObject({ status: 'cancelled' });
        expect(await lab.house.all('attendee_profiles')).toMatchObject([{ registration: bo.id }]);
        expect((await lab.house.all('seat_counts')).map(({ taken }) => taken)).toEqual([1, 1]);
      },
      { networking: {} },
    ));
});
