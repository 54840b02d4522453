/**
 * Reads the query of a list; what was asked lately in the same words is not read again. Only what hangs on nobody's
 * rights is kept: a question that leads to another collection is read for each who asks.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { type ListRequest, parseList } from '#shared/query/parse.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';

/** Questions kept of a collection, and how long one may be. */
const keptMax = 200;
const textMax = 1_000;

const kept = new WeakMap<CollectionDefinition, Map<string, ListRequest>>();

/** Pages of one list differ in their cursor alone. */
const cursorParameter = /(?:^|&)(cursor=[^&]*)/;

/** @returns refusals: of the query string and of parseList */
export function readQuestion(definition: CollectionDefinition, text: string, lookup: Lookup): Result<ListRequest> {
  const cursor = cursorParameter.exec(text)?.[1];
  if (cursor === undefined) return readKept(definition, text, lookup);
  const rest = readKept(definition, text.replace(cursorParameter, '').replace(/^&/, ''), lookup);
  const place = read(definition, cursor, lookup);
  // Whatever is wrong with it, also a second cursor, is said of the whole.
  if (!rest.ok || rest.value.cursor !== undefined || !place.ok) return read(definition, text, lookup);
  return place.value.cursor === undefined ? rest : ok({ ...rest.value, cursor: place.value.cursor });
}

function read(definition: CollectionDefinition, text: string, lookup: Lookup): Result<ListRequest> {
  const parameters = parseQueryString(text);
  return parameters.ok ? parseList(definition, parameters.value, { lookup }) : parameters;
}

function readKept(definition: CollectionDefinition, text: string, lookup: Lookup): Result<ListRequest> {
  const questions = kept.get(definition) ?? new Map<string, ListRequest>();
  const known = questions.get(text);
  if (known) return ok(known);
  let isOwn = true;
  const asked = read(definition, text, (name) => {
    isOwn = false;
    return lookup(name);
  });
  if (!asked.ok || !isOwn || text.length > textMax) return asked;
  kept.set(definition, questions);
  if (questions.size >= keptMax) questions.clear();
  questions.set(text, asked.value);
  return asked;
}
