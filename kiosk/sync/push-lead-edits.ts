/**
 * Edits of leads up, oldest first, from the device's own journal. What the server has is said by the journal's ledger
 * alone; sending twice is harmless. Waits for a connection, and for the next edit.
 */
import type { LeadJournalStore, ParkedEdit } from '#kiosk/store/lead-journal.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import type { Link } from './link.ts';
import { offerRows } from './offer-rows.ts';

export interface LeadEditsPush {
  stop(): Promise<void>;
}

/** Rows a request. A photo is a row of its own kind and the largest: see `batchBytes`. */
const batchRows = 100;
/** Below the server's bound on a body; one row is sent alone however large it is. */
const batchBytes = 512 * 1024;
/** After a fault that is not the network's; the network has its own wait in the link. */
const retryAfterFaultMs = 2_000;

export function startLeadEditsPush(leads: LeadJournalStore, link: Link, timers: Timers): LeadEditsPush {
  let stopped = false;
  let wake = (): void => {};
  let cancelWait = (): void => {};

  /** Until something changes in the journal, or for so long. */
  function rest(limitMs: number | null): Promise<void> {
    return new Promise<void>((resolve) => {
      wake = resolve;
      if (limitMs !== null) cancelWait = timers.after(limitMs, resolve);
    }).then(() => cancelWait());
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const batch = firstOf(leads.unsent(batchRows));
      if (batch.length === 0) await rest(null);
      else await send(batch).catch(() => rest(retryAfterFaultMs));
    }
  }

  async function send(batch: ReturnType<LeadJournalStore['unsent']>): Promise<void> {
    const rows = batch.map(({ edit }) => edit);
    await offerRows('lead_edits', rows, link, async (answers) => {
      const accepted: string[] = [];
      const refused: ParkedEdit[] = [];
      for (const [id, refusal] of answers) {
        if (refusal === null) accepted.push(id);
        else refused.push({ id, ...refusal });
      }
      await leads.answered(accepted, refused);
    });
  }

  const endChanges = leads.onChange(() => wake());
  void run();
  return {
    async stop() {
      stopped = true;
      endChanges();
      wake();
    },
  };
}

function firstOf(rows: ReturnType<LeadJournalStore['unsent']>): ReturnType<LeadJournalStore['unsent']> {
  let bytes = 0;
  const end = rows.findIndex(({ edit }) => {
    bytes += JSON.stringify(edit).length;
    return bytes > batchBytes;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}
