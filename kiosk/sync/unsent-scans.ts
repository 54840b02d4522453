/**
 * Scans that this machine alone has and may not send now: those that lie in files already, and what a kiosk whose lease
 * has run out holds in its journal, sealed when they are asked for. Counts them and hands the files out; kiosk/start says when.
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HandoverFiles } from '#kiosk/store/handover-files.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { sealUnsent } from './hand-over.ts';

/** The journal of a kiosk that may not send it, with the keys that sign a file of it. */
export interface HeldJournal {
  readonly credentials: Credentials;
  readonly journal: Pick<SyncedReplica['journal'], 'unsentIds' | 'byIds' | 'onChange'>;
  readonly leads: Pick<SyncedReplica['leads'], 'unsentRows' | 'onChange'>;
  readonly keyStore: Pick<KeyStore, 'deviceKey'>;
}

export interface UnsentScansParts {
  readonly files: Pick<HandoverFiles, 'all'>;
  readonly nowMs: () => number;
  /** Called after every count, also of the same number. */
  readonly onCount: (scans: number) => void;
  readonly onFault: (error: unknown) => void;
}

export interface UnsentScans {
  /** @param journal null: the kiosk may send it, or it lies in a file already */
  hold(journal: HeldJournal | null): void;
  /** There may be another file. */
  recount(): void;
  /** One a pairing, for the organizer. @throws where the disk cannot be read */
  files(): Promise<readonly { readonly name: string; readonly text: string }[]>;
}

export function openUnsentScans({ files, nowMs, onCount, onFault }: UnsentScansParts): UnsentScans {
  let held: HeldJournal | null = null;
  let endHold = (): void => {};
  const oneAtATime = createOneAtATime();

  async function count(): Promise<void> {
    const inFiles = (await files.all()).reduce((sum, { scans }) => sum + scans, 0);
    onCount(inFiles + (held?.journal.unsentIds().length ?? 0) + (held?.leads.unsentRows().length ?? 0));
  }

  /** One after the other, so that the last word is the latest. */
  function recount(): void {
    void oneAtATime(count).catch(onFault);
  }

  return {
    hold(journal) {
      if ((journal === null) === (held === null)) return;
      endHold();
      held = journal;
      // A scan that is refused meanwhile is one more.
      const ends = journal ? [journal.journal.onChange(recount), journal.leads.onChange(recount)] : [];
      endHold = () => {
        for (const end of ends) end();
      };
      recount();
    },
    recount,
    async files() {
      const now = held && (await sealUnsent(held.credentials, { ...held, nowMs: nowMs() }));
      return [...(await files.all()), ...(now ? [now] : [])].map(({ kiosk, madeAt, file }) => ({
        name: `unsent-scans-${kiosk.slice(-8)}-${madeAt.slice(0, 19).replace(/[^\d]/g, '')}.json`,
        text: JSON.stringify(file),
      }));
    },
  };
}
