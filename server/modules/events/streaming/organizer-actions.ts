/** Actions of organizers on streams: the key, the targets, the state in words. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type StreamRecord, streamTargetStates } from '#shared/modules/events/streaming.ts';
import {
  getStreamKey,
  getStreamStatus,
  listStreamTargets,
  rotateStreamKey,
  setStreamTargets,
} from '#shared/modules/events/streaming-actions.ts';
import { action, preparedAction } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { makePageToken } from '../page-token.ts';
import { makePreviewToken } from '../player/preview-token.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { warningAdvice } from './ingest-message.ts';
import { noStreaming } from './ports.ts';
import { streamingOf, targetsOf } from './setting.ts';
import { latestStream, notSetUp, problemWords } from './status-words.ts';
import { prepareStream, readStreamKey, rotateKey } from './stream-key.ts';
import { currentStream, disconnected, isPublished } from './stream-states.ts';
import { mirrorTargets, targetRows } from './target-states.ts';

async function streamedEvent(tx: Reader, eventId: string) {
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  return streamingOf(event.value).enabled ? event : refuseWith('streaming_disabled');
}

async function keyAnswer(tx: Transaction, ports: EventsPorts, stream: StreamRecord, sandbox: boolean) {
  const known = readStreamKey(tx, ports, stream);
  const now = known === null ? await rotateKey(tx, ports, stream) : stream;
  const streamKey = known ?? must(readStreamKey(tx, ports, now), 'a key that was made just now');
  const ingestUrl = (ports.streaming ?? noStreaming).ingestUrl(sandbox) ?? '';
  return ok({ streamKey, ingestUrl, status: now.state, rotatedAt: now.keyRotatedAt });
}

function keyActions(ports: EventsPorts) {
  const asksSandbox = async (_: unknown, { actor }: { readonly actor: { readonly tenant: string } }) =>
    (await ports.slugOf(actor.tenant)).sandbox;
  return [
    preparedAction(getStreamKey, asksSandbox, async (tx, { eventId }, _, sandbox) => {
      const event = await streamedEvent(tx, eventId);
      if (!event.ok) return event;
      const stream = (await currentStream(tx, eventId)) ?? (await prepareStream(tx, ports, eventId, null));
      return keyAnswer(tx, ports, stream, sandbox);
    }),
    preparedAction(rotateStreamKey, asksSandbox, async (tx, { eventId }, _, sandbox) => {
      const event = await streamedEvent(tx, eventId);
      if (!event.ok) return event;
      const current = await currentStream(tx, eventId);
      if (!current) return keyAnswer(tx, ports, await prepareStream(tx, ports, eventId, null), sandbox);
      const rotated = await rotateKey(tx, ports, current);
      if (!isPublished(rotated)) return keyAnswer(tx, ports, rotated, sandbox);
      await disconnected(tx, ports, rotated, event.value);
      return keyAnswer(tx, ports, must(await currentStream(tx, eventId), 'the current stream'), sandbox);
    }),
  ];
}

async function targetsAnswer(reader: Reader, ports: EventsPorts, event: EventRecord) {
  const rows = new Map((await targetRows(reader, event.id)).map((row) => [row.target, row]));
  const targets = targetsOf(ports, reader.tenant, event).map(({ enabled, host, id, key, kind, name, problem }) => {
    const row = rows.get(id);
    const why = problem ?? row?.problem ?? null;
    return {
      ...{ id, name, kind, host, hasKey: key !== '', enabled },
      state: enabled ? (row?.state ?? 'idle') : 'disabled',
      problem: why && problemWords[why],
      reason: why,
      attempts: row?.attempts ?? 0,
      droppedFrames: row?.droppedFrames ?? 0,
      broadcastingSince: row?.broadcastingSince ?? null,
    };
  });
  return ok({ targets });
}

/** Removes nulls: an omitted field of an action's input is null, and a null in a patch would remove the address. */
const withoutNulls = (target: object) =>
  Object.fromEntries(Object.entries(target).filter(([, value]) => value !== null));

const targetActions = (ports: EventsPorts) => [
  action(listStreamTargets, async (reader, { eventId }) => {
    const event = await eventOf(reader, eventId);
    return event.ok ? targetsAnswer(reader, ports, event.value) : event;
  }),
  action(setStreamTargets, async (tx, { eventId, targets }, { writes }) => {
    const event = await eventOf(tx, eventId);
    if (!event.ok) return event;
    const known = new Set((streamingOf(event.value).targets ?? []).map(({ id }) => id));
    const strange = targets.findIndex(({ id }) => id && !known.has(id));
    if (strange >= 0) return refuseWith('stream_target_not_found', { path: `targets[${strange}].id` });
    // A target alone opens no player: who may watch is another setting.
    const access = event.value.streaming === null ? { access: 'none' } : {};
    const given = { streaming: { ...access, targets: targets.map(withoutNulls) } };
    const written = await must(writes, 'checked writes').update(tx, 'events', eventId, given);
    if (!written.ok) return written;
    const after = written.value as EventRecord;
    await mirrorTargets(tx, after);
    return targetsAnswer(tx, ports, after);
  }),
];

const statusAction = (ports: EventsPorts) =>
  action(getStreamStatus, async (reader, { eventId }) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const stream = await latestStream(reader, eventId);
    const rows = await targetRows(reader, eventId);
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    const setUp = (ports.streaming ?? noStreaming).secret !== null;
    const warnings = stream && isPublished(stream) ? (stream.warnings ?? []) : [];
    const failing = rows.filter((row) => row.state === 'errored' && row.problem);
    return ok({
      status: stream?.state ?? 'idle',
      streamId: stream?.id ?? null,
      player: `${ports.pagesUrl}/s/${makePageToken(reader.tenant, eventId)}`,
      preview: `${ports.pagesUrl}/s/${makePreviewToken(ports, reader.tenant, eventId)}`,
      liveAt: stream?.liveAt ?? null,
      resumableUntil: stream?.resumableUntil ?? null,
      endedAt: stream?.endedAt ?? null,
      interruptions: stream?.interruptions ?? 0,
      isSetUp: setUp,
      health: stream && {
        bitrateKbps: stream.bitrateKbps,
        framesPerSecond: stream.framesPerSecond,
        keyFrameSeconds: stream.keyFrameSeconds,
        videoCodec: stream.videoCodec,
        audioCodec: stream.audioCodec,
        width: stream.width,
        height: stream.height,
        warnings,
      },
      advice: [
        ...(setUp ? [] : [notSetUp]),
        ...(streamingOf(event.value).enabled ? [] : ['Streaming is off for this event.']),
        ...warnings.map((warning) => warningAdvice[warning]),
        ...failing.map(({ kind, name, problem }) => `${name ?? kind}: ${problem ? problemWords[problem] : ''}`),
      ],
      targets: Object.fromEntries(streamTargetStates.map((state) => [state, count(state)])),
    });
  });

export const organizerActions = (ports: EventsPorts) => [
  ...keyActions(ports),
  ...targetActions(ports),
  statusAction(ports),
];
