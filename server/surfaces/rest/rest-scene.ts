/** The caller of a request to a collection, and the collection that its address names. */
import type { Request } from 'express';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import { allowanceOf } from '../../http/allowance-of.ts';
import { callerOf } from '../../http/caller-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { ReadScene } from './read-records.ts';

/** @throws `collection_unknown` */
export async function sceneOf(cursors: CursorStamp, request: Request): Promise<ReadScene> {
  const caller = await callerOf(request);
  const name = String(request.params['collection']);
  const definition = caller.registry.collections.get(name);
  if (!definition) throw refusal('collection_unknown', `No collection is named ${name.slice(0, 100)}.`);
  return { caller, cursors, definition, allowance: allowanceOf(request) };
}
