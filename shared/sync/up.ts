/** Everything a kiosk may send. Field lists, so that the same `validate` reads them that reads any other body. */
import type { Field } from '../schema/field.ts';
import type { ValuesOf } from '../schema/infer.ts';

/** POST /api/v1/kiosks/pair */
export const pairRequest = [
  { name: 'pairingCode', type: 'text', required: true, maxLength: 16 },
  { name: 'publicKey', type: 'text', required: true, maxLength: 64, note: 'Ed25519, raw 32 bytes, base64url.' },
  { name: 'name', type: 'text', maxLength: 120 },
  { name: 'softwareVersion', type: 'text', maxLength: 40 },
  { name: 'syncVersion', type: 'integer', required: true, min: 1 },
  {
    name: 'device',
    type: 'select',
    options: ['kiosk', 'box'],
    note: 'What asks; a kiosk leaves it out. A code of the other kind is refused with `pairing_code_other_device`, and stays valid.',
  },
] as const satisfies readonly Field[];

/** POST /api/v1/kiosks/pairing-preview: what a link would pair with, before a person says yes. */
export const previewRequest = [
  { name: 'pairingCode', type: 'text', required: true, maxLength: 16 },
] as const satisfies readonly Field[];

/** POST /api/v1/kiosks/challenge */
export const challengeRequest = [
  { name: 'kioskId', type: 'text', required: true, maxLength: 36 },
] as const satisfies readonly Field[];

/** POST /api/v1/kiosks/token: the signature is by the device key over `gatehouse-kiosk-v1\n{kioskId}\n{nonce}`. */
export const tokenRequest = [
  { name: 'kioskId', type: 'text', required: true, maxLength: 36 },
  { name: 'nonce', type: 'text', required: true, maxLength: 200 },
  { name: 'signature', type: 'text', required: true, maxLength: 100, note: 'base64url.' },
] as const satisfies readonly Field[];

/** POST /api/v1/replication/{collection}/push: at most `pushItemsMax` rows, as RxDB's protocol spells them. */
export const pushRequest = [
  {
    name: 'rows',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: 200,
    fields: [
      { name: 'newDocumentState', type: 'json', required: true },
      { name: 'assumedMasterState', type: 'json' },
      {
        name: 'relay',
        type: 'group',
        note: 'The row is signed by the kiosk that made it: a scan received on the LAN (SY23), or a row for a box (SY25).',
        fields: [
          { name: 'previous', type: 'integer', min: 0, note: 'Of a scan received on the LAN.' },
          { name: 'signature', type: 'text', required: true, maxLength: 100, note: 'base64url.' },
        ],
      },
    ],
  },
] as const satisfies readonly Field[];

export const paperStates = ['ok', 'low', 'out'] as const;

/** A kiosk in the status of the box that it syncs with. */
const kioskAtBox = [
  { name: 'kiosk', type: 'text', required: true, maxLength: 36 },
  { name: 'pending', type: 'integer', min: 0 },
  { name: 'printer', type: 'select', options: ['ready', 'busy', 'error', 'none'] },
  { name: 'softwareVersion', type: 'text', maxLength: 40 },
  { name: 'oldestUnsentAt', type: 'date' },
  { name: 'parked', type: 'integer', min: 0 },
  { name: 'paper', type: 'select', options: paperStates },
  { name: 'printerMessage', type: 'text', maxLength: 300 },
  { name: 'dataAsOf', type: 'date' },
  { name: 'clockOffsetMs', type: 'integer' },
  { name: 'clockTrusted', type: 'boolean' },
  { name: 'peerAddresses', type: 'array', of: 'text', maxItems: 8, maxLength: 64 },
] as const satisfies readonly Field[];

/** POST /api/v1/actions/events.kiosk_status, about every 15 seconds and when something changes. */
export const statusRequest = [
  { name: 'pending', type: 'integer', required: true, min: 0 },
  { name: 'printer', type: 'select', options: ['ready', 'busy', 'error', 'none'], required: true },
  { name: 'knownSeq', type: 'integer', required: true, min: 0 },
  { name: 'softwareVersion', type: 'text', maxLength: 40 },
  { name: 'oldestUnsentAt', type: 'date', note: 'The time of the oldest pending scan.' },
  { name: 'parked', type: 'integer', min: 0 },
  { name: 'paper', type: 'select', options: paperStates },
  { name: 'printerMessage', type: 'text', maxLength: 300 },
  { name: 'dataAsOf', type: 'date', note: 'When its data was last complete.' },
  { name: 'clockOffsetMs', type: 'integer' },
  { name: 'clockTrusted', type: 'boolean' },
  {
    name: 'peerAddresses',
    type: 'array',
    of: 'text',
    maxItems: 8,
    maxLength: 64,
    note: '`ip:port` where other kiosks reach it. Those outside a LAN are left out.',
  },
  {
    name: 'kiosks',
    type: 'array',
    of: 'group',
    maxItems: 200,
    note: 'Of a box alone: kiosks that are online at it, as they report themselves there (SY27).',
    fields: kioskAtBox,
  },
] as const satisfies readonly Field[];

/**
 * POST /api/v1/actions/events.lease_admissions, for every room with a capacity that the kiosk's gate leads to, when
 * `leaseDue` says so. The kiosk takes the answer to its latest request only, and only with the same `request`.
 */
export const leaseRequest = [
  {
    name: 'request',
    type: 'integer',
    required: true,
    min: 1,
    note: 'Increases with every request, also one without a response. Kept over a restart.',
  },
  {
    name: 'rooms',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: 8,
    fields: [
      { name: 'room', type: 'text', required: true, maxLength: 64, note: '`gate:<id>` or `list:<id>`.' },
      {
        name: 'lease',
        type: 'text',
        required: true,
        maxLength: 36,
        note: 'ID created by the kiosk, one per room, stored before its first request. A new one if the kiosk lost the count of `used`.',
      },
      { name: 'generation', type: 'integer', required: true, default: 0, min: 0 },
      { name: 'granted', type: 'integer', required: true, default: 0, min: 0 },
      {
        name: 'used',
        type: 'integer',
        required: true,
        default: 0,
        min: 0,
        note: 'The kiosk’s own admitted scans that name it.',
      },
      { name: 'wanted', type: 'integer', required: true, min: 0, max: 500, note: 'Including the rest.' },
    ],
  },
] as const satisfies readonly Field[];

/** POST /api/v1/actions/events.acknowledge_conflicts, as often as it takes: what is acknowledged stays as it is. */
export const acknowledgeRequest = [
  {
    name: 'conflicts',
    type: 'array',
    of: 'text',
    required: true,
    maxItems: 200,
    maxLength: 36,
    note: 'IDs of conflicts reviewed at the kiosk.',
  },
] as const satisfies readonly Field[];

/** POST /api/v1/actions/events.acknowledge_reports: the same for admission reports, shown on the board. */
export const acknowledgeReportsRequest = [
  { name: 'reports', type: 'array', of: 'text', required: true, maxItems: 200, maxLength: 36 },
] as const satisfies readonly Field[];

/** POST /api/v1/actions/events.unlock_settings, at a kiosk without staff, which holds no PIN to compare with. */
export const unlockRequest = [
  { name: 'pin', type: 'text', required: true, minLength: 1, maxLength: 64 },
] as const satisfies readonly Field[];

/** Maximum number of rows of one push. */
export const pushItemsMax = 200;
export const upMessages = {
  pairRequest,
  previewRequest,
  challengeRequest,
  tokenRequest,
  pushRequest,
  statusRequest,
  leaseRequest,
  acknowledgeRequest,
  acknowledgeReportsRequest,
  unlockRequest,
};

/** A kiosk leaves `device` out: a server of an older version does not know it. */
export type PairRequest = Omit<ValuesOf<typeof pairRequest>, 'device'> &
  Partial<Pick<ValuesOf<typeof pairRequest>, 'device'>>;
export type TokenRequest = ValuesOf<typeof tokenRequest>;
export type LeaseRequest = ValuesOf<typeof leaseRequest>;
export type StatusRequest = ValuesOf<typeof statusRequest>;
