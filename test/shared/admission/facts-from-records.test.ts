import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AdmissionCheckin,
  type AdmissionGate,
  type AdmissionScan,
  checkinFacts,
  gateContext,
  listOf,
  questionFacts,
  registrationFacts,
  verifyingKeys,
} from '#shared/admission/facts-from-records.ts';
import { countOnce, reconcile } from '#shared/admission/reconcile.ts';
import { ticketKeyPair } from '../../fixtures/ticket-signing.ts';
import { attempt } from './attempt.ts';

const event = {
  id: 'event-1',
  status: 'live',
  replayWindowMinutes: 60,
  signatures: 'required',
  timezone: 'UTC',
} as const;
const station = { revoked: false, leaseExpired: false, clockTrusted: true, online: true };
const hall: AdmissionGate = {
  id: 'id-of-hall',
  key: 'hall',
  name: 'Hall',
  list: 'list-1',
  direction: 'both',
  ticketTypes: null,
  opensAt: null,
  closesAt: null,
};
const at = (gates: readonly AdmissionGate[], gateId: string | null) =>
  gateContext({ event, gates, gateId, lists: [], entryRules: [], questions: [], knowledgeComplete: true, station });

describe('the gate that was asked for', () => {
  test('is any where the event declares none, counted on the default list', () => {
    for (const gateId of ['main-entrance', null]) {
      const context = at([], gateId);
      expect(context).toMatchObject({ gate: null, gateUnknown: false });
      expect(listOf(context)).toBe('default');
    }
  });

  test('is found by its key or by the id of its record, and counted on its list', () => {
    for (const gateId of ['hall', 'id-of-hall']) {
      const context = at([hall], gateId);
      expect(context).toMatchObject({ gate: { id: 'id-of-hall', ticketTypes: [] }, gateUnknown: false });
      expect(listOf(context)).toBe('list-1');
    }
  });

  test('is the one with that key, should another have it as its id', () => {
    expect(
      at(
        [
          { ...hall, id: 'side', key: 'x' },
          { ...hall, key: 'side', name: 'Side' },
        ],
        'side',
      ).gate?.name,
    ).toBe('Side');
  });

  test('is unknown where the event declares gates and not this one', () => {
    for (const gateId of ['cellar', null]) expect(at([hall], gateId)).toMatchObject({ gate: null, gateUnknown: true });
  });
});

describe('the keys that verify', () => {
  const [a, b, c] = [ticketKeyPair(1), ticketKeyPair(2), ticketKeyPair(3)];

  test('are the active ones first, then the retired, and none that was withdrawn', () => {
    const records = [
      { publicKey: a.publicKeyText, state: 'retired' },
      { publicKey: b.publicKeyText, state: 'withdrawn' },
      { publicKey: c.publicKeyText, state: 'active' },
    ] as const;
    expect(verifyingKeys(records)).toEqual([c.publicKey, a.publicKey]);
  });

  test('do not include what is no key', () => {
    expect(
      verifyingKeys([
        { publicKey: 'AAAA', state: 'active' },
        { publicKey: '§', state: 'active' },
      ]),
    ).toEqual([]);
  });
});

describe('a standing at a kiosk', () => {
  const at = (minute: number) => `2026-09-14T18:${String(minute + 10).padStart(2, '0')}:00.000Z`;
  const names = (id: string) => (id === 'k1' ? 'Hall left' : null);
  const own = (id: string, minute: number, more: Partial<AdmissionScan> = {}): AdmissionScan => ({
    id,
    verdict: 'admitted',
    flags: [],
    direction: 'entry',
    undoes: null,
    scannedAt: at(minute),
    gate: 'hall',
    kiosk: 'k1',
    staff: 'Kim',
    answers: null,
    ...more,
  });
  const unlimited = { ...countOnce, counting: 'unlimited', exitFirst: true } as const;
  const checkin: AdmissionCheckin = {
    checkedInAt: at(0),
    scan: 'a',
    lastScan: 'b',
    gate: 'hall',
    kiosk: 'k9',
    staff: null,
    entries: 2,
    entriesThatDay: 2,
    lastEntryAt: at(5),
    lastGate: 'side',
    lastKiosk: 'k9',
    leftAt: null,
    inside: true,
  };

  test('is what the check-in says of the latest entry, not of the first', () => {
    expect(checkinFacts(checkin, [], unlimited, names)).toEqual({
      checkedInAt: at(5),
      gate: 'side',
      kiosk: 'k9',
      kioskName: null,
      staff: null,
      entries: 2,
      entriesThatDay: 2,
      leftAt: null,
      inside: true,
    });
  });

  test('counts own scans since, and none that the check-in has', () => {
    const scans = [own('b', 5), own('c', 6, { direction: 'exit' }), own('d', 7)];
    expect(checkinFacts(checkin, scans, unlimited, names)).toMatchObject({
      checkedInAt: at(7),
      gate: 'hall',
      kioskName: 'Hall left',
      staff: 'Kim',
      entries: 3,
      leftAt: at(6),
      inside: true,
    });
  });

  test('leaves out what was taken back here, before the server has said so', () => {
    const undone = own('u', 6, { verdict: 'undone', undoes: 'a' });
    const once = { ...checkin, lastScan: 'a', entries: 1 };
    expect(checkinFacts(once, [own('a', 0), undone], countOnce, names)).toBeNull();
    const latest = [own('b', 5), own('u', 6, { verdict: 'undone', undoes: 'b' })];
    expect(checkinFacts(checkin, latest, unlimited, names)).toMatchObject({ entries: 1, inside: false });
    expect(checkinFacts(null, [own('a', 0), undone], countOnce, names)).toBeNull();
  });

  test('of a check-in by a server that knows no exits is one entry', () => {
    const old = { checkedInAt: at(0), scan: 'a', gate: 'hall', kiosk: 'k1' } as AdmissionCheckin;
    expect(checkinFacts(old, [], countOnce, names)).toMatchObject({
      checkedInAt: at(0),
      entries: 1,
      inside: true,
      kioskName: 'Hall left',
    });
  });

  test('follows from scans as reconcile says', () => {
    const anyScan = fc.record({
      minute: fc.nat(40),
      kind: fc.constantFrom('entry', 'entry', 'exit', 'undo'),
      override: fc.boolean(),
      of: fc.nat(7),
    });
    fc.assert(
      fc.property(fc.array(anyScan, { maxLength: 8 }), fc.constantFrom(countOnce, unlimited), (drawn, rule) => {
        const scans = drawn.map(({ minute, kind, override, of }, i) =>
          own(`s${i}`, minute, {
            direction: kind === 'exit' ? 'exit' : 'entry',
            ...(kind === 'undo' && { verdict: 'undone', undoes: `s${of}` }),
            flags: override ? ['override'] : [],
          }),
        );
        const facts = checkinFacts(null, scans, rule, names);
        const { standing } = reconcile(scans, rule);
        expect(facts === null).toBe(standing === null);
        if (standing !== null) expect(facts).toMatchObject(standing);
      }),
      { numRuns: 1_000 },
    );
  });

  test('asks nothing again that this kiosk has asked, and passes the note on', () => {
    const record = {
      ...attempt().facts.registration!,
      paymentStatus: 'paid',
      attentionNote: 'Press',
      answers: { q1: {} },
    } as const;
    const facts = registrationFacts(record, [own('a', 0, { answers: { q2: true } })]);
    expect(facts).toMatchObject({ answered: ['q1', 'q2'], attentionNote: 'Press' });
  });
});

test('questions are those in use, in their order', () => {
  const question = { text: '?', kind: 'text', options: null, required: true, ticketTypes: null, active: true } as const;
  const records = [
    { ...question, id: 'c', position: 1 },
    { ...question, id: 'b', position: 0, active: false },
    { ...question, id: 'a', position: 1 },
    { ...question, id: 'd', position: 0 },
  ];
  expect(questionFacts(records).map(({ id }) => id)).toEqual(['d', 'a', 'c']);
});
