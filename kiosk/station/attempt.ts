/**
 * One attempt from facts to a durable scan, for every kind: scanned, looked up, repeated with answers, overridden, one
 * of a party, a walk-in. Called by the acts of this folder, one at a time.
 */

import type { HeldEvent } from '#kiosk/store/held-records.ts';
import type { ScanDraft } from '#kiosk/store/replica.ts';
import { type Attempt as Decidable, decide, decideMalformed, roomsEntered } from '#shared/admission/decide.ts';
import type { Facts, GateContext } from '#shared/admission/facts.ts';
import { listOf } from '#shared/admission/facts-from-records.ts';
import { type Answers, isAnswer, openQuestions } from '#shared/admission/questions.ts';
import { ruleVersion, type Verdict } from '#shared/admission/verdict.ts';
import { type WalkIn, walkInFacts } from '#shared/admission/walk-in.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { AdmitResult } from './admit-result.ts';
import { type Attempt, lookedUp, type Subject } from './attempt-input.ts';
import { type OutcomePerson, outcomeOf } from './outcome.ts';
import { admitsHere, factsOf, stationContext } from './station-facts.ts';
import { admitsNoOne, notReady, openEvent, type StationTools } from './station-tools.ts';

/** @param startedMs monotonic, when the station was called */
export function recordAttempt(attempt: Attempt, startedMs: number, tools: StationTools): Promise<AdmitResult> {
  // One scan at a time goes from the facts to the journal: of two scans of one ticket the second sees the first.
  return tools.oneAtATime(async () => {
    const event = openEvent(tools);
    if (event === null) return notReady;
    if (!admitsHere(tools.replica, tools.identity)) return admitsNoOne;
    const { replica, identity, clock, leases } = tools;
    const nowMs = clock.now();
    const standing = { ...tools.condition(), clockTrusted: clock.trusted(), clockAssumed: clock.assumed() };
    const context = stationContext(replica, identity, event, standing);
    const { direction, answers, override } = attempt;
    const known = attempt.subject === null ? null : knownOf(attempt.subject, context, event, nowMs, tools);
    const decidable = known && { ...known, gate: context, nowMs, direction, answers, override };
    const verdict = decidable ? decide(decidable) : decideMalformed(context, { badge: attempt.badge ?? false });

    const admitted = verdict.code === 'admitted';
    const made = admitted ? (known?.made ?? null) : null;
    const decided: ScanDraft = {
      ...draftOf(attempt, verdict, context, nowMs, tools),
      ...whoseScan(known, made),
      answers: known && answers && goodAnswers(answers, context, known.facts),
      leases: decidable && admitted ? leases.taken(roomsEntered(decidable), context) : null,
      durationMs: Math.max(0, Math.round(tools.monotonicMs() - startedMs)),
    };
    const draft = await approved(decided, override);
    const walkIn = made && { ...made, scan: draft.id, registeredAt: draft.scannedAt };
    const written = await replica.journal.append(draft, walkIn);
    if (written.kind === 'not_recorded') return written;
    tools.recent.keep(draft.id, { ...attempt, verdict });
    const outcome = outcomeOf({ draft, verdict, person: known?.person ?? null, startedMs }, tools);
    return { kind: 'decided', outcome };
  });
}

/** Signed before it is written: an override that lies on the disk can be proven. */
async function approved(draft: ScanDraft, override: Attempt['override']): Promise<ScanDraft> {
  if (override === null || draft.overrideBy === null) return draft;
  return { ...draft, approvalSignature: await override.approve(draft) };
}

/** The person of a ticket, as far as this kiosk knows them. */
interface Known extends Pick<Decidable, 'code' | 'external' | 'facts'> {
  /** Null where the replica does not have them. */
  readonly person: OutcomePerson | null;
  readonly ticketNumber: string;
  /** Their registration is made by this attempt, if it admits them. */
  readonly made: WalkIn | null;
}

function knownOf(
  subject: Subject,
  context: GateContext,
  event: HeldEvent,
  nowMs: number,
  { replica, leases, clock }: StationTools,
): Known {
  const rooms = leases.rooms(context, { nowMs, clockTrusted: clock.trusted() });
  const made = subject.kind === 'walk_in' ? subject.walkIn : null;
  // A walk-in that was registered meanwhile, as by the same attempt repeated, is a ticket like any other.
  if (made !== null && replica.roster.registration(made.registration) === null) {
    const facts = { registration: walkInFacts(made), checkin: null, signature: 'missing', rooms } as const;
    const person = { ...made, id: made.registration, group: null };
    return { code: null, facts, person, ticketNumber: made.ticketNumber, made };
  }
  const seen = subject.kind === 'ticket' ? subject : lookedUp(subject.walkIn.ticketNumber);
  const { facts, registration } = factsOf(replica, event, seen, listOf(context));
  const { code, external, ticketNumber } = seen;
  return {
    code,
    ...(external && { external }),
    facts: { ...facts, rooms },
    person: registration,
    ticketNumber,
    made: null,
  };
}

/** A refused walk-in made no registration, so its scan names none. */
function whoseScan(known: Known | null, made: WalkIn | null): Pick<ScanDraft, 'ticketNumber' | 'registration'> {
  if (known === null || (known.made !== null && made === null)) return { ticketNumber: null, registration: null };
  return { ticketNumber: known.ticketNumber, registration: known.person?.id ?? null };
}

/** Returns the answers that the registration will keep: only those that can be given, to open questions. */
function goodAnswers(answers: Answers, { questions }: GateContext, { registration }: Facts): Answers | null {
  const open = openQuestions(questions, registration);
  const good = open.filter(
    (question) => Object.hasOwn(answers, question.id) && isAnswer(question, answers[question.id]),
  );
  if (good.length === 0) return null;
  return Object.fromEntries(good.flatMap(({ id }) => (answers[id] === undefined ? [] : [[id, answers[id]]])));
}

type DecidedHere = Omit<ScanDraft, 'ticketNumber' | 'registration' | 'answers' | 'leases' | 'durationMs'>;

function draftOf(
  { source, subject, direction, override }: Attempt,
  verdict: Verdict,
  context: GateContext,
  nowMs: number,
  { replica, identity, clock, randomBytes }: StationTools,
): DecidedHere {
  const code = subject?.kind === 'ticket' ? subject.code : null;
  const overruled = verdict.code === 'admitted' ? override : null;
  return {
    id: uuidv7(nowMs, randomBytes(10)),
    event: context.event.id,
    gate: context.gate?.key ?? identity.gate,
    list: listOf(context),
    kiosk: identity.kioskId,
    direction,
    verdict: verdict.code,
    undoes: null,
    undoReason: null,
    flags: [...verdict.flags],
    scannedAt: isoTime(nowMs),
    issuedAt: code && isoTime(code.timestamp * secondMs),
    clockOffsetMs: clock.offsetMs(),
    knownSeq: replica.cursor()?.seq ?? null,
    ruleVersion,
    source,
    staff: null,
    overrideReason: overruled?.reason ?? null,
    overrideBy: overruled?.by ?? null,
    overrode: verdict.detail.overrode ?? null,
  };
}
