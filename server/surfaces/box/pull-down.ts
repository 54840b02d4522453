/**
 * Pulls from the server upstream: first a snapshot, then changes. Where its log is another one (SY2), the snapshot is loaded
 * again, and all rows are offered again.
 */
import { isObject } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { validate } from '#shared/schema/validate.ts';
import { pullAnswer, type SnapshotChunk, snapshotManifest } from '#shared/sync/down.ts';
import { deviceRights } from '../../core/policy/device-rights.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import type { TenantStore } from '../../store/contract.ts';
import { applyDocuments, type Document } from './apply-documents.ts';
import type { BoxState, Cursor } from './box-state.ts';
import { followKiosks } from './follow-kiosks.ts';
import type { BoxMesh } from './mesh/open-box-mesh.ts';
import { settleRows } from './settle-rows.ts';
import { boxActor, boxRows } from './tables.ts';
import { RefusedUpstream, type UpstreamLink } from './upstream-link.ts';

export interface PullParts {
  /** Is notified of the scans that the server upstream has. */
  readonly mesh: Pick<BoxMesh, 'upstreamHas'>;
  readonly state: BoxState;
  readonly link: UpstreamLink;
  readonly control: TenantStore;
  readonly kiosks: Pick<Kiosks, 'revoke'>;
  /** Is notified of records that could not be written. */
  readonly onLeft: (documents: readonly Document[]) => void;
}

/** Maximum number of documents in one commit: few enough that a scan at a gate does not wait long for its turn to write. */
const pageRows = 200;
const rowsAtOnce = 500;
/** Journals, and what this box derives itself: loading another log deletes none of these. */
const staysHere: ReadonlySet<string> = new Set(['scans', 'kiosks']);

async function take(parts: PullParts, documents: readonly Document[], cursor: Cursor | null): Promise<void> {
  const { control, kiosks, mesh, onLeft, state } = parts;
  await followKiosks(state, control, kiosks, documents);
  const left = await applyDocuments(state, documents, cursor);
  if (left.length > 0) onLeft(left);
  const scans = documents.filter(({ collection, record }) => collection === 'scans' && record !== null);
  await settleRows(state, scans);
  mesh.upstreamHas(scans.map(({ id }) => id));
}

/** Pulls until nothing is left. @returns 0: the changes that are still to come, as of the last answer */
export async function pullDown(parts: PullParts): Promise<number> {
  const { log, seq } = parts.state.record();
  if (log === null || seq === null) await load(parts);
  for (;;) {
    const toPull = await pullPage(parts);
    if (toPull === null) await load(parts);
    if (toPull === 0) return 0;
  }
}

/** @returns changes that are still to come; null: the log is another one */
async function pullPage(parts: PullParts): Promise<number | null> {
  const { log, seq } = parts.state.record();
  const query = new URLSearchParams({ log: log ?? '', seq: String(seq ?? 0), limit: String(pageRows) });
  let body: unknown;
  try {
    body = await parts.link.ask({ method: 'GET', path: `/api/v1/replication/pull?${query}`, slow: true });
  } catch (fault) {
    if (fault instanceof RefusedUpstream && fault.code === 'log_changed') return null;
    throw fault;
  }
  const read = validate(pullAnswer, body, { mode: 'create', unknown: 'drop' });
  if (!read.ok) throw new Error('the answer to a pull cannot be read');
  const { documents, head, log: logNow, seq: seqNow } = read.value;
  const taken = documents.map(({ collection, id, record }) => ({
    collection,
    id,
    record: isObject(record) ? record : null,
  }));
  if (seqNow !== seq || taken.length > 0) await take(parts, taken, { log: logNow, seq: seqNow });
  return Math.max(0, head - seqNow);
}

async function load(parts: PullParts): Promise<void> {
  const { link, state } = parts;
  const answer = await link.ask({ method: 'GET', path: '/api/v1/replication/snapshot', slow: true });
  const manifest = validate(snapshotManifest, answer, { mode: 'create', unknown: 'drop' });
  if (!manifest.ok) throw new Error('the snapshot cannot be read');
  const { chunks, log, seq, snapshot } = manifest.value;
  const seen = new Map<string, Set<string>>();
  for (let n = 0; n < chunks; n += 1) {
    const path = `/api/v1/replication/snapshot/${snapshot}/${n}`;
    const { collection, records } = (await link.ask({ method: 'GET', path, slow: true })) as SnapshotChunk;
    const ids = seen.get(collection) ?? new Set();
    seen.set(collection, ids);
    for (const { id } of records) ids.add(id);
    for (let from = 0; from < records.length; from += pageRows)
      await take(
        parts,
        records.slice(from, from + pageRows).map((record) => ({ collection, id: record.id, record })),
        null,
      );
  }
  await removeOthers(state, seen);
  await offerAgain(state);
  await take(parts, [], { log, seq });
}

/** Deletes the records that the server upstream does not have any more. */
async function removeOthers(state: BoxState, seen: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  for (const collection of Object.keys(deviceRights.box.holds)) {
    if (staysHere.has(collection) || !state.store.shapeOf(collection)) continue;
    const ids = seen.get(collection) ?? new Set();
    for await (const page of state.store.walk(collection)) {
      // A person who registered at a kiosk of this box may not be known upstream yet.
      const gone = page.filter((record) => !ids.has(record.id) && !record['walkIn']);
      await applyDocuments(
        state,
        gone.map(({ id }) => ({ collection, id, record: null })),
        null,
      );
    }
  }
}

async function offerAgain({ store }: BoxState): Promise<void> {
  for (const answered of ['accepted', 'duplicate', 'refused'])
    for (;;) {
      const rows = await store.find(boxRows, { where: where({ state: answered }), limit: rowsAtOnce });
      if (rows.length === 0) break;
      const done = await store.commit(boxActor, async (tx) => {
        for (const { id } of rows) await tx.update(boxRows, id, { state: 'waiting', code: null, message: null });
        return ok(null);
      });
      if (!done.ok) throw new Error(done.errors[0].message);
    }
}
