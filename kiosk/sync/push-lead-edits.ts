/**
 * Edits of leads up, oldest first, from the device's own journal. What the server has is said by the journal's ledger
 * alone; sending twice is harmless. Waits for a connection, and for the next edit.
 */
import type { LeadJournalStore, ParkedEdit } from '#kiosk/store/lead-journal.ts';
import type { LeadPhotos } from '#kiosk/store/lead-photos.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import type { Link } from './link.ts';
import { offerPhoto } from './offer-photo.ts';
import { offerRows } from './offer-rows.ts';

export interface LeadEditsPush {
  stop(): Promise<void>;
}

/** Rows a request. The edit of a photo goes alone, after its bytes. */
const batchRows = 100;
/**
 * Largest size of a batch, counted in characters of its JSON, below the server's bound on a body; one row is sent alone
 * however large it is.
 */
const batchBytes = 512 * 1024;
/** Delay after a fault that is not the network's; the network has its own wait in the link. */
const retryAfterFaultMs = 2_000;

export function startLeadEditsPush(
  { leads, photos }: { readonly leads: LeadJournalStore; readonly photos: LeadPhotos },
  link: Link,
  timers: Timers,
): LeadEditsPush {
  let stopped = false;
  let wake = (): void => {};
  let cancelWait = (): void => {};

  /** Waits until something changes in the journal, or for so long. */
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
    const [first] = rows;
    if (first?.kind === 'photo') {
      const refusal = await offerPhoto(first, photos, link);
      if (refusal === 'again') return;
      if (refusal !== null) return leads.answered([], [{ id: first.id, ...refusal }]);
    }
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
  // Edits from before a photo, such as the visitor's consent, reach the server before it.
  const end = rows.findIndex(({ edit }, n) => {
    if (n > 0 && (edit.kind === 'photo' || rows[n - 1]?.edit.kind === 'photo')) return true;
    bytes += JSON.stringify(edit).length;
    return bytes > batchBytes;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}
