/**
 * Reads the words of a list; what was asked lately in the same words is not read again. Only what hangs on nobody's rights
 * is kept: a question that leads to another collection is read for each who asks.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { type ListRequest, parseList } from '#shared/query/parse.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { ListWords } from '#shared/tools/tool.ts';

/** Questions kept of a collection, and how long one may be. */
const keptMax = 200;
const textMax = 1_000;

const kept = new WeakMap<CollectionDefinition, Map<string, ListRequest>>();

/** As a query string has them: what is no text travels as JSON. */
function parametersOf(words: ListWords): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (Array.isArray(value)) return [name, value.map(String)];
      return [name, JSON.stringify(value)];
    }),
  );
}

/** @returns refusals: of parseList */
export function readWords(definition: CollectionDefinition, words: ListWords, lookup: Lookup): Result<ListRequest> {
  const { cursor, ...question } = words;
  const text = JSON.stringify(question);
  const questions = kept.get(definition) ?? new Map<string, ListRequest>();
  const known = questions.get(text);
  // A cursor is text, or was refused before; how long it may be is for the parser to say.
  if (known && cursor === undefined) return ok(known);
  let isOwn = true;
  const asked = parseList(definition, parametersOf(words), {
    lookup: (name) => {
      isOwn = false;
      return lookup(name);
    },
  });
  if (!asked.ok || cursor !== undefined || !isOwn || text.length > textMax) return asked;
  kept.set(definition, questions);
  if (questions.size >= keptMax) questions.clear();
  questions.set(text, asked.value);
  return asked;
}
