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
  description: `The changes to a list with this filter. \`op\` is \`create\`, \`update\`, \`delete\`, or \`leave\` with only the ID, if a record no longer matches the filter or you can no longer see it. Create and update add or replace the record; delete and leave remove it. Filters apply to the record itself, not through relations.

A change is an event without a name. Its ID is its place and the log's name, so an EventSource that lost its connection resumes after it: no change is missed and none is sent twice. If the server now has another log (a restored backup, another tenant), it sends \`resync\`. \`event: resync\` ends the stream. With \`since\`, continue from there; without it, reload the records. Needs the scope to read the collection.

The same subscriptions, many on one connection: JSON frames on the WebSocket \`/live\` (\`{"type": "subscribe", "id": "a", "collection": "venues", "where": {}, "since": 41}\`), and socket.io events of the same names.`,
  ...shared,
  parameters: [
    { name: 'collection', in: 'path', required: true, schema: text },
    inQuery('where', { type: 'object' }, '`where[field][operator]=value`', { style: 'deepObject', explode: true }),
    inQuery('since', place, 'Changes after this place in the log. If omitted, from now on.'),
    inQuery(
      'log',
      text,
      'The log that `since` belongs to, as sent in `subscribed`. 409 if the server has another log.',
    ),
    inQuery('ticket', text, 'Instead of the Authorization header, which an EventSource cannot send.'),
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Sent by an EventSource that reconnects. Takes precedence over `since`.',
      schema: text,
    },
  ],
  responses: {
    200: answer('Changes, until either side ends the stream.', {
      'text/event-stream': { schema: text, example: changeEvent },
    }),
    ...refusals(401, 403, 404, 409),
  },
};

const ticket: JsonObject = {
  operationId: 'live.ticket',
  summary: 'Create a ticket to read the changes of one collection with an EventSource',
  description:
    'Valid for 10 minutes to read the changes of this collection with the rights of the credential. It ends with the credential.',
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
