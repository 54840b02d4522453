/** Pairing, and what kiosks and other replicas pull and push, as data: part of fixed-operations.ts. */
import type { JsonObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import { challenge, credentials, pairingPreview, pullAnswer, pushAnswer, snapshotManifest } from '#shared/sync/down.ts';
import { challengeRequest, pairRequest, previewRequest, pushRequest, tokenRequest } from '#shared/sync/up.ts';
import { data, type Fixed, inBody, object } from './fixed-operation.ts';

const wire = (fields: readonly Field[]): JsonObject => ({ ...fieldsToJsonSchema(fields), additionalProperties: true });

const gate: readonly Field[] = [
  { name: 'event', type: 'text', required: true, maxLength: 36 },
  { name: 'gate', type: 'text', maxLength: 64, note: 'Its key or its ID. Not needed with `exhibitor`.' },
  { name: 'exhibitor', type: 'text', maxLength: 36, note: 'With the role `exhibitor`: the ID of the exhibitor.' },
  { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor', 'box'], default: 'gate' },
];
const pullQuery: readonly Field[] = [
  { name: 'log', type: 'text', note: 'The log of the checkpoint. If omitted, from the beginning.' },
  { name: 'seq', type: 'integer', min: 0 },
  { name: 'limit', type: 'integer', min: 1, max: 1_000 },
];

export const kioskOperations: readonly Fixed[] = [
  {
    method: 'post',
    path: '/api/v1/kiosks/pairing-codes',
    id: 'kiosks.pairing_code',
    tag: 'kiosk',
    who: 'pairing',
    summary: 'Create a code that pairs one kiosk with a gate, valid for 10 minutes',
    body: gate,
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/{id}/revoke',
    id: 'kiosks.revoke',
    tag: 'kiosk',
    who: 'pairing',
    summary: 'Revoke a kiosk',
    answers: data(object),
    refused: [404],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/pair',
    id: 'kiosks.pair',
    tag: 'kiosk',
    who: 'public',
    summary: 'Pair a kiosk with a pairing code',
    body: pairRequest,
    answers: wire(credentials),
    refused: [401, 404, 409, 410, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/pairing-preview',
    id: 'kiosks.pairing_preview',
    tag: 'kiosk',
    who: 'public',
    summary: 'Show what a pairing code pairs with, without using it',
    body: previewRequest,
    answers: wire(pairingPreview),
    refused: [404, 409, 410, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/challenge',
    id: 'kiosks.challenge',
    tag: 'kiosk',
    who: 'public',
    summary: 'Get a challenge to sign with the device key',
    body: challengeRequest,
    answers: wire(challenge),
    refused: [404, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/token',
    id: 'kiosks.token',
    tag: 'kiosk',
    who: 'public',
    summary: 'Exchange a signed challenge for a token',
    body: tokenRequest,
    answers: wire(credentials),
    refused: [401, 404, ...inBody],
  },
  {
    method: 'get',
    path: '/api/v1/replication/snapshot',
    id: 'replication.snapshot',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Create a snapshot for a first load',
    answers: wire(snapshotManifest),
    refused: [404],
  },
  {
    method: 'get',
    path: '/api/v1/replication/snapshot/{snapshot}/{n}',
    id: 'replication.chunk',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Get a chunk of a first load, counted from 0',
    answers: object,
    refused: [404, 410],
  },
  {
    method: 'get',
    path: '/api/v1/replication/pull',
    id: 'replication.pull',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Get changes since a checkpoint, of all collections',
    query: pullQuery,
    answers: wire(pullAnswer),
    refused: [404, 409],
  },
  {
    method: 'get',
    path: '/api/v1/replication/{collection}/pull',
    id: 'replication.pull_collection',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Get changes since a checkpoint, of one collection',
    query: pullQuery,
    answers: wire(pullAnswer),
    refused: [404, 409],
  },
  {
    method: 'post',
    path: '/api/v1/replication/{collection}/push',
    id: 'replication.push',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Upload records from a device; one outcome per row',
    body: pushRequest,
    answers: wire(pushAnswer),
    refused: [404, 409, ...inBody],
  },
];
