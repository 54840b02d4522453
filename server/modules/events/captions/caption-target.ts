/** Finds the target of a caption: the event, its language, and the broadcast whose clock it uses. */
import { ok, type Result } from '#shared/base/result.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { StreamRecord } from '#shared/modules/events/streaming.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';
import { latestStream } from '../streaming/latest-stream.ts';
import { streamingOf } from '../streaming/setting.ts';

const fallbackLanguage = 'en';

/** @returns the latest stream that was ever published, on air or over; null: there was none */
export function latestBroadcast(reader: Reader, event: string): Promise<StreamRecord | null> {
  return latestStream(reader, event, 'idle');
}

/** @returns milliseconds since the start of the stream; null: it has not begun, or is over */
export function streamTimeMs(stream: StreamRecord, nowMs: number): number | null {
  const { clockAt, clockMs, endedAt, startedAt, state } = stream;
  if (startedAt === null || endedAt !== null) return null;
  if (clockAt === null || clockMs === null) return Math.max(0, nowMs - Date.parse(startedAt));
  // The clock stands while no picture arrives.
  return state === 'live' ? clockMs + Math.max(0, nowMs - Date.parse(clockAt)) : clockMs;
}

export interface CaptionTarget {
  readonly event: EventRecord;
  readonly lang: string;
}

/**
 * Refuses with `streaming_disabled`, `captions_disabled` and `caption_language_unknown`. Without `lang` it takes the first
 * language of the setting, else English.
 */
export async function captionTarget(
  reader: Reader,
  { eventId, lang }: { readonly eventId: string; readonly lang?: string | null | undefined },
): Promise<Result<CaptionTarget>> {
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const { captions, enabled } = streamingOf(event.value);
  if (!enabled) return refuseWith('streaming_disabled');
  if (captions?.enabled === false) return refuseWith('captions_disabled');
  const allowed = captions?.languages ?? [];
  const wanted = lang ?? allowed[0] ?? fallbackLanguage;
  if (allowed.length > 0 && !allowed.includes(wanted))
    return refuseWith('caption_language_unknown', { path: 'lang', detail: { allowed } });
  return ok({ event: event.value, lang: wanted });
}

/** Captions of a language that a stream shows: its own, and those that belong to no stream. */
export function captionsOfStream(event: string, stream: string | null, lang: string): Condition {
  const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
  const early: Condition = { kind: 'field', path: 'stream', op: 'exists', value: false };
  const ofStream: Condition = stream === null ? early : { kind: 'or', of: [equals('stream', stream), early] };
  return { kind: 'and', of: [equals('event', event), equals('lang', lang), ofStream] };
}
