/** `/{collection}/{id}/versions`: what became of a record, and an earlier version made the newest again. */
import type { Express, Request, Response } from 'express';
import { type CursorStamp, readCursor, wordsHash, writeCursor } from '../../core/paging/cursor.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { RouteSteps } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { ifVersion, parametersOf, pathOf, wholeNumber } from './request-parts.ts';

const limitDefault = 25;
const limitMax = 200;
const versionMax = 1e15;

export function versionRoutes(app: Express, steps: RouteSteps, cursors: CursorStamp): void {
  const aimOf = async (request: Request) => ({
    caller: await callerOf(request),
    collection: String(request.params['collection']),
    id: String(request.params['id']),
  });

  async function list(request: Request, response: Response): Promise<void> {
    const { caller, collection, id } = await aimOf(request);
    const given = parametersOf(request, ['limit', 'cursor']);
    const limit = given.has('limit') ? wholeNumber(given.get('limit')!, 'limit', 1, limitMax) : limitDefault;
    const hash = wordsHash('versions', caller.actor.tenant, collection, id);
    const cursor = given.get('cursor');
    const before =
      cursor === undefined ? {} : { before: Number(valueOrRefusal(readCursor(cursors, hash, cursor)).values[0]) };
    const outcome = await caller.run({ verb: 'versions', collection, id, limit, ...before });
    if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
    if (outcome.kind !== 'versions') throw new Error('versions answer versions');
    const { hasMore, versions } = outcome;
    const last = versions.at(-1);
    const nextCursor = hasMore && last ? writeCursor(cursors, hash, [last.seq]) : null;
    if (nextCursor !== null) {
      const query = new URLSearchParams({ limit: String(limit), cursor: nextCursor });
      response.setHeader('Link', `<${pathOf(request)}?${query}>; rel="next"`);
    }
    response.json({ data: versions, meta: { limit, hasMore, nextCursor } });
  }

  async function restore(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { caller, collection, id } = await aimOf(request);
    const version = wholeNumber(String(request.params['version']), 'version', 1, versionMax);
    const operation = { verb: 'restore', collection, id, version, ...ifVersion(request) } as const;
    answerOutcome(request, response, await caller.run(operation));
  }

  app.get('/api/v1/:collection/:id/versions', steps.identified, list);
  app.post('/api/v1/:collection/:id/versions/:version/restore', steps.identified, steps.json, restore);
}
