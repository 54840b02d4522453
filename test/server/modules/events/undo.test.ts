import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { openingTime, textAt } from './events-module.ts';
import {
  codeOf,
  enter,
  eventId,
  gateNamed,
  house,
  kiosk,
  kioskIds,
  makeEvent,
  newId,
  openGateLab,
  place,
  push,
  refusalCode,
} from './gate-lab.ts';

openGateLab();

describe('taking a scan back', () => {
  const scanOf = async (registration: string) => (await house.all('scans', { registration, verdict: 'admitted' }))[0]!;
  const undo = (scanId: string, reason = 'Wrong person') =>
    house.act('events.undo_checkin', { eventId, scanId, reason });

  test('keeps the scan, removes the check-in, and admits the ticket again', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    await enter(ticket.id, 'hall');
    const scan = await scanOf(ticket.id);
    house.nowMs += 15 * minuteMs;
    const done = await undo(scan.id);
    expect(done).toMatchObject({ status: 200, body: { undone: scan.id, undoneAt: isoTime(house.nowMs) } });
    expect(await house.get('scans', textAt(done.body, 'scan'))).toMatchObject({
      verdict: 'undone',
      undoes: scan.id,
      undoReason: 'Wrong person',
      staff: 'key:organizer',
      registration: ticket.id,
    });
    expect(await house.all('checkins', { registration: ticket.id })).toEqual([]);
    expect(await house.get('registrations', ticket.id)).toMatchObject({ checkedInAt: null });
    const head = await house.store.head();
    await house.follow();
    expect(await house.store.head()).toBe(head);
    expect(codeOf(await undo(scan.id))).toBe('already_undone');
    expect(codeOf(await enter(ticket.id, 'hall'))).toBe('admitted');
  });

  test('within fifteen minutes, of an admission, of this event', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    await enter(ticket.id, 'hall');
    await enter(ticket.id, 'hall');
    const [refusedScan] = await house.all('scans', { registration: ticket.id, verdict: 'already_checked_in' });
    expect(codeOf(await undo(refusedScan!.id))).toBe('not_admitted');
    const scan = await scanOf(ticket.id);
    house.nowMs += 15 * minuteMs + 1;
    expect((await undo(scan.id)).status).toBe(409);
    expect(codeOf(await undo(scan.id))).toBe('undo_too_late');
    await makeEvent();
    expect((await undo(scan.id)).status).toBe(404);
  });

  test('SY16 by kiosks: every order of arrival leads to the same result', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), fc.boolean(), async (order, followEach) => {
        const ticket = await place();
        const [a, b, u] = [newId(), newId(), newId()];
        const list = (await gateNamed('hall'))['list'];
        const base = { event: eventId, gate: 'hall', list, registration: ticket.id, ruleVersion: 2, source: 'wedge' };
        const scans = [
          { id: a, ...base, kiosk: kioskIds[0], verdict: 'admitted', scannedAt: isoTime(openingTime) },
          { id: b, ...base, kiosk: kioskIds[1], verdict: 'admitted', scannedAt: isoTime(openingTime + minuteMs) },
          {
            id: u,
            ...base,
            kiosk: kioskIds[0],
            verdict: 'undone',
            undoes: a,
            undoReason: 'Mistaken',
            scannedAt: isoTime(openingTime + 2 * minuteMs),
          },
        ];
        for (const i of order) {
          const { id, ...scan } = scans[i]!;
          const by = await kiosk(kioskIds.indexOf(String(scan.kiosk)));
          expect(refusalCode(await house.create('scans', id, scan, by))).toBe('record');
          if (followEach) await house.follow();
        }
        await house.follow();
        expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([{ scan: b, entries: 1 }]);
        expect(await house.all('checkin_conflicts', { registration: ticket.id })).toEqual([]);
        expect(await house.all('scans', { registration: ticket.id })).toHaveLength(3);
      }),
      { numRuns: 12 },
    );
  });

  test('by a kiosk: a late one, one of another ticket and a scan that undoes nothing are refused', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const [ticket, other] = [await place(), await place()];
    const { id: undoes } = await push(0, { registration: ticket.id });
    const tryUndo = async (values: object) =>
      refusalCode((await push(0, { registration: ticket.id, verdict: 'undone', undoes, ...values })).outcome);
    expect(await tryUndo({ registration: other.id })).toBe('undo_mismatch');
    expect(await tryUndo({ verdict: 'admitted' })).toBe('undo_mismatch');
    expect(await tryUndo({ undoes: null })).toBe('undo_mismatch');
    expect(await tryUndo({ list: 'default' })).toBe('undo_mismatch');
    expect(await tryUndo({ scannedAt: isoTime(openingTime + 15 * minuteMs + 1) })).toBe('undo_too_late');
    expect(await tryUndo({})).toBe('record');
  });
});
