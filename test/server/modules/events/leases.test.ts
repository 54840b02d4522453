import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { leaseAnswer } from '#shared/sync/down.ts';
import { listAt, openingTime } from './events-module.ts';
import {
  codeOf,
  detailOf,
  enter,
  eventId,
  gateNamed,
  house,
  kiosk,
  kioskIds,
  makeEvent,
  newId,
  openGateLab,
  organizer,
  place,
  push,
  refusalCode,
  supervisor,
} from './gate-lab.ts';

openGateLab();

describe('SY17 leases of capacity', () => {
  let request = 0;
  let room: string;
  let list: string;
  let freeLease: string;

  beforeEach(async () => {
    await makeEvent({ gates: [{ id: 'hall', capacity: 4 }, { id: 'side' }] });
    const hall = await gateNamed('hall');
    room = `gate:${hall.id}`;
    list = String(hall['list']);
    freeLease = newId();
  });

  const ask = async (n: number, lease: string, more: object = {}) =>
    house.act(
      'events.lease_admissions',
      { request: ++request, rooms: [{ room, lease, generation: 0, granted: 0, used: 0, wanted: 3, ...more }] },
      await kiosk(n),
    );
  const granted = async (n: number, lease: string, more: object = {}) =>
    listAt((await ask(n, lease, more)).body, 'rooms')[0]!;
  async function admitAtKiosk(n: number, lease: string): Promise<string> {
    const ticket = await place();
    const { outcome } = await push(n, { registration: ticket.id, list, leases: [lease] });
    expect(refusalCode(outcome)).toBe('record');
    return ticket.id;
  }
  const free = async () => Number((await granted(2, freeLease, { wanted: 0 }))['free']);

  test('the answer follows the wire schema, and the server never exceeds what it leased', async () => {
    const lease = newId();
    const answer = await ask(0, lease);
    expect(validate(leaseAnswer, answer.body, { mode: 'create' })).toEqual({ ok: true, value: answer.body });
    expect(answer.body).toEqual({
      request,
      rooms: [
        {
          room,
          lease,
          generation: 1,
          granted: 3,
          expiresAt: isoTime(openingTime + 2 * hourMs),
          capacity: 4,
          inside: 0,
          free: 1,
        },
      ],
    });
    expect(codeOf(await enter((await place()).id, 'hall'))).toBe('admitted');
    const full = await enter((await place()).id, 'hall');
    expect([codeOf(full), detailOf(full)]).toEqual(['gate_full', { full: 'gate', gates: ['side'] }]);
    for (let i = 0; i < 3; i++) await admitAtKiosk(0, lease);
    await house.follow();
    expect(await house.get('admission_leases', lease)).toMatchObject({ used: 3, room, kiosk: kioskIds[0] });
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
    expect(await free()).toBe(0);
    expect((await house.act('events.checkin_stats', { eventId })).body).toMatchObject({ checkedIn: 4 });
  });

  test('spots are freed by exits, by undoing, and when the kiosk asks for fewer', async () => {
    const lease = newId();
    const first = await granted(0, lease);
    const inside = await admitAtKiosk(0, lease);
    await house.follow();
    expect(await free()).toBe(1);
    const [scan] = await house.all('scans', { registration: inside, verdict: 'admitted' });
    await house.act('events.undo_checkin', { eventId, scanId: scan!.id, reason: 'Left at once' });
    expect(await free()).toBe(2);
    const held = { generation: 1, granted: first['granted'], used: 1, wanted: 0 };
    const second = await granted(0, lease, held);
    expect(await free()).toBe(2);
    await granted(0, lease, { ...held, generation: second['generation'], granted: second['granted'] });
    expect(await free()).toBe(4);
  });

  test('an expired lease goes to others; an admission under it that is uploaded late is reported', async () => {
    const [lease, other] = [newId(), newId()];
    await granted(0, lease, { wanted: 4 });
    expect((await granted(1, other, { wanted: 4 }))['granted']).toBe(0);
    const scannedAt = isoTime(house.nowMs + hourMs);
    house.nowMs += 2 * hourMs + 2 * minuteMs;
    const again = await granted(1, other, { wanted: 4 });
    expect(again['granted']).toBe(4);
    const ticket = await place();
    await push(0, { registration: ticket.id, list, leases: [lease], scannedAt });
    await house.follow();
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      { kind: 'over_capacity', about: room, registration: ticket.id, kiosk: kioskIds[0], capacity: 4, excess: 1 },
    ]);
    const head = await house.store.head();
    await house.follow();
    expect(await house.store.head()).toBe(head);
  });

  test('PE19 scans under places that a kiosk passed on count in its lease, whether they or its own word come first', async () => {
    const lease = newId();
    await granted(0, lease, { wanted: 4 });
    // Two of four were given to the second kiosk, which has filled one of them and sent the scan.
    await admitAtKiosk(1, lease);
    await house.follow();
    expect(await house.get('admission_leases', lease)).toMatchObject({ used: 1, kiosk: kioskIds[0] });
    expect(await free()).toBe(0);
    // The giver's word: what it gave is used. The second of these scans is still on its way.
    const after = await granted(0, lease, { generation: 1, granted: 4, used: 3, wanted: 1 });
    expect(after).toMatchObject({ lease, granted: 4 });
    await admitAtKiosk(1, lease);
    await admitAtKiosk(0, lease);
    await admitAtKiosk(0, lease);
    await house.follow();
    expect(await house.get('admission_leases', lease)).toMatchObject({ used: 4, late: 0 });
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
    expect(await free()).toBe(0);
    expect(codeOf(await enter((await place()).id, 'hall'))).toBe('gate_full');
    // More than the giver was granted, by whichever kiosk: let stand, and reported.
    const fifth = await admitAtKiosk(1, lease);
    await house.follow();
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      { kind: 'over_capacity', registration: fifth, kiosk: kioskIds[1], capacity: 4, excess: 1 },
    ]);
  });

  test('an override into a full room admits, and is reported', async () => {
    await granted(0, newId(), { wanted: 4 });
    const override = { reason: 'Speaker' };
    const ticket = await place();
    expect(codeOf(await enter(ticket.id, 'hall', { override }, supervisor()))).toBe('admitted');
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      { registration: ticket.id, excess: 1 },
    ]);
  });

  test('an outdated request, a lease of another kiosk and an unknown room are refused', async () => {
    const lease = newId();
    await granted(0, lease);
    request -= 1;
    const stale = await ask(0, lease);
    expect([stale.status, codeOf(stale)]).toEqual([409, 'lease_stale']);
    expect(codeOf(await ask(1, lease))).toBe('not_yours');
    expect(codeOf(await ask(0, 'not-an-id'))).toBe('not_yours');
    for (const strange of ['gate:x', `gate:${newId()}`, `list:${(await gateNamed('hall')).id}`, 'hall']) {
      expect(codeOf(await ask(0, newId(), { room: strange }))).toBe('room_unknown');
    }
    const unlimited = await ask(0, newId(), { room: `gate:${(await gateNamed('side')).id}` });
    expect(unlimited.body['rooms']).toEqual([]);
    const key = await house.act(
      'events.lease_admissions',
      { request: 1, rooms: [] },
      { ...organizer(), scopes: new Set(['*']) },
    );
    expect(codeOf(key)).toBe('kiosk_only');
  });

  test('in any order of requests, scans and followers: inside + outstanding ≤ capacity + reported', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ what: fc.constant('ask' as const), n: fc.nat(1), lost: fc.boolean() }),
            fc.record({ what: fc.constant('admit' as const), n: fc.nat(1), lost: fc.constant(false) }),
            fc.record({ what: fc.constant('server' as const), n: fc.nat(1), lost: fc.constant(false) }),
            fc.record({ what: fc.constant('follow' as const), n: fc.nat(1), lost: fc.constant(false) }),
          ),
          { maxLength: 14, size: 'max' },
        ),
        async (steps) => {
          await makeEvent({ gates: [{ id: 'hall', capacity: 4 }] });
          const hall = await gateNamed('hall');
          room = `gate:${hall.id}`;
          list = String(hall['list']);
          const models = [0, 1].map(() => ({ lease: newId(), generation: 0, granted: 0, used: 0 }));
          for (const { what, n, lost } of steps) {
            const model = models[n]!;
            if (what === 'follow') await house.follow();
            else if (what === 'server') await enter((await place()).id, 'hall');
            else if (what === 'ask') {
              const { lease, ...held } = model;
              const answer = await granted(n, lease, held);
              if (!lost) Object.assign(model, { generation: answer['generation'], granted: answer['granted'] });
            } else if (model.used < model.granted) {
              model.used++;
              await admitAtKiosk(n, model.lease);
            }
          }
          await house.follow();
          const inside = (await house.all('checkins', { event: eventId, inside: true })).length;
          const leases = await house.all('admission_leases', { event: eventId });
          const promised = leases.reduce(
            (sum, l) =>
              sum + Math.max(0, Math.max(Number(l['granted']), Number(l['priorGranted'])) - Number(l['used'])),
            0,
          );
          expect(inside + promised).toBeLessThanOrEqual(4);
          expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });
});
