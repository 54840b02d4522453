/** The journal of movements of other kiosks: its bound, and the order in which it drops them. */
import { expect, test } from 'vitest';
import { createPeerJournal, journalMax, keepCoveredMs } from '#shared/peers/journal.ts';
import { labId, labStartMs, scanOf } from '#test/fixtures/peer-lab.ts';

const always = () => true;
const entryOf = (device: number, counter: number) => ({
  scan: scanOf(labId(device), counter, `T${device}-${counter}`, labStartMs),
  previous: counter - 1,
  signature: 'x',
});

test('PE10 beyond 50,000 the covered ones go first, then the oldest of the device that has the most, and these are counted', () => {
  const journal = createPeerJournal();
  const [busy, quiet] = [1, 2];
  const ofQuiet = 100;
  const beyond = 10;
  for (let n = 1; n <= ofQuiet; n += 1) journal.take(entryOf(quiet, n), 0, labStartMs);
  for (let n = 1; n <= journalMax - ofQuiet + beyond; n += 1) journal.take(entryOf(busy, n), 0, labStartMs);
  const covered = entryOf(quiet, 50).scan.ticketNumber;

  const aged = journal.age(labStartMs, ({ ticketNumber }) => ticketNumber === covered, always);
  expect(journal.size()).toBe(journalMax);
  expect(aged).toMatchObject({ dropped: beyond - 1 });
  expect(aged.ids).toHaveLength(beyond);
  const left = (device: number) => [...journal.after(labId(device), 0)].map(({ scan }) => scan.counter);
  expect(left(quiet)).toHaveLength(ofQuiet - 1);
  expect(left(quiet)).not.toContain(50);
  expect(left(busy)[0]).toBe(beyond);
});

test('PE10 what is covered stays for half an hour for those without a server; what is not covered stays as long as there is room', () => {
  const journal = createPeerJournal();
  const [covered, open] = [entryOf(1, 1), entryOf(1, 2)];
  for (const entry of [covered, open]) journal.take(entry, 0, labStartMs);
  const age = (afterMs: number) => journal.age(labStartMs + afterMs, ({ id }) => id === covered.scan.id, always).ids;
  expect(age(keepCoveredMs - 1)).toEqual([]);
  expect(age(keepCoveredMs)).toEqual([covered.scan.id]);
  expect(age(100 * keepCoveredMs)).toEqual([]);
  // It is not asked for again, and comes as known.
  expect(journal.vector()).toEqual(new Map([[labId(1), 2]]));
  expect(journal.take(covered, 0, labStartMs)).toBe('known');
});
