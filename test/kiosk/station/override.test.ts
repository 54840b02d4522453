/** A supervisor admits against the verdict: who may, what is recorded, and what a guesser gets. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deriveByWebCrypto } from '#kiosk/station/web-crypto-pin.ts';
import { approvalText } from '#shared/admission/supervisor-approval.ts';
import { pinBytes } from '#shared/admission/supervisor-pin.ts';
import { must } from '#shared/base/assert.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { minuteMs } from '#shared/base/time.ts';
import { deriveByNode, storedPin } from '#test/fixtures/derive-pin.ts';
import type { LabOptions, StationLab } from '#test/fixtures/station-lab.ts';
import { nodeVerifier } from '#test/fixtures/ticket-signing.ts';
import { eventId, gate, guestType, identity, openRequestHandler, person, startMs } from './sample-people.ts';

const pin = '271828';
const reason = 'Knows the speaker';
let stored: Awaited<ReturnType<typeof storedPin>>;
let lab: StationLab;

beforeAll(async () => {
  stored = await storedPin(pin);
});
afterEach(() => lab.station.close());

const supervisor = (more: object = {}) => ({
  id: '0197a000-0000-7000-8000-0000000000aa',
  event: eventId,
  name: 'Kim',
  active: true,
  ...stored,
  ...more,
});
const supervisorId = supervisor({}).id;
const blocked = person(1, { blockedReason: 'Ask for the contract' });

async function open(records: object = {}, more: object = {}): Promise<StationLab> {
  lab = await openRequestHandler(
    { registrations: [blocked, person(2)], supervisors: [supervisor()], ...records },
    more,
  );
  return lab;
}

async function refusedScan(): Promise<string> {
  const result = await lab.station.admitRegistration(blocked.id);
  if (result.kind !== 'decided') throw new Error(result.message);
  return result.outcome.scanId;
}

describe('an override', () => {
  test('admits, keeps what it overrode, who did it and why, and sets the flag', async () => {
    await open();
    const first = await lab.station.admitRegistration(blocked.id);
    expect(first).toMatchObject({ outcome: { verdict: { code: 'blocked' }, overridable: true, undoableUntil: null } });
    const result = await lab.station.override(await refusedScan(), { supervisorId, pin, reason: `  ${reason}  ` });
    expect(result).toMatchObject({
      kind: 'decided',
      outcome: {
        verdict: { code: 'admitted', flags: ['override'], detail: { overrode: 'blocked' } },
        person: { name: 'Person 1' },
        overridable: false,
        undoableUntil: '2026-05-12T09:45:00.000Z',
      },
    });
    expect(lab.disk.rows().at(-1)?.scan).toMatchObject({
      verdict: 'admitted',
      flags: ['override'],
      overrode: 'blocked',
      overrideBy: supervisorId,
      overrideReason: reason,
      source: 'search',
      registration: blocked.id,
    });
    expect(await lab.station.admitRegistration(blocked.id)).toMatchObject({
      outcome: { verdict: { code: 'blocked' } },
    });
    expect(lab.replica.journal.localAdmissionCount(lab.disk.rows()[0]!.scan.list)).toBe(1);
  });

  test('is signed by the supervisor for this scan alone, before it is on the disk', async () => {
    await open();
    await lab.station.override(await refusedScan(), { supervisorId, pin, reason });
    const { scan } = must(lab.disk.rows().at(-1), 'the override');
    const [key, signature] = [fromBase64url(stored.approvalKey), fromBase64url(String(scan.approvalSignature))];
    if (!key || !signature) throw new Error('no signature');
    expect(nodeVerifier().verify(key, approvalText(scan), signature)).toBe(true);
    expect(nodeVerifier().verify(key, approvalText({ ...scan, registration: 'another' }), signature)).toBe(false);
    expect(lab.disk.rows()[0]?.scan.approvalSignature ?? null).toBeNull();
  });

  test('by a PIN of before approvals were signed: nothing is tried, and the supervisor is sent to set it again', async () => {
    await open({ supervisors: [supervisor({ approvalKey: null, sealedApprovalKey: null })] });
    const ask = async () => lab.station.override(await refusedScan(), { supervisorId, pin, reason });
    expect(await ask()).toEqual({ kind: 'refused', reason: 'pin_outdated' });
    expect(await lab.station.unlock('000000')).toEqual({ kind: 'wrong_pin', attemptsLeft: 4 });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'right' });
  });

  test('a sealed key that was exchanged for another supervisor’s opens with no PIN of the first', async () => {
    const other = await storedPin('314159');
    await open({ supervisors: [supervisor({ sealedApprovalKey: other.sealedApprovalKey })] });
    const ask = async (text: string) => lab.station.override(await refusedScan(), { supervisorId, pin: text, reason });
    expect(await ask(pin)).toMatchObject({ kind: 'wrong_pin' });
    expect(await ask('314159')).toMatchObject({ kind: 'wrong_pin' });
  });

  test('needs a reason, a supervisor of this event, and a verdict that may be overruled', async () => {
    const foreign = supervisor({ id: '0197a000-0000-7000-8000-0000000000ab', event: 'another' });
    const former = supervisor({ id: '0197a000-0000-7000-8000-0000000000ac', active: false });
    await open({ supervisors: [supervisor(), foreign, former] });
    const scan = await refusedScan();
    expect(lab.station.supervisors()).toEqual([{ id: supervisorId, name: 'Kim' }]);
    const ask = (id: string, more: object = {}) => lab.station.override(id, { supervisorId, pin, reason, ...more });
    expect(await ask(scan, { reason: ' ' })).toEqual({ kind: 'refused', reason: 'reason_missing' });
    for (const { id } of [foreign, former])
      expect(await ask(scan, { supervisorId: id })).toEqual({ kind: 'refused', reason: 'supervisor_unknown' });
    expect(await ask('nobody')).toEqual({ kind: 'refused', reason: 'not_overridable' });
    const malformed = await lab.station.admit({ source: 'wedge', candidates: ['no code at all'] });
    if (malformed.kind !== 'decided') throw new Error(malformed.message);
    expect(malformed.outcome.overridable).toBe(false);
    expect(await ask(malformed.outcome.scanId)).toEqual({ kind: 'refused', reason: 'not_overridable' });
    expect(lab.disk.rows().filter(({ scan: { verdict } }) => verdict === 'admitted')).toEqual([]);
  });

  test('is none of a guest’s business, and not offered where it could not be done', async () => {
    await open({ kiosks: [{ id: identity.kioskId, event: eventId, gate: identity.gate, role: 'self-service' }] });
    expect(await lab.station.override('any', { supervisorId, pin, reason })).toMatchObject({ reason: 'not_allowed' });
    await lab.station.close();
    await open({ supervisors: [] });
    expect(await lab.station.admitRegistration(blocked.id)).toMatchObject({ outcome: { overridable: false } });
  });

  test('WebCrypto derives what the server derives', async () => {
    const salt = new Uint8Array(16).fill(9);
    expect(await deriveByWebCrypto(pinBytes(pin), salt, 100_000)).toEqual(
      await deriveByNode(pinBytes(pin), salt, 100_000),
    );
  });
});

describe('a kiosk of another role', () => {
  const of = (role: string) => [{ id: identity.kioskId, event: eventId, gate: identity.gate, role }];

  test('without staff holds no PIN: the server says whether one is right, and without it nothing opens', async () => {
    const asked: unknown[] = [];
    const answers: object[] = [
      { outcome: 'right' },
      { outcome: 'wrong_pin', attemptsLeft: 3 },
      { outcome: 'pin_locked', waitMs: 60_000 },
      { outcome: 'no_supervisor' },
      { outcome: 'something newer' },
    ];
    const act: LabOptions['act'] = async (action, input) => {
      if (action === 'unlock_settings') asked.push(input);
      return { kind: 'ok', body: answers.shift() };
    };
    await open({ kiosks: of('self-service'), supervisors: [] }, { act });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'right' });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'wrong_pin', attemptsLeft: 3 });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'pin_locked', waitMs: 60_000 });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'refused', reason: 'no_supervisor' });
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'refused', reason: 'offline' });
    lab.setOnline(false);
    expect(await lab.station.unlock(pin)).toEqual({ kind: 'refused', reason: 'offline' });
    expect(asked).toEqual(Array(5).fill({ pin }));
  });

  test('an exhibitor’s device admits no one, and keeps no scan', async () => {
    await open({ kiosks: of('exhibitor') });
    for (const attempt of [
      lab.station.admit({ source: 'wedge', candidates: ['no code at all'] }),
      lab.station.admitRegistration(blocked.id),
      lab.station.override('any', { supervisorId, pin, reason }),
    ])
      expect(await attempt).toMatchObject({ kind: 'not_recorded', reason: 'not_allowed' });
    expect(lab.disk.rows()).toEqual([]);
    expect(await lab.station.recent(5)).toEqual([]);
  });
});

describe('after the page was loaded again', () => {
  test('an attempt of before is gone: it asks for a new scan, tries no PIN, records nothing, and the new scan can be overruled', async () => {
    await open();
    const scan = await refusedScan();
    const by = { supervisorId, pin, reason };
    lab = await lab.reload();
    expect(await lab.station.override(scan, { ...by, pin: '000000' })).toEqual({
      kind: 'refused',
      reason: 'not_overridable',
    });
    expect(await lab.station.override(scan, by)).toEqual({ kind: 'refused', reason: 'not_overridable' });
    expect(await lab.station.answer(scan, {})).toEqual({ kind: 'refused', reason: 'unknown_scan' });
    expect(lab.disk.rows()).toHaveLength(1);
    // The list of last scans has it still, and offers nothing that would not work.
    expect(await lab.station.recent(10)).toMatchObject([{ scanId: scan, verdict: 'blocked', undoableUntil: null }]);
    expect(await lab.station.override(await refusedScan(), { ...by, pin: '000000' })).toEqual({
      kind: 'wrong_pin',
      attemptsLeft: 4,
    });
    expect(await lab.station.override(await refusedScan(), by)).toMatchObject({
      outcome: { verdict: { code: 'admitted', detail: { overrode: 'blocked' } } },
    });
  });
});

describe('an override of a person without a ticket', () => {
  test('into a room without a place makes the registration that was refused, once, and takes no place', async () => {
    await open({ gates: [{ ...gate, capacity: 10 }] }, { online: false });
    const entry = {
      ticketType: guestType.id,
      name: 'Wilma Walk',
      email: null,
      company: null,
      role: null,
      payment: 'card',
      paymentReference: 'R-1',
    } as const;
    const refused = await lab.station.walkIn(entry, {});
    if (refused.kind !== 'decided') throw new Error(refused.kind);
    expect(refused.outcome.verdict.code).toBe('gate_full');
    const by = { supervisorId, pin, reason };
    const both = await Promise.all([1, 2].map(() => lab.station.override(refused.outcome.scanId, by)));
    expect(both).toMatchObject([
      { outcome: { verdict: { code: 'admitted', detail: { overrode: 'gate_full' } } } },
      { kind: 'refused', reason: 'not_overridable' },
    ]);
    const made = lab.disk.rows().flatMap(({ scan }) => scan.walkIn ?? []);
    expect(made).toMatchObject([{ name: 'Wilma Walk', amount: 2_500, payment: 'card', scan: lab.disk.rows()[1]!.id }]);
    expect(lab.disk.rows().map(({ scan: { leases } }) => leases)).toEqual([null, null]);
    expect(lab.disk.rows()[1]!.scan.registration).toBe(made[0]!.registration);
  });
});

describe('wrong PINs', () => {
  test('are counted on disk before they are tried, over a restart, and then cost a wait', async () => {
    await open();
    const guess = async (text: string) =>
      lab.station.override(await refusedScan(), { supervisorId, pin: text, reason });
    for (const attemptsLeft of [4, 3]) expect(await guess('000001')).toEqual({ kind: 'wrong_pin', attemptsLeft });
    lab = await lab.reload();
    for (const attemptsLeft of [2, 1]) expect(await guess('000002')).toEqual({ kind: 'wrong_pin', attemptsLeft });
    expect(await guess('000003')).toEqual({ kind: 'pin_locked', waitMs: minuteMs });
    lab = await lab.reload();
    // The right PIN is refused, too, and takes no attempt away.
    lab.setNow(startMs + minuteMs / 2);
    expect(await guess(pin)).toEqual({ kind: 'pin_locked', waitMs: minuteMs / 2 });
    lab.setNow(startMs + minuteMs);
    expect(await guess('000004')).toEqual({ kind: 'pin_locked', waitMs: 2 * minuteMs });
    lab.setNow(startMs + 3 * minuteMs);
    expect(await guess(pin)).toMatchObject({ outcome: { verdict: { code: 'admitted' } } });
    expect(await guess('000005')).toEqual({ kind: 'wrong_pin', attemptsLeft: 4 });
  });

  test('cannot be tried many at once', async () => {
    await open();
    const scan = await refusedScan();
    const guesses = Array.from({ length: 12 }, (_, n) =>
      lab.station.override(scan, { supervisorId, pin: String(100_000 + n), reason }),
    );
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong_pin')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'pin_locked')).toHaveLength(8);
  });

  test('where the disk takes no count, no PIN is tried, and no one gets in', async () => {
    await open();
    const scan = await refusedScan();
    const ask = () => lab.station.override(scan, { supervisorId, pin, reason });
    lab.disk.setBroken(true);
    expect(await ask()).toMatchObject({ kind: 'not_recorded', reason: 'storage_failed' });
    lab.disk.setBroken(false);
    expect(lab.disk.rows()).toHaveLength(1);
    expect(await ask()).toMatchObject({ outcome: { verdict: { code: 'admitted' } } });
  });
});
