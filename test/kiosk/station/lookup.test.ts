/** People admitted without a code: by the number printed on the ticket, or found by name. */
import { describe, expect, test } from 'vitest';
import { admit, admitRegistration } from '#kiosk/station/admit.ts';
import { createRecentAttempts } from '#kiosk/station/recent-attempts.ts';
import { searchPeople } from '#kiosk/station/search-people.ts';
import type { StationTools } from '#kiosk/station/station-tools.ts';
import { webCryptoMac } from '#kiosk/station/web-crypto-mac.ts';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import type { JournalScan, Replica } from '#kiosk/store/replica.ts';
import { createRosterMaps } from '#kiosk/store/roster-maps.ts';
import { createRosterPeople } from '#kiosk/store/roster-people.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { nodeVerifier } from '#test/fixtures/ticket-signing.ts';

const event = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  status: 'published',
  replayWindowMinutes: 60,
  signatures: 'required',
  timezone: 'Europe/Berlin',
};
const ada = {
  id: '0197a000-0000-7000-8000-0000000000a1',
  event: event.id,
  ticketType: 'type-1',
  status: 'confirmed',
  paymentStatus: 'paid',
  name: 'Ada Lovelace',
  email: 'ada@engines.example',
  company: 'Analytical Engines',
  role: null,
  ticketNumber: ticketNumber(event.id, new Uint8Array(10).fill(7)),
  revokedAt: null,
  blockedReason: null,
};
const imported = { ...ada, id: '0197a000-0000-7000-8000-0000000000a2', name: 'Jonas Berg', ticketNumber: 'EXT 4711' };
const nowMs = Date.parse('2026-05-12T09:30:00Z');

async function kiosk(role: 'gate' | 'self-service' = 'gate') {
  const maps = createRosterMaps();
  let seq = 0;
  const apply = (collection: string, id: string, record: object | null): void =>
    maps.apply({ collection, id, seq: ++seq, record: record as HeldRecord | null });
  apply('events', event.id, event);
  for (const person of [ada, imported]) apply('registrations', person.id, person);
  const people = createRosterPeople(() => maps.registrations());
  await people.replaced();
  const written: JournalScan[] = [];
  const journal = {
    append: async (draft: Omit<JournalScan, 'counter'>) => {
      const scan = { ...draft, counter: written.length + 1 };
      written.push(scan);
      return { kind: 'recorded', scan };
    },
    localScans: (number: string) => written.filter((scan) => scan.ticketNumber === number),
  };
  const parts: StationTools = {
    replica: {
      roster: maps,
      people,
      journal,
      ready: () => true,
      cursor: () => null,
    } as unknown as Replica,
    identity: { kioskId: 'kiosk-1', event: event.id, gate: 'north', role, demo: false },
    clock: {
      now: () => nowMs,
      trusted: () => true,
      assumed: () => false,
      reason: () => null,
      offsetMs: () => 0,
      observe: () => undefined,
      anchor: () => null,
    } as StationTools['clock'],
    monotonicMs: () => 0,
    verifier: nodeVerifier(),
    mac: webCryptoMac,
    randomBytes: (count) => new Uint8Array(count),
    oneAtATime: createOneAtATime(),
    condition: () => ({ online: true, revoked: false, leaseExpired: false }),
    direction: () => 'entry',
    leases: { rooms: () => [], taken: () => null },
    recent: createRecentAttempts(),
  };
  const erase = (id: string): void => {
    apply('registrations', id, null);
    people.put(id, null);
  };
  return { parts, written, erase };
}

const typed = (text: string) => ({ source: 'typed' as const, candidates: [text] });
const grouped = (number: string): string => (number.match(/.{1,4}/g) ?? []).join(' ').toLowerCase();

describe('a ticket number that staff typed', () => {
  test('finds its person, spaces and small letters allowed, and is recorded as typed without a code', async () => {
    const { parts, written } = await kiosk();
    const result = await admit(typed(grouped(ada.ticketNumber)), parts);
    expect(result).toMatchObject({ outcome: { verdict: { code: 'admitted' }, person: { name: 'Ada Lovelace' } } });
    expect(written).toMatchObject([
      { source: 'typed', registration: ada.id, ticketNumber: ada.ticketNumber, verdict: 'admitted', issuedAt: null },
    ]);
    const again = await admit(typed(ada.ticketNumber), parts);
    expect(again).toMatchObject({ outcome: { verdict: { code: 'already_checked_in' } } });
  });

  test('may be one of another issuer, if a person has it', async () => {
    const { parts } = await kiosk();
    expect(await admit(typed('EXT 4711'), parts)).toMatchObject({ outcome: { person: { name: 'Jonas Berg' } } });
    expect(await admit(typed('EXT 4712'), parts)).toMatchObject({ outcome: { verdict: { code: 'code_malformed' } } });
  });

  test('that no person has is an unknown ticket', async () => {
    const { parts, written } = await kiosk();
    const other = ticketNumber(event.id, new Uint8Array(10).fill(8));
    expect(await admit(typed(other), parts)).toMatchObject({
      outcome: { verdict: { code: 'unknown_ticket' }, person: null },
    });
    expect(written).toMatchObject([{ verdict: 'unknown_ticket', ticketNumber: other, registration: null }]);
  });

  test('admits no one when a scanner reads it: a number on paper is no code', async () => {
    const { parts } = await kiosk();
    for (const source of ['wedge', 'camera'] as const) {
      const result = await admit({ source, candidates: [ada.ticketNumber] }, parts);
      expect(result).toMatchObject({ outcome: { verdict: { code: 'code_malformed' }, person: null } });
    }
  });
});

describe('a person found by name', () => {
  test('is admitted through the journal, and shown as checked in from then on', async () => {
    const { parts, written } = await kiosk();
    const find = () => searchPeople('lovel', parts.replica, parts.identity).people;
    expect(find()).toMatchObject([{ registrationId: ada.id, checkedInAt: null, matched: { name: [[4, 9]] } }]);
    const result = await admitRegistration(ada.id, parts);
    expect(result).toMatchObject({ kind: 'decided', outcome: { verdict: { code: 'admitted' } } });
    expect(written).toMatchObject([{ source: 'search', registration: ada.id, verdict: 'admitted', counter: 1 }]);
    expect(find()).toMatchObject([{ checkedInAt: '2026-05-12T09:30:00.000Z' }]);
  });

  test('an erased person is not found, and not admitted by a tap that comes too late', async () => {
    const { parts, written, erase } = await kiosk();
    erase(ada.id);
    expect(searchPeople('lovelace', parts.replica, parts.identity).people).toEqual([]);
    expect(await admitRegistration(ada.id, parts)).toMatchObject({ kind: 'not_recorded', reason: 'not_allowed' });
    expect(written).toEqual([]);
  });

  test('is looked up by staff only: a self-service kiosk finds and admits no one without a code', async () => {
    const { parts, written } = await kiosk('self-service');
    expect(searchPeople('lovelace', parts.replica, parts.identity).people).toEqual([]);
    expect(await admitRegistration(ada.id, parts)).toMatchObject({ kind: 'not_recorded', reason: 'not_allowed' });
    expect(await admit(typed(ada.ticketNumber), parts)).toMatchObject({
      outcome: { verdict: { code: 'code_malformed' }, person: null },
    });
    expect(written.map((scan) => scan.registration)).toEqual([null]);
  });
});
