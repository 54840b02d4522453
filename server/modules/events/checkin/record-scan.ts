/** The scan of an attempt that the server itself decided. */

import type { Answers } from '#shared/admission/questions.ts';
import { type Direction, ruleVersion, type Verdict } from '#shared/admission/verdict.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type ScanRecord, scans } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import type { Transaction } from '../../../store/contract.ts';

export interface Recorded {
  readonly event: EventRecord;
  readonly list: string;
  readonly gateKey: string;
  readonly direction: Direction;
  /** Null: none was readable, or the registration came in with its group. */
  readonly code: TicketCode | null;
  /** Number that the code stands for, ours or another system's; null where there was none. */
  readonly ticketNumber: string | null;
  readonly registration: RegistrationRecord | null;
  readonly verdict: Verdict;
  readonly answers: Answers | null;
  readonly override: { readonly reason: string; readonly by: string } | null;
  readonly nowMs: number;
  readonly durationMs: number;
}

export async function recordScan(tx: Transaction, scan: Recorded): Promise<ScanRecord> {
  const { verdict, code, registration, override, event } = scan;
  const values = {
    event: event.id,
    gate: scan.gateKey,
    list: scan.list,
    kiosk: null,
    counter: null,
    ticketNumber: scan.ticketNumber,
    registration: registration?.event === event.id ? registration.id : null,
    direction: scan.direction,
    verdict: verdict.code,
    undoes: null,
    undoReason: null,
    flags: [...verdict.flags],
    scannedAt: isoTime(scan.nowMs),
    issuedAt: code && isoTime(code.timestamp * secondMs),
    ruleVersion,
    source: 'api',
    staff: null,
    overrideReason: override?.reason ?? null,
    overrideBy: override?.by ?? null,
    overrode: verdict.detail.overrode ?? null,
    answers: scan.answers,
    leases: null,
    durationMs: scan.durationMs,
  };
  return await tx.create(scans, values);
}
