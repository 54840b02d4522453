/**
 * An override that a kiosk reports is a claim: only the signature of a supervisor of the event, over exactly this scan and
 * from a kiosk whose role may override, makes it count. Everything else is stored, admits no one, and is reported.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalByWebCrypto } from '#kiosk/station/web-crypto-approval.ts';
import { type Approve, type ApprovedScan, unlockApproval } from '#shared/admission/supervisor-approval.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { SupervisorRecord } from '#shared/modules/events/admission.ts';
import { where } from '#shared/query/query.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

const pins = { kim: '271828', lee: '314159', visiting: '161803' } as const;
type Who = keyof typeof pins;

let house: TestServer;
let here: TwoEvents;
let gate: PairedKiosk;
let otherGate: PairedKiosk;
let selfService: PairedKiosk;
let exhibitor: PairedKiosk;
const supervisors = new Map<Who, { readonly id: string; readonly approve: Approve }>();
let made = 0;
let people = 0;

const pairAs = (role: 'gate' | 'self-service' | 'exhibitor') =>
  pairKiosk(house, here.demo.tenant, here.demo.eventId, here.gate.id, role);

async function setSupervisor(event: string, input: Body): Promise<SupervisorRecord> {
  const { body, status } = await house.send('POST', `/events/${event}/supervisors`, { key: here.apiKey, json: input });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return must(await here.store.get('supervisors', String(body['id'])), 'the supervisor') as SupervisorRecord;
}

const approverOf = async (record: SupervisorRecord, pin: string): Promise<Approve> =>
  must(await unlockApproval(pin, record, approvalByWebCrypto), 'the PIN');

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'overrides', 60);
  [gate, otherGate] = [await pairAs('gate'), await pairAs('gate')];
  [selfService, exhibitor] = [await pairAs('self-service'), await pairAs('exhibitor')];
  for (const who of ['kim', 'lee', 'visiting'] as const) {
    const event = who === 'visiting' ? here.otherEvent : here.demo.eventId;
    const record = await setSupervisor(event, { name: who, pin: pins[who] });
    supervisors.set(who, { id: record.id, approve: await approverOf(record, pins[who]) });
  }
});
afterAll(() => house.close());

/** The next person of the event, blocked by default: only an override admits them. */
async function person(more: Body = { blockedReason: 'Ask for the contract' }): Promise<string> {
  const { id } = must(here.registrations.filter((one) => one['event'] === here.demo.eventId)[people++], 'a person');
  await here.store.commit('system:test', async (tx) => ok(await tx.update('registrations', id, more)));
  return id;
}

const newId = () =>
  uuidv7(
    Date.now(),
    Uint8Array.from({ length: 10 }, (_, i) => (++made * 31 + i * 7) & 255),
  );

type Scan = ApprovedScan & Body;

function scanOf(registration: string, more: Body = {}): Scan {
  const by = must(supervisors.get('kim'), 'Kim').id;
  return {
    ...{ id: newId(), event: here.demo.eventId, gate: 'main-entrance', list: 'default', kiosk: gate.id, counter: made },
    ...{ ticketNumber: null, registration, direction: 'entry', verdict: 'admitted', flags: ['override'] },
    ...{ scannedAt: isoTime(Date.now()), ruleVersion: 3, source: 'search' },
    ...{ overrode: 'blocked', overrideBy: by, overrideReason: 'Knows the speaker' },
    ...more,
  } as unknown as Scan;
}

async function signed(scan: Scan, who: Who = 'kim'): Promise<Scan> {
  return { ...scan, approvalSignature: await must(supervisors.get(who), who).approve(scan) };
}

async function pushed(scan: Scan, by = gate) {
  const { body } = await by.push('scans', [scan]);
  return (body['items'] as readonly Body[])[0];
}

const reportsOf = async (scan: Scan) =>
  (await here.store.find('admission_reports', { where: where({ scan: scan.id }), limit: 10 })).map(
    (one) => one['kind'],
  );
const checkinsOf = (scan: Scan) =>
  here.store.find('checkins', { where: where({ registration: String(scan['registration']) }), limit: 10 });
const conflictsOf = (scan: Scan) =>
  here.store.find('checkin_conflicts', { where: where({ scan: scan.id }), limit: 10 });

/** Stored as sent, without a check-in, and reported. */
async function expectRefused(scan: Scan): Promise<void> {
  await expect.poll(() => reportsOf(scan)).toEqual(['approval_refused']);
  expect(await here.store.get('scans', scan.id)).toMatchObject({ verdict: 'admitted', approval: 'refused' });
  expect(await checkinsOf(scan)).toEqual([]);
}

describe('an approved override', () => {
  test('makes a check-in and no report; the same scan again is a duplicate', async () => {
    const scan = await signed(scanOf(await person()));
    expect(await pushed(scan)).toMatchObject({ outcome: 'accepted' });
    await expect.poll(async () => (await checkinsOf(scan)).length).toBe(1);
    expect(await here.store.get('scans', scan.id)).toMatchObject({ approval: 'proven', overrideBy: scan.overrideBy });
    expect(await reportsOf(scan)).toEqual([]);
    expect(await pushed(scan)).toMatchObject({ outcome: 'duplicate' });
    expect(await pushed({ ...scan, approval: 'refused' })).toMatchObject({ outcome: 'duplicate' });
  });

  test('a second entry with it makes no conflict; one with a forged approval does', async () => {
    const registration = await person({ blockedReason: null });
    const first = scanOf(registration, { flags: [], overrode: null, overrideBy: null, overrideReason: null });
    await pushed(first);
    await expect.poll(async () => (await checkinsOf(first)).length).toBe(1);
    const proven = await signed(scanOf(registration, { overrode: 'already_checked_in' }));
    const forged = scanOf(registration, { overrode: 'already_checked_in', approvalSignature: 'A'.repeat(86) });
    await pushed(proven);
    await pushed(forged);
    await expect.poll(async () => (await conflictsOf(forged)).length).toBe(1);
    expect(await conflictsOf(proven)).toEqual([]);
  });
});

describe('a forged override admits no one', () => {
  test('after a change of any one field of the signed scan', async () => {
    const other = await person({ blockedReason: null });
    const changes: Readonly<Record<keyof ApprovedScan, unknown>> = {
      id: newId(),
      event: null,
      kiosk: null,
      gate: 'back-gate',
      list: must(await here.store.findOne('gates', { id: here.gate.id }), 'the gate')['list'],
      ticketNumber: 'GH-OTHER',
      registration: other,
      direction: 'exit',
      overrode: 'cancelled',
      overrideBy: must(supervisors.get('lee'), 'Lee').id,
      overrideReason: 'Another reason',
      scannedAt: isoTime(Date.now() - 60_000),
    };
    for (const [field, value] of Object.entries(changes)) {
      // A scan of another event or another kiosk is refused before its approval is looked at.
      if (field === 'event' || field === 'kiosk') continue;
      const scan = await signed(scanOf(await person()));
      const changed = { ...scan, [field]: value } as Scan;
      expect([field, await pushed(changed)]).toMatchObject([field, { outcome: 'accepted' }]);
      await expectRefused(changed);
    }
  });

  test('with no signature, a malformed one, or one of another supervisor, event or kiosk', async () => {
    const lee = must(supervisors.get('lee'), 'Lee').id;
    const visiting = must(supervisors.get('visiting'), 'the other event').id;
    const another = await signed(scanOf(await person(), { kiosk: otherGate.id }));
    const cases: readonly (readonly [string, Scan])[] = [
      ['no signature, as kiosks of before send it', scanOf(await person())],
      ['nonsense', scanOf(await person(), { approvalSignature: 'no signature' })],
      ['a word of its own', scanOf(await person(), { approval: 'proven', approvalSignature: 'A'.repeat(86) })],
      ['signed by another', await signed(scanOf(await person()), 'lee')],
      ['in the name of another', { ...(await signed(scanOf(await person()))), overrideBy: lee }],
      ['of another event', await signed(scanOf(await person(), { overrideBy: visiting }), 'visiting')],
      ['of an unknown supervisor', await signed(scanOf(await person(), { overrideBy: newId() }))],
      ['the organizer’s', await signed(scanOf(await person(), { overrideBy: 'user:owner' }))],
      ['for another kiosk', { ...another, kiosk: gate.id }],
    ];
    for (const [what, scan] of cases) {
      expect([what, await pushed(scan)]).toMatchObject([what, { outcome: 'accepted' }]);
      await expectRefused(scan);
    }
  });

  test('with an approval that was already used by another scan', async () => {
    const first = await signed(scanOf(await person()));
    await pushed(first);
    const again = { ...first, id: newId(), registration: await person() } as Scan;
    expect(await pushed(again)).toMatchObject({ outcome: 'accepted' });
    await expectRefused(again);
    expect(await pushed({ ...first, registration: await person() } as Scan)).toMatchObject({ code: 'id_reused' });
  });

  test('from a self-service kiosk, also with a valid signature; an exhibitor’s device cannot send scans', async () => {
    const scan = await signed(scanOf(await person(), { kiosk: selfService.id, source: 'wedge' }));
    expect(await pushed(scan, selfService)).toMatchObject({ outcome: 'accepted' });
    await expectRefused(scan);
    const admitting = await signed(scanOf(await person(), { kiosk: exhibitor.id }));
    expect((await exhibitor.push('scans', [admitting])).codes).toEqual(['device_not_allowed']);
    expect(await here.store.get('scans', admitting.id)).toBeNull();
  });

  test('with a claim in any one of its fields, without the others', async () => {
    const none = { flags: [], overrode: null, overrideBy: null, overrideReason: null };
    for (const claim of [{ flags: ['override'] }, { overrode: 'blocked' }, { overrideReason: 'x' }]) {
      const scan = scanOf(await person(), { ...none, ...claim });
      await pushed(scan);
      await expect.poll(() => reportsOf(scan)).toEqual(['approval_refused']);
    }
  });
});

describe('a supervisor', () => {
  test('approvals of a supervisor’s former key count up to the moment when the PIN is set again, and not later', async () => {
    const before = await setSupervisor(here.demo.eventId, { name: 'Noa', pin: '577215' });
    supervisors.set('lee', { id: before.id, approve: await approverOf(before, '577215') });
    const early = await signed(scanOf(await person(), { overrideBy: before.id }), 'lee');
    const after = await setSupervisor(here.demo.eventId, { supervisorId: before.id, pin: '662607' });
    expect(after.approvalKey).not.toBe(before.approvalKey);
    await pushed(early);
    await expect.poll(async () => (await checkinsOf(early)).length).toBe(1);
    const scannedAt = isoTime(Date.now() + 1_000);
    const late = await signed(scanOf(await person(), { overrideBy: before.id, scannedAt }), 'lee');
    await pushed(late);
    await expectRefused(late);
    supervisors.set('lee', { id: after.id, approve: await approverOf(after, '662607') });
    const now = await signed(scanOf(await person(), { overrideBy: after.id }), 'lee');
    await pushed(now);
    await expect.poll(async () => (await checkinsOf(now)).length).toBe(1);
    const ended = await setSupervisor(here.demo.eventId, { supervisorId: after.id, active: false });
    expect(ended.inactiveSince).not.toBeNull();
    // After the end, however long the steps before took.
    const afterEnd = isoTime(Date.parse(String(ended.inactiveSince)) + 1_000);
    const gone = await signed(scanOf(await person(), { overrideBy: after.id, scannedAt: afterEnd }), 'lee');
    await pushed(gone);
    await expectRefused(gone);
  });

  test('from an earlier release can override again once the PIN is set', async () => {
    const record = await setSupervisor(here.demo.eventId, { name: 'Sascha', pin: '602214' });
    const none = { approvalKey: null, sealedApprovalKey: null, formerApprovalKeys: null };
    await here.store.commit('system:test', async (tx) => ok(await tx.update('supervisors', record.id, none)));
    const old = scanOf(await person(), { overrideBy: record.id });
    await pushed(old);
    await expectRefused(old);
    const renewed = await setSupervisor(here.demo.eventId, { supervisorId: record.id, pin: '602214' });
    expect(await unlockApproval('602215', renewed, approvalByWebCrypto)).toBeNull();
    const approve = await approverOf(renewed, '602214');
    const scan = scanOf(await person(), { overrideBy: record.id });
    await pushed({ ...scan, approvalSignature: await approve(scan) });
    await expect.poll(async () => (await checkinsOf(scan)).length).toBe(1);
  });
});

describe('a scan without an override', () => {
  const plain = { flags: [], overrode: null, overrideBy: null, overrideReason: null };

  test('that admitted a person against the rules counts, and is reported', async () => {
    const scan = scanOf(await person(), plain);
    await pushed(scan);
    await expect.poll(() => reportsOf(scan)).toEqual(['admitted_against_rules']);
    expect(await checkinsOf(scan)).toHaveLength(1);
    const [report] = await here.store.find('admission_reports', { where: where({ scan: scan.id }), limit: 1 });
    expect(report).toMatchObject({ about: 'verdict:blocked', excess: 0, kiosk: gate.id });
  });

  test('from a kiosk without staff must come from its scanner: a typed one is refused, and stays at the kiosk', async () => {
    for (const source of ['search', 'group', 'walk_in', 'api'] as const) {
      const scan = scanOf(await person({ blockedReason: null }), { ...plain, kiosk: selfService.id, source });
      expect([source, await pushed(scan, selfService)]).toMatchObject([source, { code: 'role_may_not' }]);
      expect(await here.store.get('scans', scan.id)).toBeNull();
    }
    const scan = scanOf(await person({ blockedReason: null }), { ...plain, kiosk: selfService.id, source: 'camera' });
    expect(await pushed(scan, selfService)).toMatchObject({ outcome: 'accepted' });
    const undo = { ...scan, id: newId(), verdict: 'undone', undoes: scan.id, undoReason: 'mistake' };
    expect(await pushed(undo, selfService)).toMatchObject({ code: 'role_may_not' });
  });
});

describe('the PIN at a kiosk without staff', () => {
  const unlock = async (pin: string, by = selfService) =>
    (await by.send('POST', '/api/v1/actions/events.unlock_settings', { json: { pin } })).body;

  test('is checked by the server: wrong PINs are counted and delay the next attempt of this kiosk alone', async () => {
    expect(await unlock(pins.kim)).toMatchObject({ outcome: 'right' });
    expect(await unlock(pins.visiting)).toMatchObject({ outcome: 'wrong_pin', attemptsLeft: 4 });
    for (const attemptsLeft of [3, 2, 1]) expect(await unlock('000001')).toMatchObject({ attemptsLeft });
    expect(await unlock('000001')).toMatchObject({ outcome: 'pin_locked' });
    expect(await unlock(pins.kim)).toMatchObject({ outcome: 'pin_locked' });
    expect(await unlock(pins.kim, await pairAs('self-service'))).toMatchObject({ outcome: 'right' });
  });

  test('is refused for a gate kiosk, which checks PINs itself', async () => {
    const asked = await gate.send('POST', '/api/v1/actions/events.unlock_settings', { json: { pin: pins.kim } });
    expect(asked.codes).toEqual(['device_not_allowed']);
  });
});
