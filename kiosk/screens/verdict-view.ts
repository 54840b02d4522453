/**
 * A scan's outcome as the screen shows it: tone, words, facts. Pure; the words of the verdicts themselves stand in
 * shared/admission. Not here: how long it stays, how it looks.
 */

import type { AdmitResult, StationState } from '#kiosk/station/station.ts';
import { type VerdictText, verdictTexts } from '#shared/admission/refusals.ts';
import type { VerdictCode, VerdictDetail } from '#shared/admission/verdict.ts';
import { minuteMs, parseTime } from '#shared/base/time.ts';
import { ago, anyOf, duration, timeOfDay } from './words.ts';

/** `go`: let in. `stop`: do not. `look`: not yet, and something can be done about it here. */
export type Tone = 'go' | 'stop' | 'look';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface VerdictView {
  /** The verdict's code, or `not_recorded`, which is none. */
  readonly code: VerdictCode | 'not_recorded';
  readonly scanId: string | null;
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
  readonly person: { readonly name: string; readonly lines: readonly string[] } | null;
  readonly ticketTypeName: string | null;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
}

const tones: Readonly<Record<VerdictCode, Tone>> = {
  admitted: 'go',
  already_checked_in: 'stop',
  code_expired: 'look',
  code_from_future: 'look',
  code_forged: 'stop',
  code_malformed: 'look',
  wrong_event: 'stop',
  unknown_ticket: 'stop',
  not_confirmed: 'look',
  cancelled: 'stop',
  refunded: 'stop',
  revoked: 'stop',
  blocked: 'look',
  wrong_gate: 'look',
  too_early: 'look',
  too_late: 'stop',
  gate_full: 'look',
  exit_first: 'look',
  questions_required: 'look',
  clock_untrusted: 'look',
  kiosk_revoked: 'stop',
  lease_expired: 'stop',
};

export function toneOf(code: VerdictCode): Tone {
  return tones[code];
}

/** @param nowMs Unix milliseconds, for ages */
export function viewVerdict(result: AdmitResult, role: StationState['role'], nowMs: number): VerdictView {
  if (result.kind === 'not_recorded') return viewNotRecorded(result);
  const { outcome } = result;
  const { verdict, person } = outcome;
  const text = verdictTexts[verdict.code];
  return {
    code: verdict.code,
    scanId: outcome.scanId,
    tone: toneOf(verdict.code),
    title: text.title,
    sentence: sentenceFor(verdict.code, text, role),
    person:
      person === null
        ? null
        : { name: person.name, lines: [person.company, person.role].filter((line) => line !== null) },
    ticketTypeName: person?.ticketTypeName ?? null,
    // Whose ticket was used where is for staff; a guest in front of the screen is sent to them.
    facts: role === 'self-service' ? guestFacts(verdict.detail, nowMs) : factsOf(verdict.code, verdict.detail, nowMs),
    notes: role === 'self-service' ? [] : verdict.flags.flatMap((flag) => flagNotes[flag] ?? []),
  };
}

const flagNotes: Readonly<Record<string, string>> = {
  offline: 'Decided without the network',
  unverified: 'Genuine ticket, but not in the list of this kiosk yet',
  override: 'Admitted by a supervisor',
  conflict: 'Also admitted elsewhere: see conflicts',
};

function sentenceFor(code: VerdictCode, text: VerdictText, role: StationState['role']): string {
  if (role !== 'self-service') return text.sentence;
  if (code === 'admitted') return 'Take your badge and come in.';
  if (code === 'code_expired') return 'Open your ticket page again and scan the code it shows now.';
  if (code === 'code_malformed') return 'Scan the QR code of your ticket page or confirmation mail.';
  return 'Please ask a member of staff. They can help you at once.';
}

function viewNotRecorded(result: Extract<AdmitResult, { kind: 'not_recorded' }>): VerdictView {
  const [title, sentence] = notRecordedTexts[result.reason];
  return {
    code: 'not_recorded',
    scanId: null,
    tone: 'stop',
    title,
    sentence,
    person: null,
    ticketTypeName: null,
    facts: [{ label: 'What went wrong', value: result.message }],
    notes: [],
  };
}

type NotRecordedReason = Extract<AdmitResult, { kind: 'not_recorded' }>['reason'];

const notRecordedTexts: Readonly<Record<NotRecordedReason, readonly [title: string, sentence: string]>> = {
  disk_full: [
    'Storage is full',
    'This scan could not be kept, so nobody was checked in. Free space on this machine, or use another kiosk.',
  ],
  storage_failed: [
    'Not recorded',
    'This scan could not be kept, so nobody was checked in. Scan again; if it stays so, use another kiosk.',
  ],
  not_allowed: ['Not possible here', 'Nobody was checked in. What stands below says what to do.'],
  not_ready: ['Not ready yet', 'Nobody was checked in. Wait until this kiosk has loaded its list, or use another one.'],
};

function guestFacts(detail: VerdictDetail, nowMs: number): readonly Fact[] {
  return [
    ...fact('Your gate', detail.gates === undefined || detail.gates.length === 0 ? undefined : anyOf(detail.gates)),
    ...fact('Opens', detail.opensAt === undefined ? undefined : timeOfDay(detail.opensAt, nowMs)),
  ];
}

function factsOf(code: VerdictCode, detail: VerdictDetail, nowMs: number): readonly Fact[] {
  const used = detail.checkedInAt;
  const { issuedAt, windowMinutes } = detail;
  return [
    ...fact('Checked in', used === undefined ? undefined : `${timeOfDay(used, nowMs)} (${ago(used, nowMs)})`),
    ...fact(used === undefined ? 'Gate' : 'At gate', code === 'wrong_gate' ? undefined : detail.gate),
    ...fact('By kiosk', detail.kiosk),
    ...fact('Admitted at', gatesFact(code, detail)),
    ...fact(
      'Code issued',
      issuedAt === undefined ? undefined : `${timeOfDay(issuedAt, nowMs)}${distance(issuedAt, nowMs)}`,
    ),
    ...fact('Codes are good for', windowMinutes === undefined ? undefined : duration(windowMinutes * minuteMs)),
    ...fact('Opens', detail.opensAt === undefined ? undefined : timeOfDay(detail.opensAt, nowMs)),
    ...fact('Closed', detail.closesAt === undefined ? undefined : timeOfDay(detail.closesAt, nowMs)),
    ...fact('Reason', detail.blockedReason),
  ];
}

function gatesFact(code: VerdictCode, detail: VerdictDetail): string | undefined {
  if (detail.gates !== undefined && detail.gates.length > 0) return anyOf(detail.gates);
  return code === 'wrong_gate' ? 'None for this area' : undefined;
}

function distance(iso: string, nowMs: number): string {
  const ms = parseTime(iso);
  if (ms === null) return '';
  return ms > nowMs ? ` (${duration(ms - nowMs)} ahead)` : ` (${ago(iso, nowMs)})`;
}

function fact(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined || value === '' ? [] : [{ label, value }];
}
