/** The ledger of sent scans: in memory, and saved in the kiosk's settings at once or soon, depending on the entry. */
import type { Settings } from './replica.ts';
import { parseLedger, type SentLedger } from './sent-ledger.ts';
import type { Timers } from './timers.ts';

const scanLedgerSetting = 'sent_ledger';
const saveLedgerAfterMs = 1_000;

export interface KeptLedger {
  now(): SentLedger;
  /** Replaces the ledger in memory only. */
  set(next: SentLedger): void;
  /** Durable when it resolves. */
  save(next: SentLedger): Promise<void>;
  /** Saves about a second later: a ledger that lags only makes the kiosk send twice, so not every answer costs a write. */
  saveSoon(): void;
  /** Writes what `saveSoon` has put off. */
  flush(): Promise<void>;
}

/** @param setting where it is kept: each journal has a ledger of its own */
export async function openKeptLedger(
  settings: Settings,
  timers: Timers,
  whenQuiet: () => Promise<void>,
  setting = scanLedgerSetting,
): Promise<KeptLedger> {
  let ledger = parseLedger(await settings.read(setting));
  let cancelSaving: (() => void) | null = null;

  async function save(next: SentLedger): Promise<void> {
    ledger = next;
    cancelSaving?.();
    cancelSaving = null;
    await settings.write(setting, ledger);
  }

  return {
    now: () => ledger,
    set(next) {
      ledger = next;
    },
    save,
    saveSoon() {
      cancelSaving ??= timers.after(saveLedgerAfterMs, () => {
        // A disk that refuses now is asked again with the next answer.
        void whenQuiet().then(() => save(ledger).catch(() => undefined));
      });
    },
    async flush() {
      if (cancelSaving !== null) await save(ledger).catch(() => undefined);
    },
  };
}
