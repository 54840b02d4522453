/**
 * Messages of the streaming process: a publisher came, how it goes on, it went. Each is taken in one transaction; the
 * answer says where to send the stream, or that the publisher must go.
 */
import { must } from '#shared/base/assert.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type StreamRecord, streams } from '#shared/modules/events/streaming.ts';
import { streamIngest } from '#shared/modules/events/streaming-actions.ts';
import { type ModuleAction, type SignedMessage, signedAction } from '../../../core/collections/action.ts';
import { isSame } from '../../../core/is-same.ts';
import type { Transaction } from '../../../store/contract.ts';
import { checkWebhookSignature } from '../payments/webhook-signature.ts';
import type { EventsPorts } from '../ports.ts';
import {
  type IngestAnswer,
  type IngestMessage,
  ingestSignatureHeader,
  readIngestMessage,
  sealAnswer,
} from './ingest-message.ts';
import { noStreaming } from './ports.ts';
import { streamingOf, targetsOf } from './setting.ts';
import { connected, disconnected, ended, isPublished } from './stream-states.ts';
import { noteTargets } from './target-states.ts';
import { cuesForVideo } from './video-cues.ts';

/** A stream without reports for so long has lost its streaming process: another publisher may take it over. */
export const staleMs = 12 * secondMs;
/** Numbers are written this often; states at once. */
const healthMs = 5 * secondMs;

function verify(
  { body, headers, rawBody }: SignedMessage,
  nowMs: number,
  secret: string | null,
): Result<IngestMessage> {
  const given = headers[ingestSignatureHeader] ?? '';
  const code = secret === null ? 'signature_invalid' : checkWebhookSignature(rawBody, given, [secret], nowMs);
  if (code === 'valid') return readIngestMessage(body);
  const message =
    code === 'signature_invalid'
      ? 'The signature does not match. Give the streaming process and the server the same STREAMING_SECRET.'
      : 'The clocks of the streaming process and the server are more than 5 minutes apart. Set them.';
  return refuse({ code, message });
}

type End = IngestAnswer['end'];

/** Returns why a stream of this event has to end; null: it may go on. */
function standing({ status, streaming }: EventRecord): End {
  return status === 'cancelled' || !streamingOf({ streaming }).enabled ? 'streaming_disabled' : null;
}

const ageMs = (tx: Transaction, at: string | null) => Date.parse(tx.now) - (at === null ? 0 : Date.parse(at));

/** The stream of a key, of an event that is streamed. */
async function keyed(tx: Transaction, { keyHash }: IngestMessage) {
  const hash = keyHash ?? '';
  const found = await tx.findOne(streams, { keyHash: hash });
  if (!found?.keyHash || !isSame(hash, found.keyHash)) return refuseWith('stream_key_unknown');
  const event = await tx.get(events, found.event);
  return event && !standing(event) ? ok({ event, found }) : refuseWith('streaming_disabled');
}

/** A further quality of a stream that is on air: nothing is written of it. */
async function quality(tx: Transaction, message: IngestMessage): Promise<Result<StreamRecord>> {
  const of = await keyed(tx, message);
  if (!of.ok) return of;
  return isPublished(of.value.found) ? ok(of.value.found) : refuseWith('stream_quality_early');
}

async function publish(tx: Transaction, ports: EventsPorts, message: IngestMessage): Promise<Result<StreamRecord>> {
  const { publisher } = message;
  const of = await keyed(tx, message);
  if (!of.ok) return of;
  const { event, found } = of.value;
  if (isPublished(found) && ageMs(tx, found.lastReportAt) < staleMs) return refuseWith('stream_busy');
  const isOver = found.state === 'disconnected' && (found.resumableUntil ?? '') < tx.now;
  const waiting = isPublished(found) ? await disconnected(tx, ports, found, event) : found;
  const { record } = streamingOf(event);
  return ok(await connected(tx, isOver ? await ended(tx, ports, waiting) : waiting, publisher, record));
}

async function note(tx: Transaction, stream: StreamRecord, message: IngestMessage): Promise<StreamRecord> {
  const isLive = message.hasPicture && stream.state === 'connected';
  await noteTargets(tx, stream.event, message.targets);
  if (!isLive && ageMs(tx, stream.lastReportAt) < healthMs) return stream;
  return await tx.update(streams, stream.id, {
    ...message.health,
    lastReportAt: tx.now,
    ...(message.clockMs != null && { clockMs: message.clockMs, clockAt: tx.now }),
    ...(isLive && { state: 'live', liveAt: stream.liveAt ?? tx.now }),
  });
}

async function take(tx: Transaction, ports: EventsPorts, message: IngestMessage): Promise<Result<IngestAnswer>> {
  if (message.kind === 'publish' || message.kind === 'quality') {
    const stream = message.kind === 'publish' ? await publish(tx, ports, message) : await quality(tx, message);
    return stream.ok ? answerOf(tx, ports, stream.value, null) : stream;
  }
  const stream = message.stream ? await tx.get(streams, message.stream) : null;
  if (!stream) return refuseWith('stream_not_found');
  if (stream.publisher !== message.publisher)
    return answerOf(tx, ports, stream, stream.state === 'ended' ? 'ended' : 'key_rotated');
  const event = await tx.get(events, stream.event);
  const end = event ? standing(event) : 'ended';
  const noted = await note(tx, stream, message);
  if (message.kind === 'unpublish' || end) return answerOf(tx, ports, await disconnected(tx, ports, noted, event), end);
  return answerOf(tx, ports, noted, null, message.cuesAfter ?? null);
}

async function answerOf(
  tx: Transaction,
  ports: EventsPorts,
  stream: StreamRecord,
  end: End,
  cuesAfter: string | null = null,
): Promise<Result<IngestAnswer>> {
  const event = await tx.get(events, stream.event);
  const setting = event && streamingOf(event);
  return ok({
    ...{ tenant: tx.tenant, event: stream.event, stream: stream.id, end },
    reconnectSeconds: setting?.reconnectSeconds ?? 0,
    record: setting?.record ?? false,
    cues: event && !end ? await cuesForVideo(tx, event, stream.id, cuesAfter) : [],
    targets: (event ? targetsOf(ports, tx.tenant, event) : [])
      .filter(({ enabled }) => enabled)
      .map(({ id, key, problem, url }) => ({ id, key, problem, url })),
  });
}

export function ingestAction(ports: EventsPorts): ModuleAction {
  const { secret } = ports.streaming ?? noStreaming;
  return signedAction(
    streamIngest,
    (message, nowMs) => verify(message, nowMs, secret),
    async (message) => message,
    async (tx, message) => {
      const taken = await take(tx, ports, message);
      return taken.ok ? ok({ sealed: sealAnswer(must(secret, 'a secret'), taken.value) }) : taken;
    },
  );
}
