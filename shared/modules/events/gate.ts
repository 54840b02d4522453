/** The records of a gate: scans, check-ins, conflicts, print jobs, and the kiosks that make them. */
import { approvalOutcomes, directions, scanVerdicts, verdictCodes } from '../../admission/verdict.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';
import { presences } from '../../sync/presence.ts';
import { paperStates } from '../../sync/up.ts';

export const scanFlags = ['offline', 'unverified', 'override', 'conflict', 'external_code'] as const;

/**
 * One attempt with its verdict, or the undoing of one (`verdict: undone`). Append-only: the kiosk or server that decided
 * makes it, and it is never changed. It is erased only with a sample event, or with an import that made it and is taken back.
 */
export const scans = defineCollection({
  name: 'scans',
  module: 'events',
  labels: { one: 'Scan', many: 'Scans' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true },
    { name: 'gate', type: 'text', maxLength: 64, note: 'The gate ID as sent; a key, not necessarily a declared gate.' },
    { name: 'list', type: 'text', required: true, maxLength: 64, note: 'ID of the check-in list, or `default`.' },
    { name: 'kiosk', type: 'relation', to: 'kiosks', note: 'Null means decided by the server.' },
    { name: 'counter', type: 'integer', min: 0, note: "The kiosk's own count of scans." },
    { name: 'ticketNumber', type: 'text', maxLength: 64, index: true, note: 'Null if the code could not be read.' },
    { name: 'registration', type: 'relation', to: 'registrations', index: true },
    { name: 'direction', type: 'select', options: directions, required: true, default: 'entry' },
    { name: 'verdict', type: 'select', options: scanVerdicts, required: true },
    {
      name: 'undoes',
      type: 'relation',
      to: 'scans',
      index: true,
      note: 'The scan that this one undoes: of the same ticket on the same list, at most 15 minutes older.',
    },
    { name: 'undoReason', type: 'text', maxLength: 500 },
    { name: 'flags', type: 'select', options: scanFlags, many: true },
    { name: 'scannedAt', type: 'date', required: true, index: true, note: 'Corrected time.' },
    { name: 'issuedAt', type: 'date', note: "The code's own timestamp." },
    { name: 'clockOffsetMs', type: 'integer', note: 'The correction added to the kiosk’s clock.' },
    { name: 'knownSeq', type: 'integer', note: 'The kiosk’s position in the log when it decided.' },
    { name: 'ruleVersion', type: 'integer', required: true },
    {
      name: 'source',
      type: 'select',
      options: ['wedge', 'camera', 'typed', 'serial', 'search', 'group', 'walk_in', 'api', 'import'],
      required: true,
    },
    {
      name: 'staff',
      type: 'text',
      maxLength: 120,
      note: 'The staff member at the kiosk, under the name they entered.',
    },
    { name: 'overrideReason', type: 'text', maxLength: 500 },
    { name: 'overrideBy', type: 'text', maxLength: 80, note: 'ID of the supervisor, or `user:<id>` on the server.' },
    { name: 'overrode', type: 'select', options: verdictCodes, note: 'The verdict without the override.' },
    {
      name: 'approvalSignature',
      type: 'text',
      maxLength: 100,
      note: 'Ed25519 by the supervisor’s key over this scan, base64url.',
    },
    {
      name: 'approval',
      type: 'select',
      options: approvalOutcomes,
      readOnly: true,
      note: 'The server’s check of a kiosk’s override: `refused` admits no one. Null means no override, or an override by the server.',
    },
    { name: 'answers', type: 'json', note: 'Question ID → text, one of the options, or true and false.' },
    {
      name: 'leases',
      type: 'array',
      of: 'text',
      maxItems: 2,
      maxLength: 36,
      note: 'IDs of the admission leases in which the person took a spot.',
    },
    { name: 'durationMs', type: 'integer', min: 0, note: 'From the complete scan to the verdict.' },
  ],
  indexes: [
    ['event', 'gate', 'scannedAt'],
    ['kiosk', 'scannedAt'],
  ],
  writable: 'none',
  replicated: { boundBy: 'event', push: 'append' },
});
export type ScanRecord = RecordOf<typeof scans>;

/** The standing of a registration on a list: follows from the scans by `reconcile`. */
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
    { name: 'entries', type: 'integer', required: true, default: 1, min: 0, note: 'Entries that count.' },
    { name: 'entriesThatDay', type: 'integer', required: true, default: 1, min: 0, note: 'On the day of lastEntryAt.' },
    {
      name: 'lastScan',
      type: 'relation',
      to: 'scans',
      note: 'The latest entry that counts. The next 4 fields belong to it.',
    },
    { name: 'lastEntryAt', type: 'date' },
    { name: 'lastGate', type: 'text', maxLength: 64 },
    { name: 'lastKiosk', type: 'relation', to: 'kiosks' },
    { name: 'staff', type: 'text', maxLength: 120 },
    { name: 'leftAt', type: 'date', note: 'The latest exit.' },
    { name: 'inside', type: 'boolean', required: true, default: true, note: 'The last movement was an entry.' },
  ],
  uniques: [['registration', 'list']],
  indexes: [
    ['event', 'checkedInAt'],
    ['event', 'gate'],
    ['event', 'list', 'inside'],
    ['event', 'lastGate', 'inside'],
    ['event', 'kiosk'],
  ],
  writable: 'none',
  replicated: {
    boundBy: 'event',
    fields: [
      'event',
      'list',
      'registration',
      'scan',
      'gate',
      'kiosk',
      'checkedInAt',
      'entries',
      'entriesThatDay',
      'lastScan',
      'lastEntryAt',
      'lastGate',
      'lastKiosk',
      'staff',
      'leftAt',
      'inside',
    ],
  },
});
export type CheckinRecord = RecordOf<typeof checkins>;

/** Two admissions of one registration on one list. The conflict is shown to people until one of them acknowledges it. */
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
    { name: 'gate', type: 'text', maxLength: 64, note: 'The gate where it is to be printed.' },
    {
      name: 'kiosk',
      type: 'relation',
      to: 'kiosks',
      note: 'The kiosk that prints it. Null means the first kiosk at the gate that accepts it.',
    },
    { name: 'printer', type: 'text', maxLength: 120 },
    { name: 'state', type: 'select', options: printStates, required: true, default: 'queued', index: true },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'reason', type: 'text', maxLength: 500, note: 'The reason for printing it again.' },
    {
      name: 'failure',
      type: 'text',
      maxLength: 64,
      note: 'The problem as a code of the kiosk: paper_out, timeout, declined, …',
    },
    { name: 'problem', type: 'text', maxLength: 500, note: 'The problem in a sentence.' },
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
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true, index: true },
    { name: 'gate', type: 'relation', to: 'gates', note: 'Null at a device of an exhibitor, and at a box.' },
    {
      name: 'exhibitor',
      type: 'relation',
      to: 'exhibitors',
      readOnly: true,
      index: true,
      note: 'Whose device it is, with the role `exhibitor`.',
    },
    {
      name: 'role',
      type: 'select',
      options: ['gate', 'self-service', 'exhibitor', 'box'],
      required: true,
      default: 'gate',
    },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    {
      name: 'publicKey',
      type: 'text',
      required: true,
      hidden: true,
      note: 'Ed25519, raw, base64url: proves possession at every renewal, and what the kiosk says to others at the venue.',
    },
    { name: 'pairedAt', type: 'date', readOnly: true, required: true },
    { name: 'revokedAt', type: 'date', readOnly: true },
    { name: 'lastSeenAt', type: 'date', readOnly: true },
    { name: 'knownSeq', type: 'integer', readOnly: true, min: 0, note: 'Its position in the log at that time.' },
    { name: 'pending', type: 'integer', readOnly: true, min: 0, note: 'Unsent scans when it was last seen.' },
    { name: 'printer', type: 'select', readOnly: true, options: ['ready', 'busy', 'error', 'none'] },
    { name: 'softwareVersion', type: 'text', readOnly: true, maxLength: 40 },
    { name: 'oldestUnsentAt', type: 'date', readOnly: true, note: 'The time of its oldest unsent scan.' },
    { name: 'parked', type: 'integer', readOnly: true, min: 0, note: 'Scans the server refused, kept on the kiosk.' },
    { name: 'paper', type: 'select', readOnly: true, options: paperStates },
    { name: 'printerMessage', type: 'text', readOnly: true, maxLength: 300, note: 'What its printer needs.' },
    { name: 'dataAsOf', type: 'date', readOnly: true, note: 'When its data was last complete.' },
    { name: 'clockOffsetMs', type: 'integer', readOnly: true, note: 'The correction it adds to its own clock.' },
    { name: 'clockTrusted', type: 'boolean', readOnly: true },
    {
      name: 'peerAddresses',
      type: 'array',
      of: 'text',
      readOnly: true,
      maxItems: 8,
      maxLength: 21,
      note: '`ip:port` where other kiosks reach it on the LAN.',
    },
    {
      name: 'presence',
      type: 'select',
      readOnly: true,
      options: presences,
      required: true,
      default: 'offline',
      note: 'Online from its first message on. Offline when its connection has ended, or when 3 status messages are missing.',
    },
    { name: 'presenceSince', type: 'date', readOnly: true, note: 'When it came online or went offline.' },
    { name: 'line', type: 'text', hidden: true, maxLength: 64, note: 'Its latest live connection, on any server.' },
    {
      name: 'lineLostAt',
      type: 'date',
      hidden: true,
      note: 'That connection has ended, and no message has arrived since.',
    },
    {
      name: 'viaBox',
      type: 'relation',
      to: 'kiosks',
      readOnly: true,
      note: 'The box for the venue that reports for it. Null means that it reports itself.',
    },
    { name: 'viaBoxAt', type: 'date', readOnly: true, note: 'When that box reported it online last.' },
  ],
  lifecycle: {
    field: 'presence',
    initial: 'offline',
    transitions: [
      { from: 'offline', to: 'online', emits: 'online' },
      { from: 'online', to: 'offline', emits: 'offline' },
    ],
  },
  writable: 'update-only',
  replicated: {
    boundBy: 'event',
    fields: ['event', 'gate', 'exhibitor', 'role', 'name', 'revokedAt', 'publicKey', 'peerAddresses'],
    // A public key is no secret: it is hidden from people because it means nothing to them.
    secrets: ['publicKey'],
  },
});
export type KioskRecord = RecordOf<typeof kiosks>;
