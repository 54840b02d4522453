/** The two reads of REST, a page of a collection and one record: query string in, shown records out. */
import type { Request } from 'express';
import type { ListRequest } from '#shared/query/parse.ts';
import { type ParameterTree, parseQueryString } from '#shared/query/query-string.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { type Populating, showRecords } from '../../core/paging/populate.ts';
import { type PageMeta, readPage as pageOf } from '../../core/paging/read-page.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { readList } from './parsed-lists.ts';

export interface ReadScene extends Populating {
  readonly definition: CollectionDefinition;
  readonly cursors: CursorStamp;
}

export interface Page {
  readonly data: readonly unknown[];
  readonly meta: PageMeta;
}

const itemParameters = ['fields', 'populate'];

function parametersOf(request: Request): ParameterTree {
  return valueOrRefusal(parseQueryString(queryTextOf(request)));
}

function listRequest({ caller, definition }: ReadScene, request: Request): ListRequest {
  const { actor, registry } = caller;
  const lookup = readableDefinitions(actor, registry.collections);
  return valueOrRefusal(readList(definitionFor(actor, definition), queryTextOf(request), lookup));
}

export async function readPage(scene: ReadScene, request: Request): Promise<Page> {
  const asked = listRequest(scene, request);
  const { meta, records } = valueOrRefusal(await pageOf(scene, asked));
  return { data: valueOrRefusal(await showRecords(scene, scene.definition, records, asked)), meta };
}

/** Applies `?fields=` and `?populate=` to one record; other parameters mean nothing here and are refused. */
export async function showRecord(scene: ReadScene, request: Request, record: StoredRecord): Promise<unknown> {
  if (queryTextOf(request) === '') return record;
  const parameters = parametersOf(request);
  const stranger = Object.keys(parameters)
    .find((name) => !itemParameters.includes(name))
    ?.slice(0, 100);
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${stranger}.`, {
      path: stranger,
      detail: { allowed: itemParameters },
    });
  return valueOrRefusal(await showRecords(scene, scene.definition, [record], listRequest(scene, request)))[0];
}
