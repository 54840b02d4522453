import { describe, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { checkin, eventId, house, makeEvent, openCheckin, openEvent, person, place, write } from './checkin-lab.ts';
import { byBankTransfer, codeNow, openingTime, textAt } from './events-module.ts';

openCheckin();

describe('refused, and recorded as a scan', () => {
  type Prepared = { readonly qrCode: string; readonly eventId?: string; readonly gateId?: string };
  const cases: readonly (readonly [code: string, status: number, detail: object, prepare: () => Promise<Prepared>])[] =
    [
      [
        'already_checked_in',
        409,
        { checkedInAt: isoTime(openingTime), gate: 'main-entrance' },
        async () => {
          const ticket = await place();
          await checkin({ qrCode: ticket.qrCode });
          house.nowMs += 60_000;
          return { qrCode: await codeNow(house, eventId, ticket.id) };
        },
      ],
      [
        'code_expired',
        410,
        { issuedAt: isoTime(openingTime), windowMinutes: 60 },
        async () => {
          const ticket = await place();
          house.nowMs += 60 * 60_000 + 1;
          return ticket;
        },
      ],
      [
        'code_from_future',
        422,
        { issuedAt: isoTime(openingTime + 121_000) },
        async () => {
          const ticket = await place();
          house.nowMs = openingTime + 121_000;
          const qrCode = await codeNow(house, eventId, ticket.id);
          house.nowMs = openingTime;
          return { qrCode };
        },
      ],
      [
        'code_forged',
        422,
        {},
        async () => {
          const { sig, ...rest } = JSON.parse((await place()).qrCode) as { sig: string };
          return {
            qrCode: JSON.stringify({ ...rest, sig: sig.startsWith('A') ? `B${sig.slice(1)}` : `A${sig.slice(1)}` }),
          };
        },
      ],
      [
        'code_forged',
        422,
        {},
        async () => {
          const { sig: _, ...rest } = JSON.parse((await place()).qrCode) as { sig: string };
          return { qrCode: JSON.stringify(rest) };
        },
      ],
      ['code_malformed', 422, {}, async () => ({ qrCode: '<script>alert(1)</script>', eventId })],
      ['code_malformed', 422, {}, async () => ({ qrCode: 'x'.repeat(10_000), eventId })],
      ['wrong_event', 403, {}, async () => ({ qrCode: (await place()).qrCode, eventId: await makeEvent() })],
      [
        'unknown_ticket',
        404,
        {},
        async () => {
          const ticket = await place();
          await house.store.commit('system:test', async (tx) => ({
            ok: true,
            value: await tx.delete('registrations', ticket.id),
          }));
          return { qrCode: ticket.qrCode, eventId };
        },
      ],
      [
        'not_confirmed',
        409,
        {},
        async () => {
          await openEvent(byBankTransfer);
          const made = await house.act('events.register', { eventId, ticketType: 'standard', attendee: person() });
          return { qrCode: textAt(made.body, 'ticket.qrCode') };
        },
      ],
      [
        'cancelled',
        409,
        {},
        async () => {
          const ticket = await place();
          await house.act('events.cancel_registration', { eventId, registrationId: ticket.id });
          return ticket;
        },
      ],
      [
        'cancelled',
        409,
        {},
        async () => {
          const ticket = await place();
          await write('events', eventId, { status: 'cancelled' });
          return ticket;
        },
      ],
      [
        'refunded',
        409,
        {},
        async () => {
          const ticket = await place();
          await write('registrations', ticket.id, { paymentStatus: 'refunded' });
          return ticket;
        },
      ],
      [
        'revoked',
        409,
        {},
        async () => {
          const ticket = await place();
          await house.update('registrations', ticket.id, { revokedAt: isoTime(openingTime) });
          return ticket;
        },
      ],
      [
        'blocked',
        409,
        { blockedReason: 'Please call Kim' },
        async () => {
          const ticket = await place();
          await house.update('registrations', ticket.id, { blockedReason: 'Please call Kim' });
          return ticket;
        },
      ],
      [
        'wrong_gate',
        403,
        { gates: ['Side door'], nearest: { gate: 'Side door', opensAt: null }, unknownGate: true },
        async () => {
          await openEvent({ gates: [{ id: 'side', name: 'Side door' }] });
          return { ...(await place()), gateId: 'nowhere' };
        },
      ],
      [
        'wrong_gate',
        403,
        { gates: ['Side door'], nearest: { gate: 'Side door', opensAt: null } },
        async () => {
          await openEvent({
            gates: [
              { id: 'side', name: 'Side door' },
              { id: 'vip', name: 'VIP', ticketTypes: ['standard'] },
            ],
          });
          return { ...(await place()), gateId: 'vip' };
        },
      ],
      [
        'too_early',
        403,
        { opensAt: isoTime(openingTime + 1), nearest: { gate: 'g', opensAt: isoTime(openingTime + 1) } },
        async () => {
          await openEvent({ gates: [{ id: 'g', opensAt: isoTime(openingTime + 1) }] });
          return { ...(await place()), gateId: 'g' };
        },
      ],
      [
        'too_late',
        403,
        { closesAt: isoTime(openingTime - 1) },
        async () => {
          await openEvent({ gates: [{ id: 'g', closesAt: isoTime(openingTime - 1) }] });
          return { ...(await place()), gateId: 'g' };
        },
      ],
      [
        'gate_full',
        409,
        { full: 'gate', gates: [] },
        async () => {
          await openEvent({ gates: [{ id: 'g', capacity: 1 }] });
          await checkin({ qrCode: (await place()).qrCode, gateId: 'g' });
          return { ...(await place()), gateId: 'g' };
        },
      ],
    ];

  test.each(cases)('%s → %i %j', async (code, status, detail, prepare) => {
    const { qrCode, gateId, eventId: named } = await prepare();
    const scansBefore = await house.store.count('scans');
    const answer = await checkin({ qrCode, ...(gateId && { gateId }), ...(named && { eventId: named }) });
    expect(answer).toEqual({
      status,
      body: { success: false, errors: [{ code, message: expect.stringMatching(/\.$/), detail }] },
    });
    expect(await house.store.count('scans')).toBe(scansBefore + 1);
    expect(await house.all('scans', { event: named ?? eventId, verdict: code })).not.toHaveLength(0);
  });

  test('a text that names no event is refused without a record', async () => {
    const before = await house.store.head();
    expect(await checkin({ qrCode: 'hello' })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'code_malformed' }] },
    });
    const stranger = JSON.stringify({ type: 'event_ticket', ticketNumber: 'NOBODY', timestamp: openingTime / 1_000 });
    expect(await checkin({ qrCode: stranger })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'unknown_ticket' }] },
    });
    expect(await checkin({ qrCode: stranger, eventId: uuidv7(1, new Uint8Array(10)) })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'event_not_found' }] },
    });
    expect(await house.store.head()).toBe(before);
  });

  test('a forged code of a used ticket is reported as forged, not as used', async () => {
    const ticket = await place();
    await checkin({ qrCode: ticket.qrCode });
    const { sig: _, ...rest } = JSON.parse(ticket.qrCode) as { sig: string };
    expect(await checkin({ qrCode: JSON.stringify(rest) })).toMatchObject({
      body: { errors: [{ code: 'code_forged' }] },
    });
  });

  test('an event with signatures switched off accepts tickets of another issuer', async () => {
    await openEvent({ signatures: 'off' });
    const { sig: _, ...rest } = JSON.parse((await place()).qrCode) as { sig: string };
    expect(await checkin({ qrCode: JSON.stringify(rest) })).toMatchObject({ status: 200 });
  });
});
