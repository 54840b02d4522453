/**
 * Puts printing together: journal follower, printers, queue runner, and the state that screens show.
 * Called by kiosk/start once the store is open.
 */
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { createListeners } from '#shared/base/observable.ts';
import { isoTime } from '#shared/base/time.ts';
import { failedBy } from './badge-failure.ts';
import { followJournal } from './follow-journal.ts';
import { watchPrinters } from './host-printers.ts';
import { awaitsWordUntil } from './job-rules.ts';
import type { AdmissionJournal, BadgeSource, LayoutSource, PrintCursor, PrintQueue, Timing } from './ports.ts';
import { printAgain, testPrint } from './print-by-hand.ts';
import type { Printing } from './printing.ts';
import { createStateReader, emptyState, type ReadState, shownJobs } from './printing-state.ts';
import type { RenderBadge, renderBadge } from './render-badge.ts';
import { runQueue } from './run-queue.ts';
import { createWakeable } from './wakeable.ts';

export interface OpenPrintingOptions {
  /** Null: a browser without a device host; jobs are made and wait. */
  readonly host: HostApi | null;
  readonly queue: PrintQueue;
  readonly journal: AdmissionJournal;
  readonly cursor: PrintCursor;
  readonly badges: BadgeSource;
  readonly render: typeof renderBadge;
  readonly layouts: LayoutSource;
  readonly event: string;
  readonly kioskId: string;
  readonly gate: () => string | null;
  /** See `QueueRunnerOptions`; 0 when absent. */
  readonly confirmWithinMs?: () => number;
  /** The printer chosen at this kiosk, kept between starts. */
  readonly choice: { load(): string | null; save(printerId: string): void };
  readonly timing: Timing;
  readonly random: () => number;
  readonly newId: () => string;
  /** Takes faults for the log: printing itself goes on. */
  readonly onFault: (error: unknown) => void;
}

/** Interval after which the state is read again at the latest, because jobs become held by their age alone. */
const refreshEveryMs = 60_000;
/** Dots enough for a large screen, and paper wide enough for every badge to stand upright. */
const previewPaper = { dpi: 300, widthDots: Number.MAX_SAFE_INTEGER };

export function openPrinting(options: OpenPrintingOptions): Printing {
  const { host, queue, timing, badges } = options;
  const listeners = createListeners();
  const printers = watchPrinters(host, timing);
  const render: RenderBadge = (badge, printer) => options.render(badge, printer, options.layouts.inUse().layout);
  const runner =
    host === null
      ? null
      : runQueue({ ...options, render, host, printers, chosenPrinterId: () => chosen()?.id ?? options.choice.load() });
  const follower = followJournal(options);
  const read = createStateReader({ ...options, printers, chosen, released: () => runner?.released() ?? new Set() });
  let now: ReadState = { state: emptyState, heldIds: [] };
  let cancelTick = (): void => {};

  function chosen(): PrinterStatus | null {
    const list = printers.list();
    return list.find(({ id }) => id === options.choice.load()) ?? list[0] ?? null;
  }

  const reader = createWakeable(
    async () => {
      now = await read();
      listeners.notify();
    },
    timing,
    options.onFault,
  );
  const refresh = reader.wake;

  function tick(): void {
    refresh();
    cancelTick = timing.after(refreshEveryMs, tick);
  }

  const unobserve = [queue.observe(refresh), printers.observe(refresh), options.layouts.observe(refresh)];
  tick();

  return {
    state: () => now.state,
    subscribe: listeners.subscribe,
    choosePrinter: (printerId) => {
      options.choice.save(printerId);
      runner?.wake();
      refresh();
    },
    preview: async (registrationId) => {
      const badge = await badges.find(registrationId);
      return badge === null ? null : render(badge, previewPaper);
    },
    confirm: (registrationId) => runner?.confirm(registrationId),
    decline: (registrationId) => decline(registrationId, queue, options.confirmWithinMs?.() ?? 0),
    testPrint: (words) => testPrint(words, { host, render, printer: chosen(), newId: options.newId }),
    cameOut: (jobId) => {
      const printedAt = isoTime(timing.nowMs());
      return queue.update(jobId, { state: 'printed', printedAt, failure: null, problem: null });
    },
    printAgain: (jobId, reason) => printAgain(jobId, reason, options),
    releaseHeld: async () => {
      runner?.release(now.heldIds);
      refresh();
    },
    discardHeld: async () => {
      for (const id of now.heldIds) await discard(id, queue);
    },
    discard: (jobId) => discard(jobId, queue),
    close: () => {
      reader.stop();
      cancelTick();
      for (const end of unobserve) end();
      follower.stop();
      runner?.stop();
      printers.stop();
    },
  };
}

async function discard(jobId: string, queue: PrintQueue): Promise<void> {
  const job = (await queue.open(shownJobs)).find(({ id }) => id === jobId);
  // A job that has left for the printer cannot be stopped: the printer decides its outcome.
  if (job?.state === 'queued') await queue.update(jobId, { state: 'failed', ...failedBy('discarded') });
}

/** @param withinMs how long a badge waits for its person's word */
async function decline(registrationId: string, queue: PrintQueue, withinMs: number): Promise<void> {
  for (const job of await queue.ofRegistration(registrationId)) {
    const waits = awaitsWordUntil(job, withinMs, new Set()) !== null;
    if (waits) await queue.update(job.id, { state: 'failed', ...failedBy('declined') });
  }
}
