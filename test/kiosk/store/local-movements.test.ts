/** A kiosk's knowledge of a ticket from its own scans agrees with what the server makes of the same scans. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldCheckin } from '#kiosk/store/held-records.ts';
import { createLocalMovements, type RosterKnowledge } from '#kiosk/store/local-movements.ts';
import type { JournalScan } from '#kiosk/store/replica.ts';
import { type CountRule, entryRefusal } from '#shared/admission/counted-entries.ts';
import { checkinFacts } from '#shared/admission/facts-from-records.ts';
import { reconcile } from '#shared/admission/reconcile.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';

const startMs = Date.parse('2026-05-12T09:30:00Z');
const ticket = { registration: 'r', ticketNumber: 't', list: 'l' };

type Step =
  | { readonly what: 'admit' | 'exit' | 'sync' | 'send' | 'receive' | 'restart' }
  | { readonly what: 'undo'; readonly which: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constantFrom('admit' as const, 'exit' as const) }),
    fc.record({ what: fc.constantFrom('send' as const, 'receive' as const, 'sync' as const, 'restart' as const) }),
    fc.record({ what: fc.constant('undo' as const), which: fc.nat(5) }),
  ),
  { maxLength: 25 },
);
const rules = fc.record({
  counting: fc.constantFrom('once' as const, 'unlimited' as const),
  exitFirst: fc.boolean(),
  passbackMinutes: fc.constant(0),
  timezone: fc.constant('UTC'),
  maxEntries: fc.constantFrom(null, 2),
}) satisfies fc.Arbitrary<CountRule>;

/** One ticket, one list, one kiosk, and a server that hears of it now and then. */
function world(rule: CountRule) {
  const journal: JournalScan[] = [];
  const sent = new Set<string>();
  let checkin: HeldCheckin | null = null;
  let nowMs = startMs;
  let conflicts: readonly { readonly scan: string }[] = [];
  const roster = {
    registrationByTicket: () => null,
    checkin: () => checkin,
    records: () => conflicts,
  } as unknown as RosterKnowledge;
  let own = createLocalMovements(roster);
  let remembered: JournalScan[] = [];
  const byId = (id: string | null) => journal.find((scan) => scan.id === id) ?? null;

  const facts = () => checkinFacts(checkin, own.of('t', 'r', 'l'), rule, () => null);
  function record(more: Partial<JournalScan>): void {
    const id = `s${String(journal.length).padStart(3, '0')}`;
    const shared = { ...ticket, id, counter: journal.length + 1, gate: 'g', kiosk: 'k', flags: [], undoes: null };
    const scan = { ...shared, direction: 'entry', scannedAt: isoTime(nowMs), ...more } as unknown as JournalScan;
    journal.push(scan);
    remembered.push(scan);
    own.add(scan, scan.undoes ? byId(scan.undoes) : null);
  }
  function settle(): void {
    const isCovered = own.settle((id) => !sent.has(id));
    remembered = remembered.filter((scan) => !isCovered(scan) || !sent.has(scan.id));
  }
  const atServer = () =>
    reconcile(
      journal.filter(({ id }) => sent.has(id)),
      rule,
    );

  function step(next: Step): void {
    nowMs += minuteMs / 10;
    if (next.what === 'admit' && entryRefusal(facts(), rule, nowMs) === null) record({ verdict: 'admitted' });
    else if (next.what === 'exit') record({ verdict: 'admitted', direction: 'exit' });
    else if (next.what === 'undo') {
      const undone = new Set(journal.map(({ undoes }) => undoes));
      const live = journal.filter(({ id, verdict }) => verdict === 'admitted' && !undone.has(id));
      const scan = live.at(-1 - next.which);
      if (scan) record({ verdict: 'undone', undoes: scan.id, direction: scan.direction });
    } else if (next.what === 'send' || next.what === 'sync') for (const { id } of journal) sent.add(id);
    if (next.what === 'receive' || next.what === 'sync') {
      const { checkin: first, last, standing, conflicts: against } = atServer();
      conflicts = against.map(({ scan }) => ({ scan: scan.id }));
      checkin =
        first &&
        last &&
        standing &&
        ({
          ...{ id: 'c', registration: 'r', list: 'l', scan: first.id, checkedInAt: first.scannedAt },
          ...{ lastScan: last.id, lastEntryAt: standing.checkedInAt, leftAt: standing.leftAt, inside: standing.inside },
          ...{ entries: standing.entries, entriesThatDay: standing.entriesThatDay },
        } as HeldCheckin);
    }
    if (next.what === 'restart') {
      // As the journal does it: what was not settled is read again, and what it takes back with it.
      own = createLocalMovements(roster);
      for (const scan of remembered) own.add(scan, scan.undoes ? byId(scan.undoes) : null);
    }
    settle();
  }
  const standing = () => {
    const known = facts();
    return known && { entries: known.entries, inside: known.inside, checkedInAt: known.checkedInAt };
  };
  const truth = () => {
    const known = reconcile(journal, rule).standing;
    return known && { entries: known.entries, inside: known.inside, checkedInAt: known.checkedInAt };
  };
  const counted = () => (checkin === null ? 0 : 1) + own.count('l');
  return { step, standing, truth, counted, remembered: () => remembered };
}

describe('own movements', () => {
  test('alone say what the server will make of them', () => {
    fc.assert(
      fc.property(rules, steps, (rule, all) => {
        const one = world(rule);
        for (const step of all) {
          if (step.what === 'send' || step.what === 'receive' || step.what === 'sync') continue;
          one.step(step);
          expect(one.standing()).toEqual(one.truth());
          expect(one.counted()).toBe(one.truth() === null ? 0 : 1);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('and the check-in together say the same once everything was sent and came back, and nothing is left over', () => {
    fc.assert(
      fc.property(rules, steps, (rule, all) => {
        const one = world(rule);
        for (const step of all) one.step(step);
        one.step({ what: 'sync' });
        expect(one.standing()).toEqual(one.truth());
        expect(one.counted()).toBe(one.truth() === null ? 0 : 1);
        expect(one.remembered()).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('on a list that lets in once agree with the server at every moment, however little has come back', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const once: CountRule = {
          counting: 'once',
          exitFirst: false,
          passbackMinutes: 0,
          timezone: 'UTC',
          maxEntries: null,
        };
        const one = world(once);
        for (const step of all) {
          one.step(step);
          expect(one.standing() === null).toBe(one.truth() === null);
          expect(one.counted()).toBe(one.truth() === null ? 0 : 1);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a check-in that another kiosk made', () => {
  const entry = (id: string, ms: number): JournalScan =>
    ({ ...ticket, id, verdict: 'admitted', direction: 'entry', scannedAt: isoTime(startMs + ms) }) as JournalScan;
  const checkinOf = ({ id, scannedAt }: JournalScan): HeldCheckin =>
    ({ scan: id, lastScan: id, checkedInAt: scannedAt, lastEntryAt: scannedAt, entries: 1 }) as HeldCheckin;

  function afterItWasTakenBack(own: JournalScan, others: JournalScan, isSent: boolean): number {
    let checkin: HeldCheckin | null = checkinOf(others);
    const known = { registrationByTicket: () => null, checkin: () => checkin, records: () => [] };
    const movements = createLocalMovements(known as unknown as RosterKnowledge);
    movements.add(own, null);
    movements.settle(() => !isSent);
    checkin = null;
    movements.settle(() => !isSent);
    return movements.count('l');
  }

  test('does not make a kiosk forget its own entry before it: the other may be taken back, also after this one was sent', () => {
    expect(afterItWasTakenBack(entry('own', 0), entry('other', 80), false)).toBe(1);
    expect(afterItWasTakenBack(entry('own', 0), entry('other', 80), true)).toBe(1);
  });

  test('nor one after it that the server has not heard of', () => {
    expect(afterItWasTakenBack(entry('own', 80), entry('other', 80), false)).toBe(1);
  });
});

test('a ticket that was passed on after it was scanned here is not used up for the person who has it now', () => {
  const owners = new Map([['t', 'r']]);
  const roster = {
    registrationByTicket: (number: string) => (owners.has(number) ? { id: owners.get(number) } : null),
    checkin: () => null,
    records: () => [],
  } as unknown as RosterKnowledge;
  const own = createLocalMovements(roster);
  const scan = { ...ticket, id: 's1', verdict: 'admitted', direction: 'entry', flags: [], undoes: null };
  own.add({ ...scan, scannedAt: isoTime(startMs) } as unknown as JournalScan, null);
  expect(own.of('t', 'r', 'l')).toHaveLength(1);
  // The registration gets a new number; another, withdrawn one keeps the old.
  owners.set('t', 'withdrawn').set('t2', 'r');
  expect(own.of('t2', 'r', 'l')).toEqual([]);
  expect(own.of('t', 'withdrawn', 'l')).toHaveLength(1);
  // A number that no record has any more was the registration's own.
  owners.delete('t');
  expect(own.of('t2', 'r', 'l')).toHaveLength(1);
});
