/** What a request to a collection is about: who asks, and the collection that its address names. */
import type { Request } from 'express';
import { must } from '#shared/base/assert.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import type { Platform } from '../../core/platform.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { ReadScene } from './read-records.ts';

export interface RestParts {
  readonly platform: Platform;
  readonly cursors: CursorStamp;
}

export async function sceneOf({ cursors, platform }: RestParts, request: Request): Promise<ReadScene> {
  const actor = must(request.actor, 'an identified request');
  const registry = await platform.registry(actor.tenant);
  const name = String(request.params['collection']);
  const definition = registry.collections.get(name);
  if (!definition) throw refusal('collection_unknown', `No collection is named ${name.slice(0, 100)}.`);
  return { platform, cursors, actor, registry, definition, allowance: allowanceOf(request) };
}
