import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admit } from '#kiosk/station/admit.ts';
import { createRecentAttempts } from '#kiosk/station/recent-attempts.ts';
import type { StationTools } from '#kiosk/station/station-tools.ts';
import { webCryptoMac } from '#kiosk/station/web-crypto-mac.ts';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import type { JournalScan, Replica } from '#kiosk/store/replica.ts';
import { createRosterMaps, type RosterMaps } from '#kiosk/store/roster-maps.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import { decideGateCase, type GateCase, randomGateCase } from '#test/fixtures/gate-cases.ts';
import { nodeVerifier } from '#test/fixtures/ticket-signing.ts';

const verifier = nodeVerifier();

/** The records of a case as a kiosk holds them: some packed, the others as changes on top. */
function rosterOf({ records, seed }: GateCase): RosterMaps {
  const maps = createRosterMaps();
  const collections: Record<string, readonly HeldRecord[]> = {
    events: [records.event],
    ticket_types: records.ticketTypes,
    checkin_lists: records.checkinLists,
    gates: records.gates,
    entry_rules: records.entryRules,
    checkin_questions: records.questions,
    ticket_keys: records.ticketKeys,
    registrations: records.registrations,
    external_codes: records.externalCodes,
    attendee_imports: records.imports,
    // The cases give all check-ins one id; a log never does.
    checkins: records.checkins.map((checkin, n) => ({ ...checkin, id: `${checkin.id}-${n}` })),
  } as unknown as Record<string, readonly HeldRecord[]>;
  let seq = 0;
  for (const [collection, all] of Object.entries(collections)) {
    const cut = Math.abs(seed) % (all.length + 1);
    maps.addChunk(unpackChunk(packChunk(collection, all.slice(0, cut))));
    for (const record of all.slice(cut)) maps.apply({ collection, id: record.id, seq: ++seq, record });
  }
  return maps;
}

/** The part of a replica that `admit` sees, with a journal in memory; the one on disk is tried in a browser. */
function replicaOver(roster: RosterMaps, written: JournalScan[]): Replica {
  const journal = {
    append: async (draft: Omit<JournalScan, 'counter'>) => {
      const scan = { ...draft, counter: written.length + 1 };
      written.push(scan);
      return { kind: 'recorded', scan };
    },
    localScans: () => [],
  };
  const people = { ofGroup: () => [] };
  return {
    roster,
    journal,
    people,
    ready: () => true,
    cursor: () => ({ base: 'b', log: 'l', seq: 9 }),
  } as unknown as Replica;
}

function partsFor(c: GateCase, written: JournalScan[]): StationTools {
  const { online, revoked, leaseExpired, clockTrusted } = c.station;
  return {
    replica: replicaOver(rosterOf(c), written),
    identity: { kioskId: 'kiosk-1', event: c.records.event.id, gate: c.gateId, role: 'gate', demo: false },
    clock: {
      now: () => c.nowMs,
      trusted: () => clockTrusted,
      assumed: () => false,
      reason: () => (clockTrusted ? null : 'never_heard'),
      offsetMs: () => 0,
      observe: () => undefined,
      anchor: () => null,
    },
    monotonicMs: () => 0,
    verifier,
    mac: webCryptoMac,
    randomBytes: (count) => new Uint8Array(count),
    oneAtATime: createOneAtATime(),
    condition: () => ({ online, revoked, leaseExpired }),
    direction: () => 'entry',
    leases: { rooms: () => [], taken: () => null },
    recent: createRecentAttempts(),
  };
}

/** The same question asked of the records themselves. */
function expectedVerdict(c: GateCase) {
  const { registrations, checkins, externalCodes } = c.records;
  return decideGateCase(
    { ...c, knowledgeComplete: false, override: null, direction: 'entry', answers: null, rooms: [] },
    {
      registrationOf: (number) => registrations.find((r) => r.ticketNumber === number) ?? null,
      checkinOf: (registration, list) =>
        checkins.find((k) => k.registration === registration && k.list === list) ?? null,
      externalCodeOf: (hash) => externalCodes.find((one) => one.codeHash === hash) ?? null,
    },
    verifier,
  );
}

describe('admit', () => {
  test('comes to the verdict that the rules come to on the records themselves, and records it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const c = randomGateCase(seed);
        const written: JournalScan[] = [];
        const result = await admit({ source: 'wedge', candidates: [c.text] }, partsFor(c, written));
        const expected = await expectedVerdict(c);
        expect(result).toMatchObject({ kind: 'decided', outcome: { verdict: expected } });
        expect(written).toMatchObject([{ verdict: expected.code, flags: expected.flags, counter: 1, knownSeq: 9 }]);
      }),
      { numRuns: 500 },
    );
  });

  test('Q03 takes any text as text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.constantFrom(
            'https://evil.example/?x',
            'javascript:alert(1)',
            "' OR 1=1 --",
            'x'.repeat(10_240),
            '',
            '{}',
            'null',
          ),
        ),
        async (text) => {
          const c = {
            ...randomGateCase(1),
            station: { revoked: false, leaseExpired: false, clockTrusted: true, online: true },
          };
          const written: JournalScan[] = [];
          const result = await admit({ source: 'camera', candidates: [text] }, partsFor(c, written));
          expect(result).toMatchObject({
            kind: 'decided',
            outcome: { verdict: { code: 'code_malformed' }, person: null },
          });
          expect(written).toMatchObject([{ verdict: 'code_malformed', ticketNumber: null }]);
        },
      ),
    );
  });
});

describe('of several spellings of one scan', () => {
  const station = { revoked: false, leaseExpired: false, clockTrusted: true, online: true };

  /** A case whose text is a code that verifies. */
  async function verifying(): Promise<GateCase> {
    for (let seed = 0; ; seed++) {
      const c = { ...randomGateCase(seed), station };
      const { code } = await expectedVerdict(c);
      if (code === 'admitted' && (await expectedVerdict({ ...c, text: c.text.toLowerCase() })).code !== 'admitted')
        return c;
    }
  }

  test('the one that verifies is taken, wherever it stands', async () => {
    const c = await verifying();
    const forged = JSON.stringify({ type: 'event_ticket', ticketNumber: 'OTHER', timestamp: 1 });
    for (const candidates of [
      ['garbage', c.text],
      [forged, c.text],
      [c.text, forged],
    ]) {
      const result = await admit({ source: 'wedge', candidates }, partsFor(c, []));
      expect(result).toMatchObject({ outcome: { verdict: { code: 'admitted' } } });
    }
  });

  test('else the first that parses', async () => {
    const c = await verifying();
    const written: JournalScan[] = [];
    const unsigned = (ticketNumber: string) => JSON.stringify({ type: 'event_ticket', ticketNumber, timestamp: 1 });
    await admit(
      { source: 'wedge', candidates: ['garbage', unsigned('FIRST'), unsigned('SECOND')] },
      partsFor(c, written),
    );
    expect(written).toMatchObject([{ ticketNumber: 'FIRST' }]);
  });
});
