/** Taking a scan back at the kiosk that made it, and people who go out: what the kiosk itself knows at once. */
import { afterEach, describe, expect, test } from 'vitest';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { eventId, gate, hallList, identity, list, openRequestHandler, person, startMs } from './sample-people.ts';

let lab: StationLab;
afterEach(() => lab.station.close());

const ada = person(1);
const both = { ...gate, direction: 'both' };

function outcome(result: AdmitResult) {
  if (result.kind !== 'decided') throw new Error(result.message);
  return result.outcome;
}
const admit = async () => outcome(await lab.station.admitRegistration(ada.id));
const code = async () => (await admit()).verdict.code;
const later = (minutes: number) => lab.setNow(startMs + minutes * minuteMs);
const checkin = (scan: string, more: object = {}) => ({
  id: 'c-1',
  event: eventId,
  list,
  registration: ada.id,
  scan,
  gate: 'hall',
  kiosk: identity.kioskId,
  checkedInAt: isoTime(startMs),
  entries: 1,
  entriesThatDay: 1,
  lastScan: scan,
  lastEntryAt: isoTime(startMs),
  leftAt: null,
  inside: true,
  ...more,
});

describe('an undo', () => {
  test('makes the ticket good again at once, counts back, and is a scan that names the other', async () => {
    lab = await openRequestHandler({}, { online: false });
    const { scanId, undoableUntil } = await admit();
    expect(undoableUntil).toBe(isoTime(startMs + 15 * minuteMs));
    expect(lab.station.state().checkedIn).toBe(1);
    expect(await code()).toBe('already_checked_in');
    later(5);
    expect(await lab.station.undo(scanId, ' wrong person ')).toEqual({ kind: 'undone', scanId });
    expect(lab.station.state().checkedIn).toBe(0);
    expect(lab.station.search('person 1').people).toMatchObject([{ checkedInAt: null }]);
    expect(lab.disk.rows().at(-1)?.scan).toMatchObject({
      verdict: 'undone',
      undoes: scanId,
      undoReason: 'wrong person',
      registration: ada.id,
      ticketNumber: ada.ticketNumber,
      list,
      direction: 'entry',
      flags: ['offline'],
    });
    expect(await code()).toBe('admitted');
    expect(lab.station.state().checkedIn).toBe(1);
  });

  test('is known after a restart, and of a scan whose check-in came back in the meantime', async () => {
    lab = await openRequestHandler();
    const { scanId } = await admit();
    lab.apply('checkins', 'c-1', checkin(scanId));
    await lab.journal.answered([{ id: scanId, counter: 1 }], []);
    expect(lab.station.state().checkedIn).toBe(1);
    lab = await lab.reload();
    await lab.station.undo(scanId, 'mistake');
    expect(lab.station.state().checkedIn).toBe(0);
    expect(await code()).toBe('admitted');
    expect(await code()).toBe('already_checked_in');
    lab = await lab.reload();
    expect(await code()).toBe('already_checked_in');
    expect(lab.station.state().checkedIn).toBe(1);
  });

  test('and what the server makes of it come to one count, in any order of what comes down', async () => {
    lab = await openRequestHandler();
    const { scanId } = await admit();
    lab.apply('checkins', 'c-1', checkin(scanId));
    await lab.station.undo(scanId, 'mistake');
    const rows = lab.disk.rows().map(({ id, counter }) => ({ id, counter }));
    await lab.journal.answered(rows, []);
    expect(lab.station.state().checkedIn).toBe(0);
    lab.apply('checkins', 'c-1', null);
    expect(lab.station.state().checkedIn).toBe(0);
    // The server had made the check-in before it heard of the undo, and it comes down once more.
    lab.apply('checkins', 'c-1', checkin(scanId));
    expect(lab.station.state().checkedIn).toBe(0);
    lab.apply('checkins', 'c-1', null);
    lab = await lab.reload();
    // Nothing is left to remember: a start need not read these scans again.
    expect(lab.disk.setting('sent_ledger')).toMatchObject({ settledThrough: 2 });
    expect(await code()).toBe('admitted');
  });

  test('comes in time, once, of an admission of this kiosk, and with a reason', async () => {
    lab = await openRequestHandler();
    const { scanId } = await admit();
    const again = (await admit()).scanId;
    const refusal = async (id: string, reason = 'mistake') => lab.station.undo(id, reason);
    expect(await refusal(again)).toEqual({ kind: 'refused', reason: 'not_admitted' });
    expect(await refusal('unknown')).toEqual({ kind: 'refused', reason: 'unknown_scan' });
    expect(await refusal(scanId, '  ')).toEqual({ kind: 'refused', reason: 'reason_missing' });
    lab.setNow(startMs + 15 * minuteMs + 1);
    expect(await refusal(scanId)).toEqual({ kind: 'refused', reason: 'undo_too_late' });
    later(15);
    expect(await refusal(scanId)).toEqual({ kind: 'undone', scanId });
    lab = await lab.reload();
    expect(await refusal(scanId)).toEqual({ kind: 'refused', reason: 'already_undone' });
  });

  test('stands in the list of what was done lately, newest first, so that the right one is found', async () => {
    lab = await openRequestHandler();
    const { scanId } = await admit();
    await lab.station.admitRegistration(person(2).id);
    await lab.station.admit({ source: 'wedge', candidates: ['nonsense'] });
    await lab.station.undo(scanId, 'mistake');
    const shown = await lab.station.recent(10);
    expect(shown.map(({ name, verdict, undone, undoableUntil }) => [name, verdict, undone, undoableUntil])).toEqual([
      [null, 'code_malformed', false, null],
      ['Person 2', 'admitted', false, isoTime(startMs + 15 * minuteMs)],
      ['Person 1', 'admitted', true, null],
    ]);
    later(16);
    expect((await lab.station.recent(2)).map(({ undoableUntil }) => undoableUntil)).toEqual([null, null]);
  });
});

describe('on the way out', () => {
  const exitFirst = { gates: [both], checkin_lists: [{ ...hallList, counting: 'unlimited', exitFirst: true }] };

  test('an exit lets the same ticket in again, offline too; taken back, it does not', async () => {
    lab = await openRequestHandler(exitFirst, { online: false });
    expect(lab.station.state()).toMatchObject({ direction: 'entry', canTurn: true });
    expect(await code()).toBe('admitted');
    expect(await code()).toBe('exit_first');
    await lab.station.setDirection('exit');
    later(1);
    const out = await admit();
    expect(out).toMatchObject({ direction: 'exit', verdict: { code: 'admitted', detail: { direction: 'exit' } } });
    lab = await lab.reload();
    expect(lab.station.state().direction).toBe('exit');
    await lab.station.setDirection('entry');
    await lab.station.undo(out.scanId, 'came back for the coat');
    later(2);
    expect(await code()).toBe('exit_first');
    await lab.station.setDirection('exit');
    await admit();
    await lab.station.setDirection('entry');
    later(3);
    expect(await code()).toBe('admitted');
    expect(await code()).toBe('exit_first');
    expect(lab.station.state().checkedIn).toBe(1);
  });

  test('what has come back as a check-in is not counted twice, and an exit after it still counts', async () => {
    lab = await openRequestHandler(exitFirst);
    const { scanId } = await admit();
    lab.apply('checkins', 'c-1', checkin(scanId));
    later(1);
    await lab.station.setDirection('exit');
    await admit();
    await lab.station.setDirection('entry');
    later(2);
    expect(await code()).toBe('admitted');
    expect(await code()).toBe('exit_first');
    // What it says besides this kiosk's own exit, it cannot know before it has heard of that.
    await lab.journal.answered(
      lab.disk.rows().map(({ id, counter }) => ({ id, counter })),
      [],
    );
    lab.apply('checkins', 'c-1', checkin(scanId, { leftAt: isoTime(startMs + minuteMs), inside: false }));
    expect(await code()).toBe('exit_first');
    expect(lab.replica.journal.localScans(ada.ticketNumber, ada.id, list)).toHaveLength(1);
  });

  test('a list that counts days lets in once a day, by what this kiosk did alone', async () => {
    lab = await openRequestHandler({ checkin_lists: [{ ...hallList, counting: 'once_per_day' }] }, { online: false });
    expect(await code()).toBe('admitted');
    expect(await code()).toBe('already_checked_in');
    later(24 * 60);
    expect(await code()).toBe('admitted');
    lab = await lab.reload();
    expect(await code()).toBe('already_checked_in');
    expect(lab.station.state().checkedIn).toBe(1);
  });

  test('a gate that leads one way is not turned round', async () => {
    lab = await openRequestHandler({ gates: [{ ...gate, direction: 'exit' }] });
    expect(lab.station.state()).toMatchObject({ direction: 'exit', canTurn: false });
    await lab.station.close();
    lab = await openRequestHandler();
    await lab.station.setDirection('exit');
    expect(lab.station.state()).toMatchObject({ direction: 'entry', canTurn: false });
  });
});
