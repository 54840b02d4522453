/**
 * `events.checkin`: parse, facts, decide, record, in one transaction, read from top to bottom. A verdict that refuses is
 * recorded as a scan, too, where the event is known, and so is answered as a value: a plan that refuses would leave no trace.
 */

import { decideMalformed } from '#shared/admission/decide.ts';
import { decideGroup, type GroupMember } from '#shared/admission/decide-group.ts';
import type { GateContext } from '#shared/admission/facts.ts';
import { listOf, registrationFacts } from '#shared/admission/facts-from-records.ts';
import { readAnswers } from '#shared/admission/questions.ts';
import { refusalOf, verdictTexts } from '#shared/admission/refusals.ts';
import type { Verdict } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { ok, type Refused, type Result } from '#shared/base/result.ts';
import { checkin as checkinDefinition } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { withoutScannerMarks } from '#shared/ticket/scanner-marks.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { ActionAnswer, type ActionContext, preparedAction } from '../../../core/collections/action.ts';
import { type Actor, actorName, systemActor } from '../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { findExternalTicket } from '../import/external-codes.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { type Known, serverGate, signatureOf, standingOf } from './admission-facts.ts';
import { type GateSetup, gateSetupOf } from './gate-setup.ts';
import { reconcileRegistration } from './reconcile-registration.ts';
import { type Recorded, recordScan } from './record-scan.ts';
import { serverRooms } from './rooms.ts';
import { createVerifyAhead, type VerifyAhead } from './verify-ahead.ts';

const supervisors = ['supervisor', 'owner', 'admin'] as const;

function mayOverride(actor: Actor): boolean {
  return supervisors.some((role) => actor.roles.has(role));
}

function refused(verdict: Verdict, more: object = {}): Result<ActionAnswer> {
  const body = { success: false, errors: [refusalOf(verdict)], ...more };
  return ok(new ActionAnswer(body, verdictTexts[verdict.code].httpStatus));
}

const nothingKnown = { flags: [], detail: {} } as const;

/** The ids that share the registration's group; others are treated as absent. */
async function groupMembers(
  reader: Reader,
  registration: RegistrationRecord | null,
  ids: readonly string[],
): Promise<readonly RegistrationRecord[]> {
  const members: RegistrationRecord[] = [];
  for (const id of new Set(ids)) {
    const member = await reader.get(registrations, id);
    const same = member && registration?.group && member.group === registration.group;
    if (same && member.event === registration.event && member.id !== registration.id) members.push(member);
  }
  return members;
}

/** The facts of one person, and the scans they were taken from. */
async function factsFor(
  tx: Transaction,
  setup: GateSetup,
  gate: GateContext,
  registration: RegistrationRecord | null,
  nowMs: number,
) {
  const known: Known = registration
    ? await standingOf(tx, setup, registration, listOf(gate))
    : { checkin: null, scans: [] };
  const facts = {
    registration: registration && registrationFacts(registration),
    checkin: known.checkin,
    rooms: await serverRooms(tx, setup, gate.gate, nowMs),
  };
  return { facts, scans: known.scans };
}

type Scans = Known['scans'];

/** Records one attempt, and where it let someone through, what follows from it and the `earlier` ones. */
async function recordAttempt(tx: Transaction, setup: GateSetup, attempt: Recorded, earlier: Scans) {
  const scan = await recordScan(tx, attempt);
  if (attempt.verdict.code !== 'admitted') return { scan, checkin: null };
  const person = must(attempt.registration, 'whom the server admits');
  const scans = [...earlier, scan];
  return {
    scan,
    checkin: await reconcileRegistration(tx, setup, person, { list: attempt.list, scans }, attempt.nowMs),
  };
}

function shownMember({ id, name, company }: RegistrationRecord, verdict: Verdict) {
  const shown = { registration: { id, name, company }, verdict: verdict.code };
  return verdict.code === 'admitted' ? shown : { ...shown, errors: [refusalOf(verdict)] };
}

type Input = InputOf<typeof checkinDefinition.input>;
interface Read {
  readonly text: string;
  readonly code: TicketCode | null;
  readonly found: Awaited<ReturnType<VerifyAhead['find']>>;
}

async function readCode({ qrCode }: Input, ahead: VerifyAhead): Promise<Read> {
  const text = withoutScannerMarks(qrCode);
  const parsed = parseTicketCode(text);
  const code = parsed.ok ? parsed.code : null;
  return { text, code, found: await ahead.find(code) };
}

export interface Admitting {
  readonly eventId: string;
  readonly gateId: string;
  readonly nowMs: number;
}

export interface Checkin {
  /** An attempt with this code at the gate, judged and recorded as any other. @returns the verdict's refusal */
  admit(tx: Transaction, qrCode: string, admitting: Admitting): Promise<Result<null>>;
}

/** Creates the check-in that bulk actions use. */
export function createCheckin({ signer }: Pick<EventsPorts, 'signer'>): Checkin {
  const ahead = createVerifyAhead(signer);
  const checkIn = decideCheckin(ahead);
  return {
    async admit(tx, qrCode, { eventId, gateId, nowMs }) {
      const input = { qrCode, eventId, gateId } as Input;
      const read = await readCode(input, ahead);
      const answer = await checkIn(tx, input, { actor: systemActor(tx.tenant, 'batch'), clock: () => nowMs }, read);
      if (!answer.ok) return answer;
      if (!(answer.value instanceof ActionAnswer)) return ok(null);
      return { ok: false, errors: (answer.value.body as Refused).errors };
    },
  };
}

export function checkinAction({ signer }: Pick<EventsPorts, 'signer'>) {
  const ahead = createVerifyAhead(signer);
  return preparedAction(checkinDefinition, (input: Input) => readCode(input, ahead), decideCheckin(ahead));
}

function decideCheckin(ahead: VerifyAhead) {
  return async (
    tx: Transaction,
    input: Input,
    { actor, clock }: Pick<ActionContext, 'actor' | 'clock'>,
    { text, code, found }: Read,
  ): Promise<Result<unknown>> => {
    const nowMs = clock();
    const override = input.override ?? null;
    if (override && !mayOverride(actor)) return refuseWith('override_not_allowed', { path: 'override' });

    // A text that is not one of our codes may be a code of another system, which stands for a ticket number.
    const foreign = code ? null : await findExternalTicket(tx, text, input.eventId ?? null, nowMs);
    const ticketNumber = code?.ticketNumber ?? foreign?.ticketNumber ?? null;
    const registration = ticketNumber === null ? null : await tx.findOne(registrations, { ticketNumber });
    // Without an event in the request, the ticket names it; a text that names none is refused.
    const eventId = input.eventId ?? registration?.event ?? foreign?.event;
    if (!eventId) return refused({ ...nothingKnown, code: code ? 'unknown_ticket' : 'code_malformed' });
    const event = await eventOf(tx, eventId);
    if (!event.ok) return event;

    const setup = await gateSetupOf(tx, event.value);
    const gate = serverGate(setup, input.gateId, nowMs);
    const direction = input.direction ?? 'entry';
    const answers = input.answers ? readAnswers(input.answers) : null;
    const members = await groupMembers(tx, registration, input.members ?? []);
    const attempted = (holder: GroupMember, others: Pick<GroupMember, 'facts'>[]) =>
      decideGroup({ gate, nowMs, direction, override }, holder, others);
    let verdicts: ReturnType<typeof attempted> = {
      holder: decideMalformed(gate, { badge: readBadgeCode(text) !== null }),
      members: null,
    };
    const earlier = new Map<RegistrationRecord, Scans>();
    if (ticketNumber !== null) {
      const signature = code
        ? await signatureOf(tx, event.value, code, ahead.verifier(found, code, eventId))
        : ('missing' as const);
      const external = foreign?.external ?? null;
      const { facts, scans } = await factsFor(tx, setup, gate, registration, nowMs);
      if (registration) earlier.set(registration, scans);
      const others: Pick<GroupMember, 'facts'>[] = [];
      for (const member of members) {
        const of = await factsFor(tx, setup, gate, member, nowMs);
        earlier.set(member, of.scans);
        others.push({ facts: { ...of.facts, signature: 'missing' } });
      }
      verdicts = attempted({ code, external, facts: { ...facts, signature }, answers }, others);
    }
    const scansOf = (person: RegistrationRecord | null): Scans => (person && earlier.get(person)) ?? [];
    const verdict = verdicts.holder;
    const recorded = {
      event: event.value,
      list: listOf(gate),
      gateKey: gate.gate?.key ?? input.gateId,
      direction,
      override: override && { reason: override.reason, by: actorName(actor) },
      nowMs,
    };
    const durationMs = clock() - nowMs;
    const attempt = { ...recorded, code, ticketNumber, registration, verdict, answers, durationMs };
    const own = await recordAttempt(tx, setup, attempt, scansOf(registration));
    const shown: ReturnType<typeof shownMember>[] = [];
    for (const [i, of] of (verdicts.members ?? []).entries()) {
      const member = must(members[i], 'a verdict for each member');
      const along = { ...attempt, code: null, ticketNumber: null, registration: member, verdict: of, answers: null };
      await recordAttempt(tx, setup, along, scansOf(member));
      shown.push(shownMember(member, of));
    }
    const group = input.members ? { members: shown } : {};
    if (verdict.code !== 'admitted') return refused(verdict, group);

    const person = must(registration, 'whom the server admits');
    const { id, name, company } = person;
    // A second admission by a supervisor adds a scan; the check-in stays the first one.
    const timestamp = own.checkin?.scan === own.scan.id ? own.checkin.checkedInAt : own.scan.scannedAt;
    return ok({
      success: true,
      checkin: { id: own.checkin?.id ?? own.scan.id, timestamp, gate: input.gateId },
      registration: { id, name, company },
      ...(direction === 'exit' && { direction }),
      ...(verdict.detail.attention && { attention: verdict.detail.attention }),
      ...(verdict.detail.external && { external: verdict.detail.external }),
      ...group,
    });
  };
}
