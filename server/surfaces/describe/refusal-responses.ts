/** Every status of a refusal as a response of the OpenAPI document, with an example. */
import type { JsonObject } from '#shared/base/json.ts';
import { json, type RefusalStatus, ref, refusalNames } from './document.ts';

/** Description, code and message of an example. */
const examples: Readonly<Record<RefusalStatus, readonly [string, string, string]>> = {
  400: [
    'The request cannot be read: JSON, an operator, a parameter, a cursor or an ID is malformed.',
    'unknown_parameter',
    'Unknown parameter colour.',
  ],
  401: [
    'No credential, or one that is invalid, expired or revoked.',
    'unauthenticated',
    'Send a credential: Authorization: Bearer <API key>.',
  ],
  403: [
    'The credential lacks the scope, which `detail.scope` names.',
    'insufficient_scope',
    'This needs the scope events:write. Use a key that has it.',
  ],
  404: ['The record does not exist, or it belongs to another tenant.', 'not_found', 'No record has this ID.'],
  405: ['The method is not allowed at this address.', 'method_not_allowed', 'POST is not allowed here; use GET.'],
  408: [
    'No data was received for too long.',
    'request_timeout',
    'No data was received for 30 s. Continue where you were, or send it again.',
  ],
  409: [
    'The request conflicts with existing data: a state, a duplicate or a used idempotency key.',
    'duplicate',
    'Another record has this value.',
  ],
  410: ['It existed and has expired.', 'pairing_code_expired', 'This pairing code has expired.'],
  412: [
    'The record’s version is not the one in `If-Match`, or the tus version is not supported.',
    'version_mismatch',
    'The record is now at version 4.',
  ],
  413: [
    'The body is larger than 1 MB, or the file is too large.',
    'body_too_large',
    'The body must have at most 1048576 bytes.',
  ],
  415: [
    'The type of the body is not accepted here (JSON, except for files).',
    'unsupported_media_type',
    'Send the body as Content-Type: application/json.',
  ],
  416: [
    'The requested range is outside the content. `Content-Range` gives its size.',
    'range_not_satisfiable',
    'The content has 500 bytes. The requested range is outside it.',
  ],
  422: ['The request was understood but is not valid; one error per field.', 'required', 'title is missing.'],
  423: [
    'Another request is working on it. Try again in a moment.',
    'upload_busy',
    'Another request is writing to this upload. Request its offset in a moment.',
  ],
  429: [
    'More requests per minute than the plan allows, or too many attempts. `Retry-After` gives the seconds to wait.',
    'rate_limited',
    'Your plan (starter) allows 100 requests per minute. Wait 12 s.',
  ],
  460: [
    'The bytes do not match the checksum. None of them were kept.',
    'checksum_mismatch',
    'The bytes received do not match the checksum. Send them again.',
  ],
  500: [
    'Something went wrong on our side.',
    'internal_error',
    'Something went wrong on our side. Try again; if it keeps failing, contact support with the request ID.',
  ],
  503: [
    'The server is too busy, or the query took longer than 2 s. `Retry-After` gives the seconds to wait.',
    'overloaded',
    'Too many writes are waiting. Try again in a second.',
  ],
  507: [
    'The server’s disk is full. The received part of a resumable upload is kept.',
    'storage_full',
    'The server has no space left for files. Nothing of this upload was kept: send it again later.',
  ],
};

const fieldPaths: Partial<Record<RefusalStatus, string>> = { 400: 'colour', 422: 'title' };

function responseOf(status: RefusalStatus): JsonObject {
  const [description, code, message] = examples[status];
  const path = fieldPaths[status];
  const example = { errors: [{ code, message, ...(path ? { path } : {}) }] };
  const later = ['429', '503'].includes(String(status)) ? { 'Retry-After': ref('headers', 'Retry-After') } : {};
  const headers = { 'X-Request-Id': ref('headers', 'X-Request-Id'), ...later };
  return { description, headers, content: json(ref('schemas', 'Refusals'), example) };
}

export function refusalResponses(): JsonObject {
  const statuses = Object.keys(refusalNames) as unknown as RefusalStatus[];
  return Object.fromEntries(statuses.map((status) => [refusalNames[status], responseOf(status)]));
}
