/** The settings of the public registration page of an event, and the actions on it. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';

const slug = {
  name: 'slug',
  type: 'slug',
  maxLength: 120,
  note: 'The last part of the page’s address, unique in the organization. If omitted, made from the name.',
} as const;
const summary = {
  name: 'summary',
  type: 'text',
  maxLength: 300,
  note: 'One or two sentences for the page, search engines and shared links.',
} as const;
const terms = {
  name: 'terms',
  type: 'text',
  maxLength: 10_000,
  note: 'The terms that buyers accept: their text, or the address of a page with them.',
} as const;
const picture = {
  name: 'picture',
  type: 'file',
  note: 'For shared links. If omitted, or if the file is not public, the server draws one.',
} as const;
export const publicPage = {
  name: 'publicPage',
  type: 'boolean',
  note: 'Whether a published event has its public registration page.',
} as const;

/** Fields of the collection. */
export const pageFields = [
  { ...slug, unique: true },
  { ...publicPage, required: true, default: true },
  summary,
  terms,
  picture,
] as const satisfies readonly Field[];

/** Input of the actions that create and change an event; `publicPage` is true when an event is created. */
export const pageInput = [slug, summary, terms, picture] as const satisfies readonly Field[];

export const pageLinks = defineAction({
  name: 'events.page_links',
  module: 'events',
  summary:
    'Read the addresses of an event’s registration page: for people, for a preview before it is published, and for embedding.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/page-links'] },
  input: [{ name: 'eventId', type: 'relation', to: 'events', required: true }],
  output: {
    fields: [
      { name: 'page', type: 'text', required: true, note: 'The public page. Null while it is not public.' },
      {
        name: 'preview',
        type: 'text',
        required: true,
        note: 'Opens the page as it will be, also of a draft. Valid for 7 days.',
      },
      { name: 'embed', type: 'text', required: true, note: 'A script tag for another website.' },
      { name: 'kiosk', type: 'text', required: true, note: 'Where kiosks are paired.' },
    ],
    called: 'page_links',
  },
});
