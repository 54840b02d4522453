/**
 * A long queue without hours at a gate: what a few people's scans left in the journal, repeated as the refusals of a
 * second scan, each sealed and numbered as the station would have; then the kiosk starts again with this queue, offline.
 */
import { openBrowserKeyStore } from '#kiosk/store/browser-key-store.ts';
import type { StoredScan } from '#kiosk/store/database.ts';
import type { JournalScan } from '#kiosk/store/replica.ts';
import { createSealer } from '#kiosk/store/sealer.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { kiosk, type OpenOptions } from '#test/fixtures/kiosk-page/kiosk-under-test.ts';
import { admitTimed } from './admit-timed.ts';

/** Written in one transaction. */
const rowsAtOnce = 1_000;

/** @returns how many scans wait for the server */
export async function queueScans(options: OpenOptions, texts: readonly string[], count: number): Promise<number> {
  const before = kiosk.replica().journal.lastCounter();
  kiosk.setNetworkCut(true);
  await admitTimed(texts, 0);
  const refused = (await kiosk.replica().journal.after(before, texts.length)).filter(
    ({ verdict }) => verdict === 'already_checked_in',
  );
  await kiosk.close();
  await kiosk.open({ ...options, replicaOnly: true });
  await repeat(options.databaseName, refused, count - texts.length);
  await kiosk.close();
  const opened = await kiosk.open({ ...options, networkCut: true });
  if (opened !== 'opened') throw new Error(opened);
  return kiosk.state().pending;
}

async function repeat(databaseName: string, scans: readonly JournalScan[], count: number): Promise<void> {
  const { collections, journal } = kiosk.replica();
  const sealer = await createSealer(openBrowserKeyStore(databaseName));
  const first = journal.lastCounter() + 1;
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, async (_, n): Promise<StoredScan> => {
      const counter = first + from + n;
      const id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
      const scan = { ...must(scans[counter % scans.length], 'a refused scan'), id, counter };
      // Bound to its place, as kiosk/store/rxdb-rows.ts has it.
      return { id, counter, scan: { sealed: await sealer.sealJson(scan, `scan ${counter} ${id}`) } };
    });
    const { error } = await collections.scans.bulkInsert(await Promise.all(rows));
    if (error.length > 0) throw new Error('the queue could not be written');
  }
}
