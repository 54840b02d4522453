/** Stores the counts of viewers over a restart: a row of numbers for each platform, and the hashes of unique viewers. */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isoTime } from '#shared/base/time.ts';
import { allPlatforms, viewerStats } from '#shared/modules/events/viewers.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { Transaction } from '../../../store/contract.ts';
import { countedMs, EventViewers, reportedMs, type ViewerNumbers } from './event-viewers.ts';

/** Hashes by which unique viewers are counted; an internal collection, on no surface. */
export const viewerHashes = defineCollection({
  name: 'viewer_hashes',
  module: 'events',
  labels: { one: 'Viewer hashes', many: 'Viewer hashes' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'platform', type: 'text', required: true, maxLength: 40 },
    { name: 'hashes', type: 'text', required: true, maxLength: 40_000, note: 'Base64 of 6 bytes each.' },
  ],
  writable: 'none',
});

const bytesEach = 6;
const hashesOfRow = 4_096;
/** More than any number of viewers leaves: sets of fixed size add fewer and fewer. */
const rowsMax = 10_000;

function packed(hashes: readonly number[]): string {
  const bytes = Buffer.alloc(hashes.length * bytesEach);
  for (const [at, hash] of hashes.entries()) bytes.writeUIntBE(hash, at * bytesEach, bytesEach);
  return toBase64url(bytes);
}

function unpacked(text: string): readonly number[] {
  const bytes = Buffer.from(fromBase64url(text) ?? []);
  return Array.from({ length: Math.floor(bytes.length / bytesEach) }, (_, at) =>
    bytes.readUIntBE(at * bytesEach, bytesEach),
  );
}

export async function restoreViewers(tx: Transaction, event: string): Promise<EventViewers> {
  const viewers = new EventViewers();
  const rows = await tx.find(viewerStats, { where: where({ event }), limit: 100 });
  const hashes = await tx.find(viewerHashes, { where: where({ event }), limit: rowsMax });
  for (const row of rows) {
    const own = hashes.filter(({ platform }) => platform === row.platform).flatMap((one) => unpacked(one.hashes));
    viewers.restore(row.platform, row, own);
  }
  return viewers;
}

async function writeNumbers(tx: Transaction, event: string, platform: string, numbers: ViewerNumbers) {
  const known = await tx.findOne(viewerStats, { event, platform });
  const until = isoTime(Date.parse(tx.now) + Math.max(countedMs, reportedMs));
  const values = { ...numbers, asOf: tx.now, countsUntil: numbers.currentViewers > 0 ? until : null };
  if (known) await tx.update(viewerStats, known.id, values);
  else await tx.create(viewerStats, { event, platform, ...values });
}

export async function writeViewers(tx: Transaction, event: string, viewers: EventViewers): Promise<void> {
  const nowMs = Date.parse(tx.now);
  for (const platform of viewers.platforms) {
    await writeNumbers(tx, event, platform, viewers.of(platform, nowMs));
    const fresh = viewers.freshHashes(platform);
    for (let at = 0; at < fresh.length; at += hashesOfRow)
      await tx.create(viewerHashes, { event, platform, hashes: packed(fresh.slice(at, at + hashesOfRow)) });
  }
  await writeNumbers(tx, event, allPlatforms, viewers.all(nowMs));
}
