/** Reads the state of printing that screens show: the printers, and the jobs by what a person can do about them. */

import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import { parseTime } from '#shared/base/time.ts';
import { readFailure } from './badge-failure.ts';
import type { HostPrinters } from './host-printers.ts';
import { awaitsConfirmation, isHeld } from './job-rules.ts';
import type { AdmissionJournal, BadgeSource, LayoutSource, PrintQueue, Timing } from './ports.ts';
import type { PrintingState, ShownPrintJob } from './printing.ts';

export interface PrintingStateParts {
  /** Null: a browser without a device host. */
  readonly host: HostApi | null;
  readonly queue: PrintQueue;
  readonly journal: Pick<AdmissionJournal, 'isOverridden'>;
  readonly badges: BadgeSource;
  readonly layouts: LayoutSource;
  readonly printers: HostPrinters;
  readonly chosen: () => PrinterStatus | null;
  readonly released: () => ReadonlySet<string>;
  readonly timing: Timing;
}

/** Jobs looked at in one go, open or not. */
export const shownJobs = 200;
const recentJobs = 12;
/** Failed badges older than this are no longer shown as open. */
const failedShownMs = 2 * 3_600_000;
/** Sentence for the server, whose organizers read English. */
const paperLow = 'Paper is running low.';

export interface ReadState {
  readonly state: PrintingState;
  readonly heldIds: readonly string[];
}

export function createStateReader(parts: PrintingStateParts): () => Promise<ReadState> {
  const { queue, timing, printers } = parts;
  /** Registration id → name: people are looked up once. */
  const names = new Map<string, string>();

  async function shown(job: PrintJob): Promise<ShownPrintJob> {
    const { id, registration, state, queuedAt } = job;
    const name = names.get(registration) ?? (await parts.badges.find(registration))?.name ?? null;
    if (name !== null) setBounded(names, registration, name, shownJobs);
    const printerName = printers.list().find((printer) => printer.id === job.printer)?.name ?? job.printer;
    return { id, registration, name, state, printerName, failure: readFailure(job.failure, job.problem), queuedAt };
  }

  async function unconfirmedOf(open: readonly PrintJob[]): Promise<readonly PrintJob[]> {
    const unconfirmed: PrintJob[] = [];
    for (const job of open) {
      if (await awaitsConfirmation(job, parts.badges, parts.journal)) unconfirmed.push(job);
    }
    return unconfirmed;
  }

  return async () => {
    const nowMs = timing.nowMs();
    const open = await queue.open(shownJobs);
    const recent = await queue.recent(shownJobs);
    const unconfirmed = await unconfirmedOf(open);
    const held = open.filter((job) => !unconfirmed.includes(job) && isHeld(job, nowMs, parts.released()));
    const coming = open.filter(({ state }) => state !== 'unknown').length - held.length - unconfirmed.length;
    const failed = recent.filter((job, index) => isOpenFailure(job, recent.slice(0, index), nowMs));
    const printer = parts.chosen();
    const state: PrintingState = {
      layout: parts.layouts.inUse().origin,
      printer: printer?.state ?? 'none',
      message: printer === null ? null : (printer.message ?? (printer.paperLow ? paperLow : null)),
      printers: printers.list(),
      chosenPrinterId: printer?.id ?? null,
      waiting: coming,
      unconfirmed: await Promise.all(unconfirmed.map(shown)),
      held: held.length,
      asking: await Promise.all(open.filter((job) => job.state === 'unknown').map(shown)),
      failed: await Promise.all(failed.map(shown)),
      recent: await Promise.all(recent.slice(0, recentJobs).map(shown)),
    };
    return { state, heldIds: held.map(({ id }) => id) };
  };
}

/** State before the first reading. */
export const emptyState: PrintingState = {
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
function isOpenFailure(job: PrintJob, newer: readonly PrintJob[], nowMs: number): boolean {
  if (job.state !== 'failed' || job.failure === 'discarded' || job.failure === 'superseded') return false;
  if (nowMs - (parseTime(job.queuedAt) ?? nowMs) > failedShownMs) return false;
  return !newer.some(({ registration }) => registration === job.registration);
}
