/**
 * Any sequence of bookings, cancellations, changes of capacity, moves and cancelled sessions, of admissions at the rooms
 * that are undone or not, and of meetings beside them, on both stores: no one in two places at once, no place unused while a person who has time waits for it, the waiting
 * list in turn.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { codeNow, type EventsModule, openEventsModule, openingTime } from './events-module.ts';
import { dayMs, hour, type Lab, openLab } from './schedule-lab.ts';
import { checkPeople, checkSession, type Look } from './schedule-look.ts';

const kinds = [
  ...(['book', 'replace', 'cancel', 'capacity', 'move', 'drop', 'revive', 'leave', 'come'] as const),
  ...(['admit', 'undo'] as const),
  ...(['propose', 'accept', 'decline', 'reschedule', 'call_off'] as const),
] as const;
const weights: Readonly<Record<(typeof kinds)[number], number>> = {
  ...{ book: 10, replace: 4, cancel: 5, capacity: 3, move: 4 },
  ...{ drop: 1, revive: 1, leave: 1, come: 1 },
  ...{ admit: 6, undo: 4 },
  ...{ propose: 9, accept: 9, decline: 2, reschedule: 7, call_off: 2 },
};
const stepOf = fc.oneof(
  ...kinds.map((does) => ({
    weight: weights[does],
    arbitrary: fc.record({ does: fc.constant(does), session: fc.nat(3), person: fc.nat(7), amount: fc.nat(11) }),
  })),
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

/** Gates and check-in lists, one for the room of each session. */
const roomKeys = ['room-a', 'room-b', 'room-c', 'room-d'];
const done = { admitted: 0, undone: 0 };

class World {
  readonly lab: Lab;
  readonly people: string[] = [];
  sessionIds: readonly string[] = [];
  constructor(lab: Lab) {
    this.lab = lab;
  }

  async begin(): Promise<void> {
    const { lab } = this;
    const capacity = (n: number) => ({ capacity: n });
    this.sessionIds = [
      await lab.session('A', 0, 2, capacity(1)),
      await lab.session('B', 1, 3, capacity(2)),
      await lab.session('C', 3, 4, capacity(1)),
      await lab.session('D', 0, 4),
    ];
    for (const list of await lab.house.all('checkin_lists', { event: lab.eventId })) {
      const session = this.sessionIds[roomKeys.indexOf(String(list['key']))];
      if (session) await lab.house.update('checkin_lists', list.id, { session });
    }
    for (let i = 0; i < 6; i++) await this.#come();
  }

  /** Who comes takes part in networking. */
  async #come(): Promise<void> {
    const { eventId, house } = this.lab;
    const registrationId = await this.lab.person();
    const about = { headline: 'H', company: 'C', role: 'R', lookingFor: [], offering: [], interests: [] };
    await house.act('events.set_profile', { eventId, registrationId, ...about, networkingOptIn: true });
    this.people.push(registrationId);
  }

  async #propose({ amount, person, session }: Step): Promise<void> {
    const { eventId, house } = this.lab;
    const [one, other] = [person, person + 1 + session].map((nth) => this.people[nth % this.people.length]);
    if (one === other) return;
    const wanted = { startsAt: hour(amount % 5), durationMinutes: 60 };
    const input = { eventId, registrationId: one, inviteeRegistrationId: other, ...wanted };
    const { status } = await house.act('events.propose_meeting', input);
    expect([201, 403, 404, 409]).toContain(status);
  }

  /** One of the open meetings, by one of its people who may. */
  async #meet(does: 'accept' | 'decline' | 'reschedule' | 'call_off', { amount, person }: Step): Promise<void> {
    const { eventId, house } = this.lab;
    const isAnswer = does === 'accept' || does === 'decline';
    const open = isAnswer ? ['proposed'] : ['proposed', 'confirmed'];
    const { meetings = [] } = await this.look();
    const live = meetings.filter((one) => open.includes(String(one['status'])));
    const meeting = live[amount % Math.max(1, live.length)];
    if (!meeting) return;
    const both = [meeting['requester'], meeting['invitee']];
    const asked = both.find((one) => one !== meeting['proposedBy']);
    const input = {
      ...{ eventId, meetingId: meeting.id, registrationId: isAnswer ? asked : both[person % 2] },
      ...(does === 'reschedule' && { startsAt: hour(amount % 5) }),
    };
    const { status } = await house.act(`events.${does === 'call_off' ? 'cancel' : does}_meeting`, input);
    expect([200, 409]).toContain(status);
  }

  async #admit(person: string, room: string | undefined): Promise<void> {
    const { eventId, house } = this.lab;
    const qrCode = await codeNow(house, eventId, person);
    // Refused: who is inside already, or has cancelled.
    const { status } = await house.act('events.checkin', { eventId, qrCode, gateId: room });
    expect([200, 403, 404, 409]).toContain(status);
    if (status === 200) done.admitted += 1;
  }

  /** One of the people who are inside a room. */
  async #undo({ amount }: Step): Promise<void> {
    const { eventId, house } = this.lab;
    const inside = await house.all('checkins', { event: eventId });
    const checkin = inside[amount % Math.max(1, inside.length)];
    if (!checkin) return;
    const { status } = await house.act('events.undo_checkin', {
      eventId,
      scanId: checkin['scan'],
      reason: 'Wrong person',
    });
    expect([200, 409]).toContain(status);
    if (status === 200) done.undone += 1;
  }

  async look(): Promise<Look> {
    const event = { event: this.lab.eventId };
    return {
      sessions: await this.lab.house.all('sessions', event),
      bookings: await this.lab.house.all('session_bookings', event),
      meetings: await this.lab.house.all('meetings', event),
    };
  }

  async step(step: Step): Promise<void> {
    const { amount, does, person: nth, session: which } = step;
    const { eventId, house } = this.lab;
    const sessionId = this.sessionIds[which]!;
    const person = this.people[nth % this.people.length]!;
    const update = (values: object) => house.update('sessions', sessionId, values);
    switch (does) {
      case 'book':
      case 'replace': {
        const onConflict = does === 'book' ? 'reject' : 'replace';
        const { status } = await this.lab.book(sessionId, person, { onConflict });
        expect([201, 403, 409]).toContain(status);
        return;
      }
      case 'cancel': {
        const { bookings } = await this.look();
        const live = bookings.filter((one) => ['booked', 'waitlisted'].includes(String(one['status'])));
        const booking = live[amount % Math.max(1, live.length)];
        if (!booking) return;
        const input = { eventId, sessionId: booking['session'], bookingId: booking.id };
        expect((await house.act('events.cancel_booking', input)).status).toBe(200);
        return;
      }
      case 'capacity':
        return void (await update({ capacity: amount === 11 ? null : amount % 4 }));
      case 'move': {
        const from = amount % 6;
        return void (await update({ startsAt: hour(from), endsAt: hour(from + 1 + (nth % 2)) }));
      }
      case 'drop':
        return void (await update({ status: 'cancelled' }));
      case 'revive':
        return void (await update({ status: 'scheduled' }));
      case 'leave':
        return void (await house.act('events.cancel_registration', { eventId, registrationId: person }));
      case 'come':
        if (this.people.length < 9) await this.#come();
        return;
      case 'admit':
        return await this.#admit(person, roomKeys[which]);
      case 'undo':
        return await this.#undo(step);
      case 'propose':
        return await this.#propose(step);
      default:
        return await this.#meet(does, step);
    }
  }
}

const house: { open: EventsModule | null } = { open: null };
afterAll(async () => {
  await house.open?.close();
});

async function run(opened: EventsModule, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf, { minLength: 35, maxLength: 60 }), async (steps) => {
      const rooms = {
        lists: roomKeys.map((id) => ({ id, name: id })),
        gates: roomKeys.map((id) => ({ id, list: id })),
      };
      const world = new World(await openLab(opened, { ...rooms, doorsOpenAt: isoTime(openingTime - dayMs) }));
      await world.begin();
      let before = await world.look();
      for (const step of steps) {
        opened.nowMs += 1;
        await world.step(step);
        await opened.follow();
        const now = await world.look();
        checkPeople(now);
        for (const session of now.sessions) checkSession(session, before, now);
        before = now;
      }
    }),
    // A failure names its seed; shrinking it would take minutes.
    { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed: Number(seed) }) },
  );
  expect(Math.min(done.admitted, done.undone), 'admissions, and some that were undone').toBeGreaterThan(0);
}

const seed = process.env['SCHEDULE_SEED'];
const runsOf = (standard: number) => Number(process.env['SCHEDULE_RUNS'] ?? standard);
const limitMs = 60_000 + 20_000 * runsOf(3);

describe('any sequence of changes of a schedule', () => {
  test(
    'keeps everyone in one place, every place in use and every list in turn, on SQLite',
    async () => {
      house.open = await openEventsModule();
      await run(house.open, runsOf(3));
    },
    limitMs,
  );

  test(
    'and on PostgreSQL',
    async () => {
      await house.open?.close();
      house.open = await openEventsModule({ databaseUrl: await (await postgres()).database('schedule_model') });
      await run(house.open, runsOf(1));
    },
    limitMs,
  );
});
