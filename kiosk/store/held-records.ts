/** Records as the replica holds them: the fields that the server sends of each collection. */
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
import type { ExhibitorRecord } from '#shared/modules/events/exhibitor.ts';
import type { CheckinConflictRecord, CheckinRecord, KioskRecord } from '#shared/modules/events/gate.ts';
import type { LeadRecord } from '#shared/modules/events/lead.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { AttendeeImportRecord, ExternalCodeRecord } from '#shared/modules/events/transfer.ts';
import type { DeviceLeadEdit } from './device-lead-edit.ts';

/** A record as the replica holds it: the fields its collection replicates. */
export type HeldRecord = { readonly id: string; readonly [field: string]: unknown };

/** @param text as `JSON.stringify` wrote a record that the server had sent */
export const heldRecordOf = (text: string): HeldRecord => JSON.parse(text);

/** Fields that the server sends of each collection; the rest never reach a kiosk. */
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
> & {
  /** Present only on an exhibitor's device. */
  readonly contactSharing?: RegistrationRecord['contactSharing'];
};

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

export type HeldKiosk = Pick<KioskRecord, 'id' | 'event' | 'gate' | 'role' | 'name' | 'revokedAt'> & {
  /** Exhibitor that owns the device, with the role `exhibitor`. */
  readonly exhibitor?: KioskRecord['exhibitor'];
  /** Ed25519, raw, base64url; an older server sends none. */
  readonly publicKey?: KioskRecord['publicKey'];
  /** A server before version 7 sends none. */
  readonly peerAddresses?: readonly string[] | null;
};

export type HeldExhibitor = Pick<ExhibitorRecord, 'id' | 'name' | 'booth' | 'questions' | 'asksConsent'>;

/** The server's result of the edits; the device reads from it whose badge it is and what the visitor shares. */
export type HeldLead = Pick<
  LeadRecord,
  'id' | 'exhibitor' | 'badge' | 'name' | 'company' | 'role' | 'email' | 'phone' | 'photos' | 'contactShared'
>;

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
  readonly exhibitors: HeldExhibitor;
  readonly leads: HeldLead;
  /** Edits of all devices and people of the exhibitor. */
  readonly lead_edits: DeviceLeadEdit;
  readonly attendee_imports: Pick<AttendeeImportRecord, 'id' | 'event' | 'codes' | 'codesUntil'>;
}
