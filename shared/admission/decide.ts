/**
 * The verdict on one attempt, from facts alone: no clock, no store, no code of kiosk or server. The questions are
 * asked in the order of `firstRefusal`; the first that refuses gives the verdict. Every fact that speaks about
 * validity is asked before "already used". Called by the kiosk's station and by the server's check-in.
 */
import { must } from '../base/assert.ts';
import { isoTime, minuteMs, parseTime, secondMs } from '../base/time.ts';
import { maxCodeAheadMs } from '../ticket/series.ts';
import type { TicketCode } from '../ticket/ticket-code.ts';
import { eventTag, tagOf } from '../ticket/ticket-number.ts';
import type { Facts, GateContext, GateFacts, RegistrationFacts } from './facts.ts';
import type { Verdict, VerdictCode, VerdictDetail, VerdictFlag } from './verdict.ts';

export interface Attempt {
  /** Null: no code was shown, staff looked the registration up; there is then no signature and no age to judge. */
  readonly code: TicketCode | null;
  readonly facts: Facts;
  readonly gate: GateContext;
  /** Trusted time, Unix milliseconds: at a kiosk its clock plus the offset measured against the server. */
  readonly nowMs: number;
  /** A person with the right to do so admits whatever the facts say; the caller has checked the right. */
  readonly override?: { readonly reason: string } | null;
}

interface Refused {
  readonly code: Exclude<VerdictCode, 'admitted'>;
  readonly detail?: VerdictDetail;
}

export function decide(attempt: Attempt): Verdict {
  const { gate, override } = attempt;
  const refused = firstRefusal(attempt);
  if (refused && (!override || notToOverride.has(refused.code))) {
    return { code: refused.code, flags: stationFlags(gate), detail: refused.detail ?? {} };
  }
  const flags = stationFlags(gate);
  if (takenOnTrust(attempt)) flags.push('unverified');
  if (override) flags.push('override');
  return { code: 'admitted', flags, detail: refused ? { ...refused.detail, overrode: refused.code } : {} };
}

/** The verdict on a text that is no ticket code. No override admits it: there is nobody to admit. */
export function decideMalformed(gate: GateContext): Verdict {
  const refused = stationRefusal({ gate }) ?? { code: 'code_malformed' };
  return { code: refused.code, flags: stationFlags(gate), detail: {} };
}

/** A revoked kiosk decides nothing, whoever stands before it. */
const notToOverride: ReadonlySet<VerdictCode> = new Set(['kiosk_revoked', 'code_malformed']);

/** The order of precedence. Kept places: `exit_first` beside `alreadyUsed`, then `gate_full`, and `questions_required` last. */
function firstRefusal(attempt: Attempt): Refused | null {
  return (
    stationRefusal(attempt) ??
    wrongEvent(attempt) ??
    forged(attempt) ??
    unknownTicket(attempt) ??
    registrationRefusal(attempt) ??
    codeAge(attempt) ??
    wrongGate(attempt) ??
    gateHours(attempt) ??
    alreadyUsed(attempt)
  );
}

function stationRefusal({ gate }: Pick<Attempt, 'gate'>): Refused | null {
  if (gate.station.revoked) return { code: 'kiosk_revoked' };
  if (gate.station.leaseExpired) return { code: 'lease_expired' };
  return null;
}

/** A known registration speaks for itself; the tag speaks for the unknown, unless our key has signed it for this event. */
function wrongEvent({ code, facts, gate }: Attempt): Refused | null {
  if (facts.registration) return facts.registration.event === gate.event.id ? null : { code: 'wrong_event' };
  if (code === null || facts.signature === 'valid') return null;
  const tag = tagOf(code.ticketNumber);
  return tag === null || tag === eventTag(gate.event.id) ? null : { code: 'wrong_event' };
}

/** Where signatures are off a code may carry none; one that is there and wrong is forged all the same. */
function forged({ code, facts, gate }: Attempt): Refused | null {
  if (code === null || facts.signature === 'valid') return null;
  if (facts.signature === 'missing' && gate.event.signatures === 'off') return null;
  return { code: 'code_forged' };
}

/** Bought after the kiosk last heard from the server, most likely: our signature is good, the record is not here yet. */
function takenOnTrust({ code, facts, gate }: Attempt): boolean {
  return facts.registration === null && code !== null && facts.signature === 'valid' && !gate.knowledgeComplete;
}

/** On trust only where the gate admits every ticket type: the code does not say which one it is. */
function unknownTicket(attempt: Attempt): Refused | null {
  if (attempt.facts.registration) return null;
  const restricted = attempt.gate.gate !== null && attempt.gate.gate.ticketTypes.length > 0;
  return takenOnTrust(attempt) && !restricted ? null : { code: 'unknown_ticket' };
}

function registrationRefusal({ facts, gate }: Attempt): Refused | null {
  const registration = facts.registration;
  if (registration === null) return gate.event.status === 'cancelled' ? { code: 'cancelled' } : null;
  if (registration.revokedAt !== null) return { code: 'revoked' };
  if (registration.paymentStatus === 'refunded') return { code: 'refunded' };
  if (gate.event.status === 'cancelled') return { code: 'cancelled' };
  if (registration.status === 'cancelled' || registration.status === 'expired') return { code: 'cancelled' };
  if (registration.status !== 'confirmed') return { code: 'not_confirmed' };
  if (registration.blockedReason !== null) {
    return { code: 'blocked', detail: { blockedReason: registration.blockedReason } };
  }
  return null;
}

/** Both bounds belong to the code's life: exactly the window old and exactly two minutes ahead are still good. */
function codeAge({ code, gate, nowMs }: Attempt): Refused | null {
  if (code === null) return null;
  if (!gate.station.clockTrusted) return { code: 'clock_untrusted' };
  const { replayWindowMinutes } = gate.event;
  const issuedMs = code.timestamp * secondMs;
  const issuedAt = isoTime(issuedMs);
  if (nowMs - issuedMs > replayWindowMinutes * minuteMs) {
    return { code: 'code_expired', detail: { issuedAt, windowMinutes: replayWindowMinutes } };
  }
  return issuedMs - nowMs > maxCodeAheadMs ? { code: 'code_from_future', detail: { issuedAt } } : null;
}

function wrongGate({ facts, gate, nowMs }: Attempt): Refused | null {
  const { registration } = facts;
  if (!gate.gateUnknown && (gate.gate === null || admitsType(gate.gate, registration))) return null;
  const open = (g: GateFacts) => !gate.station.clockTrusted || hoursRefusal(g, nowMs) === null;
  const gates = gate.gates.filter((g) => admitsType(g, registration) && open(g)).map((g) => g.name);
  return { code: 'wrong_gate', detail: { gates } };
}

function admitsType(gate: GateFacts, registration: RegistrationFacts | null): boolean {
  return gate.ticketTypes.length === 0 || (registration !== null && gate.ticketTypes.includes(registration.ticketType));
}

function gateHours({ gate, nowMs }: Attempt): Refused | null {
  if (gate.gate === null || (gate.gate.opensAt === null && gate.gate.closesAt === null)) return null;
  return gate.station.clockTrusted ? hoursRefusal(gate.gate, nowMs) : { code: 'clock_untrusted' };
}

/** Both bounds belong to the opening hours. */
function hoursRefusal({ opensAt, closesAt }: GateFacts, nowMs: number): Refused | null {
  if (opensAt !== null && nowMs < timeOf(opensAt)) return { code: 'too_early', detail: { opensAt } };
  if (closesAt !== null && nowMs > timeOf(closesAt)) return { code: 'too_late', detail: { closesAt } };
  return null;
}

function alreadyUsed({ facts }: Attempt): Refused | null {
  if (facts.checkin === null) return null;
  const { checkedInAt, gate, kiosk } = facts.checkin;
  return {
    code: 'already_checked_in',
    detail: { checkedInAt, ...(gate !== null && { gate }), ...(kiosk !== null && { kiosk }) },
  };
}

function stationFlags(gate: GateContext): VerdictFlag[] {
  return gate.station.online ? [] : ['offline'];
}

function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
