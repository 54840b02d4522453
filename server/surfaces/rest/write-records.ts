/** The writes of REST: create, bulk, update and delete, each one operation. */
import type { Request, Response } from 'express';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { answerOutcome } from '../../http/answer-outcome.ts';
import { idempotencyKey, ifVersion, objectOf, parametersOf, pathOf } from './request-parts.ts';
import { sceneOf } from './rest-scene.ts';

export function writeRecords(cursors: CursorStamp) {
  async function create(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { caller, definition } = await sceneOf(cursors, request);
    const outcome = await caller.run({
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
    const { caller, definition } = await sceneOf(cursors, request);
    const input = objectOf(request, '{"create": [], "update": [], "delete": []}');
    const operation = { verb: 'bulk', collection: definition.name, input, ...idempotencyKey(request) } as const;
    answerOutcome(request, response, await caller.run(operation));
  }

  async function update(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { caller, definition } = await sceneOf(cursors, request);
    const id = String(request.params['id']);
    const operation = {
      verb: 'update',
      collection: definition.name,
      id,
      input: objectOf(request),
      ...ifVersion(request),
    } as const;
    answerOutcome(request, response, await caller.run(operation));
  }

  async function remove(request: Request, response: Response): Promise<void> {
    parametersOf(request);
    const { caller, definition } = await sceneOf(cursors, request);
    const operation = {
      verb: 'delete',
      collection: definition.name,
      id: String(request.params['id']),
      ...ifVersion(request),
    } as const;
    answerOutcome(request, response, await caller.run(operation));
  }

  return { create, bulk, update, remove };
}
