/** The calls of one collection, the same for each: `client.pages.list({where: …})`. What they mean: /api/docs. */

import type { Refusal } from '../base/result.ts';
import type { CallOptions } from './call-options.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { newKey } from './host.ts';
import type { CollectionChanges } from './live-changes.ts';
import type { CollectionReplication } from './replication.ts';
import type { CollectionName, CreateOf, FiltersOf, PatchOf, RecordOf, Schema } from './schema.ts';
import type { PopulatePath, Shown } from './shown.ts';
import type { Answer, Transport } from './transport.ts';
import type { SortKey, Where } from './where.ts';

export interface WriteOptions extends CallOptions {
  /** Change or delete this version only; 412 `version_mismatch` where someone else was faster. */
  readonly ifVersion?: number;
}

export interface CreateOptions extends CallOptions {
  /** Made again for each call; name one where a repetition may come from another process, or after a restart. */
  readonly idempotencyKey?: string;
}

export interface ShowOptions<S extends Schema, N extends CollectionName<S>, F, P> extends CallOptions {
  /** Only these fields, and the id. */
  readonly fields?: readonly (F & keyof RecordOf<S, N>)[];
  /** Relations whose records are wanted instead of their ids, at most three deep: `author`, `tags.owner`. */
  readonly populate?: readonly (P & PopulatePath<S, N>)[];
}

export interface ListOptions<S extends Schema, N extends CollectionName<S>, F, P> extends ShowOptions<S, N, F, P> {
  readonly where?: Where<S, FiltersOf<S, N>>;
  readonly sort?: SortKey<FiltersOf<S, N>> | readonly SortKey<FiltersOf<S, N>>[];
  /** Words, "phrases", -words, in the collection's searchable fields. */
  readonly search?: string;
  /** Records of one page: 1 to 200; absent: 25. */
  readonly limit?: number;
  /** Cursor from a page before this one, with the same sort and filter. */
  readonly cursor?: string;
  /** Then the page's `total` is there; counting is not done unasked. */
  readonly count?: 'exact' | 'estimated';
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  /** The `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** Null: `count` was not asked for. */
  readonly total: number | null;
}

export interface BulkInput<S extends Schema, N extends CollectionName<S>> {
  readonly create?: readonly CreateOf<S, N>[];
  readonly update?: readonly ({ readonly id: string } & PatchOf<S, N>)[];
  readonly delete?: readonly string[];
}

export interface BulkAnswer<T> {
  readonly created: readonly T[];
  readonly updated: readonly T[];
  readonly deleted: readonly string[];
}

/** Every call throws GatehouseError and nothing else. */
export interface CollectionClient<S extends Schema, N extends CollectionName<S>>
  extends CollectionChanges<S, N>,
    CollectionReplication<S, N> {
  list<const F = never, const P = never>(options?: ListOptions<S, N, F, P>): Promise<Page<Shown<S, N, F, P>>>;
  /** Page after page of the same question. */
  pages<const F = never, const P = never>(
    options?: ListOptions<S, N, F, P>,
  ): AsyncGenerator<Page<Shown<S, N, F, P>>, void, void>;
  /** Record after record over all pages: none twice, and none missed that stood throughout. */
  all<const F = never, const P = never>(
    options?: ListOptions<S, N, F, P>,
  ): AsyncGenerator<Shown<S, N, F, P>, void, void>;
  /** The first that fits, or null. */
  first<const F = never, const P = never>(options?: ListOptions<S, N, F, P>): Promise<Shown<S, N, F, P> | null>;
  /** Counts the records that fit. */
  total(options?: Pick<ListOptions<S, N, never, never>, 'where' | 'search' | 'signal'>): Promise<number>;
  get<const F = never, const P = never>(id: string, options?: ShowOptions<S, N, F, P>): Promise<Shown<S, N, F, P>>;
  create(input: CreateOf<S, N>, options?: CreateOptions): Promise<RecordOf<S, N>>;
  /** @param patch a JSON merge patch: what is not in it stays, null empties a field */
  update(id: string, patch: PatchOf<S, N>, options?: WriteOptions): Promise<RecordOf<S, N>>;
  delete(id: string, options?: WriteOptions): Promise<void>;
  /** Makes at most 1,000 writes in one transaction: all of them or none. */
  bulk(input: BulkInput<S, N>, options?: CreateOptions): Promise<BulkAnswer<RecordOf<S, N>>>;
}

/** The same without types, as it is sent. */
interface AnyOptions extends CallOptions {
  readonly where?: unknown;
  readonly sort?: string | readonly string[];
  readonly fields?: readonly string[];
  readonly populate?: readonly string[];
  readonly search?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly count?: string;
}

export interface Records {
  list(options?: AnyOptions): Promise<Page<unknown>>;
  pages(options?: AnyOptions): AsyncGenerator<Page<unknown>, void, void>;
  all(options?: AnyOptions): AsyncGenerator<unknown, void, void>;
  first(options?: AnyOptions): Promise<unknown>;
  total(options?: AnyOptions): Promise<number>;
  get(id: string, options?: AnyOptions): Promise<unknown>;
  create(input: object, options?: CreateOptions): Promise<unknown>;
  update(id: string, patch: object, options?: WriteOptions): Promise<unknown>;
  delete(id: string, options?: WriteOptions): Promise<void>;
  bulk(input: object, options?: CreateOptions): Promise<unknown>;
}

function queryOf({ cursor, count, fields, limit, populate, search, sort, where }: AnyOptions): string {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['where', where === undefined ? undefined : JSON.stringify(where)],
    ['sort', typeof sort === 'string' ? sort : sort?.join(',')],
    ['fields', fields?.join(',')],
    ['populate', populate?.join(',')],
    ['search', search],
    ['limit', limit === undefined ? undefined : String(limit)],
    ['cursor', cursor],
    ['count', count],
  ];
  const named = given.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  return named.length === 0 ? '' : `?${named.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')}`;
}

/** The `data` of an envelope. */
export function dataOf({ body }: Answer): unknown {
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data;
  throw new GatehouseError('unreadable_answer', 'The response has no data.');
}

function pageOf(answer: Answer): Page<unknown> {
  const data = dataOf(answer);
  const { meta } = answer.body as { readonly meta?: Readonly<Record<string, unknown>> };
  if (!Array.isArray(data) || meta === undefined)
    throw new GatehouseError('unreadable_answer', 'The response is not a page of records.');
  return {
    data,
    hasMore: meta['hasMore'] === true,
    nextCursor: typeof meta['nextCursor'] === 'string' ? meta['nextCursor'] : null,
    total: typeof meta['total'] === 'number' ? meta['total'] : null,
  };
}

export function keyHeader(key: string | undefined): Readonly<Record<string, string>> {
  return { 'Idempotency-Key': key ?? newKey() };
}

function versionHeader(ifVersion: number | undefined): Readonly<Record<string, string>> {
  return ifVersion === undefined ? {} : { 'If-Match': `"${ifVersion}"` };
}

function isGone({ errors, status }: GatehouseError): boolean {
  return status === 404 && errors.some(({ code }: Refusal) => code === 'not_found');
}

/** A deletion that was sent twice because its answer was lost: the second time nothing is there. */
async function removeOnce(transport: Transport, path: string, { ifVersion, signal }: WriteOptions): Promise<void> {
  let sent = 0;
  const counted: Transport = (ask) => transport({ ...ask, onAttempt: () => sent++ });
  try {
    await counted({
      method: 'DELETE',
      path,
      headers: versionHeader(ifVersion),
      repeatable: ifVersion === undefined ? 'always' : 'refused',
      signal,
    });
  } catch (fault) {
    if (!(fault instanceof GatehouseError && isGone(fault) && sent > 1)) throw fault;
  }
}

export function recordsOf(transport: Transport, collection: string): Records {
  const root = `/api/v1/${encodeURIComponent(collection)}`;
  const itemOf = (id: string): string => `${root}/${encodeURIComponent(id)}`;

  async function list(options: AnyOptions = {}): Promise<Page<unknown>> {
    const { signal } = options;
    return pageOf(await transport({ method: 'GET', path: root + queryOf(options), repeatable: 'always', signal }));
  }

  async function* pages(options: AnyOptions = {}): AsyncGenerator<Page<unknown>, void, void> {
    for (let cursor = options.cursor; ; ) {
      const page = await list(cursor === undefined ? options : { ...options, cursor });
      yield page;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  return {
    list,
    pages,
    async *all(options) {
      for await (const { data } of pages(options)) yield* data;
    },
    async first(options) {
      const { data } = await list({ ...options, limit: 1 });
      return data[0] ?? null;
    },
    async total(options) {
      const { total } = await list({ ...options, fields: ['id'], limit: 1, count: 'exact' });
      if (total === null) throw new GatehouseError('unreadable_answer', 'The response does not include a count.');
      return total;
    },
    async get(id, options = {}) {
      const path = itemOf(id) + queryOf(options);
      return dataOf(await transport({ method: 'GET', path, repeatable: 'always', signal: options.signal }));
    },
    async create(input, { idempotencyKey, signal } = {}) {
      const headers = keyHeader(idempotencyKey);
      return dataOf(
        await transport({ method: 'POST', path: root, json: input, headers, repeatable: 'always', signal }),
      );
    },
    async update(id, patch, { ifVersion, signal } = {}) {
      const answer = await transport({
        method: 'PATCH',
        path: itemOf(id),
        json: patch,
        headers: versionHeader(ifVersion),
        repeatable: ifVersion === undefined ? 'always' : 'refused',
        signal,
      });
      return dataOf(answer);
    },
    delete: (id, options = {}) => removeOnce(transport, itemOf(id), options),
    async bulk(input, { idempotencyKey, signal } = {}) {
      const headers = keyHeader(idempotencyKey);
      const path = `${root}/bulk`;
      return dataOf(await transport({ method: 'POST', path, json: input, headers, repeatable: 'always', signal }));
    },
  };
}
