/** SY17: kiosks and a server that talk over a line that loses, delays and repeats; at every step the sum must hold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  leaseDecide,
  leaseDue,
  leaseGraceMs,
  leaseLifetimeMs,
  leaseRateMs,
  leaseWanted,
  readRoomName,
  roomName,
} from '#shared/admission/lease.ts';
import { freePlaces, grantLease, type LeaseBook, outstanding } from '#shared/admission/lease-book.ts';
import { minuteMs } from '#shared/base/time.ts';
import { LeaseWorld, startMs } from './lease-world.ts';

type Op = (world: LeaseWorld) => void;

const kioskCount = 3;
const anyKiosk = fc.nat(kioskCount - 1);
const index = fc.nat(20);

/** What the world does with each value. */
const does = <T>(arbitrary: fc.Arbitrary<T>, act: (world: LeaseWorld, value: T) => void) =>
  arbitrary.map(
    (value): Op =>
      (world) =>
        act(world, value),
  );

const asks = fc.record({ kiosk: anyKiosk, wanted: fc.nat(8) });
const questions = fc.record({ at: index, keep: fc.boolean() });
const answers = fc.record({ at: index, lost: fc.boolean() });
const scans = fc.record({ kiosk: anyKiosk, again: fc.boolean() });
const sayings = fc.oneof(
  { weight: 3, arbitrary: does(asks, (w, { kiosk, wanted }) => w.ask(kiosk, wanted)) },
  { weight: 4, arbitrary: does(questions, (w, { at, keep }) => w.deliverQuestion(at, keep)) },
  { weight: 4, arbitrary: does(answers, (w, { at, lost }) => w.deliverAnswer(at, lost)) },
  { weight: 6, arbitrary: does(anyKiosk, (w, kiosk) => w.admit(kiosk)) },
  { weight: 4, arbitrary: does(scans, (w, { kiosk, again }) => w.send(kiosk, again)) },
  { weight: 1, arbitrary: fc.constant<Op>((w) => w.serverAdmits()) },
  { weight: 1, arbitrary: fc.constant<Op>((w) => w.leave()) },
  { weight: 1, arbitrary: does(anyKiosk, (w, kiosk) => w.forget(kiosk)) },
);
const passes = (w: LeaseWorld, ms: number): void => {
  w.nowMs += ms;
};
const shortWhile = does(fc.integer({ min: 1, max: 10 * minuteMs }), passes);
const longWhile = does(fc.constantFrom(leaseLifetimeMs, leaseLifetimeMs + leaseGraceMs + 1), passes);
const overrides = does(anyKiosk, (w, kiosk) => w.override(kiosk));

function play(capacity: number, ops: readonly Op[], check: (world: LeaseWorld) => void): LeaseWorld {
  const world = new LeaseWorld(capacity, kioskCount);
  for (const op of ops) {
    op(world);
    check(world);
  }
  return world;
}

describe('inside + outstanding ≤ capacity + reported', () => {
  const capacity = fc.integer({ min: 0, max: 12 });

  test('in every order of questions, answers, admissions and scans, with late kiosks and overrides', () => {
    fc.assert(
      fc.property(
        capacity,
        fc.array(fc.oneof({ weight: 12, arbitrary: sayings }, shortWhile, longWhile, overrides), {
          maxLength: 120,
          size: 'max',
        }),
        (room, ops) => {
          play(room, ops, (w) => {
            expect(w.book.inside + w.promised()).toBeLessThanOrEqual(room + w.reported);
          });
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('where no lease expires and no one overrides, no room is over capacity, and nothing is reported', () => {
    fc.assert(
      fc.property(capacity, fc.array(sayings, { maxLength: 120, size: 'max' }), (room, ops) => {
        play(room, ops, (w) => {
          expect(w.reported).toBe(0);
          expect(w.reallyInside()).toBeLessThanOrEqual(room);
        });
      }),
      { numRuns: 5_000 },
    );
  });

  test('a late kiosk that sends everything leaves everyone counted, and those without a place reported', () => {
    fc.assert(
      fc.property(
        capacity,
        fc.array(fc.oneof({ weight: 8, arbitrary: sayings }, longWhile), { maxLength: 80, size: 'max' }),
        (room, ops) => {
          const world = play(room, ops, () => undefined);
          for (const [kiosk, { outbox }] of world.kiosks.entries())
            for (const _ of [...outbox]) world.send(kiosk, false);
          expect(world.reallyInside()).toBe(world.book.inside);
          expect(world.book.inside).toBeLessThanOrEqual(room + world.reported);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('at the server', () => {
  const question = { kiosk: 'k0', request: 1, lease: 'a', generation: 0, granted: 0, used: 0, wanted: 10 };
  const empty: LeaseBook = { capacity: 9, inside: 0, leases: [] };

  test('kiosks that ask at the same time share what is free', () => {
    const first = grantLease(empty, { ...question, wanted: 4 }, startMs)!;
    const second = grantLease({ ...empty, leases: [first] }, { ...question, kiosk: 'k1', lease: 'b' }, startMs)!;
    expect([first.granted, second.granted]).toEqual([4, 2]);
    expect(freePlaces({ ...empty, leases: [first, second] }, startMs)).toBe(3);
  });

  test('the last place is given to one', () => {
    const book = { ...empty, inside: 8 };
    const first = grantLease(book, question, startMs)!;
    const second = grantLease({ ...book, leases: [first] }, { ...question, kiosk: 'k1', lease: 'b' }, startMs)!;
    expect([first.granted, second.granted]).toEqual([1, 0]);
  });

  test('what a kiosk no longer wants comes back when it is heard again', () => {
    const first = grantLease(empty, question, startMs)!;
    expect(first.granted).toBe(9);
    const { generation, granted } = first;
    const fewer = { ...question, request: 2, generation, granted, used: 3, wanted: 0 };
    const back = grantLease({ ...empty, leases: [first] }, fewer, startMs)!;
    // Until it is heard once more it may not have got the answer.
    expect(freePlaces({ ...empty, leases: [back] }, startMs)).toBe(0);
    const heard = { ...fewer, request: 3, generation: back.generation, granted: back.granted };
    const after = grantLease({ ...empty, leases: [back] }, heard, startMs)!;
    expect(freePlaces({ ...empty, leases: [after] }, startMs)).toBe(6);
  });

  test('a lease that ran out promises nothing, after a minute for clocks that are off', () => {
    const entry = grantLease(empty, question, startMs)!;
    expect(outstanding(entry, entry.expiresAtMs + leaseGraceMs)).toBe(9);
    expect(outstanding(entry, entry.expiresAtMs + leaseGraceMs + 1)).toBe(0);
  });

  test('what was admitted before a late question renewed the lease is late all the same', () => {
    const question = { kiosk: 'k', lease: 'a', request: 1, generation: 0, granted: 0, used: 0, wanted: 1 };
    const first = grantLease({ capacity: 1, inside: 0, leases: [] }, question, startMs)!;
    expect(first.granted).toBe(1);
    // Another person is inside by now, and the lease is over; two requests come, one from before the admission.
    const laterMs = startMs + leaseLifetimeMs + leaseGraceMs + 1;
    const held = { ...question, generation: 1, granted: 1 };
    const renewed = grantLease({ capacity: 1, inside: 1, leases: [first] }, { ...held, request: 2 }, laterMs)!;
    const answer = grantLease(
      { capacity: 1, inside: 1, leases: [renewed] },
      { ...held, request: 3, used: 1 },
      laterMs,
    )!;
    expect(answer).toMatchObject({ late: 1 });
    expect(outstanding(answer, laterMs)).toBe(0);
  });

  test('an overtaken question is not answered', () => {
    const entry = grantLease(empty, { ...question, request: 5 }, startMs)!;
    for (const request of [4, 5])
      expect(grantLease({ ...empty, leases: [entry] }, { ...question, request }, startMs)).toBeNull();
  });

  test('a lease that a restored server forgot goes on as its kiosk says', () => {
    const held = { ...question, request: 7, lease: 'mine', generation: 3, granted: 5, used: 2 };
    const entry = grantLease(empty, held, startMs)!;
    expect(entry).toMatchObject({ lease: 'mine', generation: 4, priorGranted: 5 });
  });
});

describe('at the kiosk', () => {
  const lease = { lease: 'a', generation: 1, granted: 10, expiresAtMs: startMs };
  const at = (nowMs: number, clockTrusted = true) => ({ nowMs, clockTrusted });

  test('no one without a lease, beyond it, or after its end', () => {
    expect(leaseDecide('gate', null, 0, at(startMs))).toMatchObject({ remaining: 0 });
    expect(leaseDecide('gate', lease, 4, at(startMs))).toEqual({ kind: 'gate', remaining: 6, clockNeeded: false });
    expect(leaseDecide('list', lease, 12, at(startMs))).toEqual({ kind: 'list', remaining: 0, clockNeeded: false });
    expect(leaseDecide('gate', lease, 0, at(startMs + 1))).toMatchObject({ remaining: 0, clockNeeded: false });
  });

  test('without a clock it says so, instead of guessing whether the lease still runs', () => {
    expect(leaseDecide('gate', lease, 0, at(startMs, false))).toMatchObject({ clockNeeded: true });
    expect(leaseDecide('gate', lease, 10, at(startMs, false))).toMatchObject({ remaining: 0, clockNeeded: false });
  });

  test('asks for half an hour at the rate of the last quarter, between 10 and 500', () => {
    expect([0, 5, 6, 100, 250, 9_999].map(leaseWanted)).toEqual([10, 10, 12, 200, 500, 500]);
  });

  test('asks when half of that is used up or half its life is over', () => {
    const fresh = { ...lease, granted: 10, expiresAtMs: startMs + leaseLifetimeMs };
    expect(leaseDue(null, 0, 0, startMs)).toBe(true);
    expect(leaseDue(fresh, 4, 0, startMs)).toBe(false);
    expect(leaseDue(fresh, 5, 0, startMs)).toBe(true);
    expect(leaseDue(fresh, 0, 0, startMs + leaseLifetimeMs / 2 + 1)).toBe(true);
    expect(leaseRateMs).toBe(15 * minuteMs);
  });

  test('names a room in one way', () => {
    expect(readRoomName(roomName({ kind: 'list', id: 'x-1' }))).toEqual({ kind: 'list', id: 'x-1' });
    for (const text of ['hall:1', 'gate:', 'gate', 'gate:a:b', '']) expect(readRoomName(text)).toBeNull();
  });
});
