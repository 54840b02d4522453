/** Summarizes the condition of this kiosk's printer for the organizer. Sync reports it to the server. */
import type { PrinterState } from '#kiosk/bridge/host-api.ts';
import type { PrintingState } from './printing.ts';

export interface PrinterCondition {
  readonly state: PrinterState;
  /** Null: no printer is chosen, or the chosen one is not found. */
  readonly paper: 'ok' | 'low' | 'out' | null;
  /** Advice in English on what the printer needs; null while all is well. */
  readonly message: string | null;
}

/** Maximum length of a message at the server, in characters. */
const messageMax = 300;

export function printerCondition({ printer, message, printers, chosenPrinterId }: PrintingState): PrinterCondition {
  const chosen = printers.find(({ id }) => id === chosenPrinterId);
  const said = message === null ? null : [...message].slice(0, messageMax).join('');
  if (chosen === undefined) return { state: printer, paper: null, message: said };
  const paper = chosen.reason === 'paper_out' ? 'out' : chosen.paperLow ? 'low' : 'ok';
  return { state: printer, paper, message: said };
}
