/**
 * The reports of other kiosks in reach, as the station reads them: scans as facts, and people admitted twice.
 * kiosk/venue fills it; it is empty without a network of kiosks.
 */
import type { AdmissionScan } from '#shared/admission/facts-from-records.ts';
import { createListeners } from '#shared/base/observable.ts';

/** A person was admitted twice, as this kiosk finds out without the server. Spelled like a `checkin_conflicts` record. */
export interface HeardDouble {
  readonly id: string;
  /** Id of the later scan. */
  readonly scan: string;
  readonly registration: string;
  readonly scannedAt: string;
  readonly gate: string | null;
  readonly kiosk: string | null;
  readonly firstScannedAt: string;
  readonly firstGate: string | null;
  readonly firstKiosk: string | null;
}

export interface HeardScans {
  /** Others' scans of the ticket on the list, undoing ones too, in no order. */
  scansOf(ticketNumber: string, registrationId: string | null, listId: string): readonly AdmissionScan[];
  /** People whom others let in and whom neither the roster nor this kiosk's own scans have in. */
  admitted(listId: string): number;
  doubles(): readonly HeardDouble[];
}

export interface HeardSlot extends HeardScans {
  fill(source: HeardScans | null): void;
  changed(): void;
  onChange(listener: () => void): () => void;
}

export function createHeardSlot(): HeardSlot {
  const listeners = createListeners();
  let source: HeardScans | null = null;
  return {
    scansOf: (ticketNumber, registrationId, listId) => source?.scansOf(ticketNumber, registrationId, listId) ?? [],
    admitted: (listId) => source?.admitted(listId) ?? 0,
    doubles: () => source?.doubles() ?? [],
    fill(next) {
      source = next;
      listeners.notify();
    },
    changed: listeners.notify,
    onChange: listeners.subscribe,
  };
}
