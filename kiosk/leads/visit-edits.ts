/** The edits of a lead that a scan, a tap on the visit and a discard make. */
import { parseTime } from '#shared/base/time.ts';
import { runningSince } from '#shared/leads/dwell.ts';
import { countingEdits } from '#shared/leads/lead-of.ts';
import type { NewEdit } from './edit-maker.ts';
import type { createLeadBook } from './lead-book.ts';
import type { CaptureResult } from './leads.ts';
import { meaningOfScan } from './visit.ts';

/** Null: this badge is no lead yet. */
type Booked = ReturnType<ReturnType<typeof createLeadBook>['get']>;

const countingOf = (booked: Booked) => (booked === null ? [] : countingEdits(booked.state));

/** @returns no edits for the scan before once more; `visit` is what it comes to when they are durable */
export function editsOfScan(
  booked: Booked,
  kioskId: string,
  nowMs: number,
): { readonly edits: readonly NewEdit[]; readonly visit: Extract<CaptureResult, { kind: 'captured' }>['visit'] } {
  const running = runningSince(countingOf(booked), kioskId);
  const lastMs = parseTime(booked?.lead.lastCapturedAt ?? '');
  const meaning = meaningOfScan(running && parseTime(running.at), lastMs, nowMs);
  if (meaning === 'same') return { edits: [], visit: 'same' };
  if (meaning === 'ends' && running !== null)
    return { edits: [{ kind: 'stopped', value: { start: running.id } }], visit: 'left' };
  const begin = [
    { kind: 'captured', value: null },
    { kind: 'started', value: null },
  ] as const;
  return { edits: begin, visit: (booked?.lead.captures ?? 0) > 0 ? 'again' : 'new' };
}

/** Begins a visit, or ends the one that this device began. */
export function editsOfTap(booked: Booked, kioskId: string): readonly NewEdit[] {
  const running = runningSince(countingOf(booked), kioskId);
  return [running === null ? { kind: 'started', value: null } : { kind: 'stopped', value: { start: running.id } }];
}

/** Undoes every scan; what was entered stays. */
export function editsOfDiscard(booked: Booked): readonly NewEdit[] {
  const scans = countingOf(booked).filter(({ kind }) => kind === 'captured');
  return scans.map(({ id }) => ({ kind: 'undo', value: { edit: id } }));
}
