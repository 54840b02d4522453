/**
 * The rights of a paired device: a closed list by its role, the only source. identify.ts checks the request against it,
 * policy.ts the collection and the action, replication the content of a replica. What is not listed is refused: a new route,
 * action, collection or field is closed to devices until it gets a line here. README.md gives the reason for each line.
 */
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { asHeldByDevice, type CollectionDefinition } from '#shared/schema/definition.ts';
import type { KioskBinding } from './actor.ts';

export type DeviceRole = KioskRecord['role'];
export const deviceRoles = ['gate', 'self-service', 'exhibitor', 'box'] as const satisfies readonly DeviceRole[];

type Push = 'create' | 'update';

export interface DeviceRights {
  /** Routes as `METHOD path` with the path as it is mounted, and `socket.io`. */
  readonly requests: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  /** Collection → fields that a replica of this role holds, of records of its own event. */
  readonly holds: Readonly<Record<string, readonly string[]>>;
  readonly pushes: Readonly<Record<string, readonly Push[]>>;
  /** It pushes rows of kiosks alone, each signed by the kiosk that made it (SY25), and none of its own. */
  readonly relaysOnly?: boolean;
  /** Collection → field that must be the device's own exhibitor: another exhibitor's records do not exist for it. */
  readonly ofExhibitor?: Readonly<Record<string, string>>;
  /**
   * Collections that it holds only where the organizer lets exhibitors see all attendees, as collection → field → values of
   * the records that it then holds; null: the field is empty.
   */
  readonly ofRoster?: Readonly<Record<string, Readonly<Record<string, readonly (string | null)[]>>>>;
}

const replica = [
  'GET /api/v1/replication/snapshot',
  'GET /api/v1/replication/snapshot/:snapshot/:n',
  'GET /api/v1/replication/pull',
  'POST /api/v1/actions/:action',
  'socket.io',
] as const;
const replicaAndJournal = [
  ...replica,
  'GET /api/v1/replication/:collection/pull',
  'POST /api/v1/replication/:collection/push',
];

const event = ['name', 'type', 'status', 'startsAt', 'endsAt', 'doorsOpenAt', 'timezone'] as const;
const gate = ['event', 'key', 'name', 'list', 'direction', 'ticketTypes', 'opensAt', 'closesAt', 'capacity'] as const;
const kiosk = ['event', 'gate', 'role', 'name', 'revokedAt'] as const;
const admissionRules = {
  events: [...event, 'replayWindowMinutes', 'signatures', 'badgeLayout', 'externalCodeKey'],
  checkin_lists: ['event', 'key', 'name', 'counting', 'exitFirst', 'passbackMinutes', 'capacity'],
  gates: gate,
  entry_rules: ['event', 'name', 'list', 'gate', 'ticketTypes', 'opensAt', 'closesAt', 'maxEntries'],
  checkin_questions: ['event', 'text', 'kind', 'options', 'required', 'ticketTypes', 'position', 'active'],
  ticket_keys: ['event', 'publicKey', 'state'],
  // With the public keys, kiosks verify each other's scans at the venue; at the addresses they reach each other.
  kiosks: [...kiosk, 'publicKey', 'peerAddresses'],
  // Codes of other systems are judged without a network, like any other: by a keyed hash.
  external_codes: ['event', 'scheme', 'codeHash', 'ticketNumber', 'import'],
  attendee_imports: ['event', 'codes', 'codesUntil'],
} as const;
const badge = ['event', 'name', 'company', 'role', 'badgeCode'] as const;
/** Fields of a registration that `decide` reads or its name badge shows. The ticket number finds the scanned ticket offline. */
const admitted = [
  ...badge,
  'ticketType',
  'status',
  'paymentStatus',
  'ticketNumber',
  'revokedAt',
  'blockedReason',
  'answers',
] as const;
const standing = [
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
  'leftAt',
  'inside',
] as const;
/** Fields from which check-ins and conflicts are derived: a box derives them by the server's own code. */
const scan = [
  'event',
  'gate',
  'list',
  'kiosk',
  'counter',
  'ticketNumber',
  'registration',
  'direction',
  'verdict',
  'undoes',
  'undoReason',
  'flags',
  'scannedAt',
  'issuedAt',
  'clockOffsetMs',
  'knownSeq',
  'ruleVersion',
  'source',
  'staff',
  'overrideReason',
  'overrideBy',
  'overrode',
  'approvalSignature',
  'approval',
  'answers',
  'leases',
  'durationMs',
] as const;
const supervisor = [
  'event',
  'name',
  'active',
  'pinSalt',
  'pinIterations',
  'pinHash',
  'approvalKey',
  'sealedApprovalKey',
] as const;
const ticketType = ['event', 'key', 'name', 'walkIn', 'price', 'amount', 'currency'] as const;
const lead = [
  'event',
  'exhibitor',
  'badge',
  'name',
  'company',
  'role',
  'email',
  'phone',
  'photos',
  'contactShared',
  'capturedAt',
  'lastCapturedAt',
  'quality',
  'tier',
  'state',
] as const;
const printJob = [
  'event',
  'registration',
  'scan',
  'gate',
  'kiosk',
  'printer',
  'state',
  'attempts',
  'reason',
  'failure',
  'problem',
  'queuedAt',
  'printedAt',
] as const;

export const deviceRights: Readonly<Record<DeviceRole, DeviceRights>> = {
  gate: {
    requests: new Set(replicaAndJournal),
    actions: new Set([
      'events.kiosk_status',
      'events.lease_admissions',
      'events.kiosk_board',
      'events.acknowledge_conflicts',
      'events.acknowledge_reports',
    ]),
    holds: {
      ...admissionRules,
      ticket_types: ticketType,
      registrations: [...admitted, 'email', 'attentionNote', 'group'],
      checkins: [...standing, 'staff'],
      supervisors: supervisor,
      checkin_conflicts: [
        'event',
        'list',
        'registration',
        'scan',
        'firstScan',
        'gate',
        'kiosk',
        'firstGate',
        'firstKiosk',
        'scannedAt',
        'firstScannedAt',
        'acknowledgedAt',
      ],
      admission_reports: [
        'event',
        'kind',
        'about',
        'registration',
        'scan',
        'walkIn',
        'kiosk',
        'happenedAt',
        'capacity',
        'excess',
        'acknowledgedAt',
      ],
      print_jobs: printJob,
    },
    pushes: { scans: ['create'], walk_ins: ['create'], print_jobs: ['create', 'update'] },
  },
  'self-service': {
    requests: new Set(replicaAndJournal),
    actions: new Set(['events.kiosk_status', 'events.lease_admissions', 'events.unlock_settings']),
    holds: {
      ...admissionRules,
      ticket_types: ['event', 'key', 'name'],
      registrations: admitted,
      checkins: standing,
      print_jobs: printJob,
    },
    pushes: { scans: ['create'], print_jobs: ['create', 'update'] },
  },
  // Scans name badges, which open no gate: it admits no one and reads no ticket. It works on its own leads and nothing else.
  exhibitor: {
    requests: new Set(replicaAndJournal),
    actions: new Set(['events.kiosk_status', 'events.keep_lead_photo', 'events.lead_photo']),
    holds: {
      events: event,
      kiosks: [...kiosk, 'exhibitor'],
      exhibitors: ['event', 'name', 'booth', 'questions', 'asksConsent'],
      registrations: badge,
      leads: lead,
      lead_edits: ['event', 'exhibitor', 'badge', 'device', 'at', 'by', 'kind', 'value'],
    },
    pushes: { lead_edits: ['create'] },
    ofExhibitor: { exhibitors: 'id', kiosks: 'exhibitor', leads: 'exhibitor', lead_edits: 'exhibitor' },
    ofRoster: { registrations: { status: ['confirmed'], contactSharing: [null, 'ask', 'agreed'] } },
  },
  // A server at the venue (server/surfaces/box): it has what its kiosks need, and the scans that check-ins follow from.
  box: {
    requests: new Set(replicaAndJournal),
    actions: new Set(['events.kiosk_status']),
    holds: {
      ...admissionRules,
      ticket_types: ticketType,
      registrations: [...admitted, 'email', 'attentionNote', 'group'],
      supervisors: supervisor,
      scans: scan,
    },
    pushes: { scans: ['create'], walk_ins: ['create'] },
    relaysOnly: true,
  },
};

type Bounds = Readonly<Record<string, readonly (string | null)[]>>;

/** Returns the bounds of the records of its event that a device may hold, as field → values; null: none of the collection. */
function boundsOf(kiosk: KioskBinding, { name, replicated }: CollectionDefinition): Bounds | null {
  const { ofExhibitor = {}, ofRoster = {} } = deviceRights[kiosk.role];
  if (replicated?.boundBy === undefined) return null;
  const event = { [replicated.boundBy]: [kiosk.event] };
  const own = ofExhibitor[name];
  const exhibitor = kiosk.exhibitor ?? null;
  if (own !== undefined) return exhibitor === null ? null : { ...event, [own]: [exhibitor] };
  const listed = ofRoster[name];
  if (listed === undefined) return event;
  return exhibitor !== null && kiosk.roster === 'all' ? { ...event, ...listed } : null;
}

/** Whether the device holds any record of the collection, by whose it is and by what the organizer allows. */
export function holdsAnyOf(kiosk: KioskBinding, definition: CollectionDefinition): boolean {
  return boundsOf(kiosk, definition) !== null;
}

/** Returns the condition that the records meet which the device may hold; where it holds none, no record meets it. */
export function deviceCondition(kiosk: KioskBinding, definition: CollectionDefinition): Condition {
  const bounds = boundsOf(kiosk, definition) ?? { id: [] };
  return {
    kind: 'and',
    of: Object.entries(bounds).map(([path, values]) => ({
      kind: 'or',
      of: values.map((value) =>
        value === null ? { kind: 'field', path, op: 'exists', value: false } : where({ [path]: value }),
      ),
    })),
  };
}

/** Whether the device may hold the record. */
export function isOfDevice(
  kiosk: KioskBinding,
  definition: CollectionDefinition,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const bounds = boundsOf(kiosk, definition);
  if (bounds === null) return false;
  return Object.entries(bounds).every(([field, values]) => values.some((value) => value === (record[field] ?? null)));
}

function narrowed(definition: CollectionDefinition, fields: readonly string[]): CollectionDefinition | null {
  const { replicated } = definition;
  // A device is bound to an event, and holds only what can be bound to it.
  if (fields.length === 0 || replicated?.boundBy === undefined) return null;
  return { ...asHeldByDevice(definition), replicated: { ...replicated, fields } };
}

/** One object for each role: what is made of a definition is kept by that object, and changes come by the thousand. */
const heldDefinitions = new WeakMap<CollectionDefinition, Map<DeviceRole, CollectionDefinition | null>>();

/** @returns the collection as a replica of the role holds it; null: it holds none of it */
export function heldBy(role: DeviceRole, definition: CollectionDefinition): CollectionDefinition | null {
  const byRole = heldDefinitions.get(definition) ?? new Map<DeviceRole, CollectionDefinition | null>();
  heldDefinitions.set(definition, byRole);
  const known = byRole.get(role);
  if (known !== undefined) return known;
  const held = narrowed(definition, deviceRights[role].holds[definition.name] ?? []);
  byRole.set(role, held);
  return held;
}

const kioskRoles = deviceRoles.filter((role) => role !== 'box');

/**
 * Narrows a collection to the fields whose changes are news for kiosks. The scans that a box holds are no news: a hint for each
 * attempt would have every kiosk pull, and a box pulls by itself.
 *
 * @returns the collection with every field that kiosks of any role hold; null: no kiosk holds any of it
 */
export function heldByAny(definition: CollectionDefinition): CollectionDefinition | null {
  const fields = kioskRoles.flatMap((role) => deviceRights[role].holds[definition.name] ?? []);
  return narrowed(definition, [...new Set(fields)]);
}
