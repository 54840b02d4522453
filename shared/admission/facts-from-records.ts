/**
 * The one way from stored records to facts, used by kiosk and server alike, so that their verdicts can differ only in
 * the records they had. Takes just the fields a kiosk may hold; what an older server did not send counts as empty.
 */
import { must } from '../base/assert.ts';
import { fromBase64url } from '../base/bytes.ts';
import { parseTime } from '../base/time.ts';
import type {
  CheckinListRecord,
  CheckinQuestionRecord,
  EntryRuleRecord,
  EventRecord,
  GateRecord,
  TicketKeyRecord,
} from '../modules/events/event.ts';
import type { CheckinRecord, ScanRecord } from '../modules/events/gate.ts';
import type { RegistrationRecord } from '../modules/events/registration.ts';
import type { AttendeeImportRecord, ExternalCodeRecord } from '../modules/events/transfer.ts';
import { afterEntry, afterExit, type CountRule, entryRefusal } from './counted-entries.ts';
import {
  type CheckinFacts,
  defaultList,
  type EntryRuleFacts,
  type ExternalCodeFacts,
  type GateContext,
  type GateFacts,
  type ListFacts,
  onceList,
  type QuestionFacts,
  type RegistrationFacts,
} from './facts.ts';
import { answeredOf, readAnswers } from './questions.ts';
import { byTimeThenId, isUnproven } from './reconcile.ts';
import { undoneIds } from './undo.ts';

export type AdmissionEvent = Pick<EventRecord, 'id' | 'status' | 'replayWindowMinutes' | 'signatures' | 'timezone'>;
export type AdmissionGate = Pick<
  GateRecord,
  'id' | 'key' | 'name' | 'list' | 'direction' | 'ticketTypes' | 'opensAt' | 'closesAt'
>;
export type AdmissionList = Pick<CheckinListRecord, 'id' | 'counting' | 'exitFirst' | 'passbackMinutes'>;
export type AdmissionRule = Pick<
  EntryRuleRecord,
  'list' | 'gate' | 'ticketTypes' | 'opensAt' | 'closesAt' | 'maxEntries'
>;
export type AdmissionQuestion = Pick<
  CheckinQuestionRecord,
  'id' | 'text' | 'kind' | 'options' | 'required' | 'ticketTypes' | 'position' | 'active'
>;
export type AdmissionRegistration = Pick<
  RegistrationRecord,
  | 'id'
  | 'event'
  | 'ticketType'
  | 'status'
  | 'paymentStatus'
  | 'revokedAt'
  | 'blockedReason'
  | 'attentionNote'
  | 'answers'
>;
export type AdmissionCheckin = Pick<
  CheckinRecord,
  | 'checkedInAt'
  | 'scan'
  | 'lastScan'
  | 'gate'
  | 'kiosk'
  | 'staff'
  | 'entries'
  | 'entriesThatDay'
  | 'lastEntryAt'
  | 'lastGate'
  | 'lastKiosk'
  | 'leftAt'
  | 'inside'
>;
export type AdmissionScan = Pick<
  ScanRecord,
  'id' | 'verdict' | 'flags' | 'direction' | 'undoes' | 'scannedAt' | 'gate' | 'kiosk' | 'staff' | 'answers'
> & { readonly approval?: ScanRecord['approval'] };

/** @param own this station's scans of it that have not come back as answers of the registration yet */
export function registrationFacts(
  record: AdmissionRegistration,
  own: readonly Pick<AdmissionScan, 'answers'>[] = [],
): RegistrationFacts {
  const { id, event, ticketType, status, paymentStatus, revokedAt, blockedReason } = record;
  const answered = new Set(answeredOf(record.answers));
  for (const scan of own) for (const question of Object.keys(readAnswers(scan.answers))) answered.add(question);
  return {
    id,
    event,
    ticketType,
    status,
    paymentStatus,
    revokedAt,
    blockedReason,
    attentionNote: record.attentionNote ?? null,
    answered: [...answered],
  };
}

/** @param brought the import it came with, which says whether such codes are accepted, and until when */
export function externalCodeFacts(
  { scheme }: Pick<ExternalCodeRecord, 'scheme'>,
  { codes, codesUntil }: Pick<AttendeeImportRecord, 'codes' | 'codesUntil'>,
): ExternalCodeFacts {
  return { scheme, accepted: codes === 'accepted', until: codesUntil ?? null };
}

/** A kiosk's id to the name people know it by; null: not known here. */
export type KioskNames = (kiosk: string) => string | null;

/**
 * A registration's standing on a list: by its check-in, and by the scans that the station has recorded or heard since.
 *
 * @param checkin null: none yet
 * @param own scans of the ticket on this list, the station's and those heard from other kiosks, in any order, undoing ones
 *   too; those that the check-in covers already may be among them. Counted as `reconcile` counts them.
 */
export function checkinFacts(
  checkin: AdmissionCheckin | null,
  own: readonly AdmissionScan[],
  rule: CountRule,
  nameOf: KioskNames,
): CheckinFacts | null {
  const undone = undoneIds(own);
  let facts = checkin && withoutUndone(factsOfCheckin(checkin, nameOf), checkin, undone);
  const covered = latest(facts?.checkedInAt, facts?.leftAt);
  const since = own.filter(
    (scan) =>
      scan.verdict === 'admitted' &&
      !undone.has(scan.id) &&
      !isUnproven(scan) &&
      (covered === null || scan.scannedAt > covered),
  );
  for (const scan of since.sort(byTimeThenId)) {
    if (scan.direction === 'exit') {
      const left = afterExit(facts, scan.scannedAt);
      facts = facts && left && { ...facts, ...left };
      continue;
    }
    const against = entryRefusal(facts, rule, must(parseTime(scan.scannedAt), 'a stored time is ISO 8601'));
    const counts = against === null || (scan.flags ?? []).includes('override');
    const { gate, kiosk } = scan;
    const who = { gate, kiosk, kioskName: kiosk && nameOf(kiosk), staff: scan.staff ?? null };
    facts = { ...(counts || facts === null ? who : facts), ...afterEntry(facts, rule, scan.scannedAt, counts) };
  }
  return facts;
}

function factsOfCheckin(checkin: AdmissionCheckin, nameOf: KioskNames): CheckinFacts {
  const kiosk = checkin.lastEntryAt ? checkin.lastKiosk : checkin.kiosk;
  return {
    checkedInAt: checkin.lastEntryAt ?? checkin.checkedInAt,
    gate: checkin.lastEntryAt ? checkin.lastGate : checkin.gate,
    kiosk,
    kioskName: kiosk && nameOf(kiosk),
    staff: checkin.staff ?? null,
    entries: checkin.entries ?? 1,
    entriesThatDay: checkin.entriesThatDay ?? 1,
    leftAt: checkin.leftAt ?? null,
    inside: checkin.inside ?? true,
  };
}

/**
 * The facts without the check-in's last entry, where a scan takes it back and the server has not said what follows; null: it
 * was the only entry.
 */
function withoutUndone(
  facts: CheckinFacts,
  checkin: AdmissionCheckin,
  undone: ReadonlySet<string>,
): CheckinFacts | null {
  if (!undone.has(checkin.lastScan ?? checkin.scan)) return facts;
  if (facts.entries <= 1) return null;
  return { ...facts, entries: facts.entries - 1, entriesThatDay: Math.max(0, facts.entriesThatDay - 1), inside: false };
}

function latest(a: string | null | undefined, b: string | null | undefined): string | null {
  if (!a || !b) return a ?? b ?? null;
  return a > b ? a : b;
}

export function gateFacts(record: AdmissionGate): GateFacts {
  const { id, key, name, list, direction, ticketTypes, opensAt, closesAt } = record;
  return { id, key, name, list, direction: direction ?? 'entry', ticketTypes: ticketTypes ?? [], opensAt, closesAt };
}

export function listFacts(id: string, record: AdmissionList | null): ListFacts {
  return {
    id,
    counting: record?.counting ?? onceList.counting,
    exitFirst: record?.exitFirst ?? onceList.exitFirst,
    passbackMinutes: record?.passbackMinutes ?? onceList.passbackMinutes,
  };
}

export function entryRuleFacts(record: AdmissionRule): EntryRuleFacts {
  const { list, gate, ticketTypes, opensAt, closesAt, maxEntries } = record;
  return { list, gate, ticketTypes: ticketTypes ?? [], opensAt, closesAt, maxEntries };
}

export function questionFacts(records: readonly AdmissionQuestion[]): QuestionFacts[] {
  return records
    .filter(({ active }) => active)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map(({ id, text, kind, options, required, ticketTypes }) => {
      return { id, text, kind, options: options ?? [], required, ticketTypes: ticketTypes ?? [] };
    });
}

export interface GateContextInput {
  readonly event: AdmissionEvent;
  /** All gates the event declares. */
  readonly gates: readonly AdmissionGate[];
  /** All of the event; the one that scans count on is found among them. */
  readonly lists: readonly AdmissionList[];
  readonly entryRules: readonly AdmissionRule[];
  readonly questions: readonly AdmissionQuestion[];
  /** The gate id as sent: the gate's key, or the id of its record. Null where none was named. */
  readonly gateId: string | null;
  readonly knowledgeComplete: boolean;
  readonly station: GateContext['station'];
}

/** An event that declares no gates takes any gate id; once gates are declared, an unknown or absent one is refused. */
export function gateContext(input: GateContextInput): GateContext {
  const { event, gateId, knowledgeComplete, station } = input;
  const all = input.gates.map(gateFacts);
  const gate = all.find((g) => g.key === gateId) ?? all.find((g) => g.id === gateId) ?? null;
  const list = gate?.list ?? defaultList;
  return {
    event: {
      id: event.id,
      replayWindowMinutes: event.replayWindowMinutes,
      signatures: event.signatures,
      status: event.status,
      timezone: event.timezone,
    },
    gate,
    gateUnknown: gate === null && all.length > 0,
    gates: all,
    list: listFacts(list, input.lists.find(({ id }) => id === list) ?? null),
    entryRules: input.entryRules.map(entryRuleFacts),
    questions: questionFacts(input.questions),
    knowledgeComplete,
    station,
  };
}

/** The list a scan at this gate counts on: look the check-in up under it, and store it in the scan. */
export function listOf(context: Pick<GateContext, 'gate'>): string {
  return context.gate?.list ?? defaultList;
}

/** Keys that verify codes of the event, active ones first; withdrawn and unreadable ones verify nothing. */
export function verifyingKeys(records: readonly Pick<TicketKeyRecord, 'publicKey' | 'state'>[]): Uint8Array[] {
  const inState = (state: TicketKeyRecord['state']) => records.filter((key) => key.state === state);
  return [...inState('active'), ...inState('retired')]
    .map((key) => fromBase64url(key.publicKey))
    .filter((bytes): bytes is Uint8Array<ArrayBuffer> => bytes?.length === 32);
}
