/** `/api/v1/collections`: what collections there are, and the tenant's own ones made, changed and dropped. */
import type { Express, Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { visibleFields } from '#shared/schema/visible-definition.ts';
import type { Registry } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { mayAdminister, mayRead } from '../../core/policy/policy.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';
import { answerOutcome, answerTagged } from '../../http/answer-outcome.ts';
import { callerOf } from '../../http/caller-of.ts';
import { etagOfText, etagOfVersion } from '../../http/etag.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { RouteSteps } from '../../http/request-handler.ts';
import { idempotencyKey, ifVersion, objectOf, parametersOf, pathOf } from './request-parts.ts';

const listPath = '/api/v1/collections';
const itemPath = '/api/v1/collections/:name';

/** A whole definition without its hidden fields for actors who may change it; for others the fields that they may see. */
function shown(actor: Actor, definition: CollectionDefinition): CollectionDefinition {
  if (mayAdminister(actor) !== null) return definitionFor(actor, definition);
  const { moves: _, ...seen } = definition;
  return { ...seen, fields: visibleFields(definition.fields, (field) => !field.hidden) };
}

/** Actors who may change definitions see them all; others see those of collections that they may read. */
function maySeeDefinition(actor: Actor, definition: CollectionDefinition): boolean {
  return mayAdminister(actor) === null || mayRead(actor, definition) === null;
}

function entry(actor: Actor, registry: Registry, definition: CollectionDefinition) {
  const state = registry.own?.get(definition.name);
  const { createdAt, updatedAt, version } = state ?? {};
  const meta = state ? { own: true, version, createdAt, updatedAt } : { own: false };
  return { definition: shown(actor, definition), meta };
}

export function definitionRoutes(app: Express, steps: RouteSteps): void {
  const nameOf = (request: Request) => String(request.params['name']);

  async function list(request: Request, response: Response): Promise<void> {
    const own = parametersOf(request, ['own']).get('own');
    if (own !== undefined && own !== 'true' && own !== 'false')
      throw refusal('invalid_value', '`own` must be true or false.', { path: 'own' });
    const { actor, registry } = await callerOf(request);
    const data = [...registry.collections.values()]
      .filter((definition) => maySeeDefinition(actor, definition))
      .map((definition) => entry(actor, registry, definition))
      .filter(({ meta }) => own === undefined || String(meta.own) === own)
      .map(({ definition, meta }) => ({ ...definition, own: meta.own }));
    const text = JSON.stringify({ data, meta: { total: data.length } });
    answerTagged(request, response, etagOfText(text), () => response.type('json').end(text));
  }

  async function get(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { actor, registry } = await callerOf(request);
    const definition = registry.collections.get(nameOf(request));
    if (!definition) throw refusal('collection_unknown', `No collection is named ${nameOf(request).slice(0, 100)}.`);
    if (!maySeeDefinition(actor, definition)) throw new RefusalError([must(mayRead(actor, definition), 'a refusal')]);
    const { definition: data, meta } = entry(actor, registry, definition);
    const etag = meta.version === undefined ? etagOfText(JSON.stringify(data)) : etagOfVersion(meta.version);
    answerTagged(request, response, etag, () => response.json({ data, meta }));
  }

  async function define(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const definition = objectOf(request, 'the definition');
    const operation = { verb: 'define', definition, ...idempotencyKey(request) } as const;
    const outcome = await (await callerOf(request)).run(operation);
    if (outcome.kind === 'definition') response.setHeader('Location', `${pathOf(request)}/${outcome.definition.name}`);
    answerOutcome(request, response, outcome);
  }

  async function redefine(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const patch = objectOf(request, 'what changes');
    const operation = { verb: 'redefine', name: nameOf(request), patch, ...ifVersion(request) } as const;
    answerOutcome(request, response, await (await callerOf(request)).run(operation));
  }

  async function undefine(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const outcome = await (await callerOf(request)).run({ verb: 'undefine', name: nameOf(request) });
    if (outcome.kind !== 'deleted') return answerOutcome(request, response, outcome);
    response.json({ data: { name: outcome.id }, meta: {} });
  }

  app.get(listPath, steps.identified, list);
  app.post(listPath, steps.identified, steps.json, define);
  app.get(itemPath, steps.identified, get);
  app.patch(itemPath, steps.identified, steps.json, redefine);
  app.delete(itemPath, steps.identified, undefine);
}
