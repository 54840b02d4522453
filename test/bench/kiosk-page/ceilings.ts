/** Measures how long the browser alone takes for the same bytes, with none of our code in between. */

export interface Ceilings {
  /** Milliseconds of single strict puts of a document, with a pause before each. */
  strictPuts(document: unknown, count: number, pauseMs: number): Promise<number[]>;
  /** Milliseconds to fetch, parse and store chunks as they come, several at a time. */
  fetchParseStore(urls: readonly string[], token: string): Promise<number>;
  /** Milliseconds to read all values of a store. */
  readAll(databaseName: string, storeName: string): Promise<{ ms: number; bytes: number }>;
}

const putsDatabase = 'ceiling-puts';
const chunksDatabase = 'ceiling-chunks';
const chunksAtOnce = 4;

function open(name: string, storeName: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function drop(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

function put(database: IDBDatabase, value: unknown, key: string, durability: IDBTransactionDurability): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('values', 'readwrite', { durability });
    transaction.objectStore('values').put(value, key);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export const ceilings: Ceilings = {
  async strictPuts(document, count, pauseMs) {
    const database = await open(putsDatabase, 'values');
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const key = crypto.randomUUID();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const startMs = performance.now();
      await put(database, document, key, 'strict');
      times.push(performance.now() - startMs);
    }
    database.close();
    return times;
  },
  async fetchParseStore(urls, token) {
    await drop(chunksDatabase);
    const database = await open(chunksDatabase, 'values');
    const waiting = [...urls];
    const startMs = performance.now();
    let parsed = 0;
    async function work(): Promise<void> {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, cache: 'no-store' });
        const bytes = await response.arrayBuffer();
        parsed += (JSON.parse(new TextDecoder().decode(bytes)) as { records: unknown[] }).records.length;
        await put(database, bytes, url, 'strict');
      }
    }
    await Promise.all(Array.from({ length: chunksAtOnce }, work));
    const ms = performance.now() - startMs;
    database.close();
    if (parsed === 0) throw new Error('nothing was parsed');
    return ms;
  },
  async readAll(databaseName, storeName) {
    const startMs = performance.now();
    const database = await open(databaseName, storeName);
    const values = await new Promise<{ sealed: ArrayBuffer }[]>((resolve, reject) => {
      const request = database.transaction(storeName).objectStore(storeName).getAll();
      request.onsuccess = () => resolve(request.result as { sealed: ArrayBuffer }[]);
      request.onerror = () => reject(request.error);
    });
    const ms = performance.now() - startMs;
    database.close();
    return { ms, bytes: values.reduce((sum, value) => sum + value.sealed.byteLength, 0) };
  },
};
