/** At the door beyond one check-in: hours by ticket type, exits, questions, undo, supervisors, groups, walk-ins, leases. */
import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { replicaOf } from '#server/surfaces/replication/replica-view.ts';
import { type StoredPin, verifyPin } from '#shared/admission/supervisor-pin.ts';
import { makeWalkIn, type WalkIn, walkInRandomBytes } from '#shared/admission/walk-in.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { supervisors } from '#shared/modules/events/admission.ts';
import { asHeldByDevice } from '#shared/schema/definition.ts';
import { validate } from '#shared/schema/validate.ts';
import { leaseAnswer } from '#shared/sync/down.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
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
let made = 0;

beforeAll(async () => {
  house = await openEventHouse();
});
beforeEach(() => {
  house.nowMs = openingTime;
});
afterAll(() => house.close());

/** Ten bytes that no other call gave. */
function unique(): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, ++made);
  return bytes;
}
const newId = () => uuidv7(house.nowMs, unique());
const kioskIds = [1, 2, 3].map((n) => uuidv7(openingTime, new Uint8Array(10).fill(n)));

async function makeEvent(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  eventId = textAt((await house.act('events.create', sampleEvent(more))).body, 'id');
  return eventId;
}
const person = () => ({ ...ada, email: `door${made++}@example.org` });
const place = (ticketType = 'free') => confirmedPlace(house, eventId, person(), ticketType);
const supervisor = (): Actor => ({
  tenant: house.tenant,
  kind: 'user',
  id: 'u1',
  scopes: new Set(['events:read', 'events:write']),
  roles: new Set(['supervisor']),
});
const organizer = (): Actor => ({ ...supervisor(), kind: 'key', id: 'organizer', roles: new Set() });
const enter = async (registration: string, gateId: string, more: object = {}, actor?: Actor) => {
  const qrCode = await codeNow(house, eventId, registration);
  return house.act('events.checkin', { qrCode, gateId, ...more }, actor);
};
const codeOf = (answer: { readonly body: object }) => {
  const errors = at(answer.body, 'errors');
  return Array.isArray(errors) ? (errors[0] as { code: string }).code : 'admitted';
};
const detailOf = (answer: { readonly body: object }) => listAt(answer.body, 'errors')[0]!['detail'];
async function declare(collection: string, values: object) {
  const outcome = await house.create(collection, newId(), { event: eventId, ...values }, organizer());
  if (outcome.kind === 'refused') return outcome.errors[0].code;
  return outcome.kind === 'record' ? outcome.record.id : outcome.kind;
}
const gateNamed = async (key: string) => (await house.all('gates', { event: eventId, key }))[0]!;
const typeNamed = async (key: string) => (await house.all('ticket_types', { event: eventId, key }))[0]!;
const kiosk = async (n: number, gate = 'hall') => house.kiosk(eventId, (await gateNamed(gate)).id, kioskIds[n]!);

/** A scan as a kiosk pushes it. */
async function push(n: number, values: object) {
  const list = (await gateNamed('hall'))['list'];
  const id = newId();
  const scan = {
    event: eventId,
    gate: 'hall',
    list,
    kiosk: kioskIds[n],
    counter: made,
    registration: null,
    ticketNumber: null,
    verdict: 'admitted',
    flags: ['offline'],
    scannedAt: isoTime(house.nowMs),
    ruleVersion: 2,
    source: 'wedge',
    ...values,
  };
  return { id, outcome: await house.create('scans', id, scan, await kiosk(n)) };
}
const refusalCode = (outcome: Awaited<ReturnType<EventHouse['create']>>) =>
  outcome.kind === 'refused' ? outcome.errors[0].code : outcome.kind;

describe('entry rules', () => {
  test('hours by ticket type, with the nearest way in', async () => {
    await makeEvent({
      gates: [
        { id: 'hall', name: 'Hall' },
        { id: 'side', name: 'Side door' },
      ],
    });
    const [free, scarce] = [await typeNamed('free'), await typeNamed('scarce')];
    const opensAt = isoTime(openingTime + hourMs);
    await declare('entry_rules', { ticketTypes: [free.id], gate: (await gateNamed('hall')).id, opensAt });
    const ticket = await place();
    const early = await enter(ticket.id, 'hall');
    expect([early.status, codeOf(early), detailOf(early)]).toEqual([
      403,
      'too_early',
      { opensAt, nearest: { gate: 'Side door', opensAt: null } },
    ]);
    expect(codeOf(await enter(ticket.id, 'side'))).toBe('admitted');
    expect(codeOf(await enter((await place('scarce')).id, 'hall'))).toBe('admitted');
    expect(scarce.id).not.toBe(free.id);
  });

  test('are kept to their event, and to hours that can be', async () => {
    const other = await makeEvent({ gates: [{ id: 'hall' }] });
    const foreign = (await gateNamed('hall')).id;
    await makeEvent({ gates: [{ id: 'hall' }] });
    expect(await declare('entry_rules', { gate: foreign })).toBe('other_event');
    const opensAt = isoTime(openingTime);
    expect(await declare('entry_rules', { opensAt, closesAt: isoTime(openingTime - 1) })).toBe('closes_before_opening');
    const rule = await declare('entry_rules', { opensAt });
    const moved = await house.update('entry_rules', rule, { event: other });
    expect(moved).toMatchObject({ kind: 'refused', errors: [{ code: 'field_fixed' }] });
    expect(await declare('checkin_questions', { text: 'Meal?', kind: 'choice', options: ['Fish'] })).toBe(
      'options_missing',
    );
    expect(await declare('checkin_questions', { text: 'Meal?', kind: 'text', options: ['Fish'] })).toBe(
      'options_missing',
    );
  });
});

describe('lists that count', () => {
  test('out and in again, where one must go out first', async () => {
    await makeEvent({
      lists: [{ id: 'hall', counting: 'unlimited', exitFirst: true }],
      gates: [
        { id: 'hall', list: 'hall', direction: 'both' },
        { id: 'in-only', list: 'hall' },
      ],
    });
    const ticket = await place();
    const go = async (direction: 'entry' | 'exit', gate = 'hall') => {
      house.nowMs += minuteMs;
      return codeOf(await enter(ticket.id, gate, { direction }));
    };
    expect([
      await go('entry'),
      await go('entry'),
      await go('exit', 'in-only'),
      await go('exit'),
      await go('entry'),
    ]).toEqual(['admitted', 'exit_first', 'wrong_gate', 'admitted', 'admitted']);
    const [checkin] = await house.all('checkins', { registration: ticket.id });
    expect(checkin).toMatchObject({
      entries: 2,
      inside: true,
      checkedInAt: isoTime(openingTime + minuteMs),
      lastEntryAt: isoTime(house.nowMs),
      leftAt: isoTime(openingTime + 4 * minuteMs),
    });
    await go('exit');
    const { body } = await house.act('events.checkin_stats', { eventId });
    expect(body).toMatchObject({ checkedIn: 1, insideNow: 0 });
    expect(listAt(body, 'byList').find(({ list }) => list === 'hall')).toMatchObject({ checkedIn: 1, inside: 0 });
  });

  test('once per day, by the clock of the venue', async () => {
    await makeEvent({ lists: [{ id: 'default', counting: 'once_per_day' }], gates: [{ id: 'hall' }] });
    const ticket = await place();
    const hour = async (h: number) => {
      house.nowMs = openingTime + h * hourMs;
      return codeOf(await enter(ticket.id, 'hall'));
    };
    // 7:00 UTC is 9:00 in Oslo; its midnight is 22:00 UTC.
    expect([await hour(0), await hour(14.9), await hour(15), await hour(16)]).toEqual([
      'admitted',
      'already_checked_in',
      'admitted',
      'already_checked_in',
    ]);
  });

  test('two kiosks that were cut off: a conflict names the entry it stands against', async () => {
    await makeEvent({
      lists: [{ id: 'default', counting: 'unlimited', passbackMinutes: 10 }],
      gates: [{ id: 'hall' }],
    });
    const ticket = await place();
    const first = await push(0, { registration: ticket.id });
    house.nowMs += 5 * minuteMs;
    const second = await push(1, { registration: ticket.id });
    house.nowMs += 6 * minuteMs;
    const third = await push(0, { registration: ticket.id });
    await house.follow();
    expect(await house.all('checkin_conflicts', { registration: ticket.id })).toMatchObject([
      { scan: second.id, firstScan: first.id },
    ]);
    expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([
      { scan: first.id, lastScan: third.id, entries: 2 },
    ]);
  });
});

describe('questions', () => {
  let meal: string;
  beforeEach(async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    meal = await declare('checkin_questions', { text: 'Meal?', kind: 'choice', options: ['Fish', 'Vegan'] });
  });

  test('are named in the refusal, taken with the next attempt, and asked once', async () => {
    const ticket = await place();
    const asked = await enter(ticket.id, 'hall');
    expect([asked.status, detailOf(asked)]).toEqual([
      422,
      { questions: [{ id: meal, text: 'Meal?', kind: 'choice', options: ['Fish', 'Vegan'], required: true }] },
    ]);
    expect(detailOf(await enter(ticket.id, 'hall', { answers: { [meal]: 'Sand' } }))).toMatchObject({
      badAnswers: [meal],
    });
    expect(codeOf(await enter(ticket.id, 'hall', { answers: { [meal]: 'Fish' } }))).toBe('admitted');
    const registration = await house.get('registrations', ticket.id);
    expect(registration['answers']).toMatchObject({ [meal]: { value: 'Fish', answeredAt: isoTime(house.nowMs) } });
    expect(codeOf(await enter(ticket.id, 'hall', { override: { reason: 'again' } }, supervisor()))).toBe('admitted');
  });

  test('come with the scans of kiosks, in whatever order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const ticket = await place();
      const scans = [
        { kiosk: 0, answers: { [meal]: 'Fish' }, ms: openingTime },
        { kiosk: 1, answers: { [meal]: 'Vegan' }, ms: openingTime + minuteMs },
      ];
      for (const i of order) {
        const { kiosk: n, answers, ms } = scans[i]!;
        await push(n, { registration: ticket.id, answers, scannedAt: isoTime(ms) });
        await house.follow();
      }
      expect((await house.get('registrations', ticket.id))['answers']).toMatchObject({ [meal]: { value: 'Vegan' } });
    }
  });

  test('the note for staff stands in the answer, and nobody may write answers by hand', async () => {
    const ticket = await place();
    await house.update('registrations', ticket.id, { attentionNote: 'Lift at the side' });
    const answer = await enter(ticket.id, 'hall', { answers: { [meal]: 'Fish' } });
    expect(answer.body).toMatchObject({ success: true, attention: 'Lift at the side' });
    const written = await house.update('registrations', ticket.id, { answers: {} });
    expect(written).toMatchObject({ kind: 'refused', errors: [{ code: 'read_only' }] });
  });
});

describe('taking a scan back', () => {
  const scanOf = async (registration: string) => (await house.all('scans', { registration, verdict: 'admitted' }))[0]!;
  const undo = (scanId: string, reason = 'Wrong person') =>
    house.act('events.undo_checkin', { eventId, scanId, reason });

  test('leaves the scan, takes the check-in, and lets the ticket in again; a badge stays printed', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    await enter(ticket.id, 'hall');
    const scan = await scanOf(ticket.id);
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
    expect(await house.all('print_jobs', { registration: ticket.id })).toMatchObject([{ state: 'printed' }]);
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

  test('SY16 by kiosks: the same comes of it in every order of arrival', async () => {
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

  test('by a kiosk: what is late, of another ticket or no undoing at all is refused', async () => {
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

describe('supervisors', () => {
  const set = (input: object) => house.act('events.set_supervisor', { eventId, ...input });
  const derive = async (pin: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, iterations: number) => {
    const key = await webcrypto.subtle.importKey('raw', pin, 'PBKDF2', false, ['deriveBits']);
    const bits = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    return new Uint8Array(await webcrypto.subtle.deriveBits(bits, key, 256));
  };

  test('a kiosk gets what it needs to verify the PIN; nobody else sees it', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const answer = await set({ name: 'Kim', pin: '482916' });
    expect(answer).toEqual({
      status: 200,
      body: { id: expect.any(String), name: 'Kim', active: true, pinSetAt: isoTime(house.nowMs) },
    });
    const stored = await house.get('supervisors', textAt(answer.body, 'id'));
    expect(JSON.stringify(stored)).not.toContain('482916');
    const onKiosk = replicaOf(asHeldByDevice(supervisors))(stored) as unknown as StoredPin;
    expect(await verifyPin('482916', onKiosk, derive)).toBe(true);
    expect(await verifyPin('482917', onKiosk, derive)).toBe(false);
    expect(Object.keys(replicaOf(supervisors)(stored)).toSorted()).toEqual([
      'active',
      'approvalKey',
      'event',
      'id',
      'name',
      'version',
    ]);
    const changed = await set({ supervisorId: stored.id, pin: '771204', active: false });
    expect(changed.body).toMatchObject({ name: 'Kim', active: false });
    const now = replicaOf(asHeldByDevice(supervisors))(
      await house.get('supervisors', stored.id),
    ) as unknown as StoredPin;
    expect(await verifyPin('482916', now, derive)).toBe(false);
    expect(await verifyPin('771204', now, derive)).toBe(true);
  });

  test('a PIN that is none, a name twice, somebody of another event', async () => {
    await makeEvent();
    expect(codeOf(await set({ name: 'Kim', pin: '111111' }))).toBe('pin_invalid');
    expect(codeOf(await set({ name: 'Kim' }))).toBe('supervisor_incomplete');
    const { id } = (await set({ name: 'Kim', pin: '482916' })).body;
    expect(codeOf(await set({ name: 'Kim', pin: '482916' }))).toBe('duplicate');
    await makeEvent();
    expect((await set({ supervisorId: id, active: false })).status).toBe(404);
  });

  test('a PIN that is easily guessed is refused', async () => {
    await makeEvent();
    for (const pin of ['12345', '1234567890123', '12345a', '444444', '123456', '987654', '890123', '121212', '123123'])
      expect([pin, codeOf(await set({ name: 'Kim', pin }))]).toEqual([pin, 'pin_invalid']);
    expect((await set({ name: 'Kim', pin: '121213' })).status).toBe(200);
  });

  test('owners and admins make supervisors; a member sets their own PIN and nothing else, an editor nothing', async () => {
    await makeEvent();
    const editor = (id: string): Actor => ({ ...supervisor(), id, roles: new Set(['editor']) });
    const by = (actor: Actor, input: object) => house.act('events.set_supervisor', { eventId, ...input }, actor);
    expect(codeOf(await by(editor('m1'), { name: 'Kim', pin: '482916' }))).toBe('supervisor_not_yours');
    const made = await by(supervisor(), { name: 'Kim', pin: '482916', member: 'm1' });
    const id = textAt(made.body, 'id');
    for (const more of [{ pin: '771204', name: 'Other' }, { pin: '771204', member: 'm2' }, { active: false }])
      expect(codeOf(await by(editor('m1'), { supervisorId: id, ...more }))).toBe('supervisor_not_yours');
    expect(codeOf(await by(editor('m2'), { supervisorId: id, pin: '771204' }))).toBe('supervisor_not_yours');
    expect((await by(editor('m1'), { supervisorId: id, pin: '771204' })).status).toBe(200);
    expect((await by(supervisor(), { supervisorId: id, active: false })).status).toBe(200);
    // Cleared by an administrator: not brought back by the member.
    expect(codeOf(await by(editor('m1'), { supervisorId: id, pin: '998012' }))).toBe('supervisor_not_yours');
  });

  test('what may not be overridden stays refused, for a supervisor too', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const stranger = JSON.stringify({ type: 'event_ticket', ticketNumber: 'NOBODY', timestamp: openingTime / 1_000 });
    const override = { reason: 'Please' };
    const answer = await house.act(
      'events.checkin',
      { eventId, qrCode: stranger, gateId: 'hall', override },
      supervisor(),
    );
    expect([answer.status, codeOf(answer)]).toEqual([422, 'code_forged']);
  });
});

describe('groups', () => {
  async function groupOf(size: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < size; i++) {
      const input = { eventId, ticketType: 'free', attendee: person(), group: 'order-7' };
      ids.push(textAt((await house.act('events.register', input)).body, 'id'));
    }
    await house.follow();
    return ids;
  }

  test('one code lets in those of its group that are named, each with a scan and a check-in of their own', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const [first, second, third, fourth] = await groupOf(4);
    const stranger = await place();
    await house.update('registrations', third!, { blockedReason: 'Speak to Kim' });
    const answer = await enter(first!, 'hall', { members: [second, third, stranger.id, first] });
    expect(answer.status).toBe(200);
    expect(listAt(answer.body, 'members')).toMatchObject([
      { registration: { id: second }, verdict: 'admitted' },
      { registration: { id: third }, verdict: 'blocked', errors: [{ code: 'blocked' }] },
    ]);
    expect((await house.all('checkins', { event: eventId })).map((c) => c['registration']).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(await house.all('scans', { registration: third })).toMatchObject([{ verdict: 'blocked' }]);
    const group = await house.act('events.group', { eventId, group: 'order-7' });
    const came = listAt(group.body, 'members').filter(({ checkedInAt }) => checkedInAt !== null);
    expect([listAt(group.body, 'members').length, came.length]).toEqual([4, 2]);
    // The rest later, on a code that was used already.
    const rest = await enter(first!, 'hall', { members: [fourth] });
    expect([rest.status, listAt(rest.body, 'members')]).toMatchObject([409, [{ verdict: 'admitted' }]]);
  });

  test('a code that is no longer good speaks for nobody', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const [first, second] = await groupOf(2);
    const qrCode = await codeNow(house, eventId, first!);
    house.nowMs += 2 * hourMs;
    const answer = await house.act('events.checkin', { qrCode, gateId: 'hall', members: [second] });
    expect([answer.status, answer.body['members']]).toEqual([410, []]);
    expect(await house.all('scans', { registration: second })).toEqual([]);
  });
});

describe('walk-ins', () => {
  beforeEach(async () => {
    await makeEvent({
      gates: [{ id: 'hall' }],
      tickets: [
        { id: 'day', name: 'Day', price: 20, currency: 'EUR', quantity: 1, walkIn: true },
        { id: 'vip', name: 'VIP', price: 90, currency: 'EUR', quantity: -1 },
      ],
    });
  });

  async function walkIn(more: Partial<WalkIn> = {}, key = 'day'): Promise<WalkIn> {
    const type = await typeNamed(key);
    const random = new Uint8Array(walkInRandomBytes).map((_, i) => (i * 31 + made * 7) % 251);
    const made_ = makeWalkIn(
      {
        ticketType: type.id,
        name: 'Mary Shelley',
        email: null,
        company: null,
        role: null,
        payment: 'card',
        paymentReference: '0042',
      },
      { id: type.id, event: eventId, walkIn: true, amount: Number(type['amount']), currency: 'EUR' },
      {
        id: newId(),
        registration: newId(),
        scan: newId(),
        kiosk: kioskIds[0]!,
        staff: 'Kim',
        registeredAt: isoTime(house.nowMs),
        random,
      },
    );
    return { ...made_, ...more };
  }
  const send = async ({ id, ...values }: WalkIn) =>
    refusalCode(await house.create('walk_ins', id, values, await kiosk(0)));
  async function sendScan(of: WalkIn): Promise<void> {
    const list = (await gateNamed('hall'))['list'];
    const { scan: id, registration, ticketNumber: number } = of;
    const scan = {
      event: eventId,
      gate: 'hall',
      list,
      kiosk: kioskIds[0],
      registration,
      ticketNumber: number,
      verdict: 'admitted',
      flags: ['offline'],
      scannedAt: of.registeredAt,
      ruleVersion: 2,
      source: 'walk_in',
    };
    expect(refusalCode(await house.create('scans', id, scan, await kiosk(0)))).toBe('record');
  }

  test.each([
    ['the scan first', true],
    ['the walk-in first', false],
  ])(
    'SY16 %s: a registration with a seat, paid, checked in, and its code is good at other lists',
    async (_, scanFirst) => {
      const came = await walkIn();
      if (scanFirst) await sendScan(came);
      if (scanFirst) await house.follow();
      expect(await send(came)).toBe('record');
      await house.follow();
      if (!scanFirst) await sendScan(came);
      await house.follow();
      expect(await house.get('registrations', came.registration)).toMatchObject({
        status: 'confirmed',
        paymentStatus: 'paid',
        name: 'Mary Shelley',
        ticketNumber: came.ticketNumber,
        badgeCode: came.badgeCode,
        amount: 2_000,
        checkedInAt: came.registeredAt,
        walkIn: came.id,
      });
      expect(await house.all('checkins', { registration: came.registration })).toMatchObject([{ scan: came.scan }]);
      const seats = await house.all('seat_counts', { scope: `ticket_type:${came.ticketType}` });
      expect(seats).toMatchObject([{ taken: 1 }]);
      expect(await house.all('outgoing_mails', { registration: came.registration })).toEqual([]);
      expect(codeOf(await enter(came.registration, 'hall'))).toBe('already_checked_in');
    },
  );

  test('is done once, however often the follower sees it', async () => {
    const came = await walkIn();
    await send(came);
    const follower = house.module.followers?.find(({ name }) => name === 'events.walk-ins');
    const changes = await house.store.since(0, { limit: 10_000, collections: ['walk_ins'] });
    await house.follow();
    const head = await house.store.head();
    const commit = async (plan: Parameters<EventHouse['store']['commit']>[1]) => {
      const done = await house.store.commit('system:again', plan);
      return done.ok ? { ok: true as const, value: done.value.value } : done;
    };
    const context = { tenant: house.tenant, clock: () => house.nowMs, newId, reader: house.store, commit };
    await follower?.handle(changes, context as never);
    expect(await house.store.head()).toBe(head);
  });

  test('the second on the last seat is in, counted and reported', async () => {
    const [first, second] = [await walkIn(), await walkIn({ email: 'mary@example.org' })];
    for (const came of [first, second]) {
      await sendScan(came);
      expect(await send(came)).toBe('record');
    }
    await house.follow();
    expect(await house.all('seat_counts', { scope: `ticket_type:${first.ticketType}` })).toMatchObject([{ taken: 2 }]);
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      {
        kind: 'walk_in_over_capacity',
        about: `ticket_type:${first.ticketType}`,
        registration: second.registration,
        walkIn: second.id,
        capacity: 1,
      },
    ]);
    expect(await house.all('checkins', { event: eventId })).toHaveLength(2);
    expect(await house.all('outgoing_mails', { registration: second.registration })).toHaveLength(1);
    expect((await house.act('events.checkin_stats', { eventId })).body).toMatchObject({ checkedIn: 2, reports: 1 });
  });

  test('of a ticket type that is not for the door: in, and reported', async () => {
    const came = await walkIn({}, 'vip');
    expect(await send(came)).toBe('record');
    await house.follow();
    expect(await house.get('registrations', came.registration)).toMatchObject({ status: 'confirmed' });
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([{ kind: 'walk_in_not_allowed' }]);
  });

  test('whose codes cannot be of this event, or that speaks for another kiosk, is refused', async () => {
    const foreign = ticketNumber(uuidv7(1, new Uint8Array(10).fill(3)), new Uint8Array(10));
    expect(await send(await walkIn({ ticketNumber: foreign }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ ticketNumber: 'T-17' }))).toBe('walk_in_invalid');
    const { ticketNumber: own } = await walkIn();
    expect(await send(await walkIn({ ticketNumber: own.toLowerCase() }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ ticketType: newId() }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ badgeCode: 'GATE1:X' }))).toBe('invalid_format');
    expect(await send(await walkIn({ kiosk: kioskIds[1]! }))).toBe('not_yours');
  });

  test('whose id or number is somebody else’s leaves them alone, and stops nobody behind it', async () => {
    const owner = await walkIn();
    await send(owner);
    await house.follow();
    const [copied, stolen, behind] = [
      await walkIn({ ticketNumber: owner.ticketNumber }),
      await walkIn({ registration: (await house.all('registrations', { event: eventId }))[0]!.id }),
      await walkIn(),
    ];
    expect(await send(copied)).toBe('duplicate');
    expect(await send(stolen)).toBe('duplicate');
    // A registration that came another way and has the number: not known when it was pushed.
    const registered = await house.act('events.register', { eventId, ticketType: 'vip', attendee: person() });
    const taken = await walkIn({ registration: textAt(registered.body, 'id') }, 'vip');
    expect(await send(taken)).toBe('record');
    expect(await send(behind)).toBe('record');
    await house.follow();
    expect(await house.get('registrations', owner.registration)).toMatchObject({ walkIn: owner.id });
    expect(await house.get('registrations', taken.registration)).toMatchObject({ walkIn: null });
    expect(await house.get('registrations', behind.registration)).toMatchObject({ walkIn: behind.id });
    const reports = await house.all('admission_reports', { event: eventId, walkIn: taken.id });
    expect(reports).toMatchObject([{ kind: 'walk_in_refused' }]);
  });
});

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

  test('the answer is what the wire says, and the server keeps to what it gave away', async () => {
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

  test('places come back by exits, by undoing, and when the kiosk says it wants fewer', async () => {
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

  test('a lease that ran out is given to others; who was let in under it and comes up late is reported', async () => {
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

  test('an override into a full room is in, and reported', async () => {
    await granted(0, newId(), { wanted: 4 });
    const override = { reason: 'Speaker' };
    const ticket = await place();
    expect(codeOf(await enter(ticket.id, 'hall', { override }, supervisor()))).toBe('admitted');
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      { registration: ticket.id, excess: 1 },
    ]);
  });

  test('a question that was overtaken, a lease of another kiosk, a room that is none', async () => {
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

  test('in any order of questions, scans and followers: inside + outstanding ≤ capacity + reported', async () => {
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

describe('duplicates', () => {
  test('say when, where and by whom: gate, name of the kiosk, name of the staff', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const gate = await gateNamed('hall');
    await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create(
        'kiosks',
        { event: eventId, gate: gate.id, role: 'gate', name: 'Hall left', publicKey: 'x', pairedAt: tx.now },
        kioskIds[0],
      ),
    }));
    const ticket = await place();
    await push(0, { registration: ticket.id, staff: 'Kim' });
    await house.follow();
    house.nowMs += minuteMs;
    expect(detailOf(await enter(ticket.id, 'hall'))).toEqual({
      checkedInAt: isoTime(openingTime),
      gate: 'hall',
      kiosk: kioskIds[0],
      kioskName: 'Hall left',
      staff: 'Kim',
    });
    expect(listAt((await house.act('events.checkin_stats', { eventId })).body, 'byKiosk')).toEqual([
      {
        kiosk: kioskIds[0],
        name: 'Hall left',
        checkedIn: 1,
        lastMinute: 0,
        last5Minutes: 1,
        last15Minutes: 1,
        last60Minutes: 1,
      },
    ]);
  });

  test('a badge is told from a ticket', async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    const ticket = await place();
    const qrCode = String((await house.get('registrations', ticket.id))['badgeCode']);
    const answer = await house.act('events.checkin', { eventId, qrCode, gateId: 'hall' });
    expect([answer.status, codeOf(answer), detailOf(answer)]).toEqual([422, 'code_malformed', { badge: true }]);
  });
});
