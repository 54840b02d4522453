/** Refusals and faults as answers: the one place where an error becomes a status and a body. */
import type { ErrorRequestHandler, Request } from 'express';
import {
  CommitInDoubt,
  NodeAway,
  NodeBusy,
  ReadAbandoned,
  ReadsWaiting,
  ReadTimeout,
  StoreFault,
} from '../store/contract.ts';
import { answerJson } from './answer-json.ts';
import { answerErrorPage, wantsPage } from './error-page.ts';
import { faultFields, type Log } from './log.ts';
import { RefusalError, refusal } from './refusal-error.ts';

const storageRetrySeconds = 5;
const soonRetrySeconds = 1;

export function answerErrors(log: Log, statusOf: (code: string) => number): ErrorRequestHandler {
  return (fault: unknown, request, response, _next) => {
    if (response.headersSent) {
      log.error('response ended early', { id: request.id, ...faultFields(fault) });
      response.destroy();
      return;
    }
    const known = knownRefusal(fault);
    if (!known) log.error('request failed', { id: request.id, method: request.method, ...faultFields(fault) });
    const { errors, forGuest, headers, status = statusOf(errors[0].code) } = known ?? unknownFault(fault, request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.vary('Accept');
    if (wantsPage(request)) return answerErrorPage(request, response, { status, error: errors[0], forGuest });
    response.status(status);
    // A body refused unread is read and dropped by Node, so that the client gets to our answer and not to a reset.
    answerJson(response, { errors });
  };
}

function unknownFault(fault: unknown, request: Request): RefusalError {
  if (fault instanceof CommitInDoubt)
    return new RefusalError(
      [
        {
          code: 'storage_unavailable',
          message:
            'The connection to the database was lost while saving, so the change may have been saved. Check before you send it again, or repeat it with the same Idempotency-Key.',
        },
      ],
      { headers: { 'Retry-After': String(storageRetrySeconds) } },
    );
  if (fault instanceof StoreFault)
    return new RefusalError(
      [
        {
          code: 'storage_unavailable',
          message: 'The data cannot be read or written right now. Nothing was changed. Try again.',
        },
      ],
      { headers: { 'Retry-After': String(storageRetrySeconds) } },
    );
  const message = `Something went wrong on our side. Try again; if it keeps failing, contact support with request ID ${request.id}.`;
  return new RefusalError([{ code: 'internal_error', message }]);
}

function knownRefusal(fault: unknown): RefusalError | null {
  if (fault instanceof RefusalError) return fault;
  if (fault instanceof ReadTimeout || fault instanceof ReadAbandoned)
    return refusal('query_timeout', 'Reading took too long and was stopped. Request less at once.');
  if (fault instanceof ReadsWaiting)
    return new RefusalError(
      [{ code: 'overloaded', message: 'Too many long reads are already waiting. Try again in a moment.' }],
      {
        headers: { 'Retry-After': String(soonRetrySeconds) },
      },
    );
  if (fault instanceof NodeBusy)
    return new RefusalError(
      [
        {
          code: 'overloaded',
          message:
            'The part of the database where your data are is slow just now; nothing was done. Try again in a moment.',
        },
      ],
      { headers: { 'Retry-After': String(storageRetrySeconds) } },
    );
  if (fault instanceof NodeAway)
    return new RefusalError(
      [
        {
          code: 'overloaded',
          message:
            'A part of the database does not answer. The first record of a kind needs all parts. Nothing was done. Try again in a moment.',
        },
      ],
      { headers: { 'Retry-After': String(storageRetrySeconds) } },
    );
  if (fault instanceof URIError) return refusal('invalid_path', 'The path contains an invalid percent code.');
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return refusal('invalid_body', 'The body ended too early. Send the request again.');
  const status = fault instanceof Error && 'status' in fault ? fault.status : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new RefusalError([{ code: 'invalid_path', message: 'The request cannot be read.' }], { status });
  return null;
}
