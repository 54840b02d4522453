/**
 * A page of a collection as an actor may see it, with the cursors to those beside it: what every surface that lists
 * records asks, each in its own words (shared/query/parse.ts reads them). Populates nothing and leaves no
 * field out: that is populate.ts.
 */

import { ok, type Result } from '#shared/base/result.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import { sortOf, sortValues } from '#shared/query/order.ts';
import type { ListRequest } from '#shared/query/parse.ts';
import type { Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Caller } from '../platform.ts';
import { type CursorStamp, questionHash, readCursor, writeCursor } from './cursor.ts';

export interface PageScene {
  readonly caller: Caller;
  readonly cursors: CursorStamp;
  readonly definition: CollectionDefinition;
  /** Allowance of the request of which this page is a part. */
  readonly allowance: Allowance;
}

export interface PageMeta {
  readonly limit: number;
  readonly hasMore: boolean;
  /** Null: this is the last page. */
  readonly nextCursor: string | null;
  /** Cursor of the page before this one, if there may be one. */
  readonly prevCursor?: string;
  /** Number of records on all pages, where the request asks for it. */
  readonly total?: number;
}

export interface RecordPage {
  readonly records: readonly StoredRecord[];
  readonly meta: PageMeta;
}

/** The same rows the other way round: for the page before a row. */
function turned(query: Query): Query {
  const sort = sortOf(query).map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? ('desc' as const) : ('asc' as const),
  }));
  return { ...query, sort };
}

/** @returns refusals: of the cursor, or what the platform refuses */
export async function readPage(scene: PageScene, asked: ListRequest): Promise<Result<RecordPage>> {
  const { allowance, caller, cursors, definition } = scene;
  const hash = questionHash(caller.actor.tenant, definition.name, asked.query);
  const read = asked.cursor === undefined ? ok(null) : readCursor(cursors, hash, asked.cursor);
  if (!read.ok) return read;
  const place = read.value;
  const back = place?.back === true;
  const query = { ...(back ? turned(asked.query) : asked.query), ...(place ? { after: place.values } : {}) };
  const outcome = await caller.run({
    verb: 'list',
    collection: definition.name,
    query,
    allowance,
    ...(asked.count ? { count: asked.count } : {}),
  });
  if (outcome.kind === 'refused') return { ok: false, errors: outcome.errors };
  if (outcome.kind !== 'page') throw new Error('a list answers a page');
  const { total } = outcome;
  const records = back ? outcome.records.toReversed() : outcome.records;
  // Who pages back comes from the page after this one, so there is more ahead; who pages forward comes from the page before it.
  const hasMore = back ? records.length > 0 : outcome.hasMore;
  const hasBefore = back ? outcome.hasMore : place !== null;
  const cursorAt = (record: StoredRecord | undefined, before: boolean) =>
    record ? writeCursor(cursors, hash, sortValues(definition, asked.query, record), before) : null;
  const prevCursor = hasBefore ? cursorAt(records[0], true) : null;
  return ok({
    records,
    meta: {
      limit: query.limit,
      hasMore,
      nextCursor: hasMore ? cursorAt(records.at(-1), false) : null,
      ...(prevCursor === null ? {} : { prevCursor }),
      ...(total === undefined ? {} : { total }),
    },
  });
}
