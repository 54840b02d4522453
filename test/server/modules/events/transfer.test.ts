/** A registration that is given to another person: one valid ticket at every moment, at the server and at kiosks offline. */
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { checkin, eventId, house, openCheckin, openEvent, person, place } from './checkin-lab.ts';
import { ada, codeNow, listAt, openingTime, textAt } from './events-module.ts';

openCheckin();

const bob = { name: 'Bob', email: 'bob@example.org' };
const transfer = (registrationId: string, attendee: object = bob) =>
  house.act('events.transfer', { eventId, registrationId, attendee });
const codeOf = (answer: { readonly body: unknown }) => listAt(answer.body, 'errors')[0]?.['code'];

describe('a transfer', () => {
  test('gives the registration another number, badge code and page; seat, payment and id stay', async () => {
    const { id } = await place();
    const before = await house.get('registrations', id);
    const done = await transfer(id);
    expect(done).toMatchObject({ status: 200, body: { id, status: 'confirmed', paymentStatus: 'not_required' } });
    const after = await house.get('registrations', id);
    expect(after).toMatchObject({
      ...bob,
      company: null,
      emailKey: bob.email,
      ticketNumber: done.body['ticketNumber'],
    });
    for (const field of ['ticketNumber', 'badgeCode', 'pageSecret']) expect(after[field]).not.toBe(before[field]);
    const [old] = await house.all('registrations', { transferredTo: id });
    const { badgeCode, email, name, pageSecret, ticketNumber } = before;
    expect(old).toMatchObject({ badgeCode, email, name, pageSecret, ticketNumber, status: 'cancelled', amount: 0 });
    expect((await house.all('seat_counts', { scope: `event:${eventId}` }))[0]).toMatchObject({ taken: 1 });
    const mails = (await house.all('outgoing_mails')).map(({ recipient, template }) => [template, recipient]);
    expect(mails).toEqual(
      expect.arrayContaining([
        ['ticket_transferred', email],
        ['ticket_confirmed', bob.email],
      ]),
    );
  });

  test('the old code is refused, the new one admitted; the old page shows no code', async () => {
    const { id, qrCode } = await place();
    await transfer(id);
    expect(codeOf(await checkin({ eventId, qrCode }))).toBe('revoked');
    expect(await checkin({ eventId, qrCode: await codeNow(house, eventId, id) })).toMatchObject({ status: 200 });
    expect(await house.get('registrations', id)).toMatchObject({ checkedInAt: expect.any(String) });
  });

  test('again, and back: each old ticket stays refused', async () => {
    const { id, qrCode } = await place();
    await transfer(id);
    const second = await codeNow(house, eventId, id);
    await transfer(id, ada);
    for (const old of [qrCode, second]) expect(codeOf(await checkin({ eventId, qrCode: old }))).toBe('revoked');
    expect(await checkin({ eventId, qrCode: await codeNow(house, eventId, id) })).toMatchObject({ status: 200 });
  });
});

describe('refused', () => {
  test('after check-in, after the event, before it is confirmed, to the same person', async () => {
    const { id, qrCode } = await place();
    const { email, name } = await house.get('registrations', id);
    expect(await transfer(id, { name, email })).toMatchObject({ status: 409 });
    await checkin({ eventId, qrCode });
    expect(codeOf(await transfer(id))).toBe('no_change_after_checkin');
    const open = await house.act('events.register', { eventId, ticketType: 'standard', attendee: person() });
    const pending = textAt(open.body, 'id');
    expect(codeOf(await transfer(pending))).toBe('registration_not_confirmed');
    house.nowMs += 9 * 86_400_000;
    expect(codeOf(await transfer(id))).toBe('event_ended');
  });

  test('to an address that is already registered, where the event allows one registration for each', async () => {
    await openEvent({ onePerEmail: true });
    const [first, second] = [await place(), await place()];
    const { email } = await house.get('registrations', second.id);
    expect(codeOf(await transfer(first.id, { name: 'Other', email }))).toBe('already_registered');
  });
});

describe('a kiosk that was offline', () => {
  test('has admitted the old ticket: the new person is not checked in by that scan, and can enter', async () => {
    await openEvent({ gates: [{ id: 'hall' }] });
    const gate = (await house.all('gates', { event: eventId }))[0]!.id;
    const { id } = await place();
    const { ticketNumber } = await house.get('registrations', id);
    await transfer(id);
    const kiosk = uuidv7(openingTime, new Uint8Array(10).fill(1));
    // As a kiosk with the replica from before the transfer records it: the id beside the old number.
    const scan = {
      event: eventId,
      gate: 'hall',
      list: 'hall-list',
      kiosk,
      counter: 1,
      registration: id,
      ticketNumber,
      verdict: 'admitted',
      flags: ['offline'],
      scannedAt: isoTime(house.nowMs),
      ruleVersion: 1,
      source: 'wedge',
    };
    const scanId = uuidv7(house.nowMs, new Uint8Array(10).fill(3));
    expect(await house.create('scans', scanId, scan, house.kiosk(eventId, gate, kiosk))).toMatchObject({
      kind: 'record',
    });
    await house.follow();
    expect(await house.get('registrations', id)).toMatchObject({ checkedInAt: null });
    const [old] = await house.all('registrations', { transferredTo: id });
    expect(await house.all('checkins', { registration: old?.id })).toHaveLength(1);
    const qrCode = await codeNow(house, eventId, id);
    expect(await checkin({ eventId, gateId: 'hall', qrCode })).toMatchObject({ status: 200 });
    await house.follow();
    expect(await house.all('checkins', { registration: id })).toHaveLength(1);
  });

  test('gets both records: every field that makes the old ticket known and refused is in the replica', () => {
    for (const field of ['ticketNumber', 'badgeCode', 'status', 'revokedAt'])
      expect(registrations.replicated.fields).toContain(field);
  });
});
