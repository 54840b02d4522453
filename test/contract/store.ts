/**
 * The contract of every store, on any database: the rules ST1–ST7 of server/store/contract.ts and the promises of its
 * methods. Run by test/server/store/<kind>.test.ts with a factory.
 */
import { afterEach, beforeEach, describe, test } from 'vitest';
import { callTests, tableTests } from './store-calls.ts';
import { commitTests, twinTests, updateTests } from './store-commits.ts';
import { checkDefaults } from './store-defaults.ts';
import { checkDump } from './store-dump.ts';
import { checkEstimate } from './store-estimate.ts';
import { type OpenedStore, StoreLab, type StoreSetting } from './store-lab.ts';
import { checkAbandoned, checkLongReads, checkLongReadsAfterWrites } from './store-long-reads.ts';
import {
  checkMoves,
  checkMovesLoaded,
  checkMovesRefused,
  checkMovesReopened,
  checkMovesSkipped,
} from './store-moves.ts';
import { batchTests, planTests, questionsOfPlans, sequenceTests } from './store-order.ts';
import { checkDrop, checkReshape, checkReshapeMeanwhile, checkReshapeRefused } from './store-reshape.ts';
import { checkDue, checkLateRest, checkLeavesRest, checkScheduleReopened, checkStaysAtRest } from './store-schedule.ts';
import { checkCrowdedSearch, checkHostileSearch, checkSearch, checkSearchReshaped } from './store-search.ts';
import { checkEstimates, checkStatistics } from './store-size.ts';

export type { OpenedStore, StoreSetting } from './store-lab.ts';

/** @param part `calls`: without those tests that are about what questions find, which no opening changes */
export function storeContract(
  kind: string,
  open: (setting: StoreSetting) => Promise<OpenedStore>,
  part: 'all' | 'calls' = 'all',
): void {
  describe(`store contract: ${kind}`, () => {
    const lab = new StoreLab(open);
    beforeEach(() => lab.reset());
    afterEach(() => lab.opened.dispose());

    commitTests(lab);
    updateTests(lab);
    twinTests(lab);
    sequenceTests(lab);
    planTests(lab);
    questionsOfPlans(lab);
    batchTests(lab);
    wholeTests(lab);
    if (part === 'all') questionTests(lab);
    callTests(lab);
    tableTests(lab);
  });
}

/** Whole databases: dumps, other shapes, other releases, rest, long reads. */
function wholeTests(lab: StoreLab): void {
  test('what goes out as a dump comes in as the same data, with its numbers, under another log id', () =>
    checkDump(lab.opened.store));

  test('a row gets the default of every field that is left out', () => checkDefaults(lab.db));

  test('a table takes another shape with its rows, and the log tells of each', () => checkReshape(lab.opened.store));
  test('rows that do not fit are counted and shown, and nothing has changed', () =>
    checkReshapeRefused(lab.opened.store));
  test('while a table takes another shape, reads go on and other tenants write', () =>
    checkReshapeMeanwhile(lab.opened.store));
  test('a dropped table goes with its rows, and a new one of its name begins empty', () =>
    checkDrop(lab.opened.store, lab.opened.reopen));

  test('a new release moves fields and values, with their indexes, search and history', () =>
    checkMoves(lab.opened.store, lab.opened.reopen));
  test('a release that has moved them finds nothing to do, and the next one goes on from there', () =>
    checkMovesReopened(lab.opened.store, lab.opened.reopen));
  test('ST7 a tenant at rest is active before its log grows, for every way of writing', () =>
    checkLeavesRest(lab.opened.store));
  test('what leaves the log as it is leaves a tenant at rest', () => checkStaysAtRest(lab.opened.store));
  test('a rest that was decided before a change is refused', () => checkLateRest(lab.opened.store));
  test('a tenant is due at its time, or when the clock was set back', () => checkDue(lab.opened.store));
  test('the schedule is durable, and tenants that are not at rest are in it', () =>
    checkScheduleReopened(lab.opened.store, lab.opened.reopen));

  test('long reads answer what memory does', () => checkLongReads(lab.opened.store, lab.db));

  test('long reads see what was written before them, in tables of any shape', () => checkLongReadsAfterWrites(lab.db));

  test('a long read ends when no caller waits for it', () => checkAbandoned(lab.db));
}

function questionTests(lab: StoreLab): void {
  test('makes the statistics of its planner', () => checkStatistics(lab.db));

  test('says about how many rows a collection has', () => checkEstimates(lab.db));

  test('an estimate is exact for few records and near for many', async () =>
    checkEstimate(lab.db, await lab.opened.store.tenant('many')));

  test('a release that comes after several moves what each of them moved', () => checkMovesSkipped(lab.opened.store));
  test('values that cannot be moved leave everything as it was', () => checkMovesRefused(lab.opened.store));
  test('a dump of an earlier release is loaded as one of this release', () => checkMovesLoaded(lab.opened.store));

  test('a search finds and ranks what memory does, after any writes', () => checkSearch(lab.db));
  test('a search stays in order where many ids come between two', () => checkCrowdedSearch(lab.db));
  test('a search for what is no search breaks nothing', () => checkHostileSearch(lab.db));
  test('what is searchable changes with the definition, the shape and the database', () => {
    return checkSearchReshaped(lab.opened.store, lab.opened.reopen);
  });
}
