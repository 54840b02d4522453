/**
 * Printing in a real browser: real canvas, real replica on IndexedDB, real follower and queue, and a device host that
 * the test scripts. Reloading the page is the kiosk's restart. Driven through `window.lab`.
 */

import type { HostApi, PrinterStatus, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { openPrinting } from '#kiosk/printing/open-printing.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import { renderBadge } from '#kiosk/printing/render-badge.ts';
import { admissionsOf, printCursorOf, printQueueOf } from '#kiosk/printing/store-ports.ts';
import { openBrowserKeyStore } from '#kiosk/store/browser-key-store.ts';
import { openReplica } from '#kiosk/store/open-replica.ts';
import type { ScanDraft } from '#kiosk/store/replica.ts';
import { layoutInUse } from '#shared/badge/read-layout.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import type { Lab } from '../lab.ts';

const kioskId = '018f3a52-0000-7000-8000-00000000000a';
const event = '018f3a52-0000-7000-8000-00000000000e';
const databaseName = 'printing-lab';
const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const printer: PrinterStatus = {
  id: 'desk',
  name: 'Desk printer',
  kind: 'escpos-tcp',
  dpi: 203,
  widthDots: 576,
  state: 'ready',
  paperLow: false,
  queued: 0,
};

/** Outcomes for the next prints; `silent`: the host never answers. */
const outcomes: (PrintOutcome | 'silent')[] = [];
const printed: { jobId: string; title: string }[] = [];
let tellPrinter = (_status: PrinterStatus): void => {};

const host: HostApi = {
  info: async () => ({ kind: 'web', version: 'test', keyStore: 'plain' }),
  printers: async () => [printer],
  print: async (_printerId: string, job: PrintRequest) => {
    printed.push({ jobId: job.jobId, title: job.title });
    const outcome = outcomes.shift() ?? { outcome: 'printed' };
    return outcome === 'silent' ? new Promise<PrintOutcome>(() => {}) : outcome;
  },
  onPrinterState: (listener) => {
    tellPrinter = listener;
    return () => {};
  },
  saveSecret: async () => {},
  loadSecret: async () => null,
  quit: async () => 'not_here',
};

const opened = openReplica({ databaseName, keyStore: openBrowserKeyStore(databaseName) });
let printing: Printing | null = null;
const faults: string[] = [];
const unpaid = new Set<string>();

async function replica() {
  const result = await opened;
  if (result.kind !== 'opened') throw new Error('the lab is open in another window');
  return result.replica;
}

const lab: Lab = {
  render: (badge, paper, stored = null) => {
    const { widthDots, heightDots, bits } = renderBadge(badge, paper, layoutInUse(stored).layout);
    return { widthDots, heightDots, bits: toBase64url(bits) };
  },
  start: async (withHost) => {
    const held = await replica();
    const timing = {
      nowMs: Date.now,
      after: (delayMs: number, callback: () => void) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
    };
    printing = openPrinting({
      event,
      host: withHost ? host : null,
      queue: printQueueOf(held, kioskId, timing),
      journal: admissionsOf(held),
      cursor: printCursorOf(held),
      // The roster of this replica is empty: a person follows from the registration.
      badges: {
        isConfirmed: async (id) => !unpaid.has(id),
        find: async (id) => ({
          name: `Person ${id.slice(-4)}`,
          company: null,
          role: null,
          ticketType: 'visitor',
          ticketTypeName: 'Visitor',
          answers: {},
          eventName: 'Lab',
          badgeCode: `B-${id.slice(-4)}`,
        }),
      },
      render: renderBadge,
      layouts: { inUse: () => layoutInUse(null), observe: () => () => {} },
      kioskId,
      gate: () => 'north',
      choice: { load: () => null, save: () => {} },
      timing,
      random: Math.random,
      newId: () => uuidv7(Date.now(), random(10)),
      onFault: (fault) => faults.push(String(fault)),
    });
  },
  unpaid: (registration) => {
    unpaid.add(registration);
  },
  scan: async (registration, verdict, overridden = false) => {
    const now = isoTime(Date.now());
    const draft: ScanDraft = {
      id: uuidv7(Date.now(), random(10)),
      event,
      gate: 'north',
      list: 'default',
      kiosk: kioskId,
      ticketNumber: `T-${registration}`,
      registration,
      direction: 'entry',
      verdict,
      undoes: null,
      undoReason: null,
      flags: overridden ? ['override'] : [],
      scannedAt: now,
      issuedAt: now,
      clockOffsetMs: 0,
      knownSeq: 1,
      ruleVersion: 1,
      source: 'wedge',
      staff: null,
      overrideReason: null,
      overrideBy: null,
      overrode: null,
      answers: null,
      leases: null,
      durationMs: 1,
    };
    const result = await (await replica()).journal.append(draft);
    return result.kind === 'recorded' ? draft.id : result.message;
  },
  outcome: (...next) => {
    outcomes.push(...next);
  },
  printer: (change) => tellPrinter({ ...printer, ...change }),
  fromServer: async (job) => {
    await (await replica()).printJobs.insert({ event, ...job });
  },
  jobs: async () => (await replica()).printJobs.recent(50),
  printed: () => printed,
  state: () => printing?.state() ?? null,
  cameOut: async (jobId) => printing?.cameOut(jobId),
  printAgain: async (jobId, reason) => printing?.printAgain(jobId, reason),
  faults: () => faults,
};
window.lab = lab;
