/** Streams of events and the places that they are sent on to, with their states as records. */
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const streamStates = ['idle', 'connected', 'live', 'disconnected', 'ended'] as const;
export const streamTargetStates = ['idle', 'starting', 'broadcasting', 'errored', 'disabled'] as const;
export const streamTargetKinds = ['youtube', 'twitch', 'custom'] as const;

/** Problems with the arriving stream, or with its player; pages and answers have a sentence for each. */
export const streamWarnings = [
  'key_frames_far_apart',
  'bitrate_low',
  'bitrate_high',
  'bitrate_unsteady',
  'no_audio',
  'no_video',
  'video_codec_unknown',
  'packets_late',
  'player_unavailable',
] as const;
export type StreamWarning = (typeof streamWarnings)[number];

/** Reasons why a target does not receive the stream; none of these names an address. */
export const targetProblems = [
  'address_missing',
  'address_refused',
  'no_connection',
  'certificate_refused',
  'handshake_failed',
  'refused_by_target',
  'connection_lost',
  'too_slow',
] as const;
export type TargetProblem = (typeof targetProblems)[number];

/** Measured values of the arriving stream, and its warnings. */
export const streamHealthFields = [
  { name: 'bitrateKbps', type: 'integer', min: 0, readOnly: true },
  { name: 'framesPerSecond', type: 'number', min: 0, readOnly: true },
  {
    name: 'keyFrameSeconds',
    type: 'number',
    min: 0,
    readOnly: true,
    note: 'The longest distance between two key frames in the last seconds.',
  },
  { name: 'videoCodec', type: 'text', maxLength: 20, readOnly: true },
  { name: 'audioCodec', type: 'text', maxLength: 20, readOnly: true },
  { name: 'width', type: 'integer', min: 0, readOnly: true },
  { name: 'height', type: 'integer', min: 0, readOnly: true },
  { name: 'warnings', type: 'select', many: true, options: streamWarnings, readOnly: true },
] as const satisfies readonly Field[];

export const streams = defineCollection({
  name: 'streams',
  module: 'events',
  resource: 'stream',
  labels: { one: 'Stream', many: 'Streams' },
  note: 'One broadcast. An event has one stream that is not over; after its end, the next broadcast is a new record.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    {
      name: 'state',
      type: 'select',
      options: streamStates,
      readOnly: true,
      required: true,
      default: 'idle',
      note: '`connected`: the publisher is connected, no picture yet. `disconnected`: until `resumableUntil` the publisher can continue the same stream.',
    },
    {
      name: 'startedAt',
      type: 'date',
      readOnly: true,
      note: 'The first connection: times of captions count from here.',
    },
    {
      name: 'clockMs',
      type: 'integer',
      min: 0,
      readOnly: true,
      note: 'Milliseconds of stream that had arrived at `clockAt`; interruptions do not count.',
    },
    { name: 'clockAt', type: 'date', readOnly: true },
    { name: 'connectedAt', type: 'date', readOnly: true },
    { name: 'liveAt', type: 'date', readOnly: true },
    { name: 'disconnectedAt', type: 'date', readOnly: true },
    { name: 'resumableUntil', type: 'date', readOnly: true, index: true },
    { name: 'endedAt', type: 'date', readOnly: true },
    { name: 'interruptions', type: 'integer', min: 0, readOnly: true, required: true, default: 0 },
    { name: 'lastReportAt', type: 'date', readOnly: true, index: true },
    { name: 'recorded', type: 'boolean', readOnly: true, required: true, default: false },
    ...streamHealthFields,
    {
      name: 'publisher',
      type: 'text',
      maxLength: 64,
      hidden: true,
      readOnly: true,
      note: 'Which connection publishes. Reports of an earlier connection change nothing.',
    },
    {
      name: 'keyHash',
      type: 'text',
      maxLength: 64,
      hidden: true,
      readOnly: true,
      unique: true,
      note: 'SHA-256 of the stream key; null once the stream has ended.',
    },
    { name: 'sealedKey', type: 'text', maxLength: 2_000, hidden: true, readOnly: true },
    { name: 'keyRotatedAt', type: 'date', readOnly: true },
  ],
  indexes: [['event', 'state']],
  lifecycle: {
    field: 'state',
    initial: 'idle',
    transitions: [
      { from: 'idle', to: 'connected', emits: 'connected' },
      { from: 'connected', to: 'live', emits: 'live' },
      { from: 'connected', to: 'disconnected', emits: 'disconnected' },
      { from: 'live', to: 'disconnected', emits: 'disconnected' },
      { from: 'disconnected', to: 'connected', emits: 'connected' },
      { from: 'disconnected', to: 'ended', emits: 'ended' },
    ],
  },
  writable: 'none',
});
export type StreamRecord = RecordOf<typeof streams>;

export const streamTargets = defineCollection({
  name: 'stream_targets',
  module: 'events',
  resource: 'stream_target',
  labels: { one: 'Stream target', many: 'Stream targets' },
  note: 'A service that the stream is sent on to. Its address and key are set with the event and are in no record.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    {
      name: 'target',
      type: 'text',
      maxLength: 64,
      readOnly: true,
      required: true,
      note: 'The ID in `streaming.targets`.',
    },
    { name: 'name', type: 'text', maxLength: 120, readOnly: true },
    { name: 'kind', type: 'select', options: streamTargetKinds, readOnly: true, required: true, default: 'custom' },
    {
      name: 'state',
      type: 'select',
      options: streamTargetStates,
      readOnly: true,
      required: true,
      default: 'idle',
      note: '`errored`: it is tried again automatically.',
    },
    { name: 'problem', type: 'select', options: targetProblems, readOnly: true },
    { name: 'attempts', type: 'integer', min: 0, readOnly: true, required: true, default: 0 },
    { name: 'broadcastingSince', type: 'date', readOnly: true },
    { name: 'droppedFrames', type: 'integer', min: 0, readOnly: true, required: true, default: 0 },
  ],
  uniques: [['event', 'target']],
  lifecycle: {
    field: 'state',
    initial: 'idle',
    transitions: [
      { from: 'idle', to: 'starting', emits: 'starting' },
      { from: 'idle', to: 'disabled', emits: 'disabled' },
      { from: 'starting', to: 'broadcasting', emits: 'broadcasting' },
      { from: 'starting', to: 'errored', emits: 'errored' },
      { from: 'starting', to: 'idle', emits: 'stopped' },
      { from: 'starting', to: 'disabled', emits: 'disabled' },
      { from: 'idle', to: 'broadcasting', emits: 'broadcasting' },
      { from: 'idle', to: 'errored', emits: 'errored' },
      { from: 'broadcasting', to: 'errored', emits: 'errored' },
      { from: 'broadcasting', to: 'starting', emits: 'starting' },
      { from: 'broadcasting', to: 'idle', emits: 'stopped' },
      { from: 'broadcasting', to: 'disabled', emits: 'disabled' },
      { from: 'errored', to: 'starting', emits: 'starting' },
      { from: 'errored', to: 'broadcasting', emits: 'broadcasting' },
      { from: 'errored', to: 'idle', emits: 'stopped' },
      { from: 'errored', to: 'disabled', emits: 'disabled' },
      { from: 'disabled', to: 'idle', emits: 'enabled' },
    ],
  },
  writable: 'none',
});
export type StreamTargetRecord = RecordOf<typeof streamTargets>;
