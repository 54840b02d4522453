/**
 * Actions of organizers and of the ingest process on streams, as data. Implemented in server/modules/events/streaming.
 */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import {
  streamHealthFields,
  streamStates,
  streamTargetKinds,
  streamTargetStates,
  targetProblems,
} from './streaming.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const state = { name: 'state', type: 'select', options: streamStates, required: true } as const;

const keyAnswer = [
  { name: 'streamKey', type: 'text', required: true, note: 'A credential: who has it can broadcast to the event.' },
  { name: 'ingestUrl', type: 'text', required: true, note: 'The server address to enter beside the key.' },
  { name: 'status', type: 'select', options: streamStates, required: true },
  { name: 'rotatedAt', type: 'date' },
] as const satisfies readonly Field[];

/** A target without its key and address. */
const targetAnswer = [
  { name: 'id', type: 'text', required: true },
  { name: 'name', type: 'text' },
  { name: 'kind', type: 'select', options: streamTargetKinds, required: true },
  { name: 'host', type: 'text', note: 'The server that the address names.' },
  { name: 'hasKey', type: 'boolean', required: true },
  { name: 'enabled', type: 'boolean', required: true },
  { name: 'state', type: 'select', options: streamTargetStates, required: true },
  { name: 'problem', type: 'text', note: 'Why the target does not receive the stream, as a sentence.' },
  { name: 'reason', type: 'select', options: targetProblems, note: 'The same as a code.' },
  { name: 'attempts', type: 'integer', required: true },
  { name: 'droppedFrames', type: 'integer', required: true },
  { name: 'broadcastingSince', type: 'date' },
] as const satisfies readonly Field[];

const targetsAnswer = [
  { name: 'targets', type: 'array', of: 'group', required: true, fields: targetAnswer },
] as const satisfies readonly Field[];

export const getStreamKey = defineAction({
  name: 'events.stream_key',
  module: 'events',
  summary: 'The stream key of an event and the address to broadcast to. The key is made when it is first asked for.',
  scope: 'events:write',
  http: { method: 'GET', paths: ['/events/:eventId/streaming/key'] },
  input: [eventId],
  output: { fields: keyAnswer },
});

export const rotateStreamKey = defineAction({
  name: 'events.rotate_stream_key',
  module: 'events',
  summary:
    'Replace the stream key. The old key stops at once: who broadcasts with it is disconnected, and the same stream continues with the new key.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/streaming/key/rotate'] },
  input: [eventId],
  output: { fields: keyAnswer },
});

export const listStreamTargets = defineAction({
  name: 'events.stream_targets',
  module: 'events',
  summary: 'The services that the stream is sent on to, with their states. Their keys and addresses are not returned.',
  scope: 'events:write',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/streaming/targets'] },
  input: [eventId],
  output: { fields: targetsAnswer },
});

export const setStreamTargets = defineAction({
  name: 'events.set_stream_targets',
  module: 'events',
  summary:
    'Set the services that the stream is sent on to. A target that is left out is removed; one with its ID keeps the address and key that are left out.',
  scope: 'events:write',
  http: { method: 'PUT', paths: ['/events/:eventId/streaming/targets'] },
  input: [
    eventId,
    {
      name: 'targets',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: 20,
      fields: [
        {
          name: 'id',
          type: 'text',
          minLength: 1,
          maxLength: 64,
          note: 'Of a known target; of a new one, set by the server.',
        },
        { name: 'name', type: 'text', maxLength: 120 },
        { name: 'kind', type: 'select', options: streamTargetKinds, required: true, default: 'custom' },
        { name: 'url', type: 'text', maxLength: 2_048, note: 'rtmp:// or rtmps://, without the key.' },
        { name: 'key', type: 'text', maxLength: 500, note: 'The stream key that the service has given.' },
        { name: 'enabled', type: 'boolean', required: true, default: true },
      ],
    },
  ],
  output: { fields: targetsAnswer },
});

export const getStreamStatus = defineAction({
  name: 'events.stream_status',
  module: 'events',
  summary: 'Whether the event is on air, how healthy the arriving stream is, and what to do about it, in words.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/streaming/status'] },
  input: [eventId],
  output: {
    fields: [
      { ...state, name: 'status' },
      { name: 'streamId', type: 'relation', to: 'streams', note: 'Null until the first broadcast is prepared.' },
      {
        name: 'player',
        type: 'url',
        note: 'The player for other websites. It plays where `streaming.access` is `public`.',
      },
      {
        name: 'preview',
        type: 'url',
        note: 'The player for organizers, also where access is not public. Valid for an hour; it counts as no viewer.',
      },
      { name: 'liveAt', type: 'date' },
      { name: 'resumableUntil', type: 'date' },
      { name: 'endedAt', type: 'date' },
      { name: 'interruptions', type: 'integer', required: true },
      { name: 'isSetUp', type: 'boolean', required: true, note: 'Whether a streaming process belongs to this server.' },
      { name: 'health', type: 'group', fields: streamHealthFields.map((field) => ({ ...field, readOnly: false })) },
      {
        name: 'advice',
        type: 'array',
        of: 'text',
        required: true,
        note: 'A sentence for each warning, and for what is not set up.',
      },
      {
        name: 'targets',
        type: 'group',
        required: true,
        note: 'How many of them are in each state.',
        fields: streamTargetStates.map((name) => ({ name, type: 'integer', required: true })),
      },
    ],
  },
});

export const streamIngest = defineAction({
  name: 'events.stream_ingest',
  module: 'events',
  summary: 'Receive a message from the process that takes streams. The signature is the credential.',
  scope: 'events:write',
  http: {
    method: 'POST',
    paths: ['/events/streaming/ingest'],
    signed: {
      tenantBy: [
        { bodyPath: 'stream', collection: 'streams', field: 'id' },
        { bodyPath: 'keyHash', collection: 'streams', field: 'keyHash' },
      ],
    },
  },
  input: [
    { name: 'rawBody', type: 'text', required: true },
    { name: 'headers', type: 'json', required: true },
  ],
  output: {
    fields: [{ name: 'sealed', type: 'text', required: true, note: 'Encrypted for the sender of the message.' }],
  },
});
