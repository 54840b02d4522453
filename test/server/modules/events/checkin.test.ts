/** Check-in through the action: every verdict, what is recorded of it, and what follows from the scans of two kiosks. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { formatCompact, type TicketCode } from '#shared/ticket/ticket-code.ts';
import {
  ada,
  at,
  codeNow,
  confirmedPlace,
  type EventHouse,
  listAt,
  openEventHouse,
  openingTime,
  sampleEvent,
  textAt,
} from './event-house.ts';

let house: EventHouse;
let eventId: string;
let count = 0;

beforeAll(async () => {
  house = await openEventHouse();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = await makeEvent();
});
afterAll(() => house.close());

const makeEvent = async (more: object = {}) =>
  textAt((await house.act('events.create', sampleEvent({ ...more }))).body, 'id');
const person = () => ({ ...ada, email: `guest${count++}@example.org` });
const place = (event = eventId, ticketType = 'free') => confirmedPlace(house, event, person(), ticketType);
const checkin = (input: object, actor?: Actor) =>
  house.act('events.checkin', { gateId: 'main-entrance', ...input }, actor);
const supervisor = (): Actor => ({
  tenant: house.tenant,
  kind: 'user',
  id: 'u1',
  scopes: new Set(['events:write']),
  roles: new Set(['supervisor']),
});
const write = (collection: string, id: string, patch: object) =>
  house.store.commit('system:test', async (tx) => ({ ok: true, value: await tx.update(collection, id, { ...patch }) }));

describe('admitted', () => {
  test('answers exactly what the interface shows, and records a scan and a check-in in the same commit', async () => {
    const ticket = await place();
    const headBefore = await house.store.head();
    const answer = await checkin({ qrCode: ticket.qrCode });
    expect(answer).toEqual({
      status: 200,
      body: {
        success: true,
        checkin: { id: expect.any(String), timestamp: isoTime(house.nowMs), gate: 'main-entrance' },
        registration: { id: ticket.id, name: ada.name, company: ada.company },
      },
    });
    const changes = await house.store.since(headBefore, { limit: 10 });
    expect(changes.map(({ collection, op }) => `${op} ${collection}`)).toEqual([
      'create scans',
      'create checkins',
      'update registrations',
    ]);
    expect(new Set(changes.map(({ at: when }) => when)).size).toBe(1);
    expect(await house.all('scans', { registration: ticket.id })).toMatchObject([
      {
        verdict: 'admitted',
        list: 'default',
        gate: 'main-entrance',
        kiosk: null,
        direction: 'entry',
        source: 'api',
        ticketNumber: ticket.ticketNumber,
        issuedAt: isoTime(openingTime),
      },
    ]);
    expect(await house.get('registrations', ticket.id)).toMatchObject({ checkedInAt: isoTime(house.nowMs) });
    const head = await house.store.head();
    await house.follow();
    expect(await house.store.head()).toBe(head);
  });

  test('the compact spelling and white space around it are the same code', async () => {
    const ticket = await place();
    const parsed = parseTicketCode(ticket.qrCode);
    const compact = parsed.ok ? formatCompact(parsed.code as TicketCode) : null;
    expect(await checkin({ qrCode: ` ${compact}\r\n` })).toMatchObject({ status: 200, body: { success: true } });
  });

  test('20 at once with one ticket: one is let in', async () => {
    const ticket = await place();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkin({ qrCode: ticket.qrCode })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await house.all('checkins', { registration: ticket.id })).toHaveLength(1);
    expect(await house.all('scans', { registration: ticket.id })).toHaveLength(20);
  });
});

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
          const ticket = await place(eventId, 'standard');
          await house.act('events.pay_test', { registrationId: ticket.id, outcome: 'refunded' });
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
          eventId = await makeEvent({ gates: [{ id: 'side', name: 'Side door' }] });
          return { ...(await place()), gateId: 'nowhere' };
        },
      ],
      [
        'wrong_gate',
        403,
        { gates: ['Side door'], nearest: { gate: 'Side door', opensAt: null } },
        async () => {
          eventId = await makeEvent({
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
          eventId = await makeEvent({ gates: [{ id: 'g', opensAt: isoTime(openingTime + 1) }] });
          return { ...(await place()), gateId: 'g' };
        },
      ],
      [
        'too_late',
        403,
        { closesAt: isoTime(openingTime - 1) },
        async () => {
          eventId = await makeEvent({ gates: [{ id: 'g', closesAt: isoTime(openingTime - 1) }] });
          return { ...(await place()), gateId: 'g' };
        },
      ],
      [
        'gate_full',
        409,
        { full: 'gate', gates: [] },
        async () => {
          eventId = await makeEvent({ gates: [{ id: 'g', capacity: 1 }] });
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

  test('a text without an event belongs to none: answered, not recorded', async () => {
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

  test('validity outranks "already used": a forged code of a used ticket is forged', async () => {
    const ticket = await place();
    await checkin({ qrCode: ticket.qrCode });
    const { sig: _, ...rest } = JSON.parse(ticket.qrCode) as { sig: string };
    expect(await checkin({ qrCode: JSON.stringify(rest) })).toMatchObject({
      body: { errors: [{ code: 'code_forged' }] },
    });
  });

  test('an event that switched signatures off takes tickets issued elsewhere', async () => {
    eventId = await makeEvent({ signatures: 'off' });
    const { sig: _, ...rest } = JSON.parse((await place()).qrCode) as { sig: string };
    expect(await checkin({ qrCode: JSON.stringify(rest) })).toMatchObject({ status: 200 });
  });
});

describe('override', () => {
  test('a supervisor admits with a reason; the scan says who was stopped by what', async () => {
    const ticket = await place();
    house.nowMs += 2 * 3_600_000;
    const override = { reason: 'Knows the host' };
    expect(await checkin({ qrCode: ticket.qrCode, override })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'override_not_allowed' }] },
    });
    expect(await checkin({ qrCode: ticket.qrCode, override }, supervisor())).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await house.all('scans', { registration: ticket.id })).toMatchObject([
      {
        verdict: 'admitted',
        flags: ['override'],
        overrideReason: 'Knows the host',
        overrideBy: 'user:u1',
        overrode: 'code_expired',
      },
    ]);
    expect(await checkin({ qrCode: ticket.qrCode, override }, supervisor())).toMatchObject({ status: 200 });
    expect(await house.all('checkins', { registration: ticket.id })).toHaveLength(1);
    expect(await house.all('checkin_conflicts', { registration: ticket.id })).toEqual([]);
  });

  test('a reason is needed', async () => {
    expect((await checkin({ qrCode: 'x', override: { reason: '  ' } }, supervisor())).status).toBe(422);
  });
});

describe('lists', () => {
  test('a ticket is used once for each list', async () => {
    eventId = await makeEvent({ gates: [{ id: 'hall' }, { id: 'back' }, { id: 'dinner', list: 'dinner' }] });
    const ticket = await place();
    const enter = async (gateId: string) => (await checkin({ qrCode: ticket.qrCode, gateId })).status;
    expect([await enter('hall'), await enter('back'), await enter('dinner'), await enter('dinner')]).toEqual([
      200, 409, 200, 409,
    ]);
    const stats = await house.act('events.checkin_stats', { eventId });
    expect(stats.body).toMatchObject({
      checkedIn: 1,
      byGate: [
        { gate: 'dinner', checkedIn: 1 },
        { gate: 'hall', checkedIn: 1 },
      ],
    });
  });

  test('a gate is known by its id as well as by its key', async () => {
    eventId = await makeEvent({ gates: [{ id: 'hall' }] });
    const [gate] = await house.all('gates', { event: eventId });
    const ticket = await place();
    expect(await checkin({ qrCode: ticket.qrCode, gateId: gate!.id })).toMatchObject({
      status: 200,
      body: { checkin: { gate: gate!.id } },
    });
    expect(await house.all('scans', { registration: ticket.id })).toMatchObject([
      { gate: 'hall', list: gate!['list'] },
    ]);
  });
});

describe('scans of kiosks', () => {
  const kioskIds = [1, 2, 3].map((n) => uuidv7(openingTime, new Uint8Array(10).fill(n)));
  let gate: string;
  let scans = 0;

  beforeEach(async () => {
    eventId = await makeEvent({ gates: [{ id: 'hall' }] });
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

  test('Q02 two that were cut off: one check-in, the earliest, and one conflict, whichever comes up first', async () => {
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

  test('any number of scans in any order and any batches come to the same', async () => {
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
          const ticket = await place(eventId, 'standard');
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

  test('W11 a kiosk ten years ahead: kept as it is, but the check-in is no later than we heard of it', async () => {
    const ticket = await place();
    const ahead = openingTime + 10 * 365 * 86_400_000;
    const { id } = await push(scanOf(ticket.id, kioskIds[0]!, ahead));
    await house.follow();
    expect(await house.get('scans', id)).toMatchObject({ scannedAt: isoTime(ahead) });
    expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([
      { checkedInAt: isoTime(openingTime) },
    ]);
  });

  test('the server refuses what a kiosk has admitted and is not reconciled yet', async () => {
    const ticket = await place();
    const [mainList] = await house.all('checkin_lists', { event: eventId });
    await push(scanOf(ticket.id, kioskIds[0]!, openingTime, { list: mainList!.id }));
    expect(await checkin({ qrCode: ticket.qrCode, gateId: 'hall' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'already_checked_in', detail: { kiosk: kioskIds[0] } }] },
    });
  });

  test('SY10 a scan that names another kiosk, another event or a stranger is refused', async () => {
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

  test('print jobs: a kiosk makes and moves those of its event, and redirects none', async () => {
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
});

describe('statistics', () => {
  test('people, pace, hours of the venue and gates', async () => {
    // Half past in UTC is a full hour in Kolkata.
    eventId = await makeEvent({ timezone: 'Asia/Kolkata', capacity: 10 });
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

  test('the pace counts a person once whom an override lets in again', async () => {
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

  test('an unknown gate is named as what is wrong, not the ticket', async () => {
    eventId = await makeEvent({ gates: [{ id: 'side', name: 'Side door' }] });
    const { qrCode } = await place();
    const messageOf = async (gateId: string, direction: string) => {
      const { body } = await house.act('events.checkin', { qrCode, gateId, direction });
      return textAt(listAt(body, 'errors')[0], 'message');
    };
    for (const direction of ['entry', 'exit'])
      expect(await messageOf('nowhere', direction)).toMatch(/^The event has no gate with this ID\./);
    expect(await messageOf('side', 'exit')).not.toMatch(/no gate with this ID/);
  });

  test('nobody yet', async () => {
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

  test('the mean is over what the check-ins took', async () => {
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

describe('badges and kiosks', () => {
  test('a reprint queues a job for the gate', async () => {
    eventId = await makeEvent({ gates: [{ id: 'hall' }] });
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
      status: 409,
      body: { errors: [{ code: 'registration_not_confirmed' }] },
    });
  });

  test('a kiosk says how it is; nobody else can', async () => {
    eventId = await makeEvent({ gates: [{ id: 'hall' }] });
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

test.each(['Mars/Olympus', '+99:99', '../etc/passwd', ' '])(
  'an event whose stored time zone is %j is read and worked with as in UTC',
  async (timezone) => {
    const ticket = await place();
    await write('events', eventId, { timezone });
    expect((await checkin({ qrCode: ticket.qrCode })).status).toBe(200);
    for (const action of ['events.checkin_stats', 'events.get']) {
      const answer = await house.act(action, { eventId });
      expect([action, answer.status]).toEqual([action, 200]);
    }
    const named = await house.update('events', eventId, { name: 'Renamed' });
    expect(named.kind).not.toBe('refused');
  },
);
