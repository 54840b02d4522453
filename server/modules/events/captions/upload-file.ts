/** A WebVTT file replaces the captions of its language. It is read as a whole before anything is written. */
import { readFile } from 'node:fs/promises';
import { ok, type Result } from '#shared/base/result.ts';
import type { Cue } from '#shared/captions/cue.ts';
import { readVtt } from '#shared/captions/webvtt.ts';
import { captionLanguagePattern, captions } from '#shared/modules/events/captions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { defineAction } from '#shared/schema/definition.ts';
import { validate } from '#shared/schema/validate.ts';
import type { FileContext, IncomingFile } from '../../../core/collections/file-intake.ts';
import { captionsOfStream, captionTarget, latestBroadcast } from './caption-target.ts';

const lang = { name: 'lang', type: 'text', pattern: captionLanguagePattern, maxLength: 35 } as const;
export const uploadFields = [lang.name];

/** Answers at `POST /events/{event}/streaming/captions/upload`, as `multipart/form-data` with a `file`. */
export const uploadCaptions = defineAction({
  name: 'events.upload_captions',
  module: 'events',
  summary: 'Upload a WebVTT file. It replaces all captions of its language in the latest stream.',
  scope: 'events:write',
  input: [{ name: 'eventId', type: 'relation', to: 'events', required: true }, lang],
  output: {
    fields: [
      { name: 'lang', type: 'text', required: true },
      { name: 'created', type: 'integer', required: true },
      { name: 'removed', type: 'integer', required: true },
    ],
  },
});

/** Rows of one transaction: other writers wait for it. */
const atOnce = 500;

function readCues(bytes: Uint8Array): Result<readonly Cue[]> {
  const read = readVtt(new TextDecoder().decode(bytes));
  return read.ok
    ? ok(read.cues)
    : refuseWith('captions_file_invalid', { path: 'file', detail: { line: read.line, problem: read.problem } });
}

export async function takeCaptionFile(
  { fields, params, path }: IncomingFile,
  { commit, newId, reader }: FileContext,
): Promise<Result<unknown>> {
  const given = validate([lang], Object.fromEntries(fields), { mode: 'create' });
  if (!given.ok) return given;
  const target = await captionTarget(reader, { eventId: String(params['eventId']), lang: given.value.lang });
  if (!target.ok) return target;
  const cues = readCues(await readFile(path));
  if (!cues.ok) return cues;
  const event = target.value.event.id;
  const stream = (await latestBroadcast(reader, event))?.id ?? null;
  const whose = { event, stream, lang: target.value.lang };

  let removed = 0;
  for (;;) {
    const gone = await commit(async (tx) => {
      const found = await tx.find(captions, { where: captionsOfStream(event, stream, whose.lang), limit: atOnce });
      for (const { id } of found) await tx.delete(captions, id);
      return ok(found.length);
    });
    if (!gone.ok) return gone;
    removed += gone.value;
    if (gone.value < atOnce) break;
  }
  for (let at = 0; at < cues.value.length; at += atOnce) {
    const written = await commit(async (tx) => {
      for (const { endMs, startMs, text } of cues.value.slice(at, at + atOnce))
        await tx.create(captions, { ...whose, startMs, endMs, text, source: 'upload', cueId: newId() });
      return ok(null);
    });
    if (!written.ok) return written;
  }
  return ok({ lang: whose.lang, created: cues.value.length, removed });
}
