/** The edits of a lead that a scan, a tap on the visit and a discard make. */
import { parseTime } from '#shared/base/time.ts';
import { runningSince } from '#shared/leads/dwell.ts';
import { countingEdits } from '#shared/leads/lead-of.ts';
import type { NewEdit } from './edit-maker.ts';
import type { createLeadBook } from './lead-book.ts';
import type { CaptureResult } from './leads.ts';
import { meaningOfScan, sameScanMs } from './visit.ts';

/** Null: this badge is no lead yet. */
type Booked = ReturnType<ReturnType<typeof createLeadBook>['get']>;

const captured: NewEdit = { kind: 'captured', value: null };
const begin: readonly NewEdit[] = [captured, { kind: 'started', value: null }];

const countingOf = (booked: Booked) => (booked === null ? [] : countingEdits(booked.state));

/** @returns no edits when the scan repeats the one before; `visit` is the scan's result once the edits are durable */
export function editsOfScan(
  booked: Booked,
  kioskId: string,
  nowMs: number,
): { readonly edits: readonly NewEdit[]; readonly visit: Extract<CaptureResult, { kind: 'captured' }>['visit'] } {
  const counting = countingOf(booked);
  const running = runningSince(counting, kioskId);
  const isLead = (booked?.lead.captures ?? 0) > 0;
  // The badge that has ended a visit may still be before the camera.
  if (isLead && running === null && nowMs - endedMs(counting, kioskId) < sameScanMs)
    return { edits: [], visit: 'left' };
  const lastMs = parseTime(booked?.lead.lastCapturedAt ?? '');
  const meaning = meaningOfScan(running && parseTime(running.at), lastMs, nowMs);
  // A discarded lead is none, although its visit runs.
  if (!isLead) return { edits: running === null ? begin : [captured], visit: 'new' };
  if (meaning === 'same') return { edits: [], visit: 'same' };
  if (meaning === 'ends' && running !== null)
    return { edits: [{ kind: 'stopped', value: { start: running.id } }], visit: 'left' };
  return { edits: begin, visit: 'again' };
}

function endedMs(counting: ReturnType<typeof countingOf>, kioskId: string): number {
  const ended = counting.findLast(({ kind, device }) => kind === 'stopped' && device === kioskId);
  return parseTime(ended?.at ?? '') ?? Number.NEGATIVE_INFINITY;
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
