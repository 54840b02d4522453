/**
 * The one job: a scan becomes a verdict, durable before anybody sees it. Read top to bottom. Calls in (ticket,
 * admission, store), never out: printing, upload and screens follow the journal or the answer.
 */
import { decide, decideMalformed } from '#shared/admission/decide.ts';
import { listOf } from '#shared/admission/facts-from-records.ts';
import { ruleVersion, type Verdict } from '#shared/admission/verdict.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { isTicketNumber, readTicketNumber } from '#shared/ticket/ticket-number.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { HeldEvent, HeldRegistration, Replica, ScanDraft } from '../store/replica.ts';
import type { TrustedClock } from '../store/trusted-clock.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { readCode } from './read-code.ts';
import type { AdmitResult, AdmittedPerson, Station } from './station.ts';
import { factsOf, type StationIdentity, stationContext, stationEvent, type TicketSeen } from './station-facts.ts';

export interface AdmitParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly monotonicMs: () => number;
  readonly verifier: SignatureVerifier;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly oneAtATime: OneAtATime;
  readonly condition: () => { readonly online: boolean; readonly revoked: boolean; readonly leaseExpired: boolean };
}

type Scan = Parameters<Station['admit']>[0];

/** A ticket in front of the station; `code` null: staff looked it up. */
interface Seen extends TicketSeen {
  readonly code: TicketCode | null;
}

const notReady: AdmitResult = {
  kind: 'not_recorded',
  reason: 'not_ready',
  message: 'This kiosk has not loaded its event yet. It must reach the server once, then it can scan.',
};

const notAllowed: AdmitResult = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'A self-service kiosk looks nobody up. Staff can do it at a kiosk of the gate.',
};

const gone: AdmitResult = {
  kind: 'not_recorded',
  reason: 'not_allowed',
  message: 'This registration has just been erased. Search again, or send the person to the help desk.',
};

export async function admit(scan: Scan, parts: AdmitParts): Promise<AdmitResult> {
  const { replica, identity } = parts;
  const startedMs = parts.monotonicMs();
  const event = stationEvent(replica, identity);
  if (!replica.ready() || event === null) return notReady;

  const read = await readCode(scan.candidates, event.id, replica.roster.records('ticket_keys'), parts.verifier);
  const seen: Seen | null = read ?? typedTicket(scan, parts);
  return decideAndRecord({ scan, seen, event, startedMs }, parts);
}

/** Staff found the person by name and asked them: no code, so neither a signature nor an age to judge. */
export async function admitRegistration(registrationId: string, parts: AdmitParts): Promise<AdmitResult> {
  const { replica, identity } = parts;
  const startedMs = parts.monotonicMs();
  const event = stationEvent(replica, identity);
  if (!replica.ready() || event === null) return notReady;
  if (!staffed(replica, identity)) return notAllowed;
  const registration = replica.roster.registration(registrationId);
  // Erased between the search and the second tap.
  if (registration === null) return gone;
  const seen: Seen = { code: null, ticketNumber: registration.ticketNumber, signature: 'missing' };
  return decideAndRecord({ scan: { source: 'search', candidates: [] }, seen, event, startedMs }, parts);
}

interface Occasion {
  readonly scan: { readonly source: ScanDraft['source']; readonly candidates: readonly string[] };
  /** Null: what was scanned names no ticket. */
  readonly seen: Seen | null;
  readonly event: HeldEvent;
  readonly startedMs: number;
}

function decideAndRecord({ scan, seen, event, startedMs }: Occasion, parts: AdmitParts): Promise<AdmitResult> {
  const { replica, identity, clock } = parts;
  // From the facts to the journal one scan at a time: of two scans of one ticket the second sees the first.
  return parts.oneAtATime(async () => {
    const context = stationContext(replica, identity, event, { ...parts.condition(), clockTrusted: clock.trusted() });
    const list = listOf(context);
    const nowMs = clock.now();
    const known = seen === null ? null : factsOf(replica, event, seen, list);
    const verdict =
      seen === null || known === null
        ? decideMalformed(context, { badge: scan.candidates.some((text) => readBadgeCode(text) !== null) })
        : decide({ code: seen.code, facts: known.facts, gate: context, nowMs });

    const draft: ScanDraft = {
      id: uuidv7(nowMs, parts.randomBytes(10)),
      event: event.id,
      gate: context.gate?.key ?? identity.gate,
      list,
      kiosk: identity.kioskId,
      ticketNumber: seen?.ticketNumber ?? null,
      registration: known?.registration?.id ?? null,
      direction: 'entry',
      verdict: verdict.code,
      undoes: null,
      undoReason: null,
      flags: [...verdict.flags],
      scannedAt: isoTime(nowMs),
      issuedAt: seen?.code ? isoTime(seen.code.timestamp * secondMs) : null,
      clockOffsetMs: clock.offsetMs(),
      knownSeq: replica.cursor()?.seq ?? null,
      ruleVersion,
      source: scan.source,
      staff: null,
      overrideReason: null,
      overrideBy: null,
      overrode: null,
      answers: null,
      leases: null,
      durationMs: Math.max(0, Math.round(parts.monotonicMs() - startedMs)),
    };
    const written = await replica.journal.append(draft);
    if (written.kind === 'not_recorded') return written;

    const person = known?.registration ? personFor(verdict, known.registration, replica) : null;
    const durationMs = parts.monotonicMs() - startedMs;
    return {
      kind: 'decided',
      outcome: {
        scanId: draft.id,
        verdict: withNames(verdict, replica),
        person,
        scannedAt: draft.scannedAt,
        direction: 'entry',
        overridable: false,
        undoableUntil: null,
        hasParty: false,
        durationMs,
      },
    };
  });
}

/** A number as it is printed on the ticket: staff typed it, so they have looked at whoever holds it. */
function typedTicket({ source, candidates }: Scan, { replica, identity }: AdmitParts): Seen | null {
  if (source !== 'typed' || !staffed(replica, identity)) return null;
  for (const text of candidates) {
    const issuedHere = readTicketNumber(text);
    if (issuedHere !== null) return { code: null, ticketNumber: issuedHere, signature: 'missing' };
    const elsewhere = text.trim();
    if (!isTicketNumber(elsewhere) || replica.roster.registrationByTicket(elsewhere) === null) continue;
    return { code: null, ticketNumber: elsewhere, signature: 'missing' };
  }
  return null;
}

/** In front of a self-service kiosk stand guests: there nobody is looked up. */
function staffed(replica: Replica, identity: StationIdentity): boolean {
  return (replica.roster.record('kiosks', identity.kioskId)?.role ?? identity.role) !== 'self-service';
}

/** People know gates and kiosks by name; what is recorded keeps their keys. */
function withNames(verdict: Verdict, replica: Replica): Verdict {
  const { gate, kiosk } = verdict.detail;
  const gateName = replica.roster.records('gates').find((record) => record.key === gate)?.name;
  const kioskName = kiosk === undefined ? undefined : replica.roster.record('kiosks', kiosk)?.name;
  return {
    ...verdict,
    detail: { ...verdict.detail, ...(gateName && { gate: gateName }), ...(kioskName && { kiosk: kioskName }) },
  };
}

/** Codes that prove nothing about who holds them: whoever made one up must not learn a name by it. */
const namesNobody: ReadonlySet<Verdict['code']> = new Set([
  'code_forged',
  'wrong_event',
  'kiosk_revoked',
  'lease_expired',
]);

function personFor(verdict: Verdict, registration: HeldRegistration, replica: Replica): AdmittedPerson | null {
  if (namesNobody.has(verdict.code)) return null;
  const { id, name, company, role, ticketType } = registration;
  const ticketTypeName = replica.roster.record('ticket_types', ticketType)?.name ?? null;
  return { registrationId: id, name, company, role, ticketTypeName };
}
