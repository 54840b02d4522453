/** What happens at the door: scans, check-ins, conflicts, print jobs, and the kiosks that do it. */
import { verdictCodes } from '../../admission/verdict.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const scanFlags = ['offline', 'unverified', 'override', 'conflict'] as const;

/** One attempt, with its verdict. Append-only: made by whoever decided, never changed, never erased. */
export const scans = defineCollection({
  name: 'scans',
  module: 'events',
  labels: { one: 'Scan', many: 'Scans' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'gate', type: 'text', maxLength: 64, note: 'The gate id as sent; a key, not necessarily a declared gate.' },
    { name: 'list', type: 'text', required: true, maxLength: 64, note: 'Id of the check-in list, or `default`.' },
    { name: 'kiosk', type: 'relation', to: 'kiosks', index: true, note: 'Null: decided by the server itself.' },
    { name: 'counter', type: 'integer', min: 0, note: "The kiosk's own count of scans." },
    { name: 'ticketNumber', type: 'text', maxLength: 64, index: true, note: 'Null where the code could not be read.' },
    { name: 'registration', type: 'relation', to: 'registrations', index: true },
    { name: 'verdict', type: 'select', options: verdictCodes, required: true },
    { name: 'flags', type: 'select', options: scanFlags, many: true },
    { name: 'scannedAt', type: 'date', required: true, index: true, note: 'Corrected time.' },
    { name: 'issuedAt', type: 'date', note: "The code's own timestamp." },
    { name: 'clockOffsetMs', type: 'integer', note: 'What was added to the clock of the kiosk.' },
    { name: 'knownSeq', type: 'integer', note: 'How far the kiosk knew the log when it decided.' },
    { name: 'ruleVersion', type: 'integer', required: true },
    {
      name: 'source',
      type: 'select',
      options: ['wedge', 'camera', 'typed', 'serial', 'search', 'api'],
      required: true,
    },
    { name: 'overrideReason', type: 'text', maxLength: 500 },
    { name: 'durationMs', type: 'integer', min: 0, note: 'From text complete to verdict.' },
  ],
  writable: 'none',
  replicated: { boundBy: 'event', push: 'append' },
});
export type ScanRecord = RecordOf<typeof scans>;

/** The admission of a registration on a list: follows from the scans by `reconcile`. */
export const checkins = defineCollection({
  name: 'checkins',
  module: 'events',
  labels: { one: 'Check-in', many: 'Check-ins' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'list', type: 'text', required: true, maxLength: 64 },
    { name: 'registration', type: 'relation', to: 'registrations', required: true },
    { name: 'scan', type: 'relation', to: 'scans', required: true },
    { name: 'gate', type: 'text', maxLength: 64 },
    { name: 'kiosk', type: 'relation', to: 'kiosks' },
    { name: 'checkedInAt', type: 'date', required: true, index: true },
    { name: 'durationMs', type: 'integer', min: 0 },
  ],
  uniques: [['registration', 'list']],
  indexes: [
    ['event', 'checkedInAt'],
    ['event', 'gate'],
  ],
  writable: 'none',
  replicated: { boundBy: 'event', fields: ['event', 'list', 'registration', 'scan', 'gate', 'kiosk', 'checkedInAt'] },
});
export type CheckinRecord = RecordOf<typeof checkins>;

/** Two admissions of one registration on one list: shown to people until somebody has looked at it. */
export const checkinConflicts = defineCollection({
  name: 'checkin_conflicts',
  module: 'events',
  labels: { one: 'Conflict', many: 'Conflicts' },
  fields: [
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true, index: true },
    { name: 'list', type: 'text', readOnly: true, required: true, maxLength: 64 },
    { name: 'registration', type: 'relation', readOnly: true, to: 'registrations', required: true, index: true },
    {
      name: 'scan',
      type: 'relation',
      readOnly: true,
      to: 'scans',
      required: true,
      unique: true,
      note: 'The later admission.',
    },
    {
      name: 'firstScan',
      type: 'relation',
      readOnly: true,
      to: 'scans',
      required: true,
      note: 'The one that is the check-in.',
    },
    { name: 'gate', type: 'text', readOnly: true, maxLength: 64 },
    { name: 'kiosk', type: 'relation', readOnly: true, to: 'kiosks' },
    { name: 'firstGate', type: 'text', readOnly: true, maxLength: 64 },
    { name: 'firstKiosk', type: 'relation', readOnly: true, to: 'kiosks' },
    { name: 'scannedAt', type: 'date', readOnly: true, required: true },
    { name: 'firstScannedAt', type: 'date', readOnly: true, required: true },
    { name: 'acknowledgedAt', type: 'date' },
  ],
  writable: 'update-only',
  replicated: { boundBy: 'event' },
});
export type CheckinConflictRecord = RecordOf<typeof checkinConflicts>;

export const printStates = ['queued', 'sent', 'printed', 'failed', 'unknown'] as const;

export const printJobs = defineCollection({
  name: 'print_jobs',
  module: 'events',
  labels: { one: 'Print job', many: 'Print jobs' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'scan', type: 'relation', to: 'scans', note: 'The admission that caused it.' },
    { name: 'gate', type: 'text', maxLength: 64, note: 'Where it shall come out.' },
    {
      name: 'kiosk',
      type: 'relation',
      to: 'kiosks',
      note: 'Who prints it; null: the first kiosk of the gate that takes it.',
    },
    { name: 'printer', type: 'text', maxLength: 120 },
    { name: 'state', type: 'select', options: printStates, required: true, default: 'queued', index: true },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'reason', type: 'text', maxLength: 500, note: 'Why it is printed again.' },
    { name: 'problem', type: 'text', maxLength: 500 },
    { name: 'queuedAt', type: 'date', required: true },
    { name: 'printedAt', type: 'date' },
  ],
  writable: 'update-only',
  replicated: { boundBy: 'event', push: 'merge' },
});
export type PrintJobRecord = RecordOf<typeof printJobs>;

export const kiosks = defineCollection({
  name: 'kiosks',
  module: 'events',
  labels: { one: 'Kiosk', many: 'Kiosks' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'gate', type: 'relation', to: 'gates', required: true },
    { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor'], required: true, default: 'gate' },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    {
      name: 'publicKey',
      type: 'text',
      required: true,
      hidden: true,
      note: 'Ed25519, raw, base64url: proves possession at every renewal.',
    },
    { name: 'pairedAt', type: 'date', required: true },
    { name: 'revokedAt', type: 'date' },
    { name: 'lastSeenAt', type: 'date' },
    { name: 'knownSeq', type: 'integer', min: 0, note: 'How far it knew the log then.' },
    { name: 'pending', type: 'integer', min: 0, note: 'Scans it had not sent when last heard of.' },
    { name: 'printer', type: 'select', options: ['ready', 'busy', 'error', 'none'] },
    { name: 'softwareVersion', type: 'text', maxLength: 40 },
  ],
  writable: 'update-only',
  replicated: { boundBy: 'event', fields: ['event', 'gate', 'role', 'name', 'revokedAt'] },
});
export type KioskRecord = RecordOf<typeof kiosks>;
