/** The facts of one verdict in words: when, where, by whom, until when. Pure; called by verdict-view.ts. */
import type { VerdictCode, VerdictDetail } from '#shared/admission/verdict.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { Wording } from '../../words/catalogues.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The facts that a guest may read: the right gate and its opening time, never another person or kiosk. */
export function guestFacts(detail: VerdictDetail, words: Wording, nowMs: number): readonly Fact[] {
  const { facts, format } = words;
  return [
    ...fact(facts.yourGate, detail.gates && format.anyOf(detail.gates)),
    ...fact(facts.opens, detail.opensAt && format.time(detail.opensAt, nowMs)),
  ];
}

/** The facts that staff read; those without a value are left out. */
export function staffFacts(code: VerdictCode, detail: VerdictDetail, words: Wording, nowMs: number): readonly Fact[] {
  const { facts, format } = words;
  const { checkedInAt, issuedAt, windowMinutes, againAt, opensAt, closesAt } = detail;
  const timeAndAge = (iso: string): string => facts.timeAndAge(format.time(iso, nowMs), format.ago(iso, nowMs));
  return [
    ...fact(facts.checkedIn, checkedInAt && timeAndAge(checkedInAt)),
    ...fact(checkedInAt === undefined ? facts.gate : facts.atGate, code === 'wrong_gate' ? undefined : detail.gate),
    ...fact(facts.byKiosk, detail.kioskName ?? detail.kiosk),
    ...fact(facts.byStaff, detail.staff),
    ...fact(facts.entries, entries(detail, words)),
    ...fact(facts.againAt, againAt && timeAndAge(againAt)),
    ...fact(facts.admittedAt, gates(code, detail, words)),
    ...fact(facts.nearest, nearest(detail, words, nowMs)),
    ...fact(facts.codeIssued, issuedAt && timeAndAge(issuedAt)),
    ...fact(facts.codesGoodFor, windowMinutes === undefined ? undefined : format.duration(windowMinutes * minuteMs)),
    ...fact(facts.opens, opensAt && format.time(opensAt, nowMs)),
    ...fact(facts.closed, closesAt && format.time(closesAt, nowMs)),
    ...fact(facts.full, detail.full && (detail.full === 'gate' ? facts.fullGate : facts.fullList)),
    ...fact(facts.scanned, detail.badge && facts.badge),
    ...fact(facts.reason, detail.blockedReason),
  ];
}

function entries({ entries: done, maxEntries }: VerdictDetail, { facts, format }: Wording): string | undefined {
  if (done === undefined || maxEntries === undefined || maxEntries <= 1) return undefined;
  return facts.entriesOf(format.number(done), format.number(maxEntries));
}

function gates(code: VerdictCode, detail: VerdictDetail, { facts, format }: Wording): string | undefined {
  if (detail.gates !== undefined && detail.gates.length > 0) return format.anyOf(detail.gates);
  if (detail.otherAreas !== undefined) return facts.otherArea(format.anyOf(detail.otherAreas));
  return code === 'wrong_gate' && detail.direction !== 'exit' ? facts.noGate : undefined;
}

function nearest({ nearest: way }: VerdictDetail, { facts, format }: Wording, nowMs: number): string | undefined {
  if (way === undefined) return undefined;
  return way.opensAt === null
    ? facts.nearestOpen(way.gate)
    : facts.nearestFrom(way.gate, format.time(way.opensAt, nowMs));
}

function fact(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined || value === '' ? [] : [{ label, value }];
}
