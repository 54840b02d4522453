/**
 * Makes the replica on a disk that is open: its roster, its journal, and what each of them reports to the other.
 * Called by open-replica.ts over RxDB, and by the simulation over a disk of its own.
 */
import type { HeardRows } from './heard-rows.ts';
import { createHeardSlot, type HeardSlot } from './heard-scans.ts';
import { type JournalStore, openJournal } from './journal.ts';
import type { KeyStore } from './key-store.ts';
import { type LeadJournalStore, openLeadJournal } from './lead-journal.ts';
import { type LeadPhotos, noLeadPhotos } from './lead-photos.ts';
import type { LeadRows } from './lead-rows.ts';
import { rosterWithWalkIns } from './local-walk-ins.ts';
import type { PrintJobs, Replica, Settings, StorageHealth } from './replica.ts';
import type { RosterStore } from './roster-store.ts';
import type { ReplicaFeeds, ScanRows } from './rows.ts';
import type { Sealer } from './sealer.ts';
import type { Timers } from './timers.ts';

/** Parts that kiosk/sync needs beyond the common interface. */
export interface SyncedReplica extends Replica {
  readonly journal: JournalStore;
  /** Edits of leads, made at an exhibitor's device. */
  readonly leads: LeadJournalStore;
  /** Photos of business cards, there and of the exhibitor's other devices. */
  readonly photos: LeadPhotos;
  readonly rosterStore: RosterStore;
  readonly feeds: ReplicaFeeds;
  /** Null on a disk without room for what other kiosks say. */
  readonly heardRows: HeardRows | null;
  /** Scans heard from other kiosks, put in by kiosk/venue. */
  readonly heard: HeardSlot;
  /** The roster on disk could not be opened: a new one must be loaded. Known at opening only. */
  readonly rosterDamaged: boolean;
  /** Wipes a revoked kiosk: everything but unsent scans and edits leaves the disk, and its keys too where there are none. */
  wipe(): Promise<void>;
}

export interface ReplicaParts {
  readonly rosterStore: RosterStore;
  /** Result of `rosterStore.load`. */
  readonly loaded: 'ready' | 'empty' | 'damaged';
  readonly scanRows: ScanRows;
  readonly leadRows: LeadRows;
  /** Absent: this kiosk keeps no photos. */
  readonly photos?: LeadPhotos;
  readonly settings: Settings;
  readonly printJobs: PrintJobs;
  readonly heardRows?: HeardRows;
  readonly feeds: ReplicaFeeds;
  readonly keyStore: KeyStore;
  readonly sealer: Sealer;
  readonly timers: Timers;
  readonly storage: () => Promise<StorageHealth>;
  /** Print jobs, scans heard from other kiosks and settings leave the disk. */
  readonly forgetSmall: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function assembleReplica(parts: ReplicaParts): Promise<SyncedReplica> {
  const { rosterStore, settings, printJobs, feeds, keyStore, sealer } = parts;
  const journal = await openJournal({
    rows: parts.scanRows,
    settings,
    roster: rosterStore.roster,
    timers: parts.timers,
  });
  const leads = await openLeadJournal({ rows: parts.leadRows, settings, timers: parts.timers });
  const photos = parts.photos ?? noLeadPhotos;
  const heard = createHeardSlot();
  const roster = rosterWithWalkIns(rosterStore.roster, journal.walkIns);
  /** Walk-ins are found by name like all others, also in a list that was just loaded again. */
  function findWalkIns(): void {
    for (const person of journal.walkIns.people())
      if (rosterStore.roster.registration(person.id) === null) rosterStore.people.put(person.id, person);
  }
  findWalkIns();
  rosterStore.onChange(findWalkIns);
  journal.onAppend(({ source }) => {
    if (source === 'walk_in') findWalkIns();
  });
  return {
    roster,
    people: rosterStore.people,
    rosterStore,
    rosterDamaged: parts.loaded === 'damaged',
    journal,
    leads,
    photos,
    printJobs,
    settings,
    feeds,
    heard,
    heardRows: parts.heardRows ?? null,
    ready: () => rosterStore.ready(),
    cursor: () => rosterStore.cursor(),
    onChange: (listener) => {
      const ends = [
        rosterStore.onChange(listener),
        journal.onChange(listener),
        printJobs.onChange(listener),
        heard.onChange(listener),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    storage: parts.storage,
    async wipe() {
      // The pairing goes last: while it is there, the next start goes on with a wipe that was cut short.
      await journal.dropSent();
      await leads.dropSent();
      await photos.forget(photos.ids());
      await rosterStore.clear();
      await parts.forgetSmall();
      // Rows that were not handed over are sealed with this key, and worth nothing without it.
      if (journal.unsentIds().length > 0 || leads.unsentRows().length > 0) return;
      await keyStore.forget();
      await sealer.renew();
    },
    close: async () => {
      await Promise.all([journal.close(), leads.close()]);
      await parts.close();
    },
  };
}
