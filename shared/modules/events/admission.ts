/** Collections of admission beside scans: supervisors, walk-ins, leases of capacity, reports for a person to look at. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

const event = { name: 'event', type: 'relation', to: 'events', required: true, index: true } as const;

/** People who may override a verdict, also at an offline kiosk. Made and changed by `events.set_supervisor`. */
export const supervisors = defineCollection({
  name: 'supervisors',
  module: 'events',
  labels: { one: 'Supervisor', many: 'Supervisors' },
  fields: [
    event,
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
    {
      name: 'active',
      type: 'boolean',
      required: true,
      default: true,
      note: 'False means a former supervisor. Scans still name them.',
    },
    {
      name: 'member',
      type: 'text',
      maxLength: 36,
      note: 'ID of the member who is this supervisor and can set the PIN.',
    },
    { name: 'pinSalt', type: 'text', required: true, hidden: true, maxLength: 64, note: '16 bytes, base64url.' },
    { name: 'pinIterations', type: 'integer', required: true, hidden: true, min: 1 },
    {
      name: 'pinHash',
      type: 'text',
      required: true,
      hidden: true,
      maxLength: 64,
      note: 'PBKDF2-SHA256 of the PIN’s digits, 32 bytes, base64url.',
    },
    { name: 'pinSetAt', type: 'date', required: true },
    { name: 'inactiveSince', type: 'date', note: 'Overrides approved before then still count.' },
    {
      name: 'approvalKey',
      type: 'text',
      maxLength: 64,
      note: 'Ed25519 public key, base64url. Null means this supervisor cannot approve overrides until the PIN is set again.',
    },
    {
      name: 'sealedApprovalKey',
      type: 'text',
      hidden: true,
      maxLength: 200,
      note: 'The private key under the PIN: salt, nonce, AES-256-GCM of its PKCS #8; base64url.',
    },
    {
      name: 'formerApprovalKeys',
      type: 'json',
      hidden: true,
      note: 'Of previous PINs: `[{key, until}]`, for approvals that have not been uploaded yet.',
    },
  ],
  uniques: [['event', 'name']],
  writable: 'none',
  replicated: {
    boundBy: 'event',
    fields: ['event', 'name', 'active', 'pinSalt', 'pinIterations', 'pinHash', 'approvalKey', 'sealedApprovalKey'],
    secrets: ['pinSalt', 'pinIterations', 'pinHash', 'sealedApprovalKey'],
  },
});
export type SupervisorRecord = RecordOf<typeof supervisors>;

export const walkInPayments = ['none', 'cash', 'card'] as const;

/** A registration made at a gate; append-only. A follower turns it into a registration with these ids and codes. */
export const walkIns = defineCollection({
  name: 'walk_ins',
  module: 'events',
  resource: 'walk_in',
  labels: { one: 'Walk-in', many: 'Walk-ins' },
  fields: [
    event,
    { name: 'kiosk', type: 'relation', to: 'kiosks', required: true },
    {
      name: 'registration',
      type: 'relation',
      to: 'registrations',
      required: true,
      unique: true,
      note: 'The ID of the new registration.',
    },
    { name: 'scan', type: 'relation', to: 'scans', required: true, note: 'The scan that let the person in.' },
    { name: 'ticketType', type: 'relation', to: 'ticket_types', required: true },
    {
      name: 'ticketNumber',
      type: 'text',
      required: true,
      unique: true,
      maxLength: 40,
      note: 'With the tag of the event.',
    },
    { name: 'badgeCode', type: 'text', required: true, unique: true, maxLength: 40, pattern: '^[0-9A-F]{20}$' },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'email', type: 'email', maxLength: 254 },
    { name: 'company', type: 'text', maxLength: 200 },
    { name: 'role', type: 'text', maxLength: 200 },
    { name: 'payment', type: 'select', options: walkInPayments, required: true },
    { name: 'paymentReference', type: 'text', maxLength: 120, note: 'Number of the card terminal’s receipt.' },
    { name: 'amount', type: 'money', required: true, default: 0, min: 0, note: 'The amount paid, in minor units.' },
    { name: 'currency', type: 'text', required: true, pattern: '^[A-Z]{3}$', maxLength: 3 },
    { name: 'registeredAt', type: 'date', required: true, note: 'Corrected time.' },
    { name: 'staff', type: 'text', maxLength: 120 },
  ],
  writable: 'none',
  replicated: { boundBy: 'event', push: 'append' },
});
export type WalkInRecord = RecordOf<typeof walkIns>;

/** Places in a room that a kiosk may fill without asking. Granted by `events.lease_admissions`, under an id the kiosk chose. */
export const admissionLeases = defineCollection({
  name: 'admission_leases',
  module: 'events',
  labels: { one: 'Admission lease', many: 'Admission leases' },
  fields: [
    event,
    { name: 'kiosk', type: 'relation', to: 'kiosks', required: true },
    { name: 'room', type: 'text', required: true, index: true, maxLength: 64, note: '`gate:<id>` or `list:<id>`.' },
    { name: 'generation', type: 'integer', required: true, min: 0 },
    { name: 'granted', type: 'integer', required: true, min: 0, note: 'Most admissions since it was created.' },
    { name: 'priorGranted', type: 'integer', required: true, min: 0, note: 'Also valid until the kiosk asks again.' },
    { name: 'used', type: 'integer', required: true, default: 0, min: 0, note: 'By scans that have been uploaded.' },
    {
      name: 'late',
      type: 'integer',
      required: true,
      default: 0,
      min: 0,
      note: 'Used after its end, not uploaded yet.',
    },
    { name: 'request', type: 'integer', required: true, min: 0 },
    { name: 'expiresAt', type: 'date', required: true },
  ],
  writable: 'none',
});
export type AdmissionLeaseRecord = RecordOf<typeof admissionLeases>;

/** Marks a scan as counted on a lease, so that reconciling its ticket again does not count it twice. */
export const leaseUses = defineCollection({
  name: 'lease_uses',
  module: 'events',
  labels: { one: 'Lease use', many: 'Lease uses' },
  fields: [
    event,
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'scan', type: 'relation', to: 'scans', required: true },
    { name: 'lease', type: 'text', required: true, maxLength: 36 },
  ],
  uniques: [['scan', 'lease']],
  writable: 'none',
});
export type LeaseUseRecord = RecordOf<typeof leaseUses>;

export const reportKinds = [
  'over_capacity',
  'walk_in_over_capacity',
  'walk_in_not_allowed',
  'walk_in_refused',
  'approval_refused',
  'admitted_against_rules',
] as const;

/** An admission that broke a rule, such as a room over capacity: kept, counted and shown until someone reviews it. */
export const admissionReports = defineCollection({
  name: 'admission_reports',
  module: 'events',
  labels: { one: 'Admission report', many: 'Admission reports' },
  fields: [
    { ...event, readOnly: true },
    { name: 'kind', type: 'select', readOnly: true, options: reportKinds, required: true },
    {
      name: 'about',
      type: 'text',
      readOnly: true,
      required: true,
      maxLength: 64,
      note: 'A room (`gate:<id>`, `list:<id>`), a quota with no seat left (`ticket_type:<id>`, `event:<id>`), a supervisor whose approval is not proven (`supervisor:<id>`), or a verdict (`verdict:<code>`).',
    },
    { name: 'registration', type: 'relation', readOnly: true, to: 'registrations' },
    { name: 'scan', type: 'relation', readOnly: true, to: 'scans' },
    { name: 'walkIn', type: 'relation', readOnly: true, to: 'walk_ins' },
    { name: 'kiosk', type: 'relation', readOnly: true, to: 'kiosks' },
    { name: 'happenedAt', type: 'date', readOnly: true, required: true },
    { name: 'capacity', type: 'integer', readOnly: true, min: 0 },
    {
      name: 'excess',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 1,
      min: 0,
      note: 'People too many by it.',
    },
    { name: 'acknowledgedAt', type: 'date' },
  ],
  writable: 'update-only',
  replicated: { boundBy: 'event' },
});
export type AdmissionReportRecord = RecordOf<typeof admissionReports>;
