/** Sessions of people, and what they allowed apps, as data: part of auth-operations.ts. */
import type { JsonObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { data, type Fixed } from './fixed-operation.ts';

const text: JsonObject = { type: 'string' };
const moment: JsonObject = { type: 'string', format: 'date-time' };
const maybe = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const member: JsonObject = { type: 'object', properties: { id: text, email: maybe(text) }, required: ['id', 'email'] };
const times: JsonObject = { createdAt: moment, lastUsedAt: moment, expiresAt: moment };

function listOf(properties: JsonObject): JsonObject {
  return data({ type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } });
}
const ended = (...names: readonly string[]): JsonObject =>
  data({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])) });
const endedOne = data({ type: 'object', properties: { id: text }, required: ['id'] });

const whose: readonly Field[] = [
  {
    name: 'member',
    type: 'text',
    note: 'The ID of a member (for administrators), or `me`. If omitted, administrators see the whole tenant in lists.',
  },
];

export const heldAccessOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/auth/sessions',
    id: 'auth.list_sessions',
    tag: 'auth',
    who: 'identified',
    summary: 'List active sessions: your own, or those of the tenant for administrators',
    query: whose,
    answers: listOf({
      id: text,
      member,
      how: maybe(text),
      from: maybe(text),
      isCurrent: { type: 'boolean' },
      ...times,
      endsAt: maybe(moment),
    }),
    refused: [400],
  },
  {
    method: 'delete',
    path: '/api/v1/auth/sessions',
    id: 'auth.sign_out_everywhere',
    tag: 'auth',
    who: 'identified',
    summary: 'Log out everywhere: end every session and grant, your own or a member’s',
    query: whose,
    answers: ended('sessions', 'grants'),
    refused: [400, 404],
  },
  {
    method: 'delete',
    path: '/api/v1/auth/sessions/{id}',
    id: 'auth.end_session',
    tag: 'auth',
    who: 'identified',
    summary: 'End a session',
    answers: endedOne,
    refused: [404],
  },
  {
    method: 'get',
    path: '/api/v1/auth/grants',
    id: 'auth.list_grants',
    tag: 'auth',
    who: 'identified',
    summary: 'List app grants: your own, or those of the tenant for administrators',
    query: whose,
    answers: listOf({
      id: text,
      app: {
        type: 'object',
        properties: { id: text, name: maybe(text), registeredItself: { type: 'boolean' } },
        required: ['id', 'name', 'registeredItself'],
      },
      member,
      scopes: { type: 'array', items: text },
      ...times,
      endsAt: moment,
    }),
    refused: [400],
  },
  {
    method: 'delete',
    path: '/api/v1/auth/grants',
    id: 'auth.end_grants',
    tag: 'auth',
    who: 'identified',
    summary: 'End the access of all apps, your own or a member’s',
    query: whose,
    answers: ended('grants'),
    refused: [400, 404],
  },
  {
    method: 'delete',
    path: '/api/v1/auth/grants/{id}',
    id: 'auth.end_grant',
    tag: 'auth',
    who: 'identified',
    summary: 'End the access of an app',
    answers: endedOne,
    refused: [404],
  },
];
