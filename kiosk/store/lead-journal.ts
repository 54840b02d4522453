/**
 * This device's edits of leads: append-only, durable before a screen shows what follows from them, numbered by the
 * device. Knows which of them the server has, by a ledger like that of the scans. Sends nothing and folds nothing.
 */
import { createListeners } from '#shared/base/observable.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { DeviceLeadEdit } from './device-lead-edit.ts';
import { type KeptLedger, openKeptLedger } from './kept-ledger.ts';
import type { LeadEditRow, LeadRows } from './lead-rows.ts';
import type { NotRecorded, Settings } from './replica.ts';
import { forLog, highestIn, isSent, markSent } from './sent-ledger.ts';
import { notRecorded } from './storage-failure.ts';
import type { Timers } from './timers.ts';

/** Maximum number of edits that a device holds. Three days of a busy booth are some ten thousand. */
export const leadEditsMax = 200_000;

const damagedEdit = {
  code: 'lead_edit_damaged',
  message: 'This entry was changed on the disk, or its key is missing. It was not sent.',
};

/** An edit the server refused: kept with the reason, shown, never dropped (SY9). */
export interface ParkedEdit {
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

export interface LeadJournal {
  /** All of them or none; resolves with `recorded` only when they are durable. Never rejects. */
  append(edits: readonly DeviceLeadEdit[]): Promise<{ readonly kind: 'recorded' } | NotRecorded>;
  /** Everything this device has recorded and still holds, oldest first. */
  edits(): readonly DeviceLeadEdit[];
  /** Edits the server has not answered; parked ones are not among them. */
  pending(): number;
  /** Ids of the pending edits. */
  pendingIds(): ReadonlySet<string>;
  parked(): readonly ParkedEdit[];
  /** Calls after every change here: something recorded, or answered by the server. @returns the function that ends it */
  onChange(listener: () => void): () => void;
}

export interface LeadJournalStore extends LeadJournal {
  /** Not answered yet, oldest first. */
  unsent(limit: number): readonly LeadEditRow[];
  /** Time at which the oldest pending edit was made, ISO 8601; null: none is pending. */
  oldestPendingAt(): string | null;
  /** The server's answer to edits that were offered to it. */
  answered(accepted: readonly string[], refused: readonly ParkedEdit[]): Promise<void>;
  /** A roster of this log is about to be taken: another log may lack what was sent to the one before. */
  expectRoster(log: string): Promise<void>;
  /** Not sent yet, or refused: what this device alone has. */
  unsentRows(): readonly LeadEditRow[];
  /** A hand-over file has these edits now, or the server has them: they leave the disk. */
  forget(ids: readonly string[]): Promise<void>;
  /** Forgets what the server has; keeps what is unsent. */
  dropSent(): Promise<void>;
  close(): Promise<void>;
}

export interface LeadJournalParts {
  readonly rows: LeadRows;
  readonly settings: Settings;
  readonly timers: Timers;
}

const ledgerSetting = 'lead_ledger';

export async function openLeadJournal({ rows, settings, timers }: LeadJournalParts): Promise<LeadJournalStore> {
  const changed = createListeners();
  const oneAtATime = createOneAtATime();
  const ledger = await openKeptLedger(settings, timers, async () => undefined, ledgerSetting);
  let held: readonly LeadEditRow[] = await rows.after(0);
  // Never a number again that the ledger knows: a new edit would count as sent.
  let last = Math.max(await rows.lastCounter(), highestIn(ledger.now()));
  /** The disk refused a write: it may have it all the same. */
  let unsure = false;
  parkDamaged(rows, ledger);

  async function findRefused(): Promise<void> {
    const found = await rows.after(last);
    held = [...held, ...found];
    last = found.at(-1)?.counter ?? last;
    unsure = false;
    if (found.length > 0) changed.notify();
  }

  async function write(edits: readonly DeviceLeadEdit[]): Promise<{ readonly kind: 'recorded' } | NotRecorded> {
    try {
      if (unsure) await findRefused();
      if (held.length + edits.length > leadEditsMax) throw new Error('this device holds as many edits as it may');
      const added = edits.map((edit, n) => ({ id: edit.id, counter: last + 1 + n, edit }));
      unsure = true;
      await rows.insert(added);
      unsure = false;
      last += added.length;
      held = [...held, ...added];
      changed.notify();
      return { kind: 'recorded' };
    } catch (error) {
      if (unsure) await findRefused().catch(() => undefined);
      return notRecorded(error);
    }
  }

  const isPending = ({ counter }: LeadEditRow): boolean => !isSent(ledger.now(), counter);
  const pendingRows = (): readonly LeadEditRow[] => {
    // Most are sent: the queue begins after the mark.
    const { sentThrough } = ledger.now();
    const from = held.findIndex(({ counter }) => counter > sentThrough);
    return from === -1 ? [] : held.slice(from).filter(isPending);
  };
  const parkedIds = (): ReadonlySet<string> => new Set(ledger.now().parked.map(({ scanId }) => scanId));

  async function forget(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids);
    const counters = held.filter(({ id }) => gone.has(id)).map(({ counter }) => counter);
    // First that they are answered for: their numbers are taken for good, also where the rows are gone.
    const answered = markSent(ledger.now(), counters, []);
    await ledger.save({ ...answered, parked: answered.parked.filter(({ scanId }) => !gone.has(scanId)) });
    await rows.forget(ids);
    held = held.filter(({ id }) => !gone.has(id));
    changed.notify();
  }

  return {
    append: (edits) => oneAtATime(() => write(edits)),
    edits: () => held.map(({ edit }) => edit),
    pending: () => pendingRows().length,
    pendingIds: () => new Set(pendingRows().map(({ id }) => id)),
    parked: () => ledger.now().parked.map(({ scanId, code, message }) => ({ id: scanId, code, message })),
    onChange: changed.subscribe,
    unsent: (limit) => pendingRows().slice(0, limit),
    oldestPendingAt: () => pendingRows()[0]?.edit.at ?? null,
    async answered(accepted, refused) {
      const counterOf = new Map(pendingRows().map(({ id, counter }) => [id, counter]));
      const counters = accepted.flatMap((id) => counterOf.get(id) ?? []);
      const parked = refused.flatMap(({ id, code, message }) => {
        const counter = counterOf.get(id);
        return counter === undefined ? [] : [{ scanId: id, counter, code, message }];
      });
      ledger.set(markSent(ledger.now(), counters, parked));
      changed.notify();
      if (parked.length > 0) await ledger.save(ledger.now());
      else ledger.saveSoon();
    },
    async expectRoster(log) {
      const next = forLog(ledger.now(), log);
      if (next === ledger.now()) return;
      await ledger.save(next);
      changed.notify();
    },
    unsentRows() {
      const parked = parkedIds();
      return held.filter((row) => isPending(row) || parked.has(row.id));
    },
    forget,
    async dropSent() {
      const parked = parkedIds();
      await forget(held.filter((row) => !isPending(row) && !parked.has(row.id)).map(({ id }) => id));
    },
    async close() {
      await oneAtATime(async () => undefined);
      await ledger.flush();
    },
  };
}

/** A row that cannot be read is nothing the server could take: people see it among the refused. */
function parkDamaged(rows: LeadRows, ledger: KeptLedger): void {
  const unread = rows.damaged().filter(({ counter }) => !isSent(ledger.now(), counter));
  const parked = unread.map(({ id, counter }) => ({ scanId: id, counter, ...damagedEdit }));
  if (parked.length > 0) ledger.set(markSent(ledger.now(), [], parked));
}
