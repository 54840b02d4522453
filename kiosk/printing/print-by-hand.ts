/** Badges that a person asks for: a sample to try the printer, and another one of a job that came to nothing. */
import type { HostApi, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { isoTime } from '#shared/base/time.ts';
import { failedBy, saidByHost } from './badge-failure.ts';
import type { PrintQueue, Timing } from './ports.ts';
import type { TestBadgeWords, TestPrintAnswer } from './printing.ts';
import { shownJobs } from './printing-state.ts';
import type { RenderBadge } from './render-badge.ts';

/** Code on the test badge; it is the code of no badge. */
const testCode = 'TEST-BADGE';
const productName = 'Gatehouse';

export interface TestPrintParts {
  readonly host: HostApi | null;
  readonly render: RenderBadge;
  readonly printer: PrinterStatus | null;
  readonly newId: () => string;
}

export async function testPrint(words: TestBadgeWords, parts: TestPrintParts): Promise<TestPrintAnswer> {
  const { host, render, printer, newId } = parts;
  if (host === null || printer === null) return { ok: false, failure: 'no_printer' };
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
  const outcome = await host.print(printer.id, { jobId: newId(), bitmap: render(sample, printer), title: words.name });
  if (outcome.outcome === 'printed') return { ok: true, printerName: printer.name };
  return { ok: false, failure: saidByHost(outcome).failure };
}

export interface PrintAgainParts {
  readonly queue: PrintQueue;
  readonly kioskId: string;
  readonly gate: () => string | null;
  readonly timing: Timing;
  readonly newId: () => string;
}

/** Does nothing for a job that is not among the latest here. @param reason is kept with the new job */
export async function printAgain(jobId: string, reason: string, parts: PrintAgainParts): Promise<void> {
  const { queue } = parts;
  const jobs = [...(await queue.open(shownJobs)), ...(await queue.recent(shownJobs))];
  const old = jobs.find(({ id }) => id === jobId);
  if (old === undefined) return;
  // The old job first: a stop between the two leaves a failed job that can be printed again, never two badges.
  if (old.state === 'unknown') await queue.update(old.id, { state: 'failed', ...failedBy('none_came_out') });
  await queue.insert({
    ...old,
    id: parts.newId(),
    kiosk: parts.kioskId,
    gate: parts.gate(),
    printer: null,
    state: 'queued',
    attempts: 0,
    reason,
    failure: null,
    problem: null,
    queuedAt: isoTime(parts.timing.nowMs()),
    printedAt: null,
  });
}
