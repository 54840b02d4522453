/**
 * The messages between the streaming process and the server: those of the process are signed, the answers are encrypted,
 * because they hold the addresses and keys of targets, and proxies and logs may stand between the two. Both import this file.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import {
  type StreamWarning,
  streamHealthFields,
  streamTargetStates,
  targetProblems,
} from '#shared/modules/events/streaming.ts';
import type { Field } from '#shared/schema/field.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';

/** Header with the signature of a message, in lower case as Node names headers. */
export const ingestSignatureHeader = 'gatehouse-streaming-signature';

/** Interval between two reports of a stream. */
export const reportMs = 2_000;

export const messageFields = [
  { name: 'kind', type: 'select', options: ['publish', 'quality', 'report', 'unpublish'], required: true },
  {
    name: 'publisher',
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 64,
    note: 'One connection of one process.',
  },
  {
    name: 'keyHash',
    type: 'text',
    maxLength: 64,
    note: 'Of `publish` and `quality`: SHA-256 of the stream key, hexadecimal.',
  },
  { name: 'stream', type: 'text', maxLength: 64, note: 'Of the others: the ID that `publish` answered.' },
  { name: 'hasPicture', type: 'boolean', required: true, default: false },
  { name: 'clockMs', type: 'integer', min: 0, note: 'Milliseconds of stream since its start.' },
  { name: 'cuesAfter', type: 'date', note: 'When the last caption was written that has come.' },
  { name: 'health', type: 'group', fields: streamHealthFields.map((field) => ({ ...field, readOnly: false })) },
  {
    name: 'targets',
    type: 'array',
    of: 'group',
    maxItems: 20,
    fields: [
      { name: 'id', type: 'text', required: true, maxLength: 64 },
      { name: 'state', type: 'select', options: streamTargetStates, required: true },
      { name: 'problem', type: 'select', options: targetProblems },
      { name: 'attempts', type: 'integer', required: true, min: 0 },
      { name: 'droppedFrames', type: 'integer', required: true, min: 0 },
    ],
  },
] as const satisfies readonly Field[];

export type IngestMessage = InputOf<typeof messageFields>;

export function readIngestMessage(body: unknown): Result<IngestMessage> {
  const read = validate(messageFields, body, { mode: 'create', unknown: 'drop' });
  return read.ok ? ok(read.value as IngestMessage) : read;
}

/** A caption for the outgoing video. */
export interface SentCue {
  readonly id: string;
  readonly lang: string;
  readonly text: string;
  /** Start of the cue on the stream's clock. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly createdAt: string;
}

export interface TargetAddress {
  readonly id: string;
  /** rtmp:// or rtmps://; null: it cannot be used, as `problem` says. */
  readonly url: string | null;
  /** Stream key of the target; empty: none is set. */
  readonly key: string;
  readonly problem: 'address_missing' | 'address_refused' | null;
}

/** The plain answer of the server. */
export interface IngestAnswer {
  readonly tenant: string;
  readonly event: string;
  readonly stream: string;
  /** The publisher has to be disconnected, for this reason. */
  readonly end: 'key_rotated' | 'streaming_disabled' | 'ended' | null;
  /** Time for which an interrupted stream can be resumed. */
  readonly reconnectSeconds: number;
  readonly record: boolean;
  readonly targets: readonly TargetAddress[];
  /** Cues since `cuesAfter`; one that was sent may come again. */
  readonly cues?: readonly SentCue[];
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

function answerKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse streaming answers', keyBytes));
}

export function sealAnswer(secret: string, answer: IngestAnswer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', answerKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns refuses what was not sealed with this secret */
export function openAnswer(secret: string, text: string): Result<IngestAnswer> {
  const bytes = Buffer.from(text, 'base64url');
  const problem = { code: 'answer_invalid', message: 'The server and the streaming process have different secrets.' };
  if (bytes.length < nonceBytes + tagBytes) return refuse(problem);
  const decipher = createDecipheriv('aes-256-gcm', answerKey(secret), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return ok(JSON.parse(plain.toString('utf8')) as IngestAnswer);
  } catch {
    return refuse(problem);
  }
}

/** One sentence for each warning: what is wrong, and what to change. */
export const warningAdvice: Readonly<Record<StreamWarning, string>> = {
  key_frames_far_apart:
    'Key frames are more than 4 seconds apart. Set the key frame interval of the encoder to 2 seconds.',
  bitrate_low:
    'The bitrate is below 300 kbit/s, so the picture is poor. Raise the bitrate, or check the upload connection.',
  bitrate_high:
    'The bitrate is above 12,000 kbit/s. Many viewers and targets cannot take it: lower it to 6,000 kbit/s.',
  bitrate_unsteady: 'The bitrate changes a lot. Use a constant bitrate and a wired connection.',
  no_audio: 'No sound arrives. Check the audio input of the encoder.',
  no_video: 'No picture arrives. Check the video input of the encoder.',
  video_codec_unknown: 'The video is not H.264. Targets and the player may not show it: set the encoder to H.264.',
  packets_late: 'The stream arrives more slowly than it plays. Lower the bitrate, or check the upload connection.',
  player_unavailable:
    'The stream is sent to the targets, but not to the player. Set the encoder to H.264; the streaming process must be able to write in DATA_DIR.',
};
