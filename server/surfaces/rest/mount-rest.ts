/** REST for every collection: `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. Knows no module. */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import { parseList, type ListRequest } from '#shared/query/parse.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { mayRead } from '../../access/policy.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Platform } from '../../platform.ts';
import { type CursorStamp, questionHash, readCursor, writeCursor } from './cursor.ts';
import { sortValues } from '#shared/query/order.ts';

export interface RestParts {
  readonly platform: Platform;
  readonly cursors: CursorStamp;
}

function value<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.errors);
}

/** `If-Match: "3"`; a list or a weak tag cannot name one version. */
function ifVersion(request: Request): { ifVersion?: number } {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return {};
  const match = /^"(\d{1,15})"$/.exec(header);
  if (!match) throw refusal('invalid_header', 'If-Match takes the version in quotes, e.g. "3".');
  return { ifVersion: Number(match[1]) };
}

function sparse(record: StoredRecord, fields: readonly string[] | undefined): Record<string, unknown> {
  return fields ? Object.fromEntries(fields.map((name) => [name, record[name] ?? null])) : record;
}

export function mountRest({ platform, cursors }: RestParts): Mount {
  const actorOf = (request: Request) => must(request.actor, 'an identified request');

  async function definitionOf(request: Request): Promise<CollectionDefinition> {
    const registry = await platform.registry(actorOf(request).tenant);
    const name = String(request.params['collection']);
    const found = registry.collections.get(name);
    if (!found) throw refusal('collection_unknown', `There is no collection ${name.slice(0, 100)} here.`);
    return found;
  }

  async function list(request: Request, response: Response): Promise<void> {
    const actor = actorOf(request);
    const definition = await definitionOf(request);
    const registry = await platform.registry(actor.tenant);
    const asked: ListRequest = value(
      parseList(definition, value(parseQueryString(request.url.split('?')[1] ?? '')), {
        lookup: (name) => {
          const found = registry.collections.get(name);
          return found && !mayRead(actor, found) ? found : null;
        },
      }),
    );
    const hash = questionHash(actor.tenant, definition.name, asked.query);
    const query = asked.cursor === undefined ? asked.query : { ...asked.query, after: value(readCursor(cursors, hash, asked.cursor)) };
    const outcome = await platform.run(actor, {
      verb: 'list',
      collection: definition.name,
      query,
      ...(asked.count ? { count: asked.count } : {}),
    });
    if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
    if (outcome.kind !== 'page') throw new Error('a list answers a page');
    const last = outcome.records.at(-1);
    const nextCursor = outcome.hasMore && last ? writeCursor(cursors, hash, sortValues(definition, query, last)) : null;
    if (nextCursor) {
      const next = new URL(request.originalUrl, 'http://localhost');
      next.searchParams.set('cursor', nextCursor);
      response.setHeader('Link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    response.json({
      data: outcome.records.map((record) => sparse(record, asked.fields)),
      meta: { limit: query.limit, hasMore: outcome.hasMore, nextCursor, ...(outcome.total === undefined ? {} : { total: outcome.total }) },
    });
  }

  return {
    name: 'rest',
    mount(app, door) {
      const collection = '/api/v1/:collection';
      const item = '/api/v1/:collection/:id';
      app.get(collection, door.identified, list);
      app.post(collection, door.identified, door.json, async (request, response) => {
        const { name } = await definitionOf(request);
        const key = request.headers['idempotency-key'];
        const outcome = await platform.run(actorOf(request), {
          verb: 'create',
          collection: name,
          input: request.body,
          ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
        });
        if (outcome.kind === 'record') response.setHeader('Location', `/api/v1/${name}/${outcome.record.id}`);
        answerOutcome(request, response, outcome);
      });
      app.options(collection, door.identified, async (request, response) => {
        const definition = await definitionOf(request);
        response.setHeader('Allow', 'GET, POST, OPTIONS');
        response.json({ data: describe(definition), meta: {} });
      });
      app.get(item, door.identified, async (request, response) => {
        const { name } = await definitionOf(request);
        answerOutcome(request, response, await platform.run(actorOf(request), { verb: 'get', collection: name, id: String(request.params['id']) }));
      });
      app.patch(item, door.identified, door.json, async (request, response) => {
        const { name } = await definitionOf(request);
        const operation = { verb: 'update' as const, collection: name, id: String(request.params['id']), input: request.body, ...ifVersion(request) };
        answerOutcome(request, response, await platform.run(actorOf(request), operation));
      });
      app.delete(item, door.identified, async (request, response) => {
        const { name } = await definitionOf(request);
        const operation = { verb: 'delete' as const, collection: name, id: String(request.params['id']), ...ifVersion(request) };
        answerOutcome(request, response, await platform.run(actorOf(request), operation));
      });
      for (const [path, allowed] of [
        [collection, 'GET, POST, OPTIONS'],
        [item, 'GET, PATCH, DELETE'],
      ] as const)
        app.all(path, (request, response) => {
          response.setHeader('Allow', allowed);
          throw refusal('method_not_allowed', `${request.method.slice(0, 20)} is not allowed here; use ${allowed}.`);
        });
    },
  };
}

function describe(definition: CollectionDefinition): Record<string, unknown> {
  const { name, module, labels, note, lifecycle } = definition;
  return { name, module, labels, ...(note ? { note } : {}), ...(lifecycle ? { lifecycle } : {}), schema: fieldsToJsonSchema(definition.fields) };
}

