/** Outcome → status + body, the one way for collections and for actions. */
import { unreachable } from '#shared/base/assert.ts';
import type { Request, Response } from 'express';
import { ActionAnswer } from '../collections/module.ts';
import type { Outcome } from '../collections/operation.ts';
import { RefusalError } from './refusal-error.ts';

/** @param successStatus what an action's binding names; records answer 200 or 201 */
export function answerOutcome(request: Request, response: Response, outcome: Outcome, successStatus = 200): void {
  switch (outcome.kind) {
    case 'record': {
      const etag = `"${outcome.record.version}"`;
      response.setHeader('ETag', etag);
      if (request.method === 'GET' && request.headers['if-none-match'] === etag) {
        response.status(304).end();
        return;
      }
      response.status(outcome.created ? 201 : 200).json({ data: outcome.record, meta: {} });
      return;
    }
    case 'deleted':
      response.json({ data: { id: outcome.id }, meta: {} });
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
