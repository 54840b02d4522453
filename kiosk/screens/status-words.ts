/** The status bar's words, pure: what the connection and the printer are called, and how loud that is said. */

import type { PrintingState } from '#kiosk/printing/printing.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { parseTime } from '#shared/base/time.ts';
import { duration, plural, timeOfDay } from './words.ts';

/** `good`: said softly; `calm`: nothing to say; `note`: know it; `bad`: somebody has to act. */
export type Weight = 'good' | 'calm' | 'note' | 'bad';

export interface StatusWords {
  readonly weight: Weight;
  readonly label: string;
  readonly detail: string | null;
}

export function connectionWords(station: StationState, nowMs: number): StatusWords {
  const { sync, dataAsOf } = station;
  const data = dataAsOf === null ? 'no data yet' : `data from ${timeOfDay(dataAsOf, nowMs)}`;
  switch (sync.phase) {
    case 'live':
      return { weight: 'good', label: 'Live', detail: 'up to date' };
    case 'connecting':
      return { weight: 'note', label: 'Connecting', detail: data };
    case 'loading':
      return { weight: 'note', label: `Loading ${percent(sync.loadedRows, sync.totalRows)} %`, detail: data };
    case 'offline': {
      const forHowLong = duration(nowMs - (parseTime(sync.since) ?? nowMs));
      const label = station.networkCut ? 'Practice: cut off' : `Offline for ${forHowLong}`;
      return { weight: 'note', label, detail: data };
    }
    case 'locked':
      return { weight: 'bad', label: 'Locked', detail: data };
  }
}

export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}

export interface PrinterWords extends StatusWords {
  /** For screen readers: the whole state in one sentence. */
  readonly spoken: string;
  /** Badges that need a person, else those that wait. */
  readonly count: number;
}

export function printerWords(printing: PrintingState): PrinterWords {
  const needed = printing.asking.length + printing.failed.length + printing.held;
  const count = needed > 0 ? needed : printing.printer === 'none' ? 0 : printing.waiting;
  const said = printerState(printing);
  const waits = printing.waiting > 0 ? `, ${plural(printing.waiting, 'badge waits', 'badges wait')}` : '';
  if (needed > 0) {
    const detail = plural(needed, 'badge needs you', 'badges need you');
    return { weight: 'bad', label: said.label, detail, count, spoken: `${said.label}, ${detail}` };
  }
  return { ...said, count, spoken: `${said.label}${said.detail === null ? '' : `, ${said.detail}`}${waits}` };
}

function printerState(printing: PrintingState): StatusWords {
  switch (printing.printer) {
    case 'ready':
      return { weight: printing.message === null ? 'calm' : 'note', label: 'Printer ready', detail: printing.message };
    case 'busy':
      return { weight: 'calm', label: 'Printing', detail: null };
    case 'error':
      return { weight: 'bad', label: 'Printer trouble', detail: troubleWord(printing) };
    case 'none':
      return { weight: 'calm', label: 'No printer', detail: null };
  }
}

function troubleWord(printing: PrintingState): string | null {
  const reason = printing.printers.find(({ id }) => id === printing.chosenPrinterId)?.reason;
  return reason === undefined ? null : reason.replaceAll('_', ' ');
}
