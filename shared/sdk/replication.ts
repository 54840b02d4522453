/**
 * Handlers for RxDB's `replicateRxCollection` (https://rxdb.info/replication.html) over any `replicated` collection:
 * pull and push by HTTP, woken by the live line. Knows nothing of RxDB but the shapes; the rules:
 * server/surfaces/replication/README.md.
 */
import { isObject } from '../base/json.ts';
import type { PullAnswer, PushAnswer } from '../sync/down.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after } from './host.ts';
import type { Place } from './live-changes.ts';
import type { LiveLine } from './live-line.ts';
import type { CollectionName, RecordOf, Schema } from './schema.ts';
import type { Transport } from './transport.ts';

/** A record as RxDB keeps it: the server's fields without those it sets itself. */
export type Replica<R> = Omit<R, 'createdAt' | 'updatedAt' | 'version'>;
export type Written<D> = D & { readonly _deleted: boolean };

export interface PushRow<D> {
  readonly newDocumentState: Written<D>;
  readonly assumedMasterState?: Written<D> | undefined;
}

export interface Pulled<D> {
  documents: Written<D>[];
  checkpoint: Place;
}

/** A row that the server refused for a reason other than a newer version. */
export interface RefusedRow<D> {
  readonly document: Written<D>;
  readonly code: string;
  readonly message: string;
}

export interface ReplicationOptions<D> {
  /**
   * A row the server refuses for good: validation, rights, a state that cannot be left. Show it: RxDB takes it as sent,
   * and the record stays on this device as it is until the server's next change to it. Absent: the push fails, and RxDB
   * tries again.
   */
  readonly onRefused?: (row: RefusedRow<D>) => void;
  /** Rows of one request; 1 to 200, absent: 100. */
  readonly batchSize?: number;
}

/** Spread into `replicateRxCollection({collection, replicationIdentifier, live: true, …})`. */
export interface ReplicationHandlers<D> {
  readonly pull: {
    readonly handler: (checkpoint: Place | undefined, batchSize: number) => Promise<Pulled<D>>;
    readonly batchSize: number;
  };
  readonly push: {
    readonly handler: (rows: readonly PushRow<D>[]) => Promise<Written<D>[]>;
    readonly batchSize: number;
  };
  /**
   * Calls back when the server has something new, and after each reconnection: `handlers.onNews(() => state.reSync())`.
   * @returns how to stop it
   */
  readonly onNews: (reSync: () => void) => () => void;
}

export interface CollectionReplication<S extends Schema, N extends CollectionName<S>> {
  replication(options?: ReplicationOptions<Replica<RecordOf<S, N>>>): ReplicationHandlers<Replica<RecordOf<S, N>>>;
}

type AnyDocument = Readonly<Record<string, unknown>> & { readonly id: string };

const batchDefault = 100;
/** Pulls at least this often, because a wake-up may be lost. */
const unwokenPullMs = 30_000;

/** A record without the fields that only the server sets. */
function replicaOf(record: Readonly<Record<string, unknown>>): AnyDocument {
  const { createdAt: _createdAt, updatedAt: _updatedAt, version: _version, ...own } = record;
  return own as AnyDocument;
}

export function replicationOf(
  transport: Transport,
  line: LiveLine,
  collection: string,
  { batchSize = batchDefault, onRefused }: ReplicationOptions<AnyDocument> = {},
): ReplicationHandlers<AnyDocument> {
  const root = `/api/v1/replication/${encodeURIComponent(collection)}`;

  async function asked(checkpoint: Place | undefined, limit: number): Promise<PullAnswer> {
    const from = checkpoint ? `log=${encodeURIComponent(checkpoint.log)}&seq=${checkpoint.seq}&` : '';
    const path = `${root}/pull?${from}limit=${limit}`;
    const { body } = await transport({ method: 'GET', path, repeatable: 'always' });
    if (isObject(body) && Array.isArray(body['documents'])) return body as PullAnswer;
    throw new GatehouseError('unreadable_answer', 'The response is not a list of changes.');
  }

  /** A restored server has another log: the pull begins again from the start. */
  async function pulled(checkpoint: Place | undefined, limit: number): Promise<PullAnswer> {
    try {
      return await asked(checkpoint, limit);
    } catch (fault) {
      if (checkpoint && fault instanceof GatehouseError && fault.code === 'log_changed') return asked(undefined, limit);
      throw fault;
    }
  }

  async function pull(checkpoint: Place | undefined, limit: number): Promise<Pulled<AnyDocument>> {
    const documents: Written<AnyDocument>[] = [];
    for (let at = checkpoint; ; ) {
      const answer = await pulled(at, limit);
      for (const { deleted, id, record } of answer.documents)
        documents.push(isObject(record) ? { ...replicaOf(record), id, _deleted: deleted } : { id, _deleted: true });
      at = { log: answer.log, seq: answer.seq };
      // RxDB takes an answer that is not full for the last one: changes of other collections must not end it early.
      if (answer.seq >= answer.head || documents.length >= limit) return { documents, checkpoint: at };
    }
  }

  async function push(rows: readonly PushRow<AnyDocument>[]): Promise<Written<AnyDocument>[]> {
    const sent = rows.map(({ newDocumentState, assumedMasterState }) => ({
      newDocumentState,
      assumedMasterState: assumedMasterState ?? null,
    }));
    const { body } = await transport({
      method: 'POST',
      path: `${root}/push`,
      json: { rows: sent },
      // A row that was taken already is answered as a duplicate.
      repeatable: 'always',
    });
    const items = isObject(body) ? (body as PushAnswer).items : undefined;
    if (!Array.isArray(items) || items.length !== rows.length)
      throw new GatehouseError('unreadable_answer', 'The response does not cover every row.');
    return (items as PushAnswer['items']).flatMap(({ code, message, outcome, record }, i): Written<AnyDocument>[] => {
      const document = rows[i]!.newDocumentState;
      if (outcome !== 'refused') return [];
      if (code === 'conflict')
        return isObject(record)
          ? [{ ...replicaOf(record), id: document.id, _deleted: false }]
          : [{ ...document, _deleted: true }];
      const refusal = { document, code: code ?? 'refused', message: message ?? 'The server refused the row.' };
      if (!onRefused) throw new GatehouseError(refusal.code, refusal.message);
      onRefused(refusal);
      return [];
    });
  }

  function onNews(reSync: () => void): () => void {
    let stopTimer = (): void => {};
    const again = (): void => {
      stopTimer = after(unwokenPullMs, () => {
        reSync();
        again();
      });
    };
    again();
    // Where the subscription is refused (the actor may replicate but not subscribe), only the timer wakes it.
    const subscription = line.subscribe({ collection, onChange: reSync, onLive: reSync, onError: () => {} });
    return () => {
      stopTimer();
      subscription.stop();
    };
  }

  return { pull: { handler: pull, batchSize }, push: { handler: push, batchSize }, onNews };
}
