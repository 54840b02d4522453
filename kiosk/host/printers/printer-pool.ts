/**
 * Several printers as one: a job goes to the first member that is well and idle; when it certainly did not print there,
 * it goes on to the next at once. A job that may have printed never moves by itself. Jobs wait here and not at a member,
 * so that a member's trouble holds up only the job it already has. Called by printers.ts.
 */
import type { PrinterConfig, PrinterStatus, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { maxQueuedJobs, type PrinterQueue } from './printer-queue.ts';
import { troubleBy } from './trouble.ts';

export interface PrinterPool {
  readonly config: PrinterConfig;
  status(): PrinterStatus;
  add(job: PrintRequest): Promise<PrintOutcome>;
  /** A member's state changed. */
  memberChanged(): void;
  /** Refuses what waits; members end what they have. */
  stop(): void;
}

interface Waiting {
  readonly job: PrintRequest;
  readonly end: (outcome: PrintOutcome) => void;
  /** Members that certainly did not print it. */
  readonly refusedBy: Map<PrinterQueue, PrintOutcome>;
}

const stopped: PrintOutcome = { outcome: 'failed', ...troubleBy('host_lost', 'host_stopping') };

/** This machine's trouble, which another printer does not cure. */
const notThePrinters: readonly string[] = ['journal', 'host_lost'];

export function createPrinterPool(
  config: PrinterConfig,
  members: readonly PrinterQueue[],
  onChange: (status: PrinterStatus) => void,
): PrinterPool {
  const { id, name, kind, dpi, widthDots } = config;
  const waiting: Waiting[] = [];
  let underWay = 0;
  let stopping = false;
  let published = '';

  function status(): PrinterStatus {
    const states = members.map((member) => member.status());
    const paperLow = states.some((state) => state.paperLow);
    const queued = waiting.length + underWay;
    const base = { id, name, kind, dpi, widthDots, paperLow, queued, members: states.map((state) => state.id) };
    const has = (wanted: PrinterStatus['state']): boolean => states.some(({ state }) => state === wanted);
    if (has('ready') && waiting.length === 0) return { ...base, state: 'ready' };
    if (has('ready') || has('busy')) return { ...base, state: 'busy' };
    if (has('none')) return { ...base, state: 'none' };
    const [first] = states;
    const reason = first?.reason ?? 'printer_error';
    const cause = first?.cause === undefined ? {} : { cause: first.cause };
    const message = states.map((state) => `${state.name}: ${state.message ?? ''}`).join(' ');
    return { ...base, state: 'error', reason, ...cause, message };
  }

  function tell(): void {
    const now = status();
    const text = JSON.stringify(now);
    if (text === published) return;
    published = text;
    onChange(now);
  }

  /**
   * Returns the first idle member without trouble; where every member left is in trouble, an idle one of these, because it
   * may have recovered unseen. `wait`: the members to ask are busy; null: every member refused the job.
   */
  function nextMember(entry: Waiting): PrinterQueue | 'wait' | null {
    const left = members.filter((member) => !entry.refusedBy.has(member));
    const well = left.filter((member) => member.status().state !== 'error');
    const idle = well.find((member) => member.status().queued === 0);
    if (idle !== undefined) return idle;
    if (well.length > 0) return 'wait';
    return left.find((member) => member.status().queued === 0) ?? (left.length > 0 ? 'wait' : null);
  }

  function giveUp(entry: Waiting): void {
    // The first choice's trouble is the one that people see to first.
    const [first] = members.flatMap((member) => entry.refusedBy.get(member) ?? []);
    if (first !== undefined) entry.end(first);
    else entry.end({ outcome: 'failed', reason: 'no_printer', message: 'This pool has no printers.' });
  }

  async function printOn(member: PrinterQueue, entry: Waiting): Promise<void> {
    underWay += 1;
    const outcome = await member.add(entry.job);
    underWay -= 1;
    if (outcome.outcome !== 'failed' || notThePrinters.includes(outcome.reason)) entry.end(outcome);
    else {
      entry.refusedBy.set(member, outcome);
      waiting.unshift(entry); // it was first, it stays first
    }
    dispatch();
  }

  function dispatch(): void {
    for (const entry of [...waiting]) {
      if (!waiting.includes(entry)) continue; // giving a job away calls memberChanged, which runs this function again
      const next = stopping ? null : nextMember(entry);
      if (next === 'wait') continue;
      waiting.splice(waiting.indexOf(entry), 1);
      if (next === null) giveUp(entry);
      else void printOn(next, entry);
    }
    tell();
  }

  return {
    config,
    status,
    add: (job) => {
      if (stopping) return Promise.resolve(stopped);
      if (waiting.length >= maxQueuedJobs) {
        const message = `${maxQueuedJobs} badges are already waiting for these printers.`;
        return Promise.resolve({ outcome: 'failed', reason: 'queue_full', message });
      }
      return new Promise((resolve) => {
        waiting.push({ job, end: resolve, refusedBy: new Map() });
        dispatch();
      });
    },
    memberChanged: dispatch,
    stop: () => {
      stopping = true;
      for (const entry of waiting.splice(0)) entry.end(stopped);
    },
  };
}
