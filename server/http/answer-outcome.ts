/** Outcome → status + body, the one way for collections and for actions. */
import type { Request, Response } from 'express';
import { unreachable } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { ActionAnswer } from '../core/collections/action.ts';
import type { Outcome } from '../core/collections/operation.ts';
import { answerJson } from './answer-json.ts';
import { etagOfVersion, isKnown } from './etag.ts';
import { RefusalError } from './refusal-error.ts';

/**
 * Answers 304 to a GET or HEAD whose client has the body of this ETag, and calls `send` otherwise. A browser by itself keeps no
 * body (security-headers.ts).
 */
export function answerTagged(request: Request, response: Response, etag: string, send: () => void): void {
  response.setHeader('ETag', etag);
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (isKnown(request, etag)) {
      response.status(304).end();
      return;
    }
  }
  send();
}

/**
 * @param field of an action's answer, the text that is sent as a document of the media type `type`
 * @returns false: nothing was sent, because the outcome is no answer of an action
 */
export function answerDocument(
  response: Response,
  outcome: Outcome,
  { field, type }: { readonly field: string; readonly type: string },
): boolean {
  if (outcome.kind !== 'answer' || !isObject(outcome.value)) return false;
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.end(String(outcome.value[field]));
  return true;
}

/**
 * @param successStatus what an action's binding names; records answer 200 or 201
 * @throws RefusalError where the outcome is a refusal; an error for a page or versions, which their routes answer
 */
export function answerOutcome(request: Request, response: Response, outcome: Outcome, successStatus = 200): void {
  switch (outcome.kind) {
    case 'record':
      if (outcome.repeated) response.setHeader('Idempotent-Replayed', 'true');
      answerTagged(request, response, etagOfVersion(outcome.record.version), () => {
        answerJson(response.status(outcome.created ? 201 : 200), { data: outcome.record, meta: outcome.meta ?? {} });
      });
      return;
    case 'bulk': {
      const { created, updated, deleted } = outcome;
      if (outcome.repeated) response.setHeader('Idempotent-Replayed', 'true');
      const counts = { created: created.length, updated: updated.length, deleted: deleted.length };
      const meta = { ...counts, ...outcome.meta };
      response.json({ data: { created, updated, deleted }, meta });
      return;
    }
    case 'definition': {
      const { created, createdAt, definition, updatedAt, version } = outcome;
      if (outcome.repeated) response.setHeader('Idempotent-Replayed', 'true');
      answerTagged(request, response, etagOfVersion(version), () => {
        response
          .status(created ? 201 : 200)
          .json({ data: definition, meta: { own: true, version, createdAt, updatedAt } });
      });
      return;
    }
    case 'versions':
      throw new Error('versions are answered by their route');
    case 'deleted':
      response.json({ data: { id: outcome.id }, meta: outcome.meta ?? {} });
      return;
    case 'answer': {
      if (outcome.repeated) response.setHeader('Idempotent-Replayed', 'true');
      const { value } = outcome;
      if (value instanceof ActionAnswer) response.status(value.status).json(value.body);
      else response.status(successStatus).json(value);
      return;
    }
    case 'refused':
      throw new RefusalError(outcome.errors);
    case 'page':
      throw new Error('pages are answered by the list route');
    default:
      unreachable(outcome);
  }
}
