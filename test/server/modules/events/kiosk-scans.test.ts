/** The check-ins and conflicts that the server makes from the scans of kiosks. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { checkin, eventId, house, makeEvent, openCheckin, openEvent, person, place } from './checkin-lab.ts';
import { confirmedPlace, openingTime } from './events-module.ts';

openCheckin();

describe('scans of kiosks', () => {
  const kioskIds = [1, 2, 3].map((n) => uuidv7(openingTime, new Uint8Array(10).fill(n)));
  let gate: string;
  let scans = 0;

  beforeEach(async () => {
    await openEvent({ gates: [{ id: 'hall' }] });
    gate = (await house.all('gates', { event: eventId }))[0]!.id;
  });

  const scanOf = (registration: string | null, kiosk: string, atMs: number, more: object = {}) => ({
    event: eventId,
    gate: 'hall',
    list: 'hall-list',
    kiosk,
    counter: scans,
    registration,
    ticketNumber: null,
    verdict: 'admitted',
    flags: ['offline'],
    scannedAt: isoTime(atMs),
    ruleVersion: 1,
    source: 'wedge',
    ...more,
  });
  const push = async (values: { readonly kiosk: string }, actor = house.kiosk(eventId, gate, values.kiosk)) => {
    const id = uuidv7(
      house.nowMs,
      new Uint8Array(10).map((_, i) => (i === 9 ? scans : 7)),
    );
    scans++;
    return { id, outcome: await house.create('scans', id, values, actor) };
  };
  const conflicts = (registration: string) => house.all('checkin_conflicts', { registration });

  test('Q02 two offline admissions: one check-in, the earliest, and one conflict, in either order of upload', async () => {
    const early = openingTime - 60_000;
    for (const order of [
      [early, openingTime],
      [openingTime, early],
    ]) {
      const ticket = await place();
      for (const [i, ms] of order.entries()) {
        expect((await push(scanOf(ticket.id, kioskIds[i]!, ms))).outcome.kind).toBe('record');
        await house.follow();
      }
      expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([
        { checkedInAt: isoTime(early), list: 'hall-list' },
      ]);
      expect(await conflicts(ticket.id)).toMatchObject([
        {
          scannedAt: isoTime(openingTime),
          firstScannedAt: isoTime(early),
          kiosk: kioskIds[order.indexOf(openingTime)],
          firstKiosk: kioskIds[order.indexOf(early)],
        },
      ]);
      expect(await house.get('registrations', ticket.id)).toMatchObject({ checkedInAt: isoTime(early) });
    }
    const stats = await house.act('events.checkin_stats', { eventId });
    expect(stats.body).toMatchObject({ checkedIn: 2, conflicts: 2 });
  });

  test('any number of scans in any order and any batches lead to the same result', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kiosk: fc.nat(2),
            second: fc.nat(20),
            admitted: fc.boolean(),
            override: fc.boolean(),
            follow: fc.boolean(),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (attempts) => {
          const ticket = await place();
          for (const { kiosk, second, admitted, override, follow } of attempts) {
            const more = { verdict: admitted ? 'admitted' : 'code_expired', flags: override ? ['override'] : [] };
            await push(scanOf(ticket.id, kioskIds[kiosk]!, openingTime - second * 1_000, more));
            if (follow) await house.follow();
          }
          await house.follow();
          // An override without a signature admits no one.
          const lettingIn = attempts.filter((one) => one.admitted && !one.override).map(({ second }) => second);
          const stored = await house.all('checkins', { registration: ticket.id });
          expect(stored).toHaveLength(lettingIn.length === 0 ? 0 : 1);
          if (lettingIn.length === 0) return;
          expect(stored[0]).toMatchObject({ checkedInAt: isoTime(openingTime - Math.max(...lettingIn) * 1_000) });
          const found = await conflicts(ticket.id);
          expect(found.every(({ firstScan, scan }) => firstScan === stored[0]!['scan'] && scan !== firstScan)).toBe(
            true,
          );
          const overrides = (await house.all('scans', { registration: ticket.id, verdict: 'admitted' })).filter(
            (scan) => (scan['flags'] as string[]).includes('override'),
          );
          const order = ({ id, scannedAt }: Record<string, unknown>) => `${String(scannedAt)} ${String(id)}`;
          const first = order(await house.get('scans', String(stored[0]!['scan'])));
          const beside = overrides.filter((scan) => order(scan) > first);
          expect(found.length).toBe(lettingIn.length - 1 + beside.length);
          expect(
            await house.all('admission_reports', { registration: ticket.id, kind: 'approval_refused' }),
          ).toHaveLength(overrides.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('an unverified scan finds its registration by the ticket number', async () => {
    const ticket = await place();
    await push(scanOf(null, kioskIds[0]!, openingTime, { ticketNumber: ticket.ticketNumber, flags: ['unverified'] }));
    await house.follow();
    expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([{ list: 'hall-list' }]);
  });

  test('W11 a kiosk clock ten years ahead: the scan is stored unchanged, the check-in gets the time of arrival at most', async () => {
    const ticket = await place();
    const ahead = openingTime + 10 * 365 * 86_400_000;
    const { id } = await push(scanOf(ticket.id, kioskIds[0]!, ahead));
    await house.follow();
    expect(await house.get('scans', id)).toMatchObject({ scannedAt: isoTime(ahead) });
    expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([
      { checkedInAt: isoTime(openingTime) },
    ]);
  });

  test('the server refuses a ticket whose admission by a kiosk is not reconciled yet', async () => {
    const ticket = await place();
    const [mainList] = await house.all('checkin_lists', { event: eventId });
    await push(scanOf(ticket.id, kioskIds[0]!, openingTime, { list: mainList!.id }));
    expect(await checkin({ qrCode: ticket.qrCode, gateId: 'hall' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'already_checked_in', detail: { kiosk: kioskIds[0] } }] },
    });
  });

  test('SY10 a scan that names another kiosk, another event or an unknown registration is refused', async () => {
    const ticket = await place();
    const otherEvent = await makeEvent();
    const stranger = await confirmedPlace(house, otherEvent, person());
    const own = house.kiosk(eventId, gate, kioskIds[0]!);
    const wrong = [
      scanOf(ticket.id, kioskIds[1]!, openingTime),
      { ...scanOf(ticket.id, kioskIds[0]!, openingTime), event: otherEvent },
      scanOf(stranger.id, kioskIds[0]!, openingTime),
    ];
    for (const values of wrong) {
      expect((await push(values, own)).outcome).toMatchObject({ kind: 'refused', errors: [{ code: 'not_yours' }] });
    }
    expect((await push(scanOf(ticket.id, kioskIds[0]!, openingTime), own)).outcome.kind).toBe('record');
  });
});
