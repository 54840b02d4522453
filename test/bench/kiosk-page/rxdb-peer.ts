/** The peer: the same rows by a plain RxDB replication pull into RxDB on Dexie, as its documentation has it. */
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

interface Row {
  readonly id: string;
  readonly ticketNumber: string;
}

/** @returns milliseconds until all chunks are in */
export async function timeRxdbPull(urls: readonly string[], token: string): Promise<number> {
  const database = await createRxDatabase({
    name: `peer-${crypto.randomUUID()}`,
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  const { rows } = await database.addCollections({
    rows: {
      schema: {
        version: 0,
        primaryKey: 'id',
        type: 'object',
        properties: { id: { type: 'string', maxLength: 36 }, ticketNumber: { type: 'string', maxLength: 40 } },
        required: ['id', 'ticketNumber'],
        indexes: ['ticketNumber'],
      },
    },
  });
  const startMs = performance.now();
  const replication = replicateRxCollection<Row, { n: number }>({
    replicationIdentifier: 'peer',
    collection: rows,
    live: false,
    pull: {
      batchSize: 1_000,
      async handler(checkpoint) {
        const n = checkpoint?.n ?? 0;
        const url = urls[n];
        if (url === undefined) return { documents: [], checkpoint: { n } };
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' });
        const { records } = (await response.json()) as { records: Row[] };
        return { documents: records.map((record) => ({ ...record, _deleted: false })), checkpoint: { n: n + 1 } };
      },
    },
  });
  await replication.awaitInitialReplication();
  const ms = performance.now() - startMs;
  await database.remove();
  return ms;
}
