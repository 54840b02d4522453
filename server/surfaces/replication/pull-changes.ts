/** SY2, SY5, SY15: what happened since a checkpoint, as one actor may see it. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { PullAnswer } from '#shared/sync/down.ts';
import type { LogView } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { isBound, logOf, replicaOf } from './replica-view.ts';

type Document = PullAnswer['documents'][number];

export interface Checkpoint {
  /** Null: from the beginning. */
  readonly log: string | null;
  /** Sequence number of the last change that the replica has. */
  readonly seq: number;
}

/** @param limit maximum number of changes read. @returns `log_changed` for a checkpoint of another log, or beyond this one */
export async function pullChanges(
  actor: Actor,
  log: LogView,
  definitions: readonly CollectionDefinition[],
  checkpoint: Checkpoint,
  limit: number,
): Promise<Result<Omit<PullAnswer, 'time'>>> {
  const head = await log.head();
  const logId = logOf(actor, log.logId);
  if ((checkpoint.log !== null && checkpoint.log !== logId) || checkpoint.seq > head)
    return refuse({
      code: 'log_changed',
      message: 'This checkpoint belongs to another log. Load a new snapshot and send all unsent records again.',
      detail: { log: logId, head },
    });
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  // Made for what has changed: most pulls bring a record or two of all collections.
  const replicas = new Map<CollectionDefinition, ReturnType<typeof replicaOf>>();
  const { changes, seq } = await log.since(checkpoint.seq, { limit, collections: [...byName.keys()] });
  const latest = new Map<string, Document>();
  for (const change of changes) {
    const definition = must(byName.get(change.collection), 'a pulled collection');
    const bound = isBound(actor, definition, change.record);
    const wasBound = change.previous !== null && isBound(actor, definition, { ...change.record, ...change.previous });
    if (!bound && !wasBound) continue;
    const key = `${change.collection}:${change.id}`;
    const toReplica = replicas.get(definition) ?? replicaOf(definition);
    replicas.set(definition, toReplica);
    const deleted = change.op === 'delete' || !bound;
    // Deleted first, so that a repeated key moves to its latest place: seq order holds.
    latest.delete(key);
    latest.set(key, {
      collection: change.collection,
      id: change.id,
      seq: change.seq,
      deleted,
      record: deleted ? null : (toReplica(change.record) as Document['record']),
    });
  }
  return ok({ log: logId, seq, head: Math.max(head, seq), documents: [...latest.values()] });
}
