/**
 * Loads records by id in batches: the ids that the resolvers of one level need become one query for each collection,
 * with the caller's rights. A record is loaded once, until `forget`.
 */
import type { Allowance } from '#shared/query/allowance.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Caller } from '../../core/platform.ts';
import { RefusalError } from '../../http/refusal-error.ts';

/** Maximum number of ids in one query: each is a parameter of the SQL statement. */
const idsPerQuery = 1_000;

export interface RecordLoader {
  /** Null where there is none, or none that the caller may see. */
  load(collection: string, id: string): Promise<StoredRecord | null>;
  /** Forgets what was loaded before a write. */
  forget(): void;
}

interface Waiting {
  readonly resolve: (record: StoredRecord | null) => void;
  readonly reject: (fault: unknown) => void;
}

export function recordLoader(run: Caller['run'], allowance: Allowance): RecordLoader {
  const known = new Map<string, Map<string, Promise<StoredRecord | null>>>();
  const waiting = new Map<string, Map<string, Waiting>>();

  async function ask(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRecord>> {
    const query = { where: { kind: 'field', path: 'id', op: 'in', value: ids }, limit: ids.length } as const;
    const outcome = await run({ verb: 'list', collection, query, allowance });
    if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
    if (outcome.kind !== 'page') throw new Error('a list answers a page');
    return new Map(outcome.records.map((record) => [record.id, record]));
  }

  function dispatch(collection: string): void {
    const asked = [...(waiting.get(collection) ?? [])];
    waiting.delete(collection);
    for (let i = 0; i < asked.length; i += idsPerQuery) {
      const part = asked.slice(i, i + idsPerQuery);
      ask(
        collection,
        part.map(([id]) => id),
      ).then(
        (found) => {
          for (const [id, { resolve }] of part) resolve(found.get(id) ?? null);
        },
        (fault: unknown) => {
          for (const [, { reject }] of part) reject(fault);
        },
      );
    }
  }

  function enqueue(collection: string, id: string): Promise<StoredRecord | null> {
    const batch = waiting.get(collection) ?? new Map<string, Waiting>();
    if (batch.size === 0) {
      waiting.set(collection, batch);
      // The batch runs after all resolvers that this turn's promises still wake: a tick requested among them comes last.
      void Promise.resolve().then(() => process.nextTick(dispatch, collection));
    }
    return new Promise((resolve, reject) => batch.set(id, { resolve, reject }));
  }

  return {
    load(collection, id) {
      const ids = known.get(collection) ?? new Map<string, Promise<StoredRecord | null>>();
      known.set(collection, ids);
      const found = ids.get(id) ?? enqueue(collection, id);
      ids.set(id, found);
      return found;
    },
    forget: () => known.clear(),
  };
}
