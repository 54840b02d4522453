/** The schedule: what may be written, who gets a place and who waits, attendance, ratings, mails, calendars. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ticketQrPng } from '#server/modules/events/ticket-page/qr-picture.ts';
import { composeMail } from '#server/outbound/mail/compose-mail.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { at, codeNow, type EventsModule, listAt, openEventsModule, openingTime, textAt } from './events-module.ts';
import { beginsMs, hour, type Lab, openLab } from './schedule-lab.ts';

let house: EventsModule;
let lab: Lab;
beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(async () => {
  await house?.close();
});

const codeOf = (answer: { readonly body: Readonly<Record<string, unknown>> }) =>
  at(listAt(answer.body, 'errors')[0], 'code');
const bookingOf = (answer: { readonly body: Readonly<Record<string, unknown>> }) => textAt(answer.body, 'booking.id');
const fresh = async (more = {}) => {
  house.nowMs = openingTime;
  lab = await openLab(house, more);
  return lab;
};
const status = async (id: string) => (await house.get('session_bookings', id))['status'];
const cancel = (sessionId: string, bookingId: string, more = {}) =>
  house.act('events.cancel_booking', { eventId: lab.eventId, sessionId, bookingId, ...more });
const lettersOf = (template: string) => house.letters.filter((letter) => letter.template === template);

describe('writing a schedule', () => {
  test('a session is within its event and ends after it begins, on every way in', async () => {
    const { eventId, session } = await fresh();
    const inside = await session('Opening', 0, 1);
    const make = (startsAt: string, endsAt: string) =>
      house.act('events.create_session', { eventId, title: 'X', startsAt, endsAt });
    const early = await make(hour(-1), hour(1));
    expect([early.status, codeOf(early)]).toEqual([422, 'session_outside_event']);
    expect(codeOf(await make(hour(7), hour(9)))).toBe('session_outside_event');
    expect(codeOf(await make(hour(2), hour(2)))).toBe('ends_before_start');
    expect(await house.update('sessions', inside, { endsAt: hour(9) })).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'session_outside_event', path: 'endsAt' }],
    });
    expect(await house.update('sessions', inside, { startsAt: hour(1) })).toMatchObject({
      errors: [{ code: 'ends_before_start' }],
    });
    // The event was moved meanwhile: the session can still be renamed.
    await house.update('events', eventId, { startsAt: hour(0.5) });
    expect(await house.update('sessions', inside, { title: 'Welcome' })).toMatchObject({ kind: 'record' });
  });

  test('a room and a speaker that are taken twice are warnings, and conflicts of the schedule', async () => {
    const { eventId, session } = await fresh();
    const track = await house.act('events.create_track', { eventId, name: 'Data' });
    const first = await session('One', 0, 2, { room: 'Main hall', speakers: ['Ada Lovelace'], track: 'Data' });
    const made = await house.act('events.create_session', {
      ...{ eventId, title: 'Two', startsAt: hour(1), endsAt: hour(3), track: track.body['id'] },
      ...{ room: 'main  HALL', speakers: ['ada lovelace', 'Bo'] },
    });
    expect(made.status).toBe(201);
    expect(listAt(made.body, 'meta.warnings')).toMatchObject([
      { code: 'room_taken', session: first },
      { code: 'speaker_taken', session: first },
    ]);
    const changed = await house.update('sessions', first, { title: 'One again' });
    expect(changed).toMatchObject({ meta: { warnings: [{ code: 'room_taken' }, { code: 'speaker_taken' }] } });
    await session('Right after', 3, 4, { room: 'Main hall' });
    const shown = await house.act('events.schedule', { eventId });
    expect(listAt(shown.body, 'conflicts')).toMatchObject([
      { kind: 'room', name: 'Main hall', sessions: [first, made.body['id']] },
      { kind: 'speaker', name: 'Ada Lovelace', sessions: [first, made.body['id']] },
    ]);
    expect(listAt(shown.body, 'sessions').map(({ track: of }) => of)).toEqual([
      track.body['id'],
      track.body['id'],
      null,
    ]);
    const unknown = await house.act('events.create_session', {
      ...{ eventId, title: 'X', startsAt: hour(0), endsAt: hour(1), track: 'Nothing' },
    });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'track_not_found']);
  });
});

describe('places', () => {
  test('an attendee who books after the last place waits in turn, and gets the place that is given up', async () => {
    const { book, eventId, person, session } = await fresh();
    const full = await session('Workshop', 1, 2, { capacity: 1 });
    const [a, b, c] = [await person('A'), await person('B'), await person('C')];
    const first = await book(full, a);
    expect(first).toMatchObject({ status: 201, body: { booking: { status: 'booked', position: null } } });
    expect(await book(full, b)).toMatchObject({
      status: 201,
      body: { booking: { status: 'waitlisted', position: 1 } },
    });
    const third = await book(full, c);
    expect(third).toMatchObject({ body: { booking: { status: 'waitlisted', position: 2 } } });
    expect(codeOf(await book(full, b))).toBe('already_booked');
    const given = await cancel(full, bookingOf(first));
    expect(given).toMatchObject({ status: 200, body: { booking: { status: 'cancelled' } } });
    const [next] = await house.all('session_bookings', { session: full, registration: b });
    expect(given.body['promoted']).toEqual([next?.id]);
    await house.follow();
    expect(lettersOf('session_promoted').at(-1)).toMatchObject({
      recipient: { name: 'B' },
      session: { title: 'Workshop' },
    });
    const own = await house.act('events.personal_schedule', { eventId, registrationId: c });
    expect(listAt(own.body, 'bookings')).toMatchObject([{ title: 'Workshop', status: 'waitlisted', position: 1 }]);
    const types = (await house.store.since(0, { limit: 10_000, collections: ['session_bookings'] })).flatMap(
      (change) => (change.id === bookingOf(third) ? change.types : []),
    );
    expect(types).toEqual(['events.session_booking.created', 'events.session_booking.waitlisted']);
  });

  test('an attendee who has something else at that time is skipped, keeps the turn, and is next when free again', async () => {
    const { book, person, session } = await fresh();
    const full = await session('Full', 1, 2, { capacity: 1 });
    const beside = await session('Beside', 1, 2);
    const [a, b, c] = [await person(), await person(), await person()];
    const first = await book(full, a);
    const skipped = await book(full, b);
    const other = await book(beside, b);
    expect(codeOf(await book(beside, a))).toBe('session_conflict');
    const later = await book(full, c);
    await cancel(full, bookingOf(first));
    expect(await status(bookingOf(later))).toBe('booked');
    expect(await house.get('session_bookings', bookingOf(skipped))).toMatchObject({
      status: 'waitlisted',
      promotionSkipped: 'conflict',
    });
    await house.update('sessions', full, { capacity: 2 });
    await house.follow();
    expect(await status(bookingOf(skipped))).toBe('waitlisted');
    const freed = await cancel(beside, bookingOf(other));
    expect(freed.body['promoted']).toEqual([bookingOf(skipped)]);
  });

  test('a meeting takes time as a session does, and gives it back when it is cancelled', async () => {
    const { book, eventId, person, session } = await fresh();
    const full = await session('Full', 1, 2, { capacity: 1 });
    const [a, b] = [await person(), await person()];
    const first = await book(full, a);
    const waits = await book(full, b);
    const meeting = { event: eventId, requester: a, invitee: b, status: 'confirmed', planned: false, sequence: 0 };
    const times = { startsAt: hour(1.5), endsAt: hour(1.75) };
    const made = await house.store.commit('user:a', async (tx) =>
      ok(await tx.create('meetings', { ...meeting, ...times })),
    );
    const id = made.ok ? made.value.value.id : '';
    await cancel(full, bookingOf(first));
    expect(await house.get('session_bookings', bookingOf(waits))).toMatchObject({ promotionSkipped: 'conflict' });
    expect(await book(full, a, { onConflict: 'replace' })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'session_conflict', detail: { conflicts: [{ kind: 'meeting', id }] } }] },
    });
    await house.store.commit('user:a', async (tx) => ok(await tx.update('meetings', id, { status: 'cancelled' })));
    await house.follow();
    expect(await status(bookingOf(waits))).toBe('booked');
  });

  test('a conflict is refused with what it is, or replaced; for a place on a waiting list nothing is given up', async () => {
    const { book, person, session } = await fresh();
    const one = await session('One', 0, 2);
    const two = await session('Two', 1, 3);
    const full = await session('Full', 1, 3, { capacity: 0 });
    const a = await person();
    const first = await book(one, a);
    const refused = await book(two, a);
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'session_conflict', detail: { conflicts: [{ kind: 'session', id: one }] } }] },
    });
    expect(await book(full, a, { onConflict: 'replace' })).toMatchObject({
      body: { booking: { status: 'waitlisted' }, replaced: [] },
    });
    expect(await status(bookingOf(first))).toBe('booked');
    expect(await book(two, a, { onConflict: 'replace' })).toMatchObject({
      status: 201,
      body: { booking: { status: 'booked' }, replaced: [bookingOf(first)] },
    });
    expect(await status(bookingOf(first))).toBe('cancelled');
  });

  test('only confirmed people book, and sessions that take place', async () => {
    const { book, eventId, person, session } = await fresh();
    const one = await session('One', 0, 1);
    const a = await person();
    await house.act('events.cancel_registration', { eventId, registrationId: a });
    expect(await book(one, a)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'registration_not_confirmed' }] },
    });
    const b = await person();
    await house.update('sessions', one, { status: 'cancelled' });
    expect(await book(one, b)).toMatchObject({ status: 409, body: { errors: [{ code: 'session_cancelled' }] } });
    await house.update('sessions', one, { status: 'scheduled' });
    house.nowMs = beginsMs + hourMs;
    expect(codeOf(await book(one, b))).toBe('session_over');
  });

  test('a cancelled registration releases its places', async () => {
    const { book, eventId, person, session } = await fresh();
    const full = await session('Full', 1, 2, { capacity: 1 });
    const [a, b] = [await person(), await person()];
    const first = await book(full, a);
    const next = await book(full, b);
    await house.act('events.cancel_registration', { eventId, registrationId: a });
    expect(await house.get('session_bookings', bookingOf(first))).toMatchObject({
      status: 'cancelled',
      endedBy: 'registration_cancelled',
    });
    expect(await status(bookingOf(next))).toBe('booked');
  });
});

describe('changes of a session', () => {
  test('attendees with time keep the place, the others wait before all who booked later; both get a mail', async () => {
    const { book, person, session } = await fresh();
    const moving = await session('Moving', 0, 1, { capacity: 2 });
    const fixed = await session('Fixed', 4, 5);
    const [a, b, c] = [await person('A'), await person('B'), await person('C')];
    const keeps = await book(moving, a);
    const loses = await book(moving, b);
    const next = await book(moving, c);
    const blocks = await book(fixed, b);
    await house.follow();
    const before = house.letters.length;
    await house.update('sessions', moving, { startsAt: hour(4), endsAt: hour(5), room: 'R2' });
    await house.follow();
    expect(await status(bookingOf(keeps))).toBe('booked');
    expect(await house.get('session_bookings', bookingOf(loses))).toMatchObject({
      status: 'waitlisted',
      promotionSkipped: 'conflict',
    });
    expect(await status(bookingOf(next))).toBe('booked');
    const mails = house.letters.slice(before).map(({ recipient, template }) => `${recipient.name} ${template}`);
    expect(mails.sort()).toEqual(['A session_changed', 'B session_displaced', 'C session_promoted']);
    await cancel(fixed, bookingOf(blocks));
    expect(await status(bookingOf(loses))).toBe('waitlisted');
    await house.update('sessions', moving, { capacity: 3 });
    await house.follow();
    expect(await status(bookingOf(loses))).toBe('booked');
  });

  test('the mail has a calendar file with the same UID and a higher SEQUENCE', async () => {
    const { book, person, session } = await fresh();
    const one = await session('A very long title, with; marks \\ and ümlauts that must be folded over two lines', 0, 1);
    await book(one, await person());
    const fileOf = async () => {
      await house.follow();
      const letter = must(house.letters.at(-1), 'a letter');
      const mail = composeMail(letter, '2026-05-01T00:00:00.000Z', { from: 'a@example.org', qrPng: ticketQrPng });
      return String(
        must(
          mail.attachments?.find(({ filename }) => filename === 'session.ics'),
          'a file',
        ).content,
      );
    };
    await house.update('sessions', one, { startsAt: hour(1), endsAt: hour(2) });
    const moved = await fileOf();
    await house.update('sessions', one, { status: 'cancelled' });
    const cancelled = await fileOf();
    expect(lettersOf('session_cancelled')).toHaveLength(1);
    for (const file of [moved, cancelled]) {
      expect(file).toContain(`UID:session-${one}@gatehouse\r\n`);
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
    const sequence = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);
    expect(sequence(cancelled)).toBeGreaterThan(sequence(moved));
    expect(moved).toContain('STATUS:CONFIRMED');
    expect(cancelled).toContain('STATUS:CANCELLED');
    expect(moved.replace(/\r\n /g, '')).toContain('title\\, with\\; marks \\\\ and');
    expect(moved).toContain('DTSTART:20260511T080000Z');
  });

  test('a session with bookings is cancelled, not deleted; less capacity takes no one’s place', async () => {
    const { book, person, session } = await fresh();
    const one = await session('One', 0, 1, { capacity: 2 });
    const [a, b] = [await book(one, await person()), await book(one, await person())];
    expect(await house.update('sessions', one, { capacity: 1 })).toMatchObject({
      meta: { warnings: [{ code: 'capacity_below_booked' }] },
    });
    await house.follow();
    expect([await status(bookingOf(a)), await status(bookingOf(b))]).toEqual(['booked', 'booked']);
    const waits = await book(one, await person());
    await cancel(one, bookingOf(a));
    expect(await status(bookingOf(waits))).toBe('waitlisted');
  });
});

describe('attendance and ratings', () => {
  test('a code is judged as at a gate: its age, its signature, its registration', async () => {
    const { book, eventId, person, session } = await fresh();
    const one = await session('One', 0, 2, { capacity: 1 });
    const [a, b] = [await person('A'), await person('B')];
    const booked = await book(one, a);
    await house.follow();
    house.nowMs = beginsMs;
    const attend = (input: object) => house.act('events.attend_session', { eventId, sessionId: one, ...input });
    const qrCode = await codeNow(house, eventId, a);
    expect(await attend({ qrCode })).toMatchObject({
      status: 200,
      body: { booking: { id: bookingOf(booked), status: 'attended' }, registrationName: 'A', repeated: false },
    });
    expect(await attend({ qrCode })).toMatchObject({ body: { repeated: true } });
    const { timestamp, ...rest } = JSON.parse(qrCode) as { timestamp: number };
    expect(codeOf(await attend({ qrCode: JSON.stringify({ ...rest, timestamp: timestamp + 1 }) }))).toBe('code_forged');
    house.nowMs += 3 * hourMs;
    expect(codeOf(await attend({ qrCode }))).toBe('code_expired');
    house.nowMs = beginsMs;
    expect(codeOf(await attend({ qrCode: 'nonsense' }))).toBe('code_malformed');
    expect(codeOf(await attend({}))).toBe('attendee_missing');
    expect(await attend({ registrationId: b })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'session_full' }] },
    });
    await house.update('registrations', a, { revokedAt: hour(0) });
    expect(codeOf(await attend({ qrCode: await codeNow(house, eventId, a) }))).toBe('revoked');
  });

  test('a check-in list can stand at a session’s room: a person who is admitted on it was there', async () => {
    const { book, eventId, person, session } = await fresh({
      lists: [{ id: 'room', name: 'Room' }],
      gates: [{ id: 'room-door', list: 'room' }],
    });
    const one = await session('One', 0, 2, { capacity: 1 });
    const [a, b] = [await person(), await person()];
    const booked = await book(one, a);
    const [list] = await house.all('checkin_lists', { event: eventId, key: 'room' });
    const listId = must(list, 'the list').id;
    expect(await house.update('checkin_lists', listId, { session: one })).toMatchObject({ kind: 'record' });
    house.nowMs = beginsMs;
    for (const registration of [a, b]) {
      const qrCode = await codeNow(house, eventId, registration);
      expect((await house.act('events.checkin', { eventId, qrCode, gateId: 'room-door' })).status).toBe(200);
    }
    await house.follow();
    expect(await status(bookingOf(booked))).toBe('attended');
    expect(await house.all('session_bookings', { session: one, registration: b })).toMatchObject([
      { status: 'attended', attendedAt: hour(0) },
    ]);
    const other = (await openLab(house)).session('Other', 0, 1);
    expect(await house.update('checkin_lists', listId, { session: await other })).toMatchObject({
      errors: [{ code: 'other_event' }],
    });
  });

  describe('an admission at the room that is undone', () => {
    /** A booked person, one on the waiting list and one without a booking, all admitted at a room for one; and two who wait. */
    async function admitted(nowMs = beginsMs) {
      const lab = await fresh({
        lists: [{ id: 'room', name: 'Room' }],
        gates: [{ id: 'room-door', list: 'room' }],
        gamification: { enabled: true },
      });
      const one = await lab.session('One', 0, 2, { capacity: 1 });
      const people: string[] = [];
      for (let n = 0; n < 4; n += 1) people.push(await lab.person());
      const [booked, waiting, walkIn, next] = people as [string, string, string, string];
      for (const person of [booked, waiting, next]) await lab.book(one, person);
      const [list] = await house.all('checkin_lists', { event: lab.eventId, key: 'room' });
      await house.update('checkin_lists', must(list, 'the list').id, { session: one });
      house.nowMs = nowMs;
      const admit = async (person: string) => {
        const qrCode = await codeNow(house, lab.eventId, person);
        const done = await house.act('events.checkin', { eventId: lab.eventId, qrCode, gateId: 'room-door' });
        expect(done.status).toBe(200);
        await house.follow();
      };
      for (const person of [booked, waiting, walkIn]) await admit(person);
      const undo = async (person: string) => {
        const [scan] = await house.all('scans', { registration: person, verdict: 'admitted' });
        const scanId = must(scan, 'the scan').id;
        const done = await house.act('events.undo_checkin', { eventId: lab.eventId, scanId, reason: 'Wrong person' });
        expect(done.status).toBe(200);
        await house.follow();
      };
      const bookingsOf = (person: string) => house.all('session_bookings', { session: one, registration: person });
      return { ...lab, one, booked, waiting, walkIn, next, undo, bookingsOf };
    }

    test('brings back what there was: the place, the turn, or nothing', async () => {
      const { booked, bookingsOf, next, undo, waiting, walkIn } = await admitted();
      for (const person of [booked, waiting, walkIn])
        expect(await bookingsOf(person)).toMatchObject([{ status: 'attended' }]);
      await undo(waiting);
      expect(await bookingsOf(waiting)).toMatchObject([{ status: 'waitlisted', attendedAt: null, turn: 2 }]);
      await undo(booked);
      expect(await bookingsOf(booked)).toMatchObject([{ status: 'booked', attendedAt: null }]);
      await undo(walkIn);
      expect(await bookingsOf(walkIn)).toMatchObject([{ status: 'cancelled', endedBy: 'admission_undone' }]);
      expect(await bookingsOf(next)).toMatchObject([{ status: 'waitlisted' }]);
    });

    test('takes the points back', async () => {
      const { booked, undo } = await admitted();
      const attendances = () => house.all('activities', { registration: booked, type: 'session_attended' });
      expect(await attendances()).toHaveLength(1);
      await undo(booked);
      expect(await attendances()).toEqual([]);
    });

    test('a place that is free by it goes to who waits', async () => {
      const { booked, bookingsOf, next, one, undo, waiting, walkIn } = await admitted();
      await undo(waiting);
      await undo(booked);
      const [own] = await bookingsOf(booked);
      await cancel(one, must(own, 'the booking').id);
      expect(await bookingsOf(waiting)).toMatchObject([{ status: 'waitlisted' }]);
      await undo(walkIn);
      expect(await bookingsOf(waiting)).toMatchObject([{ status: 'booked' }]);
      expect(await bookingsOf(next)).toMatchObject([{ status: 'waitlisted' }]);
    });

    test('after the session the person did not come', async () => {
      const { booked, bookingsOf, undo } = await admitted(beginsMs + 3 * hourMs - 5 * minuteMs);
      house.nowMs = beginsMs + 3 * hourMs;
      await house.runJob('events.mark-absent');
      await undo(booked);
      expect(await bookingsOf(booked)).toMatchObject([{ status: 'no_show', attendedAt: null }]);
    });

    test('leaves the attendance of a person who was seen there as well', async () => {
      const { booked, bookingsOf, eventId, one, undo } = await admitted();
      const seen = { eventId, sessionId: one, registrationId: booked };
      expect(await house.act('events.attend_session', seen)).toMatchObject({ body: { repeated: true } });
      await undo(booked);
      expect(await bookingsOf(booked)).toMatchObject([{ status: 'attended' }]);
    });
  });

  test('an attendee with a place who was not recorded did not come, if others were recorded', async () => {
    const { book, eventId, person, session } = await fresh();
    const [one, unscanned] = [await session('One', 0, 1), await session('Two', 1, 2)];
    const [a, b] = [await person(), await person()];
    const [came, absent, open] = [await book(one, a), await book(one, b), await book(unscanned, b)];
    house.nowMs = beginsMs;
    await house.act('events.attend_session', { eventId, sessionId: one, registrationId: a });
    house.nowMs = beginsMs + 4 * hourMs;
    await house.runJob('events.mark-absent');
    expect(await status(bookingOf(came))).toBe('attended');
    expect(await status(bookingOf(absent))).toBe('no_show');
    expect(await status(bookingOf(open))).toBe('booked');
  });

  test('a session is rated once it has begun, by those who booked it', async () => {
    const { book, eventId, person, session } = await fresh();
    const one = await session('One', 1, 2);
    const [a, b] = [await person(), await person()];
    const booked = await book(one, a);
    const rate = (registrationId: string, rating: number, more = {}) =>
      house.act('events.rate_session', { eventId, sessionId: one, registrationId, rating, ...more });
    expect(codeOf(await rate(a, 5))).toBe('not_rateable');
    house.nowMs = beginsMs + hourMs;
    expect(codeOf(await rate(b, 5))).toBe('not_rateable');
    expect((await rate(a, 6)).status).toBe(422);
    expect(await rate(a, 4, { comment: 'Clear.' })).toMatchObject({ status: 200, body: { rating: 4 } });
    expect(await house.get('session_bookings', bookingOf(booked))).toMatchObject({
      rating: 4,
      ratingComment: 'Clear.',
    });
    await house.update('events', eventId, { schedule: { ratings: false } });
    expect(codeOf(await rate(a, 1))).toBe('ratings_off');
  });

  test('without events:write only the secret of the person’s ticket page acts for them', async () => {
    const { book, eventId, person, session } = await fresh();
    const one = await session('One', 1, 2);
    const [a, b] = [await person(), await person()];
    const secret = String((await house.get('registrations', a))['pageSecret']);
    expect(codeOf(await book(one, b, { secret }))).toBe('registration_not_found');
    await house.update('events', eventId, { schedule: { bookings: false } });
    expect(codeOf(await book(one, a, { secret }))).toBe('bookings_closed');
    const theirs = await book(one, b);
    expect(codeOf(await cancel(one, bookingOf(theirs), { secret }))).toBe('booking_not_found');
  });
});

test('1,000 people at once on 100 places: 100 have one, the others wait in order', async () => {
  const { book, eventId, session } = await fresh();
  const count = Number(process.env['SCHEDULE_PEOPLE'] ?? 1_000);
  const places = count / 10;
  const one = await session('Full', 1, 2, { capacity: places });
  const attendees = Array.from({ length: count }, (_, i) => ({
    ...{ ticketType: 'free', name: `P ${i}`, email: `crowd-${i}@example.org` },
  }));
  const people: string[] = [];
  for (let i = 0; i < count; i += 500) {
    const imported = await house.act('events.import_attendees', { eventId, attendees: attendees.slice(i, i + 500) });
    people.push(...(imported.body['registrations'] as string[]));
  }
  const begun = performance.now();
  const answers = await Promise.all(people.map((registration) => book(one, registration)));
  if (count > 1_000) console.log(`${count} bookings in ${Math.round(performance.now() - begun)} ms`);
  expect(answers.every(({ status: code }) => code === 201)).toBe(true);
  expect(answers.filter(({ body }) => at(body, 'booking.status') === 'booked')).toHaveLength(places);
  const positions = answers.flatMap(({ body }) => at(body, 'booking.position') ?? []);
  expect(positions.sort((x, y) => Number(x) - Number(y))).toEqual(
    Array.from({ length: count - places }, (_, i) => i + 1),
  );
  const waiting = await house.all('session_bookings', { session: one, status: 'waitlisted' });
  expect(new Set(waiting.map(({ turn }) => turn)).size).toBe(waiting.length);
}, 60_000);
