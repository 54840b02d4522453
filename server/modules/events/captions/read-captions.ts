/** Reads the captions of one language of a stream; the action returns them as WebVTT. */
import { ok } from '#shared/base/result.ts';
import { writeVtt } from '#shared/captions/webvtt.ts';
import { readCaptions } from '#shared/modules/events/caption-actions.ts';
import { type CaptionRecord, captionDurationMaxMs, captions, captionsMax } from '#shared/modules/events/captions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { streams } from '#shared/modules/events/streaming.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { captionsOfStream, captionTarget, latestBroadcast } from './caption-target.ts';

/**
 * @param within milliseconds of the stream: only cues that are shown in it; absent: all
 * @returns `captionsMax` cues at most, by their start
 */
export async function cuesOf(
  reader: Reader,
  of: { readonly event: string; readonly stream: string | null; readonly lang: string },
  within?: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly CaptionRecord[]> {
  const all = captionsOfStream(of.event, of.stream, of.lang);
  const from = (path: string, op: 'greater_than' | 'less_than', value: number) =>
    ({ kind: 'field', path, op, value }) as const;
  const where = within
    ? ({
        kind: 'and',
        of: [
          all,
          from('startMs', 'less_than', within.toMs),
          from('startMs', 'greater_than', within.fromMs - captionDurationMaxMs - 1),
          from('endMs', 'greater_than', within.fromMs),
        ],
      } as const)
    : all;
  return await reader.find(captions, {
    where,
    sort: [{ path: 'startMs', direction: 'asc' }],
    limit: captionsMax,
  });
}

export const readCaptionsAction = action(readCaptions, async (reader, input) => {
  const target = await captionTarget(reader, input);
  if (!target.ok) return target;
  const { event, lang } = target.value;
  const asked = input.streamId ? await reader.get(streams, input.streamId) : await latestBroadcast(reader, event.id);
  if (input.streamId && asked?.event !== event.id) return refuseWith('stream_not_found', { path: 'streamId' });
  const cues = await cuesOf(reader, { event: event.id, stream: asked?.id ?? null, lang });
  return ok({ lang, cues: cues.length, vtt: writeVtt(cues) });
});
