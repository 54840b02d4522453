/** Everything a kiosk may receive. Names it does not know are dropped: a newer server may say more. */
import type { Field } from '../schema/field.ts';
import type { ValuesOf } from '../schema/infer.ts';
import { boardAnswer } from './board.ts';

const time = [
  { name: 'now', type: 'integer', required: true, note: 'Unix milliseconds when the response was created.' },
  {
    name: 'sig',
    type: 'text',
    required: true,
    note: "Ed25519 by the server's key over `gatehouse-time-v1\\n{kioskId}\\n{now}`, base64url.",
  },
] as const satisfies readonly Field[];

const issued = [
  { name: 'kioskId', type: 'text', required: true },
  { name: 'token', type: 'text', required: true, maxLength: 1_000 },
  { name: 'expiresAt', type: 'date', required: true },
  { name: 'leaseExpiresAt', type: 'date', required: true, note: 'Without contact until then, the kiosk locks.' },
  { name: 'event', type: 'text', required: true },
  { name: 'gate', type: 'text', required: true },
  { name: 'serverKey', type: 'text', required: true, note: 'Raw Ed25519 public key, base64url: verifies `time`.' },
  {
    name: 'sealKey',
    type: 'text',
    note: 'Raw X25519 public key, base64url: unsent scans are sealed to it (scan-file.ts).',
  },
  { name: 'demo', type: 'boolean', required: true, default: false },
  {
    name: 'signsRows',
    type: 'boolean',
    required: true,
    default: false,
    note: 'The server is a box: it passes scans and walk-ins on, so the kiosk signs each of them (signed-row.ts).',
  },
  {
    name: 'venueKey',
    type: 'group',
    note: 'For kiosks whose role admits people: what they seal with between each other (shared/peers/SPEC.md).',
    fields: [
      { name: 'generation', type: 'integer', required: true, min: 1 },
      { name: 'key', type: 'text', required: true, maxLength: 64, note: '32 bytes, base64url.' },
      { name: 'previousKey', type: 'text', maxLength: 64, note: 'Reads frames of the generation before.' },
      { name: 'previousUntil', type: 'date', note: 'From then on it reads nothing.' },
    ],
  },
  { name: 'time', type: 'group', required: true, fields: time },
] as const satisfies readonly Field[];

/** Answer to pair and to token. `token` is a bearer token of about an hour; renewal needs the device key. */
export const credentials = [
  ...issued,
  { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor'], required: true },
] as const satisfies readonly Field[];

/** The same to a box, which is no kiosk. */
export const boxCredentials = [
  ...issued,
  { name: 'role', type: 'select', options: ['box'], required: true },
] as const satisfies readonly Field[];

/** Answer to a pairing preview: names, for a person to compare. The code stays good. */
export const pairingPreview = [
  { name: 'event', type: 'text', required: true },
  { name: 'gate', type: 'text', required: true },
  { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor'], required: true },
  { name: 'expiresAt', type: 'date', required: true },
  { name: 'demo', type: 'boolean', required: true, default: false },
] as const satisfies readonly Field[];

export const challenge = [
  { name: 'nonce', type: 'text', required: true, maxLength: 200 },
] as const satisfies readonly Field[];

/** GET /api/v1/replication/snapshot: what a first load consists of; the cursor to go on from stands in it. */
export const snapshotManifest = [
  { name: 'snapshot', type: 'text', required: true },
  { name: 'log', type: 'text', required: true, note: 'Identity of the log.' },
  { name: 'seq', type: 'integer', required: true, min: 0 },
  { name: 'rows', type: 'integer', required: true, min: 0 },
  { name: 'chunks', type: 'integer', required: true, min: 0, note: 'GET …/snapshot/{snapshot}/{0..chunks-1}' },
  { name: 'time', type: 'group', required: true, fields: time },
] as const satisfies readonly Field[];

/** One chunk: records of one collection, about 1,000 of them. Not validated row by row: the token and TLS vouch for it. */
export interface SnapshotChunk {
  readonly collection: string;
  readonly records: readonly { readonly id: string; readonly [field: string]: unknown }[];
}

/** GET /api/v1/replication/pull?log=&seq=&limit=: changes of every collection the actor replicates, oldest first. */
export const pullAnswer = [
  { name: 'log', type: 'text', required: true },
  { name: 'seq', type: 'integer', required: true, min: 0, note: 'Continue from here, even if nothing was visible.' },
  { name: 'head', type: 'integer', required: true, min: 0 },
  {
    name: 'documents',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: 1_000,
    fields: [
      { name: 'collection', type: 'text', required: true },
      { name: 'id', type: 'text', required: true },
      { name: 'seq', type: 'integer', required: true },
      { name: 'deleted', type: 'boolean', required: true },
      { name: 'record', type: 'json', note: 'Null when deleted.' },
    ],
  },
  { name: 'time', type: 'group', required: true, fields: time },
] as const satisfies readonly Field[];

export const pushOutcomes = ['accepted', 'duplicate', 'refused'] as const;

/** Answer to a push: one item a row, in order; never silence. `record` is the server's state where the row lost against it. */
export const pushAnswer = [
  {
    name: 'items',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: 200,
    fields: [
      { name: 'id', type: 'text', required: true },
      { name: 'outcome', type: 'select', options: pushOutcomes, required: true },
      { name: 'code', type: 'text' },
      { name: 'message', type: 'text' },
      { name: 'record', type: 'json' },
    ],
  },
  { name: 'time', type: 'group', required: true, fields: time },
] as const satisfies readonly Field[];

/** Answer to `events.lease_admissions`. A room that is missing has no capacity (any more): no lease is needed for it. */
export const leaseAnswer = [
  { name: 'request', type: 'integer', required: true, min: 1, note: 'The number of the request.' },
  {
    name: 'rooms',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: 8,
    fields: [
      { name: 'room', type: 'text', required: true },
      { name: 'lease', type: 'text', required: true, note: 'Sent in `scans.leases`.' },
      { name: 'generation', type: 'integer', required: true },
      { name: 'granted', type: 'integer', required: true, note: 'Since it was created. `used` counts against it.' },
      { name: 'expiresAt', type: 'date', required: true },
      { name: 'capacity', type: 'integer', required: true },
      { name: 'inside', type: 'integer', required: true },
      { name: 'free', type: 'integer', required: true, note: 'Reserved for no kiosk after this response.' },
    ],
  },
] as const satisfies readonly Field[];

export const unlockOutcomes = ['right', 'wrong_pin', 'pin_locked', 'no_supervisor'] as const;

/** Answer to `events.unlock_settings`. */
export const unlockAnswer = [
  {
    name: 'outcome',
    type: 'select',
    options: unlockOutcomes,
    required: true,
    note: 'no_supervisor: the event has none with a PIN.',
  },
  { name: 'attemptsLeft', type: 'integer', min: 0, note: 'With wrong_pin: attempts before a wait.' },
  { name: 'waitMs', type: 'integer', min: 0, note: 'With pin_locked.' },
] as const satisfies readonly Field[];

export const downMessages = {
  credentials,
  boxCredentials,
  pairingPreview,
  challenge,
  snapshotManifest,
  pullAnswer,
  pushAnswer,
  leaseAnswer,
  unlockAnswer,
  boardAnswer,
};

export type Credentials = ValuesOf<typeof credentials>;
export type BoxCredentials = ValuesOf<typeof boxCredentials>;
export type PairingPreview = ValuesOf<typeof pairingPreview>;
export type SnapshotManifest = ValuesOf<typeof snapshotManifest>;
export type PullAnswer = ValuesOf<typeof pullAnswer>;
export type LeaseAnswer = ValuesOf<typeof leaseAnswer>;
export type PushAnswer = ValuesOf<typeof pushAnswer>;
