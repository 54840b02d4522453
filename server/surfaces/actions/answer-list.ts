/**
 * An action that lists records of a collection in a form of its own (`GET /events`): the query is read, paged and
 * permitted as the collection's own list does it, and the action then shows the records of the page.
 */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { type ListRequest, parseList } from '#shared/query/parse.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import { where } from '#shared/query/query.ts';
import { type ParameterTree, parseQueryString } from '#shared/query/query-string.ts';
import type { ActionDefinition, ListBinding } from '#shared/schema/definition.ts';
import { type PageScene, readPage } from '../../core/paging/read-page.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { answerJsonText } from '../../http/answer-json.ts';
import { answerTagged } from '../../http/answer-outcome.ts';
import { etagOfText } from '../../http/etag.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';

type Item = Readonly<Record<string, unknown>>;

async function act({ caller }: PageScene, action: string, input: Item): Promise<Item> {
  const outcome = await caller.run({ verb: 'act', action, input });
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  const value = outcome.kind === 'answer' ? outcome.value : null;
  if (!isObject(value)) throw new Error(`${action} answers an object`);
  return value;
}

function whereOf(scene: PageScene, words: unknown) {
  return valueOrRefusal(parseWhere(scene.definition, words, { dialect: 'json' }));
}

/** Returns the conditions that the path and the action's own parameters set for the list. */
function heldOf(list: ListBinding, request: Request, tree: ParameterTree): Readonly<Record<string, string>> {
  const held: Record<string, string> = {};
  for (const name of Object.keys(list.within ?? {})) {
    const value = request.params[name] ?? tree[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !isId(value))
      throw refusal('invalid_value', `${name} must be one ID, sent once.`, { path: name });
    held[name] = value;
  }
  return held;
}

/** Returns the query of the collection's list, narrowed by the path and by the action's own parameters. */
async function questionOf(
  scene: PageScene,
  action: ActionDefinition,
  list: ListBinding,
  tree: ParameterTree,
  held: Readonly<Record<string, string>>,
) {
  const { actor, registry } = scene.caller;
  const definition = definitionFor(actor, scene.definition);
  const alsoKnown = Object.keys(list.narrowedBy);
  const within = list.within ?? {};
  const lookup = readableDefinitions(actor, registry.collections);
  const plain = tree['sort'] === undefined && tree['search'] === undefined ? { ...tree, sort: list.sort } : tree;
  const asked: ListRequest = valueOrRefusal(
    parseList(definition, plain, { lookup, alsoKnown: [...alsoKnown, ...Object.keys(within)] }),
  );
  const parts = asked.query.where ? [asked.query.where] : [];
  for (const [name, value] of Object.entries(held)) parts.push(where({ [must(within[name], 'a held field')]: value }));
  for (const name of alsoKnown) {
    const given = tree[name];
    if (given === undefined) continue;
    if (typeof given !== 'string')
      throw refusal('invalid_value', `${name} must be one value, sent once.`, { path: name });
    const words = list.narrowedBy[name] ?? {};
    // The action itself refuses a value that it does not take.
    if (!Object.hasOwn(words, given)) await act(scene, action.name, { [name]: given });
    parts.push(whereOf(scene, must(words[given], 'a value the action takes')));
  }
  const all = parts.length > 1 ? ({ kind: 'and', of: parts } as const) : parts[0];
  return { ...asked, query: { ...asked.query, ...(all && { where: all }) } };
}

function linksOf(request: Request, cursors: Readonly<Record<string, string | null | undefined>>): string {
  const path = `${request.sandbox ? '/sandbox' : ''}${request.path}`;
  return Object.entries(cursors)
    .flatMap(([rel, cursor]) => {
      if (!cursor) return [];
      const query = new URLSearchParams(queryTextOf(request));
      query.set('cursor', cursor);
      return [`<${path}?${query}>; rel="${rel}"`];
    })
    .join(', ');
}

/** Answers `{<plural>, data, meta}`, as the action answers it for the records of this page. */
export async function answerList(
  scene: PageScene,
  action: ActionDefinition,
  list: ListBinding,
  request: Request,
  response: Response,
): Promise<void> {
  const tree = valueOrRefusal(parseQueryString(queryTextOf(request)));
  const held = heldOf(list, request, tree);
  const asked = await questionOf(scene, action, list, tree, held);
  const { meta, records } = valueOrRefusal(await readPage(scene, { ...asked, count: asked.count ?? 'exact' }));
  const shown = await act(scene, action.name, { ...held, ids: records.map(({ id }) => id) });
  const { fields } = asked;
  const items = (shown['data'] as readonly Item[]).map((item) =>
    fields ? Object.fromEntries(fields.map((name) => [name, item[name] ?? null])) : item,
  );
  const links = linksOf(request, { next: meta.nextCursor, prev: meta.prevCursor });
  if (links !== '') response.setHeader('Link', links);
  const text = JSON.stringify({ [list.collection]: items, data: items, meta });
  answerTagged(request, response, etagOfText(text), () => answerJsonText(response, text));
}
