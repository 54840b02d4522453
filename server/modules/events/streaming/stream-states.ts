/** The states of an event's stream: which one is current, and every move from one state to the next. */
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type StreamRecord, streams } from '#shared/modules/events/streaming.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { latestStream } from './latest-stream.ts';
import { streamingOf } from './setting.ts';
import { prepareStream, readStreamKey } from './stream-key.ts';
import { stopTargets } from './target-states.ts';

/** @returns the stream that is not over; null: the event has had no key yet */
export function currentStream(reader: Reader, event: string): Promise<StreamRecord | null> {
  return latestStream(reader, event, 'ended');
}

export const isPublished = ({ state }: Pick<StreamRecord, 'state'>) => state === 'connected' || state === 'live';

export function connected(
  tx: Transaction,
  stream: StreamRecord,
  publisher: string,
  isRecorded: boolean,
): Promise<StreamRecord> {
  return tx.update(streams, stream.id, {
    state: 'connected',
    publisher,
    startedAt: stream.startedAt ?? tx.now,
    recorded: isRecorded,
    connectedAt: tx.now,
    disconnectedAt: null,
    resumableUntil: null,
    lastReportAt: tx.now,
    interruptions: stream.interruptions + (stream.state === 'disconnected' ? 1 : 0),
  });
}

/**
 * Marks a stream as disconnected: it can be resumed for as long as the event says.
 *
 * @returns the stream; where the event allows no time, it has ended, and the next one is returned
 */
export async function disconnected(
  tx: Transaction,
  ports: EventsPorts,
  stream: StreamRecord,
  event: EventRecord | null,
): Promise<StreamRecord> {
  const seconds = event ? streamingOf(event).reconnectSeconds : 0;
  const waits = await tx.update(streams, stream.id, {
    state: 'disconnected',
    publisher: null,
    disconnectedAt: tx.now,
    resumableUntil: isoTime(Date.parse(tx.now) + seconds * secondMs),
    warnings: [],
  });
  return seconds > 0 ? waits : await ended(tx, ports, waits);
}

/** Ends a stream. @returns the stream that is prepared for the next broadcast, under the same key where that can be read */
export async function ended(tx: Transaction, ports: EventsPorts, stream: StreamRecord): Promise<StreamRecord> {
  const key = readStreamKey(tx, ports, stream);
  const before = key === null ? null : { key, rotatedAt: stream.keyRotatedAt };
  await tx.update(streams, stream.id, {
    state: 'ended',
    endedAt: tx.now,
    resumableUntil: null,
    keyHash: null,
    sealedKey: null,
  });
  await stopTargets(tx, stream.event);
  return await prepareStream(tx, ports, stream.event, before);
}
