/** Captions of streams: cues with their language, from typists, speech services and files. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const captionSources = ['typist', 'provider', 'upload'] as const;

/** BCP 47, as far as captions need it: `de`, `pt-BR`, `zh-Hant-TW`. */
export const captionLanguagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';

/** In characters. */
export const captionTextMax = 500;
/** Latest start of a caption: a week after the start of the stream. */
export const captionStartMaxMs = 604_800_000;
export const captionDurationMaxMs = 600_000;
/** Maximum number of captions of one language of one stream. */
export const captionsMax = 50_000;

export const captions = defineCollection({
  name: 'captions',
  module: 'events',
  resource: 'caption',
  labels: { one: 'Caption', many: 'Captions' },
  note: 'Subscribe to it for live captions. Times count from the start of the stream.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true },
    { name: 'stream', type: 'relation', to: 'streams', readOnly: true, note: 'Null before the first broadcast.' },
    {
      name: 'lang',
      type: 'text',
      readOnly: true,
      required: true,
      pattern: captionLanguagePattern,
      maxLength: 35,
    },
    {
      name: 'startMs',
      type: 'integer',
      readOnly: true,
      required: true,
      min: 0,
      max: captionStartMaxMs,
      note: 'Milliseconds since the start of the stream.',
    },
    { name: 'endMs', type: 'integer', readOnly: true, required: true, min: 1 },
    { name: 'text', type: 'text', readOnly: true, required: true, minLength: 1, maxLength: captionTextMax },
    { name: 'source', type: 'select', options: captionSources, readOnly: true, required: true },
    {
      name: 'cueId',
      type: 'text',
      readOnly: true,
      required: true,
      maxLength: 64,
      note: 'As the client names it; a cue with the same ID replaces it.',
    },
  ],
  uniques: [['event', 'stream', 'lang', 'cueId']],
  indexes: [
    ['event', 'lang', 'startMs'],
    ['stream', 'createdAt'],
  ],
  writable: 'none',
});
export type CaptionRecord = RecordOf<typeof captions>;
