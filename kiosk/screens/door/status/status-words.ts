/** Makes the texts of the status bar for the connection and the printer, and how prominent each is (`Weight`). Pure. */
import type { PrintingState } from '#kiosk/printing/printing.ts';
import type { StationState } from '#kiosk/station/station.ts';
import type { VenueState } from '#kiosk/station/venue.ts';
import { parseTime } from '#shared/base/time.ts';
import { share } from '../../parts/share.ts';
import { troubleWords } from '../../words/badge-failures.ts';
import type { Wording } from '../../words/catalogues.ts';

/** `good`: all is well, not emphasized; `calm`: nothing to report; `note`: worth knowing; `bad`: a person has to act. */
export type Weight = 'good' | 'calm' | 'note' | 'bad';

export interface StatusWords {
  readonly weight: Weight;
  readonly label: string;
  readonly detail: string | null;
}

/** @param venue the other kiosks of the venue: while the server is out of reach, the text counts those in reach */
export function connectionWords(
  station: StationState,
  words: Wording,
  nowMs: number,
  venue: Pick<VenueState, 'condition' | 'members' | 'inReach'> | null = null,
): StatusWords {
  const { sync, dataAsOf } = station;
  const { status, format } = words;
  const data = dataAsOf === null ? status.noData : status.dataFrom(format.time(dataAsOf, nowMs));
  switch (sync.phase) {
    case 'live':
      return { weight: 'good', label: status.live, detail: status.upToDate };
    case 'connecting':
      return { weight: 'note', label: status.connecting, detail: data };
    case 'loading': {
      const percent = format.percent(share(sync.loadedRows, sync.totalRows));
      return { weight: 'note', label: status.loading(percent), detail: data };
    }
    case 'offline': {
      const forHowLong = format.duration(nowMs - (parseTime(sync.since) ?? nowMs));
      if (station.leaseExpired) return { weight: 'bad', label: status.locked, detail: status.offlineFor(forHowLong) };
      if (venue?.condition === 'open' && venue.members > 1) {
        const label = status.inReach(format.number(venue.inReach), format.number(venue.members));
        return { weight: 'note', label, detail: status.noInternet };
      }
      const label = station.networkCut ? status.practiceCut : status.offlineFor(forHowLong);
      return { weight: 'note', label, detail: data };
    }
    case 'locked':
      return { weight: 'bad', label: status.locked, detail: data };
  }
}

export interface PrinterWords extends StatusWords {
  /** The whole state in one sentence, for screen readers. */
  readonly spoken: string;
  /** Badges that need a person, else those that wait. */
  readonly count: number;
}

export function printerWords(printing: PrintingState, words: Wording): PrinterWords {
  const needed = printing.asking.length + printing.failed.length + printing.held;
  const waiting = printing.waiting + printing.unconfirmed.length;
  const count = needed > 0 ? needed : printing.printer === 'none' ? 0 : waiting;
  const said = printerState(printing, words);
  const { printer } = words;
  if (needed > 0) {
    const detail = printer.needsYou(needed);
    return { weight: 'bad', label: said.label, detail, count, spoken: `${said.label}, ${detail}` };
  }
  const parts = [said.label, said.detail, waiting > 0 ? printer.waits(waiting) : null];
  return { ...said, count, spoken: parts.filter((part) => part !== null).join(', ') };
}

function printerState(printing: PrintingState, words: Wording): StatusWords {
  const { printer } = words;
  const message = printerMessage(printing, words);
  switch (printing.printer) {
    case 'ready':
      return { weight: message === null ? 'calm' : 'note', label: printer.ready, detail: message };
    case 'busy':
      return { weight: 'calm', label: printer.busy, detail: null };
    case 'error': {
      const reason = chosen(printing)?.reason;
      return { weight: 'bad', label: printer.error, detail: reason === undefined ? null : printer.short[reason] };
    }
    case 'none':
      return { weight: 'calm', label: printer.none, detail: null };
  }
}

/** @returns the advice for the chosen printer, or for each printer with an error of a chosen pool; null: none */
export function printerMessage(printing: PrintingState, words: Wording): string | null {
  const { printer } = words;
  const now = chosen(printing);
  if (now?.state === 'error') {
    const members = printing.printers.filter(({ id, state }) => state === 'error' && now.members?.includes(id));
    if (members.length === 0) return adviceFor(now, words);
    return members.map((member) => printer.ofMember(member.name, adviceFor(member, words))).join(' ');
  }
  if (now?.paperLow === true) return printer.paperLow;
  // Badges come out all the same; a printer that stands still is worse.
  return printing.layout === 'broken' ? printer.layoutBroken : null;
}

function adviceFor({ reason = 'printer_error', cause }: PrintingState['printers'][number], words: Wording): string {
  return troubleWords(reason, cause, words);
}

function chosen({ printers, chosenPrinterId }: PrintingState): PrintingState['printers'][number] | undefined {
  return printers.find(({ id }) => id === chosenPrinterId);
}
