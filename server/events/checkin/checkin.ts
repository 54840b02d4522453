/**
 * `events.checkin`: parse, facts, decide, record, in one transaction, read from top to bottom. A refusal is recorded
 * as a scan too, and so is answered as a value: a plan that refuses would leave no trace.
 */
import { decide, decideMalformed } from '#shared/admission/decide.ts';
import type { GateContext } from '#shared/admission/facts.ts';
import { listOf, registrationFacts } from '#shared/admission/facts-from-records.ts';
import { refusalOf, verdictTexts } from '#shared/admission/refusals.ts';
import { ruleVersion, type Verdict } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { checkin as checkinDefinition } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type ParsedTicketCode, parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import type { Actor } from '../../access/actor.ts';
import { ActionAnswer, action } from '../../collections/module.ts';
import type { Transaction } from '../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { earlierAdmission, serverGate, signatureOf } from './admission-facts.ts';
import { reconcileRegistration } from './reconcile-registration.ts';

const supervisors = ['supervisor', 'owner', 'admin'] as const;

function mayOverride(actor: Actor): boolean {
  return supervisors.some((role) => actor.roles.has(role));
}

function refused(verdict: Verdict): Result<ActionAnswer> {
  return ok(new ActionAnswer({ success: false, errors: [refusalOf(verdict)] }, verdictTexts[verdict.code].httpStatus));
}

const nothingKnown = { flags: [], detail: {} } as const;

/** A room that has no place left; asked last, because it is no fault of the ticket. */
async function gateIsFull(tx: Transaction, gate: GateContext, capacity: number | null): Promise<boolean> {
  if (gate.gate === null || capacity === null) return false;
  const equals = (path: string, value: string) => ({ kind: 'field', path, op: 'equals', value }) as const;
  const inside = await tx.count('checkins', {
    kind: 'and',
    of: [equals('event', gate.event.id), equals('gate', gate.gate.key)],
  });
  return inside >= capacity;
}

interface Recorded {
  readonly event: EventRecord;
  readonly list: string;
  readonly gateKey: string;
  readonly code: ParsedTicketCode | null;
  readonly registration: RegistrationRecord | null;
  readonly verdict: Verdict;
  readonly overrideReason: string | null;
  readonly nowMs: number;
  readonly durationMs: number;
}

function recordScan(tx: Transaction, scan: Recorded) {
  return tx.create('scans', {
    event: scan.event.id,
    gate: scan.gateKey,
    list: scan.list,
    kiosk: null,
    ticketNumber: scan.code?.ticketNumber ?? null,
    registration: scan.registration?.event === scan.event.id ? scan.registration.id : null,
    verdict: scan.verdict.code,
    flags: [...scan.verdict.flags],
    scannedAt: isoTime(scan.nowMs),
    issuedAt: scan.code && isoTime(scan.code.timestamp * secondMs),
    ruleVersion,
    source: 'api',
    overrideReason: scan.overrideReason,
    durationMs: scan.durationMs,
  });
}

export function checkinAction(ports: Pick<EventsPorts, 'signer'>) {
  return action(checkinDefinition, async (tx, input, { actor, clock }) => {
    const nowMs = clock();
    const override = input.override ?? null;
    if (override && !mayOverride(actor)) return refuseWith('override_not_allowed', { path: 'override' });

    const parsed = parseTicketCode(input.qrCode.trim());
    const code = parsed.ok ? parsed.code : null;
    const registration = code
      ? ((await tx.findOne('registrations', { ticketNumber: code.ticketNumber })) as RegistrationRecord | null)
      : null;
    // Without an event in the request, the ticket says which one; a text that says nothing belongs to none.
    const eventId = input.eventId ?? registration?.event;
    if (!eventId) return refused({ ...nothingKnown, code: code ? 'unknown_ticket' : 'code_malformed' });
    const event = await eventOf(tx, eventId);
    if (!event.ok) return event;

    const { context: gate, capacity } = await serverGate(tx, event.value, input.gateId, nowMs);
    const list = listOf(gate);
    const gateKey = gate.gate?.key ?? input.gateId;
    let verdict = decideMalformed(gate);
    if (code) {
      const facts = {
        registration: registration && registrationFacts(registration),
        checkin: registration && (await earlierAdmission(tx, registration, list)),
        signature: await signatureOf(tx, event.value, code, ports.signer),
      };
      verdict = decide({ code, facts, gate, nowMs, override });
    }
    if (verdict.code === 'admitted' && !override && (await gateIsFull(tx, gate, capacity))) {
      verdict = { code: 'gate_full', flags: verdict.flags, detail: {} };
    }
    const recorded = { event: event.value, list, gateKey, code, registration, verdict, nowMs };
    const scan = await recordScan(tx, {
      ...recorded,
      overrideReason: override?.reason ?? null,
      durationMs: clock() - nowMs,
    });
    if (verdict.code !== 'admitted') return refused(verdict);

    const person = must(registration, 'whom the server admits');
    const checkin = must(await reconcileRegistration(tx, person, list), 'an admitted scan makes a check-in');
    // Who is let in a second time by a supervisor has one check-in, the first, and this scan beside it.
    const again = checkin.scan !== scan.id;
    return ok({
      success: true,
      checkin: { id: checkin.id, timestamp: again ? scan['scannedAt'] : checkin.checkedInAt, gate: input.gateId },
      registration: { id: person.id, name: person.name, company: person.company },
    });
  });
}
