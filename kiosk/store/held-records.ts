/** Records as the replica holds them: the fields that the server sends of each collection. Types only. */
import type { AdmissionReportRecord, SupervisorRecord } from '#shared/modules/events/admission.ts';
import type {
  CheckinListRecord,
  CheckinQuestionRecord,
  EntryRuleRecord,
  EventRecord,
  GateRecord,
  TicketKeyRecord,
  TicketTypeRecord,
} from '#shared/modules/events/event.ts';
import type { CheckinConflictRecord, CheckinRecord, KioskRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { AttendeeImportRecord, ExternalCodeRecord } from '#shared/modules/events/transfer.ts';

/** A record as the replica holds it: the fields its collection replicates. */
export type HeldRecord = { readonly id: string; readonly [field: string]: unknown };

/** What the server sends of each collection; the rest of its fields never reach a kiosk. */
export type HeldRegistration = Pick<
  RegistrationRecord,
  | 'id'
  | 'event'
  | 'ticketType'
  | 'status'
  | 'paymentStatus'
  | 'name'
  | 'email'
  | 'company'
  | 'role'
  | 'ticketNumber'
  | 'badgeCode'
  | 'revokedAt'
  | 'blockedReason'
  | 'attentionNote'
  | 'group'
  | 'answers'
>;

export type HeldCheckin = Pick<
  CheckinRecord,
  | 'id'
  | 'event'
  | 'list'
  | 'registration'
  | 'scan'
  | 'gate'
  | 'kiosk'
  | 'checkedInAt'
  | 'entries'
  | 'entriesThatDay'
  | 'lastScan'
  | 'lastEntryAt'
  | 'lastGate'
  | 'lastKiosk'
  | 'staff'
  | 'leftAt'
  | 'inside'
>;

export type HeldEvent = Pick<
  EventRecord,
  | 'id'
  | 'name'
  | 'type'
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'doorsOpenAt'
  | 'timezone'
  | 'replayWindowMinutes'
  | 'signatures'
  | 'badgeLayout'
> & {
  /** An older server sends none. */
  readonly externalCodeKey?: EventRecord['externalCodeKey'];
};

export type HeldExternalCode = Pick<
  ExternalCodeRecord,
  'id' | 'event' | 'scheme' | 'codeHash' | 'ticketNumber' | 'import'
>;

export type HeldKiosk = Pick<KioskRecord, 'id' | 'event' | 'gate' | 'role' | 'name' | 'revokedAt'>;

/** Collections of which there are few: held as records, not as packed rows. */
export interface SmallCollections {
  readonly events: HeldEvent;
  readonly ticket_types: Pick<
    TicketTypeRecord,
    'id' | 'event' | 'key' | 'name' | 'walkIn' | 'price' | 'amount' | 'currency'
  >;
  readonly checkin_lists: CheckinListRecord;
  readonly gates: GateRecord;
  readonly entry_rules: EntryRuleRecord;
  readonly checkin_questions: CheckinQuestionRecord;
  readonly supervisors: Pick<
    SupervisorRecord,
    'id' | 'event' | 'name' | 'active' | 'pinSalt' | 'pinIterations' | 'pinHash' | 'approvalKey' | 'sealedApprovalKey'
  >;
  readonly ticket_keys: Pick<TicketKeyRecord, 'id' | 'event' | 'publicKey' | 'state'>;
  readonly kiosks: HeldKiosk;
  readonly checkin_conflicts: CheckinConflictRecord;
  readonly admission_reports: AdmissionReportRecord;
  readonly attendee_imports: Pick<AttendeeImportRecord, 'id' | 'event' | 'codes' | 'codesUntil'>;
}
