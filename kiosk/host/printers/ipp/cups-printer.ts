/**
 * The driver for a print queue of CUPS: the badge as a PDF at its exact size, by IPP, and the job followed to its end.
 * `printed` is what CUPS knows: the queue's backend delivered all of it. IPP and not lp/lpstat, because lpstat tells a
 * completed, a cancelled and an aborted job with the same words.
 */
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { must } from '#shared/base/assert.ts';
import { badgePdf } from '../pages/badge-pdf.ts';
import type { Condition, PrinterPort, PrintHooks } from '../printer-port.ts';
import { type Trouble, trouble, troubleBy } from '../trouble.ts';
import { type CupsQueue, type CupsTimings, followJob, submitJob } from './cups-job.ts';
import { type IppAnswer, operations } from './ipp.ts';
import { createIppClient, IppFault } from './ipp-client.ts';

export const cupsTimings: CupsTimings = { askMs: 3_000, beatMs: 400, recoverMs: 20_000, jobMs: 60_000 };

const stoppedPrinter = 5;
const notFound = 0x0406;

/**
 * printer-state-reasons end in -error, -warning or -report; only those in -error stop a job (RFC 8011, 5.4.12). A reason
 * without an ending and `offline-report` count as trouble too.
 */
const reasons: readonly (readonly [RegExp, Trouble])[] = [
  [/^media-(?:empty|needed)(?:-error)?$/, trouble('paper_out')],
  [/^(?:cover|door|interlock)-open(?:-error)?$/, trouble('cover_open')],
  [/^media-jam(?:-error)?$/, troubleBy('printer_error', 'paper_jam')],
  [/^offline(?:-error|-report)?$|^connecting-to-device$|^timed-out$/, trouble('offline')],
];

function texts(answer: IppAnswer, name: string): readonly string[] {
  return (answer.attributes.get(name) ?? []).filter((value) => typeof value === 'string');
}

function readCondition(answer: IppAnswer): Condition {
  const said = texts(answer, 'printer-state-reasons');
  const paperLow = said.some((reason) => /^(?:media|marker-supply)-low/.test(reason));
  const known = reasons.find(([pattern]) => said.some((reason) => pattern.test(reason)));
  if (known !== undefined) return { trouble: known[1], paperLow };
  const [why] = texts(answer, 'printer-state-message');
  if (answer.attributes.get('printer-state')?.[0] === stoppedPrinter) {
    const because = why === undefined || why === '' ? '' : ` (${why})`;
    return {
      trouble: troubleBy('offline', 'queue_stopped', `The print queue is stopped${because}. Start it again.`),
      paperLow,
    };
  }
  if (answer.attributes.get('printer-is-accepting-jobs')?.[0] === false) {
    return { trouble: troubleBy('offline', 'queue_closed'), paperLow };
  }
  return { trouble: null, paperLow };
}

/** @param config with a queue @param now Unix milliseconds, for the date in the PDF */
export function createCupsPrinter(
  config: PrinterConfig,
  now: () => number,
  timings: CupsTimings = cupsTimings,
): PrinterPort {
  const queue = must(config.queue, 'a CUPS printer has a queue');
  const server = config.host === undefined ? null : { host: config.host, port: config.port ?? 631 };
  const place = server === null ? 'this computer' : `the print server ${server.host}:${server.port}`;
  const client = createIppClient(server, timings.askMs);
  const target = `/printers/${encodeURIComponent(queue)}`;

  async function look(): Promise<Condition> {
    const wanted = ['printer-state', 'printer-state-reasons', 'printer-state-message', 'printer-is-accepting-jobs'];
    try {
      const attributes = [{ tag: 'keyword', name: 'requested-attributes', values: wanted }] as const;
      const answer = await client.ask({ operation: operations.getPrinterAttributes, attributes }, target);
      if (answer.status < 0x0100) return readCondition(answer);
      const missing = `There is no print queue “${queue}” on ${place}.`;
      const refused =
        answer.status === notFound
          ? troubleBy('unreachable', 'queue_missing', missing)
          : troubleBy('unreachable', 'print_server_refuses');
      return { trouble: refused, paperLow: false };
    } catch (error) {
      if (!(error instanceof IppFault)) throw error;
      const message = `${error.message} Start CUPS on ${place}.`;
      return { trouble: troubleBy('unreachable', 'print_server_gone', message), paperLow: false };
    }
  }

  const cups: CupsQueue = { client, target, timings, look };

  async function print(job: PrintRequest, hooks: PrintHooks): Promise<PrintOutcome> {
    const before = await look();
    if (before.trouble !== null) return { outcome: 'failed', ...before.trouble };
    const pdf = await badgePdf(job.bitmap, config.dpi, job.copies ?? 1, job.title, now());
    await hooks.commit();
    try {
      const jobNumber = await submitJob(cups, job, pdf, config.dpi);
      if (jobNumber !== null) return await followJob(cups, jobNumber, hooks);
      return { outcome: 'failed', ...troubleBy('offline', 'queue_closed', 'The print queue refused the badge.') };
    } catch (error) {
      if (!(error instanceof IppFault)) throw error;
      const outcome = error.mayHaveArrived ? 'unknown' : 'failed';
      return { outcome, ...troubleBy('unreachable', 'print_server_gone', error.message) };
    }
  }

  return { config, probe: look, print };
}
