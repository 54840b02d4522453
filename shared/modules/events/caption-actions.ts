/** Actions on the captions of a stream, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import {
  captionDurationMaxMs,
  captionLanguagePattern,
  captionSources,
  captionStartMaxMs,
  captionTextMax,
} from './captions.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const lang = {
  name: 'lang',
  type: 'text',
  pattern: captionLanguagePattern,
  maxLength: 35,
  note: 'A language tag such as `en` or `pt-BR`. If omitted, the first of `streaming.captions.languages`, or `en`.',
} as const;

const captionAnswer = [
  { name: 'id', type: 'relation', to: 'captions', required: true },
  { name: 'cueId', type: 'text', required: true },
  { name: 'lang', type: 'text', required: true },
  { name: 'startMs', type: 'integer', required: true },
  { name: 'durationMs', type: 'integer', required: true },
  { name: 'text', type: 'text', required: true },
  { name: 'source', type: 'select', options: captionSources, required: true },
] as const satisfies readonly Field[];

export const addCaption = defineAction({
  name: 'events.add_caption',
  module: 'events',
  summary:
    'Caption a stream: for a typist, or for a speech service that sends what it hears. Viewers see the text within seconds. The same `cueId` again replaces the text.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/streaming/captions'], status: 201 },
  input: [
    eventId,
    { name: 'text', type: 'text', required: true, minLength: 1, maxLength: captionTextMax },
    {
      name: 'startMs',
      type: 'integer',
      min: 0,
      max: captionStartMaxMs,
      note: 'Milliseconds since the start of the stream. If omitted, now: the stream must be on air.',
    },
    {
      name: 'durationMs',
      type: 'integer',
      min: 1,
      max: captionDurationMaxMs,
      note: 'If omitted, as long as the text takes to read.',
    },
    lang,
    { name: 'cueId', type: 'text', minLength: 1, maxLength: 64, note: 'Set by the server if omitted.' },
    { name: 'source', type: 'select', options: ['typist', 'provider'], required: true, default: 'typist' },
  ],
  output: { fields: [{ name: 'caption', type: 'group', required: true, fields: captionAnswer }] },
});

export const readCaptions = defineAction({
  name: 'events.captions_vtt',
  module: 'events',
  summary: 'The captions of a stream as a WebVTT file, also while it is live.',
  scope: 'events:read',
  reads: true,
  http: {
    method: 'GET',
    paths: ['/events/:eventId/streaming/captions.vtt'],
    sends: { field: 'vtt', type: 'text/vtt; charset=utf-8' },
  },
  input: [eventId, lang, { name: 'streamId', type: 'relation', to: 'streams', note: 'If omitted, the latest stream.' }],
  output: {
    fields: [
      { name: 'lang', type: 'text', required: true },
      { name: 'cues', type: 'integer', required: true },
      { name: 'vtt', type: 'text', required: true },
    ],
  },
});
