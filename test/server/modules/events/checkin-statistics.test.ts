import { describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { checkin, eventId, house, openCheckin, openEvent, place, supervisor } from './checkin-lab.ts';
import { at, listAt, openingTime, textAt } from './events-module.ts';

openCheckin();

describe('statistics', () => {
  test('people, pace, hours of the venue and gates', async () => {
    // Half past in UTC is a full hour in Kolkata.
    await openEvent({ timezone: 'Asia/Kolkata', capacity: 10 });
    house.nowMs = Date.parse('2026-05-04T08:20:00Z');
    for (const [minutes, gateId] of [
      [0, 'north'],
      [5, 'north'],
      [15, 'south'],
      [20, 'south'],
      [25, 'south'],
      [80, 'north'],
    ] as const) {
      house.nowMs = Date.parse('2026-05-04T08:20:00Z') + minutes * 60_000;
      await checkin({ qrCode: (await place()).qrCode, gateId });
    }
    const { body } = await house.act('events.checkin_stats', { eventId });
    expect(body).toEqual({
      checkedIn: 6,
      avgCheckinTime: 0,
      peakHour: '2026-05-04T08:30:00.000Z',
      capacityRemaining: 4,
      insideNow: 6,
      byGate: [
        { gate: 'north', checkedIn: 3, lastMinute: 1, last5Minutes: 1, last15Minutes: 1, last60Minutes: 1 },
        { gate: 'south', checkedIn: 3, lastMinute: 0, last5Minutes: 0, last15Minutes: 0, last60Minutes: 1 },
      ],
      byKiosk: [],
      byList: [{ list: 'default', name: 'Admission', checkedIn: 6, inside: 6, capacity: null }],
      byHour: [
        { hour: '2026-05-04T07:30:00.000Z', checkedIn: 2 },
        { hour: '2026-05-04T08:30:00.000Z', checkedIn: 3 },
        { hour: '2026-05-04T09:30:00.000Z', checkedIn: 1 },
      ],
      conflicts: 0,
      reports: 0,
    });
  });

  test('add-ons are no places of the event', async () => {
    const tickets = [
      { id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: 50 },
      { id: 'dinner', name: 'Dinner', price: 0, currency: 'USD', quantity: -1, kind: 'add_on' },
    ];
    await openEvent({ capacity: null, tickets });
    expect((await house.act('events.checkin_stats', { eventId })).body).toMatchObject({ capacityRemaining: 50 });
  });

  test('the pace counts a person once, also after an override admits them again', async () => {
    const ticket = await place();
    const paces = async () => {
      const { body } = await house.act('events.checkin_stats', { eventId });
      return listAt(body, 'byGate').map(({ checkedIn, lastMinute }) => [checkedIn, lastMinute]);
    };
    expect((await checkin({ qrCode: ticket.qrCode })).status).toBe(200);
    const again = await checkin({ qrCode: ticket.qrCode, override: { reason: 'came back' } }, supervisor());
    expect(again.status).toBe(200);
    expect(await paces()).toEqual([[1, 1]]);
    const blocked = await place();
    await house.update('registrations', blocked.id, { blockedReason: 'Please call Kim' });
    const overruled = await checkin({ qrCode: blocked.qrCode, override: { reason: 'called' } }, supervisor());
    expect(overruled.status).toBe(200);
    expect(await paces(), 'an override of another verdict lets in a person who was not').toEqual([[2, 2]]);
  });

  test('an unknown gate is refused by a problem of the gate, not of the ticket', async () => {
    await openEvent({ gates: [{ id: 'side', name: 'Side door' }] });
    const { qrCode } = await place();
    const messageOf = async (gateId: string, direction: string) => {
      const { body } = await house.act('events.checkin', { qrCode, gateId, direction });
      return textAt(listAt(body, 'errors')[0], 'message');
    };
    for (const direction of ['entry', 'exit'])
      expect(await messageOf('nowhere', direction)).toMatch(/^The event has no gate with this ID\./);
    expect(await messageOf('side', 'exit')).not.toMatch(/no gate with this ID/);
  });

  test('no check-ins yet', async () => {
    expect((await house.act('events.checkin_stats', { eventId })).body).toEqual({
      checkedIn: 0,
      avgCheckinTime: 0,
      peakHour: null,
      capacityRemaining: null,
      insideNow: 0,
      byGate: [],
      byKiosk: [],
      byList: [{ list: 'default', name: 'Admission', checkedIn: 0, inside: 0, capacity: null }],
      byHour: [],
      conflicts: 0,
      reports: 0,
    });
  });

  test('the mean time is over the durations of the check-ins', async () => {
    const kiosk = uuidv7(openingTime, new Uint8Array(10).fill(5));
    for (const durationMs of [1_000, 2_500]) {
      const ticket = await place();
      const values = {
        event: eventId,
        gate: 'g',
        list: 'default',
        kiosk,
        registration: ticket.id,
        verdict: 'admitted',
        scannedAt: isoTime(openingTime),
        ruleVersion: 1,
        source: 'wedge',
        durationMs,
      };
      await house.create(
        'scans',
        uuidv7(openingTime, new Uint8Array(10).fill(durationMs % 251)),
        values,
        house.kiosk(eventId, 'g', kiosk),
      );
    }
    await house.follow();
    expect(at((await house.act('events.checkin_stats', { eventId })).body, 'avgCheckinTime')).toBe(1.75);
  });
});

describe('kiosks', () => {
  test('a kiosk reports its own status; no other caller can', async () => {
    await openEvent({ gates: [{ id: 'hall' }] });
    const gate = (await house.all('gates', { event: eventId }))[0]!.id;
    const made = await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create('kiosks', {
        event: eventId,
        gate,
        role: 'gate',
        name: 'K',
        publicKey: 'x',
        pairedAt: tx.now,
      }),
    }));
    const kiosk = made.ok ? made.value.value.id : '';
    const status = { pending: 3, printer: 'ready', knownSeq: 17, softwareVersion: '1.2' };
    expect(await house.act('events.kiosk_status', status, house.kiosk(eventId, gate, kiosk))).toEqual({
      status: 200,
      body: { received: true },
    });
    expect(await house.get('kiosks', kiosk)).toMatchObject({ ...status, lastSeenAt: isoTime(house.nowMs) });
    const key: Actor = { tenant: house.tenant, kind: 'key', id: 'k', scopes: new Set(['*']), roles: new Set() };
    expect(listAt((await house.act('events.kiosk_status', status, key)).body, 'errors')[0]).toMatchObject({
      code: 'kiosk_only',
    });
  });
});
