/**
 * The verdict on one attempt, from facts alone: no clock, no store, no code of kiosk or server. The questions are
 * asked in the order of `firstRefusal`; the first that refuses gives the verdict (RULES.md). Every fact that speaks
 * about validity is asked before "already used". Called by the kiosk's station and by the server: the check-in (through
 * decide-group.ts) and the attendance of sessions.
 */
import { must } from '../base/assert.ts';
import { isoTime, minuteMs, parseTime, secondMs } from '../base/time.ts';
import { maxCodeAheadMs } from '../ticket/series.ts';
import type { TicketCode } from '../ticket/ticket-code.ts';
import { eventTag, tagOf } from '../ticket/ticket-number.ts';
import { countRule, entryRefusal, isInside, needsClock } from './counted-entries.ts';
import type { ExternalCodeFacts, Facts, GateContext, RoomFacts } from './facts.ts';
import { mayOverride } from './overridable.ts';
import { type Answers, asAsked, isAnswer, openQuestions } from './questions.ts';
import {
  type Direction,
  unprovenVerdicts,
  type Verdict,
  type VerdictCode,
  type VerdictDetail,
  type VerdictFlag,
} from './verdict.ts';
import {
  distinguishesTypes,
  gatesOfOtherAreas,
  gatesOpenNow,
  hoursOf,
  hoursRefusal,
  isAlwaysOpen,
  nearestWayIn,
} from './ways-in.ts';

export interface Attempt {
  /**
   * Null: no code of ours was shown: another system issued it (`external`), or staff looked the registration up. There is
   * then no signature to judge, and no age but that of `external`.
   */
  readonly code: TicketCode | null;
  /** Set with `code` null, where another system issued the code and an import brought it. */
  readonly external?: ExternalCodeFacts | null;
  readonly facts: Facts;
  readonly gate: GateContext;
  /** Corrected time, Unix milliseconds; a guess while `gate.station.clockTrusted` is false. */
  readonly nowMs: number;
  /** Absent: entry. */
  readonly direction?: Direction;
  /** Given with this attempt. */
  readonly answers?: Answers | null;
  /** A supervisor admits in spite of the facts; the caller has checked the right to do so. */
  readonly override?: { readonly reason: string } | null;
}

interface Refused {
  readonly code: Exclude<VerdictCode, 'admitted'>;
  readonly detail?: VerdictDetail;
}

export function decide(attempt: Attempt): Verdict {
  const { override } = attempt;
  const refused = firstRefusal(attempt);
  const notes = notesOf(attempt, refused);
  if (refused && !(override && mayOverride(refused.code))) {
    return { code: refused.code, flags: flagsOf(attempt), detail: { ...refused.detail, ...notes } };
  }
  const flags = flagsOf(attempt);
  if (takenOnTrust(attempt)) flags.push('unverified');
  if (override) flags.push('override');
  return {
    code: 'admitted',
    flags,
    detail: { ...(refused && { ...refused.detail, overrode: refused.code }), ...notes },
  };
}

/**
 * The verdict on a text that is no ticket code. No override admits it: there is no one to admit.
 *
 * @param badge it is the code of a name badge (`readBadgeCode`)
 */
export function decideMalformed(gate: GateContext, { badge = false } = {}): Verdict {
  const refused = stationRefusal({ gate }) ?? { code: 'code_malformed', detail: badge ? { badge } : {} };
  return { code: refused.code, flags: stationFlags(gate), detail: refused.detail ?? {} };
}

/**
 * The rooms in which this attempt takes a place when it is admitted. A person who is already inside takes none, except in
 * the room of this gate where the last entry was at another gate.
 */
export function roomsEntered(attempt: Attempt): readonly RoomFacts[] {
  if (attempt.direction === 'exit') return [];
  const { checkin, rooms } = attempt.facts;
  const inside = checkin !== null && isInside(checkin, ruleOf(attempt), attempt.nowMs);
  return rooms.filter(({ kind }) => !inside || (kind === 'gate' && checkin.gate !== attempt.gate.gate?.key));
}

/**
 * The first refusal in order of precedence. An exit is refused only where the person is not identified or the gate has
 * no way out.
 */
function firstRefusal(attempt: Attempt): Refused | null {
  const unidentified = stationRefusal(attempt) ?? wrongEvent(attempt) ?? forged(attempt) ?? unknownTicket(attempt);
  if (unidentified !== null || attempt.direction === 'exit') return unidentified ?? noWayOut(attempt);
  return (
    registrationRefusal(attempt) ??
    codeAge(attempt) ??
    wrongGate(attempt) ??
    gateHours(attempt) ??
    alreadyUsed(attempt) ??
    full(attempt) ??
    unanswered(attempt)
  );
}

function stationRefusal({ gate }: Pick<Attempt, 'gate'>): Refused | null {
  if (gate.station.revoked) return { code: 'kiosk_revoked' };
  if (gate.station.leaseExpired) return { code: 'lease_expired' };
  return null;
}

/**
 * Judges a known registration by its event, and an unknown one by the event tag of its ticket number, unless a key of this
 * event has signed the code.
 */
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

/**
 * Whether the ticket is taken on trust: our signature is valid and the record is not here, most likely because the ticket
 * was bought after the kiosk last heard from the server.
 */
function takenOnTrust({ code, facts, gate }: Attempt): boolean {
  return facts.registration === null && code !== null && facts.signature === 'valid' && !gate.knowledgeComplete;
}

/**
 * Refuses an unknown ticket, except on trust at an exit, or where the gate treats every type alike: the code does not say
 * its type.
 */
function unknownTicket(attempt: Attempt): Refused | null {
  const { gate, facts, direction } = attempt;
  if (facts.registration) return null;
  const restricted = direction !== 'exit' && gate.gate !== null && distinguishesTypes(gate.gate, gate.entryRules);
  return takenOnTrust(attempt) && !restricted ? null : { code: 'unknown_ticket' };
}

/** Returns the refusal that follows from the registration, its payment or the event, independent of the code. */
export function registrationRefusal({
  facts,
  gate,
}: {
  readonly facts: Pick<Facts, 'registration'>;
  readonly gate: { readonly event: Pick<GateContext['event'], 'status'> };
}): Refused | null {
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

function codeAge(attempt: Attempt): Refused | null {
  return attempt.external ? externalAge(attempt.external, attempt) : ownCodeAge(attempt);
}

/** A code of another system says nothing of its age: the organizer says how long such codes are good. */
function externalAge({ scheme, accepted, until }: ExternalCodeFacts, { gate, nowMs }: Attempt): Refused | null {
  if (!accepted) return { code: 'code_expired', detail: { external: { scheme, until: null } } };
  if (until === null) return null;
  const { clockTrusted, clockAssumed = false } = gate.station;
  if (!clockTrusted) return { code: 'clock_untrusted' };
  if (nowMs <= must(parseTime(until), 'a stored time is ISO 8601')) return null;
  if (clockAssumed) return { code: 'clock_untrusted' };
  return { code: 'code_expired', detail: { external: { scheme, until } } };
}

/** A clock that the server has not confirmed since the start may be wrong: it refuses as untrusted, not for the age. */
function ownCodeAge(attempt: Attempt): Refused | null {
  if (attempt.code === null) return null;
  const { clockTrusted, clockAssumed = false } = attempt.gate.station;
  if (!clockTrusted) return { code: 'clock_untrusted' };
  const refused = ageOf(attempt.code, attempt);
  return refused !== null && clockAssumed ? { code: 'clock_untrusted' } : refused;
}

/** Both bounds belong to the code's life: exactly the window old and exactly two minutes ahead are still good. */
function ageOf(code: TicketCode, { gate, nowMs }: Attempt): Refused | null {
  const { replayWindowMinutes } = gate.event;
  const issuedMs = code.timestamp * secondMs;
  const issuedAt = isoTime(issuedMs);
  if (nowMs - issuedMs > replayWindowMinutes * minuteMs) {
    return { code: 'code_expired', detail: { issuedAt, windowMinutes: replayWindowMinutes } };
  }
  return issuedMs - nowMs > maxCodeAheadMs ? { code: 'code_from_future', detail: { issuedAt } } : null;
}

function wrongGate(attempt: Attempt): Refused | null {
  const { gate } = attempt.gate;
  const admits = gate === null || hoursOf(gate, typeOf(attempt), attempt.gate.entryRules).length > 0;
  if (!attempt.gate.gateUnknown && admits) return null;
  const search = searchOf(attempt);
  const gates = gatesOpenNow(search);
  const otherAreas = gates.length > 0 ? [] : gatesOfOtherAreas(search);
  const unknown = attempt.gate.gateUnknown ? ({ unknownGate: true } as const) : {};
  return {
    code: 'wrong_gate',
    detail: { gates, ...(otherAreas.length > 0 && { otherAreas }), ...nearest(attempt), ...unknown },
  };
}

/** Exits are counted where there is a way out; anywhere else the person has not left. */
function noWayOut({ gate: { gate, gateUnknown, gates } }: Attempt): Refused | null {
  if (!gateUnknown && (gate === null || gate.direction !== 'entry')) return null;
  const others = gates.filter((g) => g.direction !== 'entry' && (gate === null || g.list === gate.list));
  return {
    code: 'wrong_gate',
    detail: { gates: others.map((g) => g.name), ...(gateUnknown && { unknownGate: true }) },
  };
}

function gateHours(attempt: Attempt): Refused | null {
  const { gate, entryRules, station } = attempt.gate;
  const hours = gate === null ? [] : hoursOf(gate, typeOf(attempt), entryRules);
  if (gate === null || isAlwaysOpen(hours)) return null;
  if (!station.clockTrusted) return { code: 'clock_untrusted' };
  const refused = hoursRefusal(hours, attempt.nowMs);
  if (refused === null) return null;
  const { code, ...when } = refused;
  return { code, detail: { ...when, ...nearest(attempt) } };
}

function alreadyUsed(attempt: Attempt): Refused | null {
  const { checkin } = attempt.facts;
  const rule = ruleOf(attempt);
  if (checkin === null) return null;
  if (needsClock(checkin, rule) && !attempt.gate.station.clockTrusted) return { code: 'clock_untrusted' };
  const refused = entryRefusal(checkin, rule, attempt.nowMs);
  if (refused === null) return null;
  const { checkedInAt, gate, kiosk, kioskName, staff } = checkin;
  return {
    code: refused.code,
    detail: {
      checkedInAt,
      ...(gate !== null && { gate }),
      ...(kiosk !== null && { kiosk }),
      ...(kioskName !== null && { kioskName }),
      ...(staff !== null && { staff }),
      ...refused.detail,
    },
  };
}

function full(attempt: Attempt): Refused | null {
  const room = roomsEntered(attempt).find(({ remaining, clockNeeded }) => remaining <= 0 || clockNeeded);
  if (room === undefined) return null;
  if (room.clockNeeded) return { code: 'clock_untrusted' };
  const { kind } = room;
  // Another gate of a full list is no way in.
  return {
    code: 'gate_full',
    detail: { full: kind, ...(kind === 'gate' && { gates: gatesOpenNow(searchOf(attempt)) }) },
  };
}

/**
 * Refuses where a required question is open, or an answer that was given is not valid; then all open questions are asked at
 * once, the optional ones too.
 */
function unanswered({ facts, gate, answers }: Attempt): Refused | null {
  const open = openQuestions(gate.questions, facts.registration);
  const answered = (id: string) => answers !== null && answers !== undefined && Object.hasOwn(answers, id);
  const good = open.filter((q) => answered(q.id) && isAnswer(q, answers?.[q.id]));
  const bad = open.filter((q) => answered(q.id) && !good.includes(q)).map((q) => q.id);
  if (bad.length === 0 && open.every((q) => !q.required || good.includes(q))) return null;
  const questions = open.filter((q) => !good.includes(q)).map(asAsked);
  return { code: 'questions_required', detail: { questions, ...(bad.length > 0 && { badAnswers: bad }) } };
}

function searchOf(attempt: Attempt) {
  const { gates, gate, entryRules, station } = attempt.gate;
  const { nowMs } = attempt;
  return {
    gates,
    from: gate,
    ticketType: typeOf(attempt),
    rules: entryRules,
    nowMs,
    clockTrusted: station.clockTrusted,
  };
}

function nearest(attempt: Attempt): VerdictDetail {
  const way = attempt.gate.station.clockTrusted ? nearestWayIn(searchOf(attempt)) : null;
  return way === null ? {} : { nearest: way };
}

function ruleOf(attempt: Attempt) {
  const { list, event, entryRules } = attempt.gate;
  return countRule(list, event.timezone, entryRules, typeOf(attempt));
}

function typeOf({ facts }: Attempt): string | null {
  return facts.registration?.ticketType ?? null;
}

function notesOf({ facts, direction, external }: Attempt, refused: Refused | null): VerdictDetail {
  const attention = facts.registration?.attentionNote ?? null;
  return {
    ...(attention !== null && !(refused && unprovenVerdicts.has(refused.code)) && { attention }),
    ...(direction === 'exit' && { direction }),
    ...(external && { external: refused?.detail?.external ?? { scheme: external.scheme } }),
  };
}

function flagsOf({ gate, external }: Attempt): VerdictFlag[] {
  return external ? [...stationFlags(gate), 'external_code'] : stationFlags(gate);
}

function stationFlags(gate: GateContext): VerdictFlag[] {
  return gate.station.online ? [] : ['offline'];
}
