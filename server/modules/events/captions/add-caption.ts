/** One caption, by a typist or a speech service; the same `cueId` corrects it. */
import { ok } from '#shared/base/result.ts';
import { addCaption } from '#shared/modules/events/caption-actions.ts';
import { type CaptionRecord, captions, captionsMax } from '#shared/modules/events/captions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { captionsOfStream, captionTarget, latestBroadcast, streamTimeMs } from './caption-target.ts';

/** Reading speed of subtitles: about 17 characters a second. */
const characterMs = 60;
const [shortestMs, longestMs] = [1_500, 7_000];

const readingMs = (text: string) => Math.min(longestMs, Math.max(shortestMs, text.length * characterMs));

function answered({ cueId, endMs, id, lang, source, startMs, text }: CaptionRecord) {
  return { id, cueId, lang, startMs, durationMs: endMs - startMs, text, source };
}

export const addCaptionAction = action(addCaption, async (tx, input, { newId }) => {
  const target = await captionTarget(tx, input);
  if (!target.ok) return target;
  const { event, lang } = target.value;
  const text = input.text.trim();
  const stream = await latestBroadcast(tx, event.id);
  const cueId = input.cueId ?? newId();
  const whose = { event: event.id, stream: stream?.id ?? null, lang, cueId };
  const known = input.cueId ? await tx.findOne(captions, whose) : null;
  const nowMs = stream && streamTimeMs(stream, Date.parse(tx.now));
  const durationMs = input.durationMs ?? readingMs(text);
  // The words were spoken before the caption came: they are shown from now on.
  const startMs = input.startMs ?? known?.startMs ?? nowMs;
  if (startMs === null) return refuseWith('stream_not_on_air', { path: 'startMs' });
  const values = { startMs, endMs: startMs + durationMs, text, source: input.source };
  if (known) return ok({ caption: answered(await tx.update(captions, known.id, values)) });
  if ((await tx.count(captions, captionsOfStream(event.id, stream?.id ?? null, lang))) >= captionsMax)
    return refuseWith('too_many_captions');
  return ok({ caption: answered(await tx.create(captions, { ...whose, ...values })) });
});
