/**
 * The journal of scans: append-only, durable before anybody sees a verdict, numbered by the kiosk's own counter.
 * Also knows which scans the server has, and what of its own the server's records do not say yet.
 * Sends nothing: kiosk/sync reads it and says what the server answered.
 */
import { createOwnMovements } from './own-movements.ts';
import { createOwnWalkIns, type WalkInPeople } from './own-walk-ins.ts';
import type {
  Journal,
  JournalScan,
  NotRecorded,
  ParkedScan,
  Recorded,
  Roster,
  ScanDraft,
  Settings,
  WalkIn,
} from './replica.ts';
import type { ScanDoc, ScanRows } from './rows.ts';
import { forLog, highestIn, isSent, markSent, parseLedger, type SentLedger } from './sent-ledger.ts';
import { notRecorded } from './storage-failure.ts';
import type { Timers } from './timers.ts';

const ledgerSetting = 'sent_ledger';
const saveLedgerAfterMs = 1_000;
const damagedScan = {
  code: 'scan_damaged',
  message: 'This scan was changed on the disk, or its key is missing. It was not sent.',
};
/** A person takes longer than this to hold out the next ticket. */
const quietForMs = 20;
const quietWaitMaxMs = 200;

/** What identifies a scan in the journal. */
export interface NumberedScan {
  readonly id: string;
  readonly counter: number;
}

export interface JournalStore extends Journal {
  /** The server's answer to scans that were offered to it. */
  answered(accepted: readonly NumberedScan[], refused: readonly ParkedScan[]): Promise<void>;
  /** Resolves when no scan is being recorded and none was a moment ago; at the latest after a short while. */
  whenQuiet(): Promise<void>;
  pendingIds(): readonly string[];
  byIds(ids: readonly string[]): Promise<readonly ScanDoc[]>;
  readonly walkIns: WalkInPeople;
  /** Names the current round of offering; a new one begins with another log. */
  offer(): number;
  /**
   * A new roster is about to be taken. If it comes from another log, nothing counts as sent any more; durable when it
   * resolves, because once the roster has the new log nobody would find out.
   *
   * @returns to be called when the roster is the new one: what it does not know as a check-in is remembered here again
   */
  expectRoster(log: string): Promise<() => void>;
  /** Calls with scans that are on the disk although it had refused them: nobody else hears of those. */
  onFound(listener: (found: readonly ScanDoc[]) => void): () => void;
  /** Check-ins have come in: admissions they cover need not be remembered here any longer. */
  settle(): void;
  /** Forgets what the server has; keeps unsent scans. */
  dropSent(): Promise<void>;
  /** Not sent yet, or refused: what this kiosk alone has. */
  unsentIds(): readonly string[];
  /** Others answer for these now: they leave the disk. */
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
  let ledger: SentLedger = parseLedger(await settings.read(ledgerSetting));
  /** Scans that are unsent, or say what the roster does not say yet: by counter, ascending. */
  const unsettled = new Map<number, ScanDoc>();
  const movements = createOwnMovements(roster);
  const walkIns = createOwnWalkIns(roster);
  const pendingIds = new Set<string>();
  const appendListeners = new Set<(scan: JournalScan) => void>();
  const changeListeners = new Set<() => void>();
  const foundListeners = new Set<(found: readonly ScanDoc[]) => void>();
  let cancelSaving: (() => void) | null = null;
  let appendsUnderWay = 0;
  let appendedAtMs = Number.NEGATIVE_INFINITY;

  function hold(row: ScanDoc, undone: JournalScan | null): void {
    const { scan, counter } = row;
    unsettled.set(counter, row);
    if (!isSent(ledger, counter)) pendingIds.add(scan.id);
    movements.add(scan, undone);
    if (scan.walkIn) walkIns.add(scan.walkIn);
  }

  /** Scans that these take back, by id; some lie further back than what is remembered. */
  async function undoneBy(held: readonly ScanDoc[]): Promise<ReadonlyMap<string, JournalScan>> {
    const known = new Map(held.map(({ scan }) => [scan.id, scan]));
    const named = held.flatMap(({ scan }) => (scan.undoes ? [scan.undoes] : []));
    const missing = named.filter((id) => !known.has(id));
    if (missing.length > 0) for (const { scan } of await rows.byIds(missing)) known.set(scan.id, scan);
    return known;
  }

  function holdAll(held: readonly ScanDoc[], known: ReadonlyMap<string, JournalScan>): void {
    for (const row of held)
      if (!unsettled.has(row.counter)) hold(row, (row.scan.undoes && known.get(row.scan.undoes)) || null);
  }

  async function save(next: SentLedger): Promise<void> {
    ledger = next;
    cancelSaving?.();
    cancelSaving = null;
    await settings.write(ledgerSetting, ledger);
  }

  /** A ledger that lags behind only makes us ask twice: it need not cost the disk a write for every answer. */
  function saveSoon(): void {
    cancelSaving ??= timers.after(saveLedgerAfterMs, () => {
      // A disk that refuses now is asked again with the next answer.
      void whenQuiet().then(() => save(ledger).catch(() => undefined));
    });
  }

  /** People wait for scans; what follows them lets them go first, but not forever. */
  async function whenQuiet(): Promise<void> {
    const endMs = timers.monotonicMs() + quietWaitMaxMs;
    const busy = () => appendsUnderWay > 0 || timers.monotonicMs() - appendedAtMs < quietForMs;
    while (timers.monotonicMs() < endMs && busy()) {
      await new Promise<void>((resolve) => {
        timers.after(quietForMs, resolve);
      });
    }
  }

  const changed = (): void => {
    for (const listener of changeListeners) listener();
  };

  // Never a number again that the ledger knows: the new scan would count as sent. Rows leave by a wipe that is cut short.
  let last = Math.max(await rows.lastCounter(ledger.settledThrough), highestIn(ledger));
  /** The disk refused a write: whether it has it all the same is asked before anything else is decided. */
  let lastUnsure = false;
  let appending: Promise<unknown> = Promise.resolve();
  const atStart = await rows.after(ledger.settledThrough);
  holdAll(atStart, await undoneBy(atStart));
  parkDamaged();

  const unsentIds = (): string[] => [...new Set([...pendingIds, ...ledger.parked.map(({ scanId }) => scanId)])];

  /** A row that cannot be read is nothing the server could take: people see it among the refused. */
  function parkDamaged(): void {
    const unread = (rows.damaged?.() ?? []).filter(({ counter }) => !isSent(ledger, counter));
    const parked = unread.map(({ id, counter }) => ({ scanId: id, counter, ...damagedScan }));
    if (parked.length > 0) ledger = markSent(ledger, [], parked);
  }

  /** What was refused and is there all the same counts as recorded from here on, though nobody was shown a verdict. */
  async function findRefused(): Promise<void> {
    const found = await rows.after(last);
    holdAll(found, await undoneBy(found));
    last = found.at(-1)?.counter ?? last;
    lastUnsure = false;
    if (found.length === 0) return;
    for (const listener of foundListeners) listener(found);
    changed();
  }

  async function write(draft: ScanDraft, walkIn: WalkIn | null): Promise<Recorded | NotRecorded> {
    try {
      if (lastUnsure) await findRefused();
      const [undone] = draft.undoes ? await rows.byIds([draft.undoes]) : [];
      lastUnsure = true;
      const scan: JournalScan = { ...draft, counter: last + 1 };
      const row: ScanDoc = { id: scan.id, counter: last + 1, scan: walkIn ? { ...scan, walkIn } : scan };
      await rows.insert(row);
      lastUnsure = false;
      last += 1;
      hold(row, undone?.scan ?? null);
      return { kind: 'recorded', scan };
    } catch (error) {
      // At once: the next scan may be of the same ticket. A disk that cannot be read is asked again before it.
      if (lastUnsure) await findRefused().catch(() => undefined);
      return notRecorded(error);
    }
  }

  /** @returns whether the ledger moved */
  function settleNow(): boolean {
    const isCovered = movements.settle((scanId) => pendingIds.has(scanId));
    walkIns.settle();
    for (const [counter, { scan }] of unsettled)
      if (isCovered(scan) && !pendingIds.has(scan.id) && !walkIns.holds(scan.id)) unsettled.delete(counter);
    const [oldest] = unsettled.keys();
    const settledThrough = (oldest ?? last + 1) - 1;
    const moved = settledThrough !== ledger.settledThrough;
    if (moved) ledger = { ...ledger, settledThrough };
    return moved;
  }

  return {
    async append(draft, walkIn = null) {
      appendsUnderWay += 1;
      const writing = appending.then(() => write(draft, walkIn));
      appending = writing;
      const result = await writing;
      appendsUnderWay -= 1;
      appendedAtMs = timers.monotonicMs();
      if (result.kind === 'recorded') for (const listener of appendListeners) listener(result.scan);
      if (result.kind === 'recorded') changed();
      return result;
    },
    ownScans: (ticketNumber, registrationId, listId) => movements.of(ticketNumber, registrationId, listId),
    ownAdmissionCount: (listId) => movements.count(listId),
    walkIns,
    get: async (scanId) => (await rows.byIds([scanId]))[0]?.scan ?? null,
    lastCounter: () => last,
    after: async (counter, limit) => (await rows.after(counter, limit)).map((row) => row.scan),
    byIds: (ids) => rows.byIds(ids),
    onAppend(listener) {
      appendListeners.add(listener);
      return () => appendListeners.delete(listener);
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    pending: () => pendingIds.size,
    oldestPendingAt() {
      for (const { scan } of unsettled.values()) if (pendingIds.has(scan.id)) return scan.scannedAt;
      return null;
    },
    pendingIds: () => [...pendingIds],
    parked: () => ledger.parked,
    async answered(accepted, refused) {
      for (const { id } of accepted) pendingIds.delete(id);
      for (const { scanId } of refused) pendingIds.delete(scanId);
      const parkedBefore = ledger.parked.length;
      ledger = markSent(
        ledger,
        accepted.map((scan) => scan.counter),
        refused,
      );
      settleNow();
      changed();
      // What is parked is something people have to see, or no longer see, also after a restart.
      if (refused.length > 0 || ledger.parked.length !== parkedBefore) await save(ledger);
      else saveSoon();
    },
    whenQuiet,
    offer: () => ledger.offer,
    async expectRoster(log) {
      const next = forLog(ledger, log);
      if (next !== ledger) await save(next);
      const all = await rows.after(0);
      return () => {
        const held = [...all, ...unsettled.values()];
        for (const memory of [unsettled, movements, walkIns]) memory.clear();
        holdAll(held, new Map(held.map(({ scan }) => [scan.id, scan])));
        if (settleNow()) saveSoon();
        changed();
      };
    },
    onFound(listener) {
      foundListeners.add(listener);
      return () => foundListeners.delete(listener);
    },
    settle() {
      if (settleNow()) saveSoon();
    },
    async dropSent() {
      const docs = await rows.after(0);
      const unsent = new Set(unsentIds());
      const dropped = new Set(docs.map(({ id }) => id).filter((id) => !unsent.has(id)));
      await rows.forget([...dropped]);
      // Nobody whom they let in, or registered, is known here by them any longer.
      const left = [...unsettled.values()].filter(({ id }) => !dropped.has(id));
      for (const memory of [unsettled, movements, walkIns]) memory.clear();
      holdAll(left, new Map(left.map(({ scan }) => [scan.id, scan])));
      await save({ ...ledger, offer: ledger.offer + 1 });
    },
    unsentIds,
    async handedOver(ids) {
      const gone = new Set(ids);
      // First that they are answered for: their numbers are taken for good, also where the rows are gone.
      const answered = markSent(
        ledger,
        (await rows.byIds(ids)).map(({ counter }) => counter),
        [],
      );
      await save({ ...answered, parked: answered.parked.filter(({ scanId }) => !gone.has(scanId)) });
      await rows.forget(ids);
      for (const id of ids) pendingIds.delete(id);
      for (const [counter, { id }] of unsettled) if (gone.has(id)) unsettled.delete(counter);
      changed();
    },
    async close() {
      await appending;
      if (cancelSaving !== null) await save(ledger).catch(() => undefined);
    },
  };
}
