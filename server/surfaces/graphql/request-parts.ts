/** Reads a GraphQL request off its body or its query, and the type of answer that its sender wants (GraphQL over HTTP). */
import type { Request } from 'express';
import { isObject, parseJson } from '#shared/base/json.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { GraphqlRequest } from './engine.ts';

export const jsonType = 'application/json';
export const responseType = 'application/graphql-response+json';
export const eventsType = 'text/event-stream';
const pageType = 'text/html';

export type AnswerType = typeof jsonType | typeof responseType | typeof eventsType | typeof pageType;

/** A client that accepts anything, or nothing we have, gets JSON. */
export function answerType(request: Request): AnswerType {
  const found = request.accepts([jsonType, responseType, eventsType, pageType]);
  return found === false ? jsonType : (found as AnswerType);
}

function read(given: Readonly<Record<string, unknown>>): GraphqlRequest {
  const { extensions = null, operationName = null, query, variables = null } = given;
  if (typeof query !== 'string')
    throw refusal('invalid_body', '`query` must be the text of a document.', { path: 'query' });
  if (operationName !== null && typeof operationName !== 'string')
    throw refusal('invalid_body', '`operationName` must be text.', { path: 'operationName' });
  if (variables !== null && !isObject(variables))
    throw refusal('invalid_body', '`variables` must be an object.', { path: 'variables' });
  if (extensions !== null && !isObject(extensions))
    throw refusal('invalid_body', '`extensions` must be an object.', { path: 'extensions' });
  return { query, operationName, variables: variables ?? {} };
}

/** One request at a time: a list of them is refused, as everything that is no object. */
export function fromBody(body: unknown): GraphqlRequest {
  if (!isObject(body)) throw refusal('invalid_body', 'Send one request: {"query": "…", "variables": {…}}.');
  return read(body);
}

const parameters: readonly string[] = ['query', 'operationName', 'variables', 'extensions'];

function jsonOf(name: string, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw refusal('invalid_value', `${name} must be JSON.`, { path: name });
  return value;
}

export function fromQuery(request: Request): GraphqlRequest {
  const given: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(queryTextOf(request))) {
    const path = name.slice(0, 100);
    if (!parameters.includes(name))
      throw refusal('unknown_parameter', `Unknown parameter ${path}.`, {
        path,
        detail: { allowed: parameters },
      });
    if (Object.hasOwn(given, name)) throw refusal('invalid_value', `${path} was sent more than once.`, { path });
    given[name] = name === 'variables' || name === 'extensions' ? jsonOf(name, text) : text;
  }
  return read(given);
}
