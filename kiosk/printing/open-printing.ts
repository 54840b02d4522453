/**
 * Puts printing together: journal follower, printers, queue runner, and the state that screens show.
 * Called by kiosk/start once the store is open.
 */
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { isoTime } from '#shared/base/time.ts';
import { failedBy, saidByHost } from './badge-failure.ts';
import { followJournal } from './follow-journal.ts';
import { watchPrinters } from './host-printers.ts';
import { awaitsConfirmation, awaitsWordUntil, isHeld } from './job-rules.ts';
import type {
  AdmissionJournal,
  BadgeJob,
  BadgeSource,
  LayoutSource,
  PrintCursor,
  PrintQueue,
  Timing,
} from './ports.ts';
import type { BadgeJobView, Printing, PrintingState, TestBadgeWords, TestPrintAnswer } from './printing.ts';
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
  readonly kioskId: string;
  readonly gate: () => string | null;
  /** See `QueueRunnerOptions`; 0 when absent. */
  readonly confirmWithinMs?: () => number;
  /** Of this kiosk, kept between starts. */
  readonly choice: { load(): string | null; save(printerId: string): void };
  readonly timing: Timing;
  readonly random: () => number;
  readonly newId: () => string;
  /** For the log: printing itself goes on. */
  readonly onFault: (error: unknown) => void;
}

const shownJobs = 200;
const recentJobs = 12;
/** Failed badges older than this are no longer shown as open. */
const failedShownMs = 2 * 3_600_000;
/** Relevant changes of age (held) are noticed at least this often. */
const refreshEveryMs = 60_000;
/** For the server, whose organizers read English. */
const paperLow = 'Paper is running low.';
/** On the test badge; it reads as nobody's badge. */
const testCode = 'TEST-BADGE';
const productName = 'Gatehouse';
/** Dots enough for a large screen, and paper wide enough for every badge to stand upright. */
const previewPaper = { dpi: 300, widthDots: Number.MAX_SAFE_INTEGER };

export function openPrinting(options: OpenPrintingOptions): Printing {
  const { host, queue, timing } = options;
  const listeners = new Set<() => void>();
  const names = new Map<string, string>();
  const printers = watchPrinters(host, timing);
  const render: RenderBadge = (badge, printer) => options.render(badge, printer, options.layouts.inUse().layout);
  const runner =
    host === null
      ? null
      : runQueue({ ...options, render, host, printers, chosenPrinterId: () => chosen()?.id ?? options.choice.load() });
  const follower = followJournal(options);
  let state = emptyState;
  let heldIds: readonly string[] = [];
  let cancelTick = (): void => {};

  function chosen(): PrinterStatus | null {
    const list = printers.list();
    return list.find(({ id }) => id === options.choice.load()) ?? list[0] ?? null;
  }

  async function view(job: BadgeJob): Promise<BadgeJobView> {
    const name = names.get(job.registrationId) ?? (await options.badges.find(job.registrationId))?.name ?? null;
    if (name !== null) names.set(job.registrationId, name);
    if (names.size > shownJobs) names.clear();
    const { id, registrationId, failure, queuedAt } = job;
    const printerName = printers.list().find((printer) => printer.id === job.printerId)?.name ?? job.printerId;
    return { id, registrationId, name, state: job.state, printerName, failure, queuedAt };
  }

  async function read(): Promise<void> {
    const nowMs = timing.nowMs();
    const open = await queue.open(shownJobs);
    const recent = await queue.recent(shownJobs);
    const released = runner?.released() ?? new Set<string>();
    const unconfirmed: BadgeJob[] = [];
    for (const job of open) {
      if (await awaitsConfirmation(job, options.badges, options.journal)) unconfirmed.push(job);
    }
    const held = open.filter((job) => !unconfirmed.includes(job) && isHeld(job, nowMs, released));
    const coming = open.filter(({ state: now }) => now !== 'unknown').length - held.length - unconfirmed.length;
    const failed = recent.filter((job, index) => isOpenFailure(job, recent.slice(0, index), nowMs));
    const printer = chosen();
    heldIds = held.map(({ id }) => id);
    state = {
      layout: options.layouts.inUse().origin,
      printer: printer?.state ?? 'none',
      message: printer === null ? null : (printer.message ?? (printer.paperLow ? paperLow : null)),
      printers: printers.list(),
      chosenPrinterId: printer?.id ?? null,
      waiting: coming,
      unconfirmed: await Promise.all(unconfirmed.map(view)),
      held: held.length,
      asking: await Promise.all(open.filter((job) => job.state === 'unknown').map(view)),
      failed: await Promise.all(failed.map(view)),
      recent: await Promise.all(recent.slice(0, recentJobs).map(view)),
    };
    for (const listener of listeners) listener();
  }

  async function discard(jobId: string): Promise<void> {
    const job = (await queue.open(shownJobs)).find(({ id }) => id === jobId);
    // One that has left for the printer cannot be stopped: what becomes of it is the printer's to say.
    if (job?.state === 'queued') await queue.update(jobId, { state: 'failed', ...failedBy('discarded') });
  }

  const reader = createWakeable(read, timing, options.onFault);
  const refresh = reader.wake;

  function tick(): void {
    refresh();
    cancelTick = timing.after(refreshEveryMs, tick);
  }

  const unobserve = [queue.observe(refresh), printers.observe(refresh), options.layouts.observe(refresh)];
  tick();

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choosePrinter: (printerId) => {
      options.choice.save(printerId);
      runner?.wake();
      refresh();
    },
    preview: async (registrationId) => {
      const badge = await options.badges.find(registrationId);
      return badge === null ? null : render(badge, previewPaper);
    },
    confirm: (registrationId) => runner?.confirm(registrationId),
    decline: async (registrationId) => {
      for (const job of await queue.ofRegistration(registrationId)) {
        const waits = awaitsWordUntil(job, options.confirmWithinMs?.() ?? 0, new Set()) !== null;
        if (waits) await queue.update(job.id, { state: 'failed', ...failedBy('declined') });
      }
    },
    testPrint: (words) => testPrint(options, render, chosen(), words),
    cameOut: (jobId) => {
      const printedAt = isoTime(timing.nowMs());
      return queue.update(jobId, { state: 'printed', printedAt, failure: null, problem: null });
    },
    printAgain: (jobId, reason) => printAgain(options, jobId, reason),
    releaseHeld: async () => {
      runner?.release(heldIds);
      refresh();
    },
    discardHeld: async () => {
      for (const id of heldIds) await discard(id);
    },
    discard,
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

const emptyState: PrintingState = {
  layout: 'built-in',
  printer: 'none',
  message: null,
  printers: [],
  chosenPrinterId: null,
  waiting: 0,
  unconfirmed: [],
  held: 0,
  asking: [],
  failed: [],
  recent: [],
};

/** @param newer jobs made after this one */
function isOpenFailure(job: BadgeJob, newer: readonly BadgeJob[], nowMs: number): boolean {
  if (job.state !== 'failed' || job.failure === 'discarded' || job.failure === 'superseded') return false;
  if (nowMs - Date.parse(job.queuedAt) > failedShownMs) return false;
  return !newer.some(({ registrationId }) => registrationId === job.registrationId);
}

async function testPrint(
  options: OpenPrintingOptions,
  render: RenderBadge,
  printer: PrinterStatus | null,
  words: TestBadgeWords,
): Promise<TestPrintAnswer> {
  if (options.host === null || printer === null) return { ok: false, failure: 'no_printer' };
  const sample = {
    name: words.name,
    company: productName,
    role: words.role,
    ticketType: null,
    ticketTypeName: words.ticketType,
    eventName: printer.name,
    badgeCode: testCode,
    answers: {},
  };
  const bitmap = render(sample, printer);
  const outcome = await options.host.print(printer.id, { jobId: options.newId(), bitmap, title: words.name });
  if (outcome.outcome === 'printed') return { ok: true, printerName: printer.name };
  return { ok: false, failure: saidByHost(outcome).failure };
}

async function printAgain(options: OpenPrintingOptions, jobId: string, reason: string): Promise<void> {
  const { queue } = options;
  const jobs = [...(await queue.open(shownJobs)), ...(await queue.recent(shownJobs))];
  const old = jobs.find(({ id }) => id === jobId);
  if (old === undefined) return;
  // The old job first: a stop between the two leaves a failed job that can be printed again, never two badges.
  if (old.state === 'unknown') await queue.update(old.id, { state: 'failed', ...failedBy('none_came_out') });
  await queue.insert({
    ...old,
    id: options.newId(),
    kioskId: options.kioskId,
    gate: options.gate(),
    printerId: null,
    state: 'queued',
    attempts: 0,
    reason,
    failure: null,
    problem: null,
    queuedAt: isoTime(options.timing.nowMs()),
    printedAt: null,
  });
}
