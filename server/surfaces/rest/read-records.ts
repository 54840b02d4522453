/** The two questions REST asks: a page of a collection, one record. Query string in, shown records out. */
import type { Request } from 'express';
import { sortOf, sortValues } from '#shared/query/order.ts';
import { type ListRequest, parseList } from '#shared/query/parse.ts';
import type { Query } from '#shared/query/query.ts';
import { type ParameterTree, parseQueryString } from '#shared/query/query-string.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { mayRead } from '../../access/policy.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { type CursorStamp, questionHash, readCursor, writeCursor } from './cursor.ts';
import { type Populating, populate } from './populate.ts';

export interface ReadScene extends Populating {
  readonly definition: CollectionDefinition;
  readonly cursors: CursorStamp;
}

export interface Page {
  readonly data: readonly unknown[];
  readonly meta: {
    readonly limit: number;
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
    /** Where a page before this one may be. */
    readonly prevCursor?: string;
    readonly total?: number;
  };
}

const itemParameters = ['fields', 'populate'];

function parametersOf(request: Request): ParameterTree {
  return valueOrRefusal(parseQueryString(queryTextOf(request)));
}

function listRequest({ actor, registry, definition }: ReadScene, parameters: ParameterTree): ListRequest {
  const lookup = (name: string) => {
    const found = registry.collections.get(name);
    return found && !mayRead(actor, found) ? found : null;
  };
  return valueOrRefusal(parseList(definition, parameters, { lookup }));
}

async function show(
  scene: ReadScene,
  asked: ListRequest,
  records: readonly StoredRecord[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const whole = await populate(scene, scene.definition, records, asked.populate);
  const { fields } = asked;
  return fields ? whole.map((record) => Object.fromEntries(fields.map((name) => [name, record[name] ?? null]))) : whole;
}

/** The same rows the other way round: for the page before a row. */
function turned(query: Query): Query {
  const sort = sortOf(query).map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? ('desc' as const) : ('asc' as const),
  }));
  return { ...query, sort };
}

export async function readPage(scene: ReadScene, request: Request): Promise<Page> {
  const { actor, cursors, definition, platform } = scene;
  const asked = listRequest(scene, parametersOf(request));
  const hash = questionHash(actor.tenant, definition.name, asked.query);
  const place = asked.cursor === undefined ? null : valueOrRefusal(readCursor(cursors, hash, asked.cursor));
  const back = place?.back === true;
  const query = { ...(back ? turned(asked.query) : asked.query), ...(place ? { after: place.values } : {}) };
  const outcome = await platform.run(actor, {
    verb: 'list',
    collection: definition.name,
    query,
    ...(asked.count ? { count: asked.count } : {}),
  });
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  if (outcome.kind !== 'page') throw new Error('a list answers a page');
  const { total } = outcome;
  const records = back ? outcome.records.toReversed() : outcome.records;
  // Going back, the page one came from lies behind this one; going on, the one before it.
  const hasMore = back ? records.length > 0 : outcome.hasMore;
  const hasBefore = back ? outcome.hasMore : place !== null;
  const cursorAt = (record: StoredRecord | undefined, before: boolean) =>
    record ? writeCursor(cursors, hash, sortValues(definition, asked.query, record), before) : null;
  const prevCursor = hasBefore ? cursorAt(records[0], true) : null;
  return {
    data: await show(scene, asked, records),
    meta: {
      limit: query.limit,
      hasMore,
      nextCursor: hasMore ? cursorAt(records.at(-1), false) : null,
      ...(prevCursor === null ? {} : { prevCursor }),
      ...(total === undefined ? {} : { total }),
    },
  };
}

/** What `?fields=` and `?populate=` make of one record; other parameters mean nothing here and are refused. */
export async function showRecord(scene: ReadScene, request: Request, record: StoredRecord): Promise<unknown> {
  const parameters = parametersOf(request);
  const stranger = Object.keys(parameters)
    .find((name) => !itemParameters.includes(name))
    ?.slice(0, 100);
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `There is no parameter ${stranger}.`, {
      path: stranger,
      detail: { allowed: itemParameters },
    });
  return (await show(scene, listRequest(scene, parameters), [record]))[0];
}
