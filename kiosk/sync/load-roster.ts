/**
 * First load, and every load after the log has changed: manifest, then chunks, several at a time, each durable before
 * the next is asked for. What is there stays there: after a lost connection or a restart it goes on at what is missing.
 */

import type { RosterLoad } from '#kiosk/store/roster-load.ts';
import type { RosterStore } from '#kiosk/store/roster-store.ts';
import { isObject } from '#shared/base/json.ts';
import { validate } from '#shared/schema/validate.ts';
import { type SnapshotChunk, snapshotManifest } from '#shared/sync/down.ts';
import type { Link, LinkAnswer } from './link.ts';

export type LoadResult = { readonly kind: 'loaded' } | Exclude<LinkAnswer, { kind: 'ok' }>;

/** Chunks on their way at once: the network, the cipher and the disk each have something to do. */
const chunksAtOnce = 4;
/** Number of manifests that may be gone before their chunks are here; more means that something is wrong. */
const manifestsMax = 5;

export async function loadRoster(
  store: Pick<RosterStore, 'beginLoad' | 'resumeLoad'>,
  link: Link,
  /** Called before the roster of this log is taken. @returns a function that is called in the turn in which it is taken */
  beforeTaken: (log: string) => Promise<() => void>,
  onProgress: (loadedRows: number, totalRows: number) => void,
): Promise<LoadResult> {
  let load = await store.resumeLoad();
  for (let attempt = 0; attempt < manifestsMax; attempt++) {
    if (load === null) {
      const begun = await begin(store, link);
      if ('kind' in begun) return begun;
      load = begun;
    }
    const result = await loadChunks(load, link, onProgress);
    if (result.kind === 'loaded') {
      await load.finish(await beforeTaken(load.info.log));
      return result;
    }
    // SY4: the server keeps a snapshot only so long.
    if (result.kind !== 'refused' || (result.status !== 410 && result.status !== 404)) return result;
    load = null;
  }
  return { kind: 'unreachable', reason: 'snapshots_vanish' };
}

const badAnswer = { kind: 'unreachable', reason: 'bad_answer' } as const;

async function begin(
  store: Pick<RosterStore, 'beginLoad'>,
  link: Link,
): Promise<RosterLoad | Exclude<LinkAnswer, { kind: 'ok' }>> {
  const answer = await link.ask({ method: 'GET', path: '/api/v1/replication/snapshot', slow: true });
  if (answer.kind !== 'ok') return answer;
  const manifest = validate(snapshotManifest, answer.body, { mode: 'create', unknown: 'drop' });
  return manifest.ok ? store.beginLoad(manifest.value) : badAnswer;
}

async function loadChunks(
  load: RosterLoad,
  link: Link,
  onProgress: (loadedRows: number, totalRows: number) => void,
): Promise<LoadResult> {
  const missing = [...load.missing()];
  const { snapshot, rows } = load.info;
  let failed: Exclude<LoadResult, { kind: 'loaded' }> | null = null;

  async function work(): Promise<void> {
    for (let n = missing.shift(); n !== undefined; n = missing.shift()) {
      const path = `/api/v1/replication/snapshot/${encodeURIComponent(snapshot)}/${n}`;
      const answer = await link.ask({ method: 'GET', path, slow: true });
      const chunk = answer.kind === 'ok' ? asChunk(answer.body) : null;
      if (chunk === null) {
        failed ??= answer.kind === 'ok' ? badAnswer : answer;
        return;
      }
      await load.put(n, chunk);
      onProgress(load.loadedRows(), rows);
    }
  }

  onProgress(load.loadedRows(), rows);
  const ends = await Promise.allSettled(
    Array.from({ length: chunksAtOnce }, () =>
      // One that ends has found nothing left, or a failure: the others take no more.
      work().finally(() => missing.splice(0)),
    ),
  );
  // Only when none is on its way any more: a chunk that was written later would outlive a wipe.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return failed ?? { kind: 'loaded' };
}

/** Checks the chunk's shape, not each row: the token and TLS vouch for its content (down.ts). */
function asChunk(body: unknown): SnapshotChunk | null {
  if (!isObject(body) || typeof body['collection'] !== 'string' || !Array.isArray(body['records'])) return null;
  const whole = body['records'].every((record) => isObject(record) && typeof record['id'] === 'string');
  return whole ? (body as unknown as SnapshotChunk) : null;
}
