/** Print jobs: reprints that the organizer asks for, and the jobs that kiosks report. */
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { byBankTransfer, openingTime, textAt } from './events-module.ts';
import {
  enter,
  eventId,
  gateNamed,
  house,
  kiosk,
  kioskIds,
  makeEvent,
  newId,
  openGateLab,
  person,
  place,
} from './gate-lab.ts';

openGateLab();

describe('print jobs', () => {
  test('a reprint queues a job for the gate', async () => {
    await makeEvent({ gates: [{ id: 'hall' }], ...byBankTransfer });
    const ticket = await place();
    const reprint = (more: object) =>
      house.act('events.reprint_badge', { eventId, registrationId: ticket.id, ...more });
    const queued = await reprint({ gateId: 'hall', reason: 'Coffee' });
    expect(queued).toEqual({ status: 202, body: { jobId: expect.any(String), status: 'queued' } });
    expect(await house.get('print_jobs', textAt(queued.body, 'jobId'))).toMatchObject({
      registration: ticket.id,
      gate: 'hall',
      state: 'queued',
      attempts: 0,
      reason: 'Coffee',
    });
    expect(await reprint({ gateId: 'moon' })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'gate_not_found' }] },
    });
    expect((await reprint({ printerId: 'P1' })).status).toBe(202);
    const unpaid = await house.act('events.register', { eventId, ticketType: 'standard', attendee: person() });
    expect(await reprint({ registrationId: unpaid.body['id'] })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'registration_not_confirmed' }] },
    });
  });

  test('a kiosk makes and moves those of its event, and redirects none', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const gate = (await gateNamed('hall')).id;
    const ticket = await place();
    const own = house.kiosk(eventId, gate, kioskIds[0]!);
    const job = {
      event: eventId,
      registration: ticket.id,
      kiosk: kioskIds[0],
      state: 'queued',
      attempts: 0,
      queuedAt: isoTime(openingTime),
    };
    const id = uuidv7(openingTime, new Uint8Array(10).fill(9));
    expect(await house.create('print_jobs', id, { ...job, kiosk: kioskIds[1] }, own)).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'not_yours' }],
    });
    expect((await house.create('print_jobs', id, job, own)).kind).toBe('record');
    expect((await house.update('print_jobs', id, { state: 'printed', attempts: 1 }, own)).kind).toBe('record');
    const other = await place();
    expect(await house.update('print_jobs', id, { registration: other.id }, own)).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'field_fixed' }],
    });
    const foreign = house.kiosk(await makeEvent(), gate, kioskIds[2]!);
    expect(await house.update('print_jobs', id, { state: 'failed' }, foreign)).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'not_yours' }],
    });
  });

  test('a badge stays printed when the scan of its owner is taken back', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    await enter(ticket.id, 'hall');
    const scan = (await house.all('scans', { registration: ticket.id, verdict: 'admitted' }))[0]!;
    const job = {
      event: eventId,
      registration: ticket.id,
      scan: scan.id,
      state: 'printed',
      queuedAt: isoTime(house.nowMs),
    };
    expect((await house.create('print_jobs', newId(), { ...job, kiosk: kioskIds[0] }, await kiosk(0))).kind).toBe(
      'record',
    );
    house.nowMs += 15 * minuteMs;
    const undone = await house.act('events.undo_checkin', { eventId, scanId: scan.id, reason: 'Wrong person' });
    expect(undone.status).toBe(200);
    expect(await house.all('print_jobs', { registration: ticket.id })).toMatchObject([{ state: 'printed' }]);
  });
});
