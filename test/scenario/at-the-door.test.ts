/**
 * Two kiosks of one event, cut off from the server and from each other: staff work at them, and the data is right when
 * they are back. The real stations and journals, the real push, rules and followers of the events module.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admissionsOf, badgesOf } from '#kiosk/printing/store-ports.ts';
import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { WalkInEntry } from '#shared/admission/walk-in.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { minuteMs } from '#shared/base/time.ts';
import { type KioskAtModule, openKioskAtModule } from '#test/fixtures/kiosk-at-module.ts';
import {
  ada,
  confirmedPlace,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from '#test/server/modules/events/events-module.ts';

let house: EventsModule;
let eventId: string;
let north: KioskAtModule;
let south: KioskAtModule;
let kiosks: readonly KioskAtModule[] = [];
let made = 0;

beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house.close());
beforeEach(() => {
  kiosks = [];
  house.nowMs = openingTime;
});
afterEach(async () => {
  await Promise.all(kiosks.map((kiosk) => kiosk.close()));
});

function newId(): string {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, ++made);
  return uuidv7(house.nowMs, bytes);
}

/** An event with one gate, and two kiosks at it that know everyone. */
async function openDoors(gate: object = {}, list: object = {}): Promise<void> {
  const event = sampleEvent({ gates: [{ id: 'hall', name: 'Hall', ...gate }] });
  eventId = textAt((await house.act('events.create', event)).body, 'id');
  const [hall] = await house.all('gates', { event: eventId });
  const [record] = await house.all('checkin_lists', { id: String(hall!['list']) });
  if (Object.keys(list).length > 0) await house.update('checkin_lists', record!.id, list);
  await house.follow();
  const at = { event: eventId, gate: hall!.id };
  north = await openKioskAtModule(house, { ...at, id: newId(), name: 'North' });
  south = await openKioskAtModule(house, { ...at, id: newId(), name: 'South' });
  kiosks = [north, south];
}

const people = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push((await confirmedPlace(house, eventId, { ...ada, email: `p${++made}@example.org` })).id);
  await Promise.all([north.down(), south.down()]);
  return ids;
};
const station = (kiosk: KioskAtModule) => kiosk.lab().station;
function outcome(result: AdmitResult | { readonly kind: string }): ScanOutcome {
  if (result.kind !== 'decided') throw new Error(JSON.stringify(result));
  return (result as Extract<AdmitResult, { kind: 'decided' }>).outcome;
}
const admit = async (kiosk: KioskAtModule, id: string) => outcome(await station(kiosk).admitRegistration(id));
const code = async (kiosk: KioskAtModule, id: string) => (await admit(kiosk, id)).verdict.code;
function pass(minutes: number): void {
  house.nowMs += minutes * minuteMs;
  for (const kiosk of kiosks) kiosk.lab().setNow(house.nowMs);
}
async function meet(...senders: KioskAtModule[]): Promise<void> {
  for (const kiosk of senders) await kiosk.up();
  for (const kiosk of kiosks) await kiosk.down();
}
const checkins = () => house.all('checkins', { event: eventId });
const counted = () => kiosks.map((kiosk) => station(kiosk).state().checkedIn);

describe('taking back', () => {
  test('offline: the server agrees when it hears, and so does the other kiosk; answers may get lost', async () => {
    await openDoors();
    const [person] = await people(1);
    const { scanId } = await admit(north, person!);
    await meet(north);
    expect(await checkins()).toHaveLength(1);
    expect(await code(south, person!)).toBe('already_checked_in');
    pass(3);
    await station(north).undo(scanId, 'wrong badge');
    await north.reload();
    expect(await code(north, person!)).toBe('admitted');
    pass(1);
    const second = (await north.lab().station.recent(1))[0]!.scanId;
    await station(north).undo(second, 'again');
    await north.up(true);
    await meet(north, south);
    expect(await checkins()).toEqual([]);
    expect(counted()).toEqual([0, 0]);
    expect(north.lab().journal.parked()).toEqual([]);
    expect(await code(south, person!)).toBe('admitted');
    await meet(north, south);
    expect(await checkins()).toMatchObject([{ kiosk: south.id, entries: 1 }]);
    expect(counted()).toEqual([1, 1]);
    expect(await house.all('checkin_conflicts', { event: eventId })).toEqual([]);
  });

  test('an exit taken back leaves the person inside, at the server too', async () => {
    await openDoors({}, { counting: 'unlimited', exitFirst: true });
    const [gate] = await house.all('gates', { event: eventId });
    await house.update('gates', gate!.id, { direction: 'both' });
    const [person] = await people(1);
    await admit(north, person!);
    pass(1);
    await station(north).setDirection('exit');
    const { scanId } = await admit(north, person!);
    await meet(north);
    expect(await checkins()).toMatchObject([{ inside: false }]);
    expect(await code(south, person!)).toBe('admitted');
    pass(1);
    await station(north).undo(scanId, 'did not leave');
    await meet(north, south);
    expect(await checkins()).toMatchObject([{ inside: true, entries: 1 }]);
    await station(north).setDirection('entry');
    expect(await code(north, person!)).toBe('exit_first');
  });
});

describe('a walk-in', () => {
  const entry = async (more: Partial<WalkInEntry> = {}): Promise<WalkInEntry> => ({
    ticketType: (await house.all('ticket_types', { event: eventId, key: 'standard' }))[0]!.id,
    name: 'Wilma Walk',
    email: 'wilma@example.org',
    company: 'Walk & Co',
    role: null,
    payment: 'cash',
    paymentReference: null,
    ...more,
  });
  async function openForWalkIns(gate: object = {}): Promise<void> {
    await openDoors(gate);
    const [type] = await house.all('ticket_types', { event: eventId, key: 'standard' });
    await house.update('ticket_types', type!.id, { walkIn: true });
    await north.down();
    await south.down();
  }

  test('offline is in at once, known here by number and name, and one registration at the server', async () => {
    await openForWalkIns();
    expect(station(north).walkInChoices()).toMatchObject([{ name: 'Standard', amount: 4_900, currency: 'USD' }]);
    const result = outcome(await station(north).walkIn(await entry(), {}));
    expect(result).toMatchObject({ verdict: { code: 'admitted' }, person: { name: 'Wilma Walk' } });
    const registration = result.person!.registrationId;
    await north.reload();
    expect(await code(north, registration)).toBe('already_checked_in');
    const [found] = station(north).search('wilma').people;
    expect(found).toMatchObject({ registrationId: registration, checkedInAt: result.scannedAt });
    const typed = { source: 'typed', candidates: [found!.ticketNumber] } as const;
    expect(outcome(await station(north).admit(typed)).verdict.code).toBe('already_checked_in');
    expect(station(north).state()).toMatchObject({ checkedIn: 1, registrations: 1 });
    const { badgeCode } = north.lab().replica.roster.registration(registration)!;
    expect(badgeCode).toMatch(/^[0-9A-F]{20}$/);
    // Printing follows the journal, and has something to print.
    const { replica } = north.lab();
    const { admissions } = await admissionsOf(replica).after(0, 10);
    expect(admissions).toMatchObject([{ scanId: result.scanId, registrationId: registration }]);
    expect(await badgesOf(replica, eventId).find(registration)).toMatchObject({
      name: 'Wilma Walk',
      company: 'Walk & Co',
      badgeCode,
      ticketTypeName: 'Standard',
    });

    await north.up(true);
    await meet(north, south);
    expect(await house.all('walk_ins', { event: eventId })).toMatchObject([{ registration, kiosk: north.id }]);
    expect(await house.all('registrations', { event: eventId })).toMatchObject([
      { id: registration, name: 'Wilma Walk', badgeCode, paymentStatus: 'paid', amount: 4_900 },
    ]);
    expect(await checkins()).toMatchObject([{ registration, kiosk: north.id }]);
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
    expect(counted()).toEqual([1, 1]);
    expect(station(north).state()).toMatchObject({ registrations: 1, pending: 0, parked: [] });
    expect(await code(south, registration)).toBe('already_checked_in');
    expect(station(south).search('walk').people).toHaveLength(1);
    expect(station(north).search('walk').people).toHaveLength(1);
  });

  test('undone is still found here, before the registration has come down', async () => {
    await openForWalkIns();
    const { scanId } = outcome(await station(north).walkIn(await entry(), {}));
    await station(north).undo(scanId, 'changed her mind');
    await north.up();
    await north.reload();
    expect(station(north).search('wilma').people).toMatchObject([{ name: 'Wilma Walk', checkedInAt: null }]);
    await meet(north);
    expect(counted()).toEqual([0, 0]);
    expect(station(north).search('wilma').people).toHaveLength(1);
  });

  test('with an incomplete entry makes no registration, and neither does one that the rules refuse', async () => {
    await openForWalkIns();
    const bad = await entry({ name: ' ', email: 'no address', payment: 'card' });
    expect(await station(north).walkIn(bad, {})).toEqual({
      kind: 'incomplete',
      problems: ['name_missing', 'payment_reference_missing', 'email_invalid'],
    });
    expect(north.lab().disk.rows()).toEqual([]);
    await house.create(
      'checkin_questions',
      newId(),
      { event: eventId, text: 'Meal?', kind: 'text', required: true },
      {
        tenant: house.tenant,
        kind: 'key',
        id: 'organizer',
        scopes: new Set(['events:read', 'events:write']),
        roles: new Set(),
      },
    );
    await north.down();
    const asked = outcome(await station(north).walkIn(await entry(), {}));
    expect(asked.verdict.code).toBe('questions_required');
    expect(north.lab().disk.rows()[0]?.scan).toMatchObject({ registration: null, ticketNumber: null });
    const question = asked.verdict.detail.questions![0]!.id;
    const answered = outcome((await station(north).answer(asked.scanId, { [question]: 'Soup' })) as AdmitResult);
    expect(answered).toMatchObject({ verdict: { code: 'admitted' }, person: { name: 'Wilma Walk' } });
    await meet(north);
    const [registration, ...others] = await house.all('registrations', { event: eventId });
    expect(others).toEqual([]);
    expect(registration!['answers']).toMatchObject({ [question]: { value: 'Soup' } });
  });

  test('that the server refuses is parked with its reason and its scan, and blocks no one', async () => {
    await openForWalkIns();
    const [person] = await people(1);
    await station(north).walkIn(await entry({ company: 'A' }), {});
    await admit(north, person!);
    // The disk was tampered with: the number is another event's.
    const [row] = north.lab().disk.rows();
    Object.assign(row!.scan.walkIn!, { ticketNumber: 'NOT-OF-THIS-EVENT' });
    await meet(north);
    expect(station(north).state().parked).toMatchObject([{ scanId: row!.id, code: 'walk_in_invalid' }]);
    expect(station(north).state().pending).toBe(0);
    expect(await checkins()).toMatchObject([{ registration: person }]);
  });
});

describe('parties', () => {
  test('come in one by one with the member who was scanned, and no one else does', async () => {
    await openDoors();
    const ids = await people(4);
    for (const id of ids.slice(0, 3)) await house.update('registrations', id, { group: 'choir' });
    await meet();
    const holder = await admit(north, ids[0]!);
    expect(holder.hasParty).toBe(true);
    expect(station(north).party(ids[0]!)).toMatchObject({
      group: 'choir',
      others: [{ checkedInAt: null }, { checkedInAt: null }],
      more: false,
    });
    expect(await station(north).admitParty(holder.scanId, [ids[1]!, ids[3]!])).toEqual({
      kind: 'refused',
      reason: 'not_of_this_group',
    });
    const done = await station(north).admitParty(holder.scanId, [ids[2]!, ids[1]!, ids[1]!]);
    if (!('results' in done)) throw new Error(done.reason);
    expect(done.results.map((result) => outcome(result).verdict.code)).toEqual(['admitted', 'admitted']);
    expect(
      north
        .lab()
        .disk.rows()
        .map(({ scan: { source } }) => source),
    ).toEqual(['search', 'group', 'group']);
    const alone = await admit(north, ids[3]!);
    expect([alone.hasParty, station(north).party(ids[3]!)]).toEqual([false, null]);
    await meet(north);
    expect(await checkins()).toHaveLength(4);
  });
});

describe('a room that takes so many', () => {
  async function ready(kiosk: KioskAtModule): Promise<void> {
    kiosk.lab().setOnline(true);
    await expect.poll(() => station(kiosk).state().rooms[0]?.left ?? null, { timeout: 30_000 }).not.toBeNull();
    kiosk.lab().setOnline(false);
  }

  test('two kiosks that are cut off let in as many together, and every other one is refused', async () => {
    await openDoors({ capacity: 12 });
    const ids = await people(26);
    expect(station(north).state().rooms).toEqual([
      { kind: 'gate', name: 'Hall', capacity: 12, left: null, expiresAt: null, fromOthers: 0, given: 0 },
    ]);
    expect(await code(north, ids[0]!)).toBe('gate_full');
    await ready(north);
    await ready(south);
    await north.reload();
    expect(station(north).state().rooms[0]?.left).toBeGreaterThan(0);
    const verdicts = await Promise.all(ids.map((id, n) => code(n % 2 === 0 ? north : south, id)));
    const admitted = verdicts.filter((verdict) => verdict === 'admitted').length;
    expect(admitted).toBeLessThanOrEqual(12);
    expect(counted().every((count) => count > 0)).toBe(true);
    expect(new Set(verdicts)).toEqual(new Set(['admitted', 'gate_full']));
    await north.reload();
    expect(await code(north, ids[24]!)).toBe('gate_full');
    await meet(north, south);
    expect(await checkins()).toHaveLength(admitted);
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
    expect(await house.all('lease_uses', { event: eventId })).toHaveLength(admitted);
  });

  test('a party takes the places that are left, one by one, and the last of them is refused', async () => {
    await openDoors({ capacity: 3 });
    const ids = await people(5);
    for (const id of ids) await house.update('registrations', id, { group: 'coach' });
    await meet();
    await ready(north);
    const holder = await admit(north, ids[0]!);
    const done = await station(north).admitParty(holder.scanId, ids.slice(1));
    if (!('results' in done)) throw new Error(done.reason);
    expect(done.results.map((result) => outcome(result).verdict.code)).toEqual([
      'admitted',
      'admitted',
      'gate_full',
      'gate_full',
    ]);
    await meet(north);
    expect(await checkins()).toHaveLength(3);
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
  });

  test('a place that was given back at the server is asked for, and only then taken', async () => {
    await openDoors({ capacity: 5 });
    const ids = await people(7);
    await ready(north);
    const scans = [];
    for (const id of ids) scans.push(await admit(north, id));
    expect(scans.map(({ verdict }) => verdict.code)).toEqual([
      ...Array.from({ length: 5 }, () => 'admitted'),
      'gate_full',
      'gate_full',
    ]);
    await station(north).undo(scans[0]!.scanId, 'left at once');
    expect(await code(north, ids[5]!)).toBe('gate_full');
    await meet(north);
    pass(1);
    north.lab().setOnline(true);
    await expect.poll(() => station(north).state().rooms[0]?.left, { timeout: 30_000 }).toBe(1);
    expect(await code(north, ids[5]!)).toBe('admitted');
    expect(await code(north, ids[6]!)).toBe('gate_full');
    await meet(north);
    expect(await checkins()).toHaveLength(5);
    expect(await house.all('admission_reports', { event: eventId })).toEqual([]);
  });
});

describe('a conflict', () => {
  test('that was reviewed offline is acknowledged at the server later, and gone at the other kiosk', async () => {
    await openDoors();
    const [person] = await people(1);
    await admit(north, person!);
    pass(1);
    await admit(south, person!);
    await meet(north, south);
    const [conflict] = station(north).state().conflicts;
    expect(station(south).state().conflicts).toHaveLength(1);
    await station(north).acknowledgeConflict(conflict!.id);
    expect(station(north).state().conflicts).toEqual([]);
    await north.reload();
    expect(station(north).state().conflicts).toEqual([]);
    expect(await house.get('checkin_conflicts', conflict!.id)).toMatchObject({ acknowledgedAt: null });
    north.lab().setOnline(true);
    await expect
      .poll(async () => (await house.get('checkin_conflicts', conflict!.id))['acknowledgedAt'], { timeout: 30_000 })
      .not.toBeNull();
    await meet(south);
    expect(station(south).state().conflicts).toEqual([]);
    // A person who came in twice counts as one person inside.
    expect(counted()).toEqual([1, 1]);
    const [checkin] = await checkins();
    expect(south.lab().journal.localScans('', person!, String(checkin!['list']))).toEqual([]);
  });
});
