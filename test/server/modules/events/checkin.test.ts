import { describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import {
  achievementBadges,
  activities,
  badgeAwards,
  leaderboardEntries,
  leaderboards,
} from '#shared/modules/events/gamification.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { formatCompact, type TicketCode } from '#shared/ticket/ticket-code.ts';
import { checkin, eventId, house, openCheckin, openEvent, place, supervisor, write } from './checkin-lab.ts';
import { ada, openingTime } from './events-module.ts';

const gamification = [achievementBadges, activities, badgeAwards, leaderboardEntries, leaderboards];

openCheckin();

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
    // Points follow in commits of their own; what the gate has recorded stays as it is.
    const head = await house.store.head();
    await house.follow();
    const followed = new Set((await house.store.since(head, { limit: 100 })).map(({ collection }) => collection));
    const ofGamification: ReadonlySet<string> = new Set(gamification.map(({ name }) => name));
    expect([...followed].filter((name) => !ofGamification.has(name))).toEqual([]);
  });

  test('nothing follows a check-in at an event without gamification', async () => {
    await openEvent({ gamification: { enabled: false } });
    const ticket = await place();
    expect(await checkin({ qrCode: ticket.qrCode })).toMatchObject({ status: 200, body: { success: true } });
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

  test('of 20 check-ins at once with one ticket one is admitted', async () => {
    const ticket = await place();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkin({ qrCode: ticket.qrCode })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await house.all('checkins', { registration: ticket.id })).toHaveLength(1);
    expect(await house.all('scans', { registration: ticket.id })).toHaveLength(20);
  });
});

describe('override', () => {
  test('a supervisor admits with a reason; the scan names the supervisor and the overridden verdict', async () => {
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
    await openEvent({ gates: [{ id: 'hall' }, { id: 'back' }, { id: 'dinner', list: 'dinner' }] });
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
    await openEvent({ gates: [{ id: 'hall' }] });
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
