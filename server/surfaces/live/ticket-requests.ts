/** Tickets over HTTP: an EventSource cannot send a credential, so that it sends a ticket that was issued for one. */
import type { Request, RequestHandler, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { isoTime } from '#shared/base/time.ts';
import { answerJson } from '../../http/answer-json.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Tickets } from './live-tickets.ts';

/** Puts the credential that `?ticket=` stands for into a request without one; refuses a ticket that does not fit it. */
export const takeTicket =
  (tickets: Tickets): RequestHandler =>
  (request, _response, next) => {
    const given = new URLSearchParams(queryTextOf(request)).getAll('ticket');
    if (given.length > 0 && request.headers.authorization === undefined) {
      const ticket = given.length === 1 ? tickets.read(given[0] ?? '') : null;
      if (ticket?.collection !== request.params['collection'] || ticket?.sandbox !== request.sandbox)
        throw refusal('credential_expired', 'This ticket is not valid here or has expired. Request a new one.');
      request.headers.authorization = must(ticket, 'a ticket that fits').authorization;
    }
    next();
  };

/** `POST /api/v1/live/tickets` */
export function issueTicket(tickets: Tickets) {
  return async (request: Request, response: Response): Promise<void> => {
    const caller = await callerOf(request);
    const body: unknown = request.body;
    const collection = isObject(body) ? body['collection'] : undefined;
    if (typeof collection !== 'string' || !/^\w{1,100}$/.test(collection))
      throw refusal('invalid_value', '`collection` must be the name of a collection.', { path: 'collection' });
    valueOrRefusal(await caller.follow().visibilityOf(collection));
    const authorization = must(request.headers.authorization, 'an identified request');
    const { expiresAtMs, ticket } = tickets.issue({ authorization, collection, sandbox: request.sandbox });
    response.status(201);
    answerJson(response, { data: { ticket, expiresAt: isoTime(expiresAtMs) }, meta: {} });
  };
}
