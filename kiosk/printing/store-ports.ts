/**
 * Printing's ports over the kiosk's replica: its journal, its print jobs, its roster, its settings.
 * Translates records; only a claim also waits for the server. Called by kiosk/start.
 */

import type { JournalScan, PrintJob, Replica } from '#kiosk/store/replica.ts';
import { type LayoutInUse, layoutInUse } from '#shared/badge/read-layout.ts';
import { isObject } from '#shared/base/json.ts';
import type { AdmissionJournal, BadgeSource, LayoutSource, PrintCursor, PrintQueue, Timing } from './ports.ts';

const cursorSetting = 'print_cursor';
/** A claim reaches the server well within this, and a lost one comes back. */
const claimSettlesMs = 2_000;

export function printQueueOf(replica: Replica, kioskId: string, timing: Timing): PrintQueue {
  const { printJobs } = replica;
  const mayPrint = (job: PrintJob): boolean => job.kiosk === null || job.kiosk === kioskId;
  const read = (jobs: readonly PrintJob[]): readonly PrintJob[] => jobs.filter(mayPrint);
  return {
    open: async (limit) => read(await printJobs.open(limit)),
    recent: async (limit) => read(await printJobs.recent(limit)),
    ofRegistration: (registrationId) => printJobs.ofRegistration(registrationId),
    insert: (job) => printJobs.insert(job),
    update: async (jobId, patch) => {
      await printJobs.update(jobId, patch);
    },
    // Two kiosks of a gate may both want it. The server decides between them; its answer is waited for, because a
    // badge that was printed twice cannot be called back. Without a network no new job comes down, so none is shared.
    claim: async (jobId) => {
      await printJobs.update(jobId, { kiosk: kioskId });
      await new Promise<void>((done) => timing.after(claimSettlesMs, done));
      return (await printJobs.get(jobId))?.kiosk === kioskId;
    },
    observe: (listener) => printJobs.onChange(listener),
  };
}

export function admissionsOf(replica: Replica): AdmissionJournal {
  return {
    after: async (position, limit) => {
      const scans = await replica.journal.after(position, limit);
      // A ticket that is genuine but not known here has no name to print; its badge is asked for at the server.
      const admissions = scans.flatMap((scan) => {
        const entered = scan.verdict === 'admitted' && scan.direction !== 'exit';
        const registrationId = entered ? registrationOf(replica, scan) : null;
        if (registrationId === null) return [];
        const overridden = isOverridden(scan);
        return [
          { position: scan.counter ?? 0, scanId: scan.id, registrationId, scannedAt: scan.scannedAt, overridden },
        ];
      });
      return { admissions, position: scans.at(-1)?.counter ?? position };
    },
    observe: (listener) => replica.journal.onAppend(listener),
    isOverridden: async (scanId) => {
      const scan = await replica.journal.get(scanId);
      return scan !== null && isOverridden(scan);
    },
  };
}

function isOverridden(scan: JournalScan): boolean {
  return scan.flags?.includes('override') === true;
}

function registrationOf(replica: Replica, scan: JournalScan): string | null {
  if (scan.registration !== null || scan.ticketNumber === null) return scan.registration;
  return replica.roster.registrationByTicket(scan.ticketNumber)?.id ?? null;
}

export function printCursorOf(replica: Replica): PrintCursor {
  return {
    load: async () => {
      const value = await replica.settings.read(cursorSetting);
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
    },
    save: (position) => replica.settings.write(cursorSetting, position),
  };
}

/** The event's layout, read when it comes and not at every badge. */
export function layoutsOf(replica: Replica, eventId: string): LayoutSource {
  let stored: unknown = null;
  let inUse = layoutInUse(null);
  function read(): LayoutInUse {
    const found = replica.roster.record('events', eventId)?.badgeLayout ?? null;
    if (found !== stored) {
      stored = found;
      inUse = layoutInUse(found);
    }
    return inUse;
  }
  return {
    inUse: read,
    observe: (listener) => {
      let seen = read();
      return replica.onChange(() => {
        if (read() === seen) return;
        seen = read();
        listener();
      });
    },
  };
}

export function badgesOf(replica: Replica, eventId: string): BadgeSource {
  return {
    isConfirmed: async (registrationId) => {
      const registration = replica.roster.registration(registrationId);
      return registration === null ? null : registration.status === 'confirmed';
    },
    find: async (registrationId) => {
      const { roster } = replica;
      const registration = roster.registration(registrationId);
      if (registration === null) return null;
      const { name, company, role, badgeCode, answers } = registration;
      const ticketType = roster.record('ticket_types', registration.ticketType);
      return {
        name,
        company,
        role,
        badgeCode,
        ticketType: ticketType?.key ?? null,
        ticketTypeName: ticketType?.name ?? null,
        answers: answerTexts(answers),
        eventName: roster.record('events', eventId)?.name ?? '',
      };
    },
  };
}

/** A yes is a tick and a no is nothing: a badge is too small for sentences. */
function answerTexts(answers: unknown): Readonly<Record<string, string>> {
  if (!isObject(answers)) return {};
  const texts = Object.entries(answers).flatMap(([question, answer]) => {
    const value = isObject(answer) ? answer['value'] : null;
    if (value === true) return [[question, '✓']];
    return typeof value === 'string' ? [[question, value]] : [];
  });
  return Object.fromEntries(texts);
}
