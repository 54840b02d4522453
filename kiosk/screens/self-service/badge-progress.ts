/** Derives the progress of the badge that a guest waits for from the state of printing. Pure. */
import type { PrintingState, ShownPrintJob } from '#kiosk/printing/printing.ts';

/**
 * A badge takes three to six seconds. A guest who waits longer than this holds up the lane, and gets the badge at the
 * help desk.
 */
export const badgeWaitMs = 12_000;
/** Wait while every printer is in trouble: one that only warms up recovers well within it. */
const troubleWaitMs = 2_500;

export type BadgeProgress = 'waiting' | 'printing' | 'badge' | 'later' | 'unsure';

/** @param waitedMs milliseconds since the wait for the badge began */
export function badgeProgress(state: PrintingState, registrationId: string, waitedMs: number): BadgeProgress {
  const ofPerson = ({ registration }: Pick<ShownPrintJob, 'registration'>): boolean => registration === registrationId;
  if (state.asking.some(ofPerson)) return 'unsure';
  if (state.unconfirmed.some(ofPerson)) return 'later';
  // Newest first: an earlier badge of the same person is no news of this one.
  const job = state.recent.find(ofPerson);
  if (job?.state === 'printed') return 'badge';
  if (job?.state === 'unknown') return 'unsure';
  if (job?.state === 'failed') return 'later';
  const well = state.printers.some((printer) => printer.state === 'ready' || printer.state === 'busy');
  // Bytes are on their way: it may come out any moment, printer trouble or not.
  if (waitedMs >= badgeWaitMs) return job?.state === 'sent' && well ? 'unsure' : 'later';
  if (!well && waitedMs >= troubleWaitMs) return 'later';
  return job?.state === 'sent' ? 'printing' : 'waiting';
}
