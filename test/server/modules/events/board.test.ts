/** The supervisors' board: what it counts, what it shows, who may see it, and that a kiosk stays with its event. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Board, boardAnswer } from '#shared/sync/board.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import {
  ada,
  confirmedPlace,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let count = 0;

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = await makeEvent();
});
afterAll(() => house.close());

const gates = [
  { id: 'north', name: 'North hall', capacity: 3 },
  { id: 'south', name: 'South hall' },
];
const makeEvent = async () => textAt((await house.act('events.create', sampleEvent({ gates }))).body, 'id');
const place = () => confirmedPlace(house, eventId, { ...ada, email: `board${count++}@example.org` }, 'free');
const gateId = async (key: string, event = eventId) =>
  must((await house.all('gates', { event, key }))[0], `the gate ${key}`).id;

async function board(actor?: Actor): Promise<Board> {
  const answer = actor
    ? await house.act('events.kiosk_board', {}, actor)
    : await house.act('events.board', { eventId });
  expect(answer.status).toBe(200);
  const read = expectOk(validate(boardAnswer, answer.body, { mode: 'create' }));
  return read;
}

async function pairedKiosk(name: string, gate: string, more: object = {}): Promise<{ id: string; actor: Actor }> {
  const values = { event: eventId, gate: await gateId(gate), role: 'gate', name, publicKey: 'x', ...more };
  const made = expectOk(
    await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create('kiosks', { ...values, pairedAt: tx.now }),
    })),
  );
  const { id } = made.value;
  return { id, actor: house.kiosk(eventId, values.gate, id) };
}

const report = { pending: 0, printer: 'ready', knownSeq: 5 };

test('pace per gate: the last minute, quarter and hour; gates without a scan are listed too', async () => {
  for (const minutesAgo of [70, 30, 10, 3, 0.5]) {
    house.nowMs = openingTime + 100 * minuteMs - minutesAgo * minuteMs;
    await house.act('events.checkin', { qrCode: (await place()).qrCode, gateId: 'south' });
  }
  house.nowMs = openingTime + 100 * minuteMs;
  const { checkedIn, gates: rows } = await board();
  expect(checkedIn).toBe(5);
  expect(rows).toMatchObject([
    { key: 'north', name: 'North hall', checkedIn: 0, lastMinute: 0, last15Minutes: 0, last60Minutes: 0 },
    { key: 'south', name: 'South hall', checkedIn: 5, lastMinute: 1, last15Minutes: 3, last60Minutes: 4 },
  ]);
});

test('boards that ask within one second share one count, and the next second makes a new one', async () => {
  house.nowMs += 10 * minuteMs;
  expect((await board()).checkedIn).toBe(0);
  await house.act('events.checkin', { qrCode: (await place()).qrCode, gateId: 'south' });
  expect((await board()).checkedIn).toBe(0);
  house.nowMs += 1_000;
  expect((await board()).checkedIn).toBe(1);
});

test('the state of each kiosk, and the oldest unsent scan of a gate', async () => {
  const left = await pairedKiosk('Left', 'north');
  const right = await pairedKiosk('Right', 'north');
  await pairedKiosk('Gone', 'north', { revokedAt: isoTime(openingTime) });
  const said = {
    ...report,
    pending: 4,
    parked: 1,
    paper: 'low',
    printerMessage: 'Paper is running low.',
    softwareVersion: '1.4.0',
    oldestUnsentAt: isoTime(openingTime - 5 * minuteMs),
    dataAsOf: isoTime(openingTime - minuteMs),
    clockOffsetMs: -1_200,
    clockTrusted: true,
  };
  expect((await house.act('events.kiosk_status', said, left.actor)).status).toBe(200);
  const older = { ...report, pending: 2, oldestUnsentAt: isoTime(openingTime - 9 * minuteMs) };
  await house.act('events.kiosk_status', older, right.actor);
  const drawn = await board();
  const { knownSeq: _seq, ...shown } = said;
  expect(drawn.kiosks).toMatchObject([
    { ...shown, name: 'Left', gateName: 'North hall', lastSeenAt: isoTime(openingTime) },
    { name: 'Right', parked: null, paper: null, softwareVersion: null },
  ]);
  expect(drawn.gates[0]).toMatchObject({ kiosks: 2, pending: 6, oldestUnsentAt: isoTime(openingTime - 9 * minuteMs) });

  // A kiosk that goes back to an older version reports fewer values: the missing ones are cleared.
  await house.act('events.kiosk_status', report, left.actor);
  expect((await board()).kiosks[0]).toMatchObject({ oldestUnsentAt: null, parked: null, softwareVersion: '1.4.0' });
});

test('rooms: inside, leased, left', async () => {
  const { actor, id } = await pairedKiosk('Left', 'north');
  await house.act('events.checkin', { qrCode: (await place()).qrCode, gateId: 'north' });
  const room = `gate:${await gateId('north')}`;
  const lease = uuidv7(openingTime, new Uint8Array(10).fill(3));
  const asked = { request: 1, rooms: [{ room, lease, generation: 0, granted: 0, used: 0, wanted: 1 }] };
  expect((await house.act('events.lease_admissions', asked, actor)).status).toBe(200);
  expect((await board()).rooms).toEqual([{ room, name: 'North hall', capacity: 3, inside: 1, leased: 1, left: 1 }]);
  expect(id).toBeDefined();
});

describe('a double admission', () => {
  async function conflictOf(kiosks: readonly { id: string; actor: Actor }[]): Promise<string> {
    const ticket = await place();
    const [mainList] = await house.all('checkin_lists', { event: eventId });
    for (const [i, { id, actor }] of kiosks.entries()) {
      const values = {
        event: eventId,
        gate: i === 0 ? 'north' : 'south',
        list: mainList?.id,
        kiosk: id,
        counter: count,
        registration: ticket.id,
        ticketNumber: null,
        verdict: 'admitted',
        flags: ['offline'],
        scannedAt: isoTime(openingTime + i * 1_000),
        ruleVersion: 1,
        source: 'wedge',
      };
      const scan = uuidv7(openingTime, new Uint8Array(10).fill(40 + count++));
      expect((await house.create('scans', scan, values, actor)).kind).toBe('record');
    }
    await house.follow();
    return must((await board()).conflicts[0], 'the conflict').id;
  }

  test('is on the board with its name from the second upload on, until it is marked as reviewed at any kiosk', async () => {
    const kiosks = [await pairedKiosk('Left', 'north'), await pairedKiosk('Right', 'south')];
    const id = await conflictOf(kiosks);
    const seen = await board(kiosks[0]?.actor);
    expect(seen).toMatchObject({
      conflictCount: 1,
      conflicts: [
        { person: ada.name, gate: 'South hall', kiosk: 'Right', firstGate: 'North hall', firstKiosk: 'Left' },
      ],
    });
    const looked = await house.act('events.acknowledge_conflicts', { conflicts: [id] }, kiosks[1]?.actor);
    expect(looked.body).toEqual({ acknowledged: 1 });
    expect(await board()).toMatchObject({ conflictCount: 0, conflicts: [] });
  });
});

test('a room over capacity is reported until staff at a kiosk of the event mark it as reviewed', async () => {
  const { actor } = await pairedKiosk('Left', 'north');
  const made = expectOk(
    await house.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.create('admission_reports', {
        event: eventId,
        kind: 'over_capacity',
        about: `gate:${await gateId('north')}`,
        happenedAt: tx.now,
        capacity: 3,
        excess: 2,
      }),
    })),
  );
  const reports = { reports: [made.value.id] };
  const shown = { reportCount: 1, reports: [{ kind: 'over_capacity', about: 'North hall', excess: 2, capacity: 3 }] };
  expect(await board(actor)).toMatchObject(shown);

  const stranger = house.kiosk(await makeEvent(), 'x', 'y');
  expect((await house.act('events.acknowledge_reports', reports, stranger)).body).toEqual({ acknowledged: 0 });
  const alone: Actor = { ...actor, kiosk: { ...must(actor.kiosk, 'bound'), role: 'self-service' } };
  for (const [action, input] of [
    ['events.kiosk_board', {}],
    ['events.acknowledge_reports', reports],
  ] as const)
    expect(await house.act(action, input, alone)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'device_not_allowed' }] },
    });
  expect(await board()).toMatchObject(shown);

  expect((await house.act('events.acknowledge_reports', reports, actor)).body).toEqual({ acknowledged: 1 });
  expect((await house.act('events.acknowledge_reports', reports, actor)).body).toEqual({ acknowledged: 0 });
  expect(await board()).toMatchObject({ reportCount: 0, reports: [] });
});

test('a kiosk moves to another gate of its event, and to no other event’s', async () => {
  const { id } = await pairedKiosk('Left', 'north');
  expect((await house.update('kiosks', id, { gate: await gateId('south') })).kind).toBe('record');
  const otherEvent = await makeEvent();
  expect(await house.update('kiosks', id, { gate: await gateId('south', otherEvent) })).toMatchObject({
    kind: 'refused',
    errors: [{ code: 'other_event', path: 'gate' }],
  });
  expect((await board()).kiosks[0]).toMatchObject({ gateName: 'South hall' });
});
