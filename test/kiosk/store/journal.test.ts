/** The numbers of scans, over a wipe that was cut short: what is new never counts as sent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JournalStore, openJournal } from '#kiosk/store/journal.ts';
import type { ScanDraft } from '#kiosk/store/replica.ts';
import { createRosterMaps } from '#kiosk/store/roster-maps.ts';
import { realTimers } from '#kiosk/store/timers.ts';
import { createMemoryDisk, type MemoryDisk } from '#test/fixtures/memory-rows.ts';

const draft = (id: string): ScanDraft => {
  const scan = { id, ticketNumber: id, registration: null, list: 'l', gate: 'main', kiosk: 'k', verdict: 'admitted' };
  return { ...scan, direction: 'entry', flags: [], undoes: null, scannedAt: '2026-05-12T09:30:00.000Z' } as never;
};

/** The page is loaded again, or the power failed: memory is lost, the disk stays. */
const open = (disk: MemoryDisk): Promise<JournalStore> =>
  openJournal({ rows: disk.scans, settings: disk.settings, roster: createRosterMaps(), timers: realTimers });

const steps = fc.array(fc.constantFrom('scan', 'send', 'hand over', 'drop', 'restart'), {
  maxLength: 30,
  size: 'max',
});

test('SY14 no number is given twice, and what was not answered for stays unsent, with anything gone from the disk', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const disk = createMemoryDisk();
      let journal = await open(disk);
      const unsent = new Set<string>();
      const numbers: number[] = [];
      for (const [n, step] of taken.entries()) {
        if (step === 'restart') journal = await open(disk);
        else if (step === 'scan') {
          const made = await journal.append(draft(`s${n}`));
          numbers.push(made.kind === 'recorded' ? Number(made.scan.counter) : Number.NaN);
          unsent.add(`s${n}`);
        } else if (step === 'send') {
          const [first] = await journal.byIds(journal.pendingIds());
          if (first) await journal.answered([first], []);
          if (first) unsent.delete(first.id);
        } else if (step === 'hand over') {
          await journal.handedOver(journal.unsentIds());
          unsent.clear();
        } else await journal.dropSent();
        // Scans that were sent may be offered again, because the ledger is written later. Scans that were not sent must be.
        expect([...unsent].filter((id) => !journal.unsentIds().includes(id))).toEqual([]);
      }
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
    { numRuns: 200 },
  );
});

test('SIM8 an admission is remembered over a restart until the disk has its check-in', async () => {
  const roster = createRosterMaps();
  const disk = createMemoryDisk();
  const parts = { rows: disk.scans, settings: disk.settings, timers: realTimers };
  const heldAfterRestart = async (): Promise<number> =>
    (await openJournal({ ...parts, roster: createRosterMaps() })).localScans('t1', 'r1', 'l').length;

  const journal = await openJournal({ ...parts, roster });
  const made = await journal.append({ ...draft('s1'), ticketNumber: 't1', registration: 'r1' });
  if (made.kind !== 'recorded') throw new Error(made.kind);
  await journal.answered([{ id: 's1', counter: Number(made.scan.counter) }], []);
  const checkin = { id: 'c1', registration: 'r1', list: 'l', scan: 's1', checkedInAt: made.scan.scannedAt };
  roster.apply({ collection: 'checkins', id: 'c1', seq: 1, record: checkin as never });
  journal.settle();
  expect(journal.localScans('t1', 'r1', 'l')).toEqual([]);
  await journal.close();
  expect(await heldAfterRestart()).toBe(1);

  journal.rosterStored();
  await journal.close();
  expect(await heldAfterRestart()).toBe(0);
});
