/**
 * Computes how long a visitor stayed. Each device measures for itself: intervals of one device that overlap count once
 * (a second tap on start while a visit runs), those of two devices add up, as every counter does.
 */
import { dwellMax, type LeadEdit, type LeadEditOf } from './edit.ts';

/** Maximum of one interval: a visit that a person stops days later does not count for days. */
const intervalMaxMs = 4 * 3_600_000;

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

const isKind =
  <K extends LeadEdit['kind']>(kind: K) =>
  (edit: LeadEdit): edit is LeadEditOf<K> =>
    edit.kind === kind;

/** A start that two edits stop ends with the earlier one; an end before its start counts nothing. */
function intervalsByDevice(edits: readonly LeadEdit[]): ReadonlyMap<string, readonly Interval[]> {
  const ends = new Map<string, number>();
  for (const { at, value } of edits.filter(isKind('stopped')))
    ends.set(value.start, Math.min(ends.get(value.start) ?? Number.POSITIVE_INFINITY, Date.parse(at)));
  const byDevice = new Map<string, Interval[]>();
  for (const { at, device, id } of edits.filter(isKind('started'))) {
    const fromMs = Date.parse(at);
    const end = ends.get(id);
    if (end === undefined || end <= fromMs) continue;
    const interval = { fromMs, toMs: Math.min(end, fromMs + intervalMaxMs) };
    byDevice.set(device, [...(byDevice.get(device) ?? []), interval]);
  }
  return byDevice;
}

function unionMs(intervals: readonly Interval[]): number {
  let [sum, coveredTo] = [0, Number.NEGATIVE_INFINITY];
  for (const { fromMs, toMs } of [...intervals].sort((a, b) => a.fromMs - b.fromMs)) {
    sum += Math.max(0, toMs - Math.max(fromMs, coveredTo));
    coveredTo = Math.max(coveredTo, toMs);
  }
  return sum;
}

/** @param edits those that count: none that was undone @returns 0 to `dwellMax` */
export function dwellSeconds(edits: readonly LeadEdit[]): number {
  const measured = [...intervalsByDevice(edits).values()].reduce((sum, intervals) => sum + unionMs(intervals), 0);
  const noted = edits.filter(isKind('dwell')).reduce((sum, { value }) => sum + value, 0);
  return Math.min(dwellMax, Math.max(0, Math.floor(measured / 1_000) + noted));
}

/** The visit that this device began last and has not ended; null: none runs. */
export function runningSince(edits: readonly LeadEdit[], device: string): LeadEditOf<'started'> | null {
  const stopped = new Set(edits.filter(isKind('stopped')).map(({ value }) => value.start));
  const running = edits.filter(isKind('started')).filter((edit) => edit.device === device && !stopped.has(edit.id));
  return running.reduce<LeadEditOf<'started'> | null>(
    (latest, edit) => (latest === null || edit.at >= latest.at ? edit : latest),
    null,
  );
}
