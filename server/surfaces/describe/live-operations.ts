/** Live changes as server-sent events, and their tickets, as operations of the OpenAPI document. */
import type { JsonObject } from '#shared/base/json.ts';
import { answer, type Described, json, refusals } from './document.ts';
import { data } from './fixed-operation.ts';

const text: JsonObject = { type: 'string' };
const place: JsonObject = { type: 'integer', minimum: 0 };
const shared: JsonObject = {
  tags: ['live'],
  security: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
};

const inQuery = (name: string, schema: JsonObject, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const changeEvent = `retry: 1000
id: 41@0199c0ff-0000-7000-8000-000000000000
event: subscribed
data: {"type":"subscribed","id":"venues","seq":41,"log":"0199c0ff-0000-7000-8000-000000000000"}

id: 42@0199c0ff-0000-7000-8000-000000000000
data: {"type":"change","id":"venues","seq":42,"op":"update","record":{"id":"0199c0ff-0000-7000-8000-000000000001"}}

`;

const changes: JsonObject = {
  operationId: 'live.changes',
  summary: 'Changes of a collection as they happen, as server-sent events',
  description: `What a list with this filter would show, as it changes: \`op\` is \`create\`, \`update\`, \`delete\`, or \`leave\` with the id alone, where a record no longer fits the filter or is no longer yours to see. Create and update put the record, delete and leave remove it. Filters look at the record itself, not through relations.

A change is an event without a name; its id is its place and the log's name, so an EventSource that lost its line goes on behind it, none missed and none twice; where the server has another log now (a restored backup, another tenant), it is told so by \`resync\`. \`event: resync\` ends the stream: with \`since\`, go on from there; without, read the records anew. Needs the scope to read the collection.

The same subscriptions, many on one line: JSON frames on the WebSocket \`/live\` (\`{"type": "subscribe", "id": "a", "collection": "venues", "where": {}, "since": 41}\`), and socket.io events of the same names.`,
  ...shared,
  parameters: [
    { name: 'collection', in: 'path', required: true, schema: text },
    inQuery('where', { type: 'object' }, '`where[field][operator]=value`', { style: 'deepObject', explode: true }),
    inQuery('since', place, 'Changes behind this place in the log; absent: from now on.'),
    inQuery('log', text, 'Of which log `since` is a place, as `subscribed` said: 409 where the server has another.'),
    inQuery('ticket', text, 'Instead of the Authorization header, which an EventSource cannot send.'),
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Sent by an EventSource that comes back; goes before `since`.',
      schema: text,
    },
  ],
  responses: {
    200: answer('Changes, until one side ends it.', {
      'text/event-stream': { schema: text, example: changeEvent },
    }),
    ...refusals(401, 403, 404, 409),
  },
};

const ticket: JsonObject = {
  operationId: 'live.ticket',
  summary: 'A ticket to open the changes of one collection with an EventSource',
  description:
    'Good for ten minutes, for reading the changes of this collection with what the credential may see; it ends with the credential.',
  ...shared,
  requestBody: {
    required: true,
    content: json(
      { type: 'object', properties: { collection: text }, required: ['collection'] },
      { collection: 'venues' },
    ),
  },
  responses: {
    201: answer(
      'The ticket.',
      json(
        data({
          type: 'object',
          properties: { ticket: text, expiresAt: { type: 'string', format: 'date-time' } },
          required: ['ticket', 'expiresAt'],
        }),
        { data: { ticket: 'b3BlbiBzZXNhbWU', expiresAt: '2026-05-01T09:10:00.000Z' }, meta: {} },
      ),
    ),
    ...refusals(401, 403, 404, 413, 415, 422),
  },
};

export const liveOperations: readonly Described[] = [
  { path: '/api/v1/{collection}/changes', method: 'get', operation: changes },
  { path: '/api/v1/live/tickets', method: 'post', operation: ticket },
];
