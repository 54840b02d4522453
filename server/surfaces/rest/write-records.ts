/** The writes of REST: create, bulk, update and delete, each one operation. */
import type { Request, Response } from 'express';
import { answerOutcome } from '../../http/answer-outcome.ts';
import { idempotencyKey, ifVersion, objectOf, parametersOf, pathOf } from './request-parts.ts';
import { type RestParts, sceneOf } from './rest-scene.ts';

export function writeRecords(parts: RestParts) {
  const { platform } = parts;

  async function create(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { actor, definition } = await sceneOf(parts, request);
    const outcome = await platform.run(actor, {
      verb: 'create',
      collection: definition.name,
      input: objectOf(request),
      ...idempotencyKey(request),
    });
    if (outcome.kind === 'record') response.setHeader('Location', `${pathOf(request)}/${outcome.record.id}`);
    answerOutcome(request, response, outcome);
  }

  async function bulk(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { actor, definition } = await sceneOf(parts, request);
    const input = objectOf(request, '{"create": [], "update": [], "delete": []}');
    const operation = { verb: 'bulk', collection: definition.name, input, ...idempotencyKey(request) } as const;
    answerOutcome(request, response, await platform.run(actor, operation));
  }

  async function update(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { actor, definition } = await sceneOf(parts, request);
    const id = String(request.params['id']);
    const operation = {
      verb: 'update',
      collection: definition.name,
      id,
      input: objectOf(request),
      ...ifVersion(request),
    } as const;
    answerOutcome(request, response, await platform.run(actor, operation));
  }

  async function remove(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { actor, definition } = await sceneOf(parts, request);
    const operation = {
      verb: 'delete',
      collection: definition.name,
      id: String(request.params['id']),
      ...ifVersion(request),
    } as const;
    answerOutcome(request, response, await platform.run(actor, operation));
  }

  return { create, bulk, update, remove };
}
