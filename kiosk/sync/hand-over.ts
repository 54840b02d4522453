/**
 * Seals to the server, as a file, what a locked kiosk may not send: every scan that the server has not accepted, the
 * people those scans registered, and edits of leads. Made before a revoked kiosk forgets its keys; nothing else could
 * sign it later.
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HandoverFile, HandoverFiles } from '#kiosk/store/handover-files.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import { isoTime } from '#shared/base/time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { sealScanFile } from './seal-scan-file.ts';

export interface HandOverParts {
  readonly journal: Pick<SyncedReplica['journal'], 'unsentIds' | 'byIds'>;
  readonly leads: Pick<SyncedReplica['leads'], 'unsentRows'>;
  readonly keyStore: Pick<KeyStore, 'deviceKey'>;
  readonly nowMs: number;
}

/** @returns null where there is nothing, or the server is of a release that takes no files */
export async function sealUnsent(credentials: Credentials, parts: HandOverParts): Promise<HandoverFile | null> {
  const { kioskId, sealKey } = credentials;
  if (typeof sealKey !== 'string') return null;
  const rows = (await parts.journal.byIds(parts.journal.unsentIds())).toSorted((a, b) => a.counter - b.counter);
  // A photo's bytes do not fit into the file, and its edit is worth nothing without them.
  const edits = parts.leads.unsentRows().flatMap(({ edit }) => (edit.kind === 'photo' ? [] : [edit]));
  if (rows.length + edits.length === 0) return null;
  const walkIns = rows.flatMap(({ scan }) => (scan.walkIn ? [scan.walkIn] : []));
  const scans = rows.map(({ scan: { walkIn: _walkIn, ...alone } }) => alone);
  const collections = [
    { collection: 'walk_ins', documents: walkIns },
    { collection: 'scans', documents: scans },
    { collection: 'lead_edits', documents: edits },
  ].filter(({ documents }) => documents.length > 0);
  const deviceKey = await parts.keyStore.deviceKey();
  const file = await sealScanFile({ collections }, { kioskId, sealKey, deviceKey });
  return { kiosk: kioskId, scans: scans.length + edits.length, madeAt: isoTime(parts.nowMs), file };
}

/**
 * Moves what a revoked kiosk has not sent into a file, where alone it lies from then on. Durable before anything leaves
 * the journal; done twice it does no harm.
 */
export async function handOverUnsent(
  credentials: Credentials,
  parts: HandOverParts & {
    readonly journal: Pick<SyncedReplica['journal'], 'unsentIds' | 'byIds' | 'handedOver'>;
    readonly leads: Pick<SyncedReplica['leads'], 'unsentRows' | 'forget'>;
    readonly files: Pick<HandoverFiles, 'write'>;
  },
): Promise<void> {
  const ids = parts.journal.unsentIds();
  const edits = parts.leads.unsentRows().map(({ id }) => id);
  const sealed = await sealUnsent(credentials, parts);
  if (sealed === null) return;
  await parts.files.write(sealed);
  await parts.journal.handedOver(ids);
  await parts.leads.forget(edits);
}
