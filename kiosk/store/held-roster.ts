/** The roster in memory: maps over the packed chunks, and how far they know the log. Replaced as a whole. */
import { must } from '#shared/base/assert.ts';
import type { StoredChunk } from './fold-roster.ts';
import type { Roster, RosterCursor } from './replica.ts';
import type { CurrentRoster } from './roster-disk.ts';
import { createRosterMaps, type RosterChange, type RosterMaps } from './roster-maps.ts';

export interface HeldRoster {
  readonly roster: Roster;
  maps(): RosterMaps;
  chunks(): readonly StoredChunk[];
  /** Null: there is no roster. */
  cursor(): RosterCursor | null;
  /** Position in the log of the packed roster on disk. A change up to there may be older than what the roster has. */
  packedCursor(): RosterCursor | null;
  /** Begins with the roster that lay on the disk at the start. */
  begin(cursor: RosterCursor, stored: readonly StoredChunk[]): void;
  apply(change: RosterChange): void;
  /** The log is known up to there. */
  advance(seq: number): void;
  /** @returns whether it is the same roster, only packed again */
  replace(next: CurrentRoster, stored: readonly StoredChunk[], nextMaps: RosterMaps): boolean;
  clear(): void;
}

export function createHeldRoster(): HeldRoster {
  let maps = createRosterMaps();
  let chunks: readonly StoredChunk[] = [];
  let cursor: RosterCursor | null = null;
  let packedSeq = 0;
  return {
    roster: rosterOver(() => maps),
    maps: () => maps,
    chunks: () => chunks,
    cursor: () => cursor,
    packedCursor: () => (cursor === null ? null : { ...cursor, seq: packedSeq }),
    begin(at, stored) {
      for (const { chunk } of stored) maps.addChunk(chunk);
      chunks = stored;
      cursor = at;
      packedSeq = at.seq;
    },
    apply: (change) => maps.apply(change),
    advance(seq) {
      const at = must(cursor, 'a roster to change');
      if (seq > at.seq) cursor = { ...at, seq };
    },
    replace(next, stored, nextMaps) {
      const same = cursor?.base === next.cursor.base;
      // Changes that were taken while the new roster was written lie on top of it, in memory as on disk. So do changes that a
      // snapshot of the same log lacks: in memory only, until it has been pulled again.
      if (cursor?.log === next.cursor.log)
        for (const change of maps.changes()) if (change.seq > next.cursor.seq) nextMaps.apply(change);
      if (!same) cursor = next.cursor;
      maps = nextMaps;
      chunks = stored;
      packedSeq = next.cursor.seq;
      return same;
    },
    clear() {
      maps = createRosterMaps();
      chunks = [];
      cursor = null;
    },
  };
}

/** One face over maps that are replaced as a whole. */
function rosterOver(maps: () => RosterMaps): Roster {
  return {
    registrationByTicket: (ticketNumber) => maps().registrationByTicket(ticketNumber),
    externalCode: (codeHash) => maps().externalCode(codeHash),
    registration: (id) => maps().registration(id),
    checkin: (registrationId, listId) => maps().checkin(registrationId, listId),
    records: (collection) => maps().records(collection),
    record: (collection, id) => maps().record(collection, id),
    registrationCount: () => maps().registrationCount(),
    checkedInCount: (listId) => maps().checkedInCount(listId),
    registrations: () => maps().registrations(),
  };
}
