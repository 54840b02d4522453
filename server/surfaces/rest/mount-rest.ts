/** REST for every collection: `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. Knows no module. */
import type { Express, Request, Response } from 'express';
import { describeCollection } from '#shared/query/describe-collection.ts';
import { offeredWrites } from '#shared/schema/offered-writes.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { mayRead, scopesOf } from '../../core/policy/policy.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';
import { mountedRoutes } from '../../http/allowed-methods.ts';
import { answerJson, answerJsonText } from '../../http/answer-json.ts';
import { answerOutcome, answerTagged } from '../../http/answer-outcome.ts';
import { etagOfText, etagOfVersion } from '../../http/etag.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { definitionRoutes } from './definition-routes.ts';
import { readPage, showRecord } from './read-records.ts';
import { pathOf } from './request-parts.ts';
import { sceneOf } from './rest-scene.ts';
import { versionRoutes } from './version-routes.ts';
import { writeRecords } from './write-records.ts';

const collectionPath = '/api/v1/:collection';
const itemPath = '/api/v1/:collection/:id';

/** Whether a route of its own takes POST at the path, as uploads and some actions have: asked after everything is mounted. */
function postsAt(app: Express): (path: string) => boolean {
  let paths: ReadonlySet<string> | null = null;
  return (path) => {
    paths ??= new Set(mountedRoutes(app).flatMap((one) => (one.methods.includes('POST') ? [one.path] : [])));
    return paths.has(path);
  };
}

/** @param cursors seals the cursors of pages */
export function mountRest(cursors: CursorStamp): Mount {
  const write = writeRecords(cursors);

  async function list(request: Request, response: Response): Promise<void> {
    const { data, meta } = await readPage(await sceneOf(cursors, request), request);
    const links = Object.entries({ next: meta.nextCursor, prev: meta.prevCursor ?? null }).flatMap(([rel, cursor]) => {
      if (cursor === null) return [];
      const query = new URLSearchParams(queryTextOf(request));
      query.set('cursor', cursor);
      return [`<${pathOf(request)}?${query}>; rel="${rel}"`];
    });
    if (links.length > 0) response.setHeader('Link', links.join(', '));
    const text = JSON.stringify({ data, meta });
    answerTagged(request, response, etagOfText(text), () => answerJsonText(response, text));
  }

  async function get(request: Request, response: Response): Promise<void> {
    const scene = await sceneOf(cursors, request);
    const outcome = await scene.caller.run({
      verb: 'get',
      collection: scene.definition.name,
      id: String(request.params['id']),
    });
    if (outcome.kind !== 'record') return answerOutcome(request, response, outcome);
    const data = await showRecord(scene, request, outcome.record);
    // An answer that contains other records can change while the version of this one stays the same.
    const etag = queryTextOf(request) === '' ? etagOfVersion(outcome.record.version) : etagOfText(JSON.stringify(data));
    answerTagged(request, response, etag, () => answerJson(response, { data, meta: {} }));
  }

  const options = (isPosted: (path: string) => boolean) => async (request: Request, response: Response) => {
    const { caller, definition } = await sceneOf(cursors, request);
    const { actor } = caller;
    const denied = mayRead(actor, definition);
    if (denied) throw new RefusalError([denied]);
    const creates = offeredWrites(definition).includes('create') || isPosted(`/api/v1/${definition.name}`);
    response.setHeader('Allow', `GET, HEAD, ${creates ? 'POST, ' : ''}OPTIONS`);
    const scopes = { read: scopesOf(definition, 'read'), write: scopesOf(definition, 'write') };
    response.json({ data: describeCollection(definitionFor(actor, definition), scopes), meta: {} });
  };

  return {
    name: 'rest',
    mount(app, steps) {
      definitionRoutes(app, steps);
      versionRoutes(app, steps, cursors);
      app.post('/api/v1/:collection/bulk', steps.identified, steps.json, write.bulk);
      app.get(collectionPath, steps.identified, list);
      app.post(collectionPath, steps.identified, steps.json, write.create);
      app.options(collectionPath, steps.identified, options(postsAt(app)));
      app.get(itemPath, steps.identified, get);
      app.patch(itemPath, steps.identified, steps.json, write.update);
      app.delete(itemPath, steps.identified, steps.json, write.remove);
    },
  };
}
