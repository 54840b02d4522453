/**
 * The journal of scans: append-only, durable before a verdict is shown, numbered by the kiosk's own counter.
 * Also knows which scans the server has, and what of its own the server's records do not say yet.
 * Sends nothing: kiosk/sync reads it and says what the server answered.
 */
import { createListeners } from '#shared/base/observable.ts';
import { createScanAppender, type ScanAppender } from './append-scans.ts';
import { type KeptLedger, openKeptLedger } from './kept-ledger.ts';
import type { WalkInPeople } from './local-walk-ins.ts';
import { createQuietTime } from './quiet-time.ts';
import type { Journal, JournalScan, ParkedScan, Roster, Settings } from './replica.ts';
import type { ScanDoc, ScanRows } from './rows.ts';
import { forLog, highestIn, isSent, markSent, type SentLedger } from './sent-ledger.ts';
import type { Timers } from './timers.ts';
import { createUnsettledScans, type UnsettledScans } from './unsettled-scans.ts';

const damagedScan = {
  code: 'scan_damaged',
  message: 'This scan was changed on the disk, or its key is missing. It was not sent.',
};

/** Keys that identify a scan in the journal. */
export interface NumberedScan {
  readonly id: string;
  readonly counter: number;
}

export interface JournalStore extends Journal {
  /** The server's answer to scans that were offered to it. */
  answered(accepted: readonly NumberedScan[], refused: readonly ParkedScan[]): Promise<void>;
  /** Resolves when no scan is being recorded and none was a moment ago; at the latest after some 200 ms. */
  whenQuiet(): Promise<void>;
  pendingIds(): readonly string[];
  byIds(ids: readonly string[]): Promise<readonly ScanDoc[]>;
  readonly walkIns: WalkInPeople;
  /** Names the current round of offering; a new one begins with another log, and when sent scans were dropped. */
  offer(): number;
  /**
   * A new roster is about to be taken. If it comes from another log, nothing counts as sent any more; durable when it
   * resolves, because once the roster has the new log nothing would find out.
   *
   * @returns to be called when the roster is the new one: what it does not know as a check-in is remembered here again
   */
  expectRoster(log: string): Promise<() => void>;
  /** Calls with scans that are on the disk although their append had failed: `onAppend` does not report those. */
  onFound(listener: (found: readonly ScanDoc[]) => void): () => void;
  /** Check-ins have come in: memory forgets the admissions that they cover; the next start may read them again. */
  settle(): void;
  /** The disk has the roster that memory has: what `settle` has let go need not be remembered after the next start either. */
  rosterStored(): void;
  /** Forgets what the server has; keeps unsent scans. */
  dropSent(): Promise<void>;
  /** Not sent yet, or refused: what this kiosk alone has. */
  unsentIds(): readonly string[];
  /** A hand-over file has these scans now: they leave the disk. */
  handedOver(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
  onChange(listener: () => void): () => void;
}

export interface JournalParts {
  readonly rows: ScanRows;
  readonly settings: Settings;
  readonly roster: Roster;
  readonly timers: Timers;
}

export async function openJournal({ rows, settings, roster, timers }: JournalParts): Promise<JournalStore> {
  const quiet = createQuietTime(timers);
  const ledger = await openKeptLedger(settings, timers, quiet.whenQuiet);
  const unsettled = createUnsettledScans(roster, (counter) => isSent(ledger.now(), counter));
  const { pending } = unsettled;
  const appended = createListeners<[JournalScan]>();
  const changed = createListeners();
  const found = createListeners<[readonly ScanDoc[]]>();

  const appender = createScanAppender({
    rows,
    // Never a number again that the ledger knows: the new scan would count as sent. A wipe that was cut short may have
    // removed the rows of these numbers.
    last: Math.max(await rows.lastCounter(ledger.now().settledThrough), highestIn(ledger.now())),
    onWritten: unsettled.hold,
    async onFound(rowsFound) {
      unsettled.holdAll(rowsFound, await undoneBy(rowsFound, rows));
      return () => {
        if (rowsFound.length === 0) return;
        found.notify(rowsFound);
        changed.notify();
      };
    },
  });
  const atStart = await rows.after(ledger.now().settledThrough);
  unsettled.holdAll(atStart, await undoneBy(atStart, rows));
  ledger.set(parkDamaged(rows, ledger.now()));

  const unsentIds = (): string[] => [...new Set([...pending, ...ledger.now().parked.map(({ scanId }) => scanId)])];

  const rosterStored = (): void => keepSettled(unsettled, appender, ledger);

  return {
    async append(draft, walkIn = null) {
      const result = await quiet.during(appender.append(draft, walkIn));
      if (result.kind === 'recorded') appended.notify(result.scan);
      if (result.kind === 'recorded') changed.notify();
      return result;
    },
    ...readingOf(rows, unsettled, appender, ledger),
    onAppend: appended.subscribe,
    onChange: changed.subscribe,
    onFound: found.subscribe,
    async answered(accepted, refused) {
      for (const { id } of accepted) pending.delete(id);
      for (const { scanId } of refused) pending.delete(scanId);
      const before = ledger.now();
      const counters = accepted.map((scan) => scan.counter);
      ledger.set(markSent(before, counters, refused));
      unsettled.settle();
      changed.notify();
      // A change of the parked scans is saved at once: people have to see it, also after a restart.
      if (refused.length > 0 || ledger.now().parked.length !== before.parked.length) await ledger.save(ledger.now());
      else ledger.saveSoon();
    },
    whenQuiet: quiet.whenQuiet,
    offer: () => ledger.now().offer,
    async expectRoster(log) {
      const next = forLog(ledger.now(), log);
      if (next !== ledger.now()) await ledger.save(next);
      const all = await rows.after(0);
      return () => {
        unsettled.holdOnly([...all, ...unsettled.rows()]);
        unsettled.settle();
        rosterStored();
        changed.notify();
      };
    },
    settle: unsettled.settle,
    rosterStored,
    async dropSent() {
      const docs = await rows.after(0);
      const unsent = new Set(unsentIds());
      await rows.forget(docs.map(({ id }) => id).filter((id) => !unsent.has(id)));
      // The forgotten scans no longer show here that a person was let in or registered. That includes scans that were handed
      // over and that the disk has removed although it reported a failure.
      const held = new Set(unsentIds());
      unsettled.holdOnly([...unsettled.rows()].filter(({ id }) => held.has(id)));
      await ledger.save({ ...ledger.now(), offer: ledger.now().offer + 1 });
    },
    unsentIds,
    async handedOver(ids) {
      const gone = new Set(ids);
      // First that they are answered for: their numbers are taken for good, also where the rows are gone.
      const counters = (await rows.byIds(ids)).map(({ counter }) => counter);
      const answered = markSent(ledger.now(), counters, []);
      await ledger.save({ ...answered, parked: answered.parked.filter(({ scanId }) => !gone.has(scanId)) });
      await rows.forget(ids);
      unsettled.forget(gone);
      changed.notify();
    },
    async close() {
      await appender.settled();
      await ledger.flush();
    },
  };
}

/**
 * Separate from `settle`: a kiosk that ends before its disk has the check-in would otherwise know the entry neither by the
 * check-in nor by the scan.
 */
function keepSettled(unsettled: UnsettledScans, appender: ScanAppender, ledger: KeptLedger): void {
  const settledThrough = unsettled.settledThrough(appender.last());
  if (settledThrough === ledger.now().settledThrough) return;
  ledger.set({ ...ledger.now(), settledThrough });
  ledger.saveSoon();
}

type Reading =
  | 'localScans'
  | 'localAdmissionCount'
  | 'walkIns'
  | 'get'
  | 'lastCounter'
  | 'after'
  | 'byIds'
  | 'pending'
  | 'pendingIds'
  | 'oldestPendingAt'
  | 'parked';

/** Returns the methods of the journal that change nothing. */
function readingOf(
  rows: ScanRows,
  unsettled: UnsettledScans,
  appender: ScanAppender,
  ledger: KeptLedger,
): Pick<JournalStore, Reading> {
  const { movements, walkIns, pending } = unsettled;
  return {
    localScans: (ticketNumber, registrationId, listId) => movements.of(ticketNumber, registrationId, listId),
    localAdmissionCount: (listId) => movements.count(listId),
    walkIns,
    get: async (scanId) => (await rows.byIds([scanId]))[0]?.scan ?? null,
    lastCounter: appender.last,
    after: async (counter, limit) => (await rows.after(counter, limit)).map((row) => row.scan),
    byIds: (ids) => rows.byIds(ids),
    pending: () => pending.size,
    pendingIds: () => [...pending],
    oldestPendingAt() {
      for (const { scan } of unsettled.rows()) if (pending.has(scan.id)) return scan.scannedAt;
      return null;
    },
    parked: () => ledger.now().parked,
  };
}

/** Scans that these take back, by id; some lie further back than what is held in memory. */
async function undoneBy(held: readonly ScanDoc[], rows: ScanRows): Promise<ReadonlyMap<string, JournalScan>> {
  const known = new Map(held.map(({ scan }) => [scan.id, scan]));
  const named = held.flatMap(({ scan }) => (scan.undoes ? [scan.undoes] : []));
  const missing = named.filter((id) => !known.has(id));
  if (missing.length > 0) for (const { scan } of await rows.byIds(missing)) known.set(scan.id, scan);
  return known;
}

/** A row that cannot be read is nothing the server could take: people see it among the refused. */
function parkDamaged(rows: ScanRows, ledger: SentLedger): SentLedger {
  const unread = (rows.damaged?.() ?? []).filter(({ counter }) => !isSent(ledger, counter));
  const parked = unread.map(({ id, counter }) => ({ scanId: id, counter, ...damagedScan }));
  return parked.length > 0 ? markSent(ledger, [], parked) : ledger;
}
