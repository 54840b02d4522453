/**
 * The calls that the renderer makes to its machine: printers, the key store, leaving the kiosk, other kiosks on the LAN.
 * Types and closed lists only. Implemented by the Electron preload (window.gatehouseHost), by web-host-client.ts over a
 * WebSocket, and by tests as they need it.
 */

import type { PeerApi } from '#shared/peers/peer-api.ts';
import type { Bitmap } from './bitmap.ts';
import type { PrintCause } from './print-causes.ts';

/** Closed list; how a printer is spoken to. */
export const printerKinds = [
  'escpos-tcp', // receipt and badge printers, port 9100
  'zpl-tcp', // Zebra and compatible label printers, port 9100
  'brother-ql-tcp', // Brother QL label printers, port 9100
  'cups', // a print queue of CUPS, on this machine or another
  'system', // a printer of the operating system, through Electron
  'pdf', // a folder that gets PDF files
  'file', // a folder that gets PNG files
  'pool', // several of the others, of which the first that is well prints
] as const;
export type PrinterKind = (typeof printerKinds)[number];

export interface PrinterConfig {
  /** Lower-case letters, digits, hyphens; unique on this host. */
  readonly id: string;
  readonly name: string;
  readonly kind: PrinterKind;
  /** Network printers; for `cups` the print server, this machine's own when unset. */
  readonly host?: string;
  /** When unset 9,100 for network printers, 631 for `cups`. */
  readonly port?: number;
  /** `brother-ql-tcp`: of the SNMP agent, for models that tell their status only there; 161 when unset. */
  readonly snmpPort?: number;
  /** `pdf` and `file`. */
  readonly folder?: string;
  /** `cups`: the queue; `system`: the printer as the operating system calls it. */
  readonly queue?: string;
  /** `pool`: ids of printers of this host with the same resolution, the first choice first. */
  readonly members?: readonly string[];
  /** Dots per inch. */
  readonly dpi: number;
  readonly widthDots: number;
}

/** Closed list; the rules of the print queue and the screens branch on it. */
export const printFailures = [
  'unreachable', // nothing answers at the printer's address, or its folder cannot be written
  'paper_out',
  'cover_open',
  'offline', // the printer says so itself: feed button, standby
  'printer_error', // cutter jam, overheated head
  'timeout', // the printer went silent
  'reset', // the connection broke
  'bad_job', // the badge does not fit this printer, or the message was malformed
  'no_printer', // no printer of that id on this host
  'queue_full',
  'journal', // the host's disk refused the note that must be there before the first byte is sent
  'interrupted', // the host ended in the middle of the job
  'host_lost', // the renderer lost the device host (browser form only)
] as const;
export type PrintFailure = (typeof printFailures)[number];

/**
 * `failed`: certainly not printed, the same job may be sent again or go to the next printer of the pool.
 * `unknown`: the badge may have come out. Only a person may say "again": see `PrintRequest.evenIfUnknown`.
 */
export type PrintOutcome =
  | { readonly outcome: 'printed' }
  | {
      readonly outcome: 'failed' | 'unknown';
      readonly reason: PrintFailure;
      readonly cause?: PrintCause;
      /** Message in English, for logs and for the server; screens have words for reason and cause. */
      readonly message: string;
    };

export interface PrintRequest {
  /**
   * Made once for each badge to print. The host remembers it on disk: a job that was printed answers
   * `printed` again without printing, one that is unknown stays unknown, one under way is joined.
   */
  readonly jobId: string;
  /** 1 to 10; 1 when absent. */
  readonly copies?: number;
  readonly bitmap: Bitmap;
  /** Title that people see: in the file name, on the printer page, in the log. */
  readonly title: string;
  /** A person looked and found no badge: print although an earlier attempt of this very job ended as unknown. */
  readonly evenIfUnknown?: boolean;
}

export type PrinterState = 'ready' | 'busy' | 'error' | 'none';

/** Facts about a printer that a kiosk may know: no address, no path. */
export interface PrinterStatus {
  readonly id: string;
  readonly name: string;
  readonly kind: PrinterKind;
  readonly dpi: number;
  readonly widthDots: number;
  readonly state: PrinterState;
  /** Set when the state is `error`. */
  readonly reason?: PrintFailure;
  readonly cause?: PrintCause;
  /** Advice in English, for logs and for the server; screens have words for reason and cause. */
  readonly message?: string;
  readonly paperLow: boolean;
  /** Jobs waiting or under way. */
  readonly queued: number;
  /** A pool's printers, the first choice first; each also has a status of its own. */
  readonly members?: readonly string[];
}

export interface HostInfo {
  readonly kind: 'electron' | 'web';
  readonly version: string;
  /** `protected`: the operating system guards secrets; `plain`: a file only this user can read. */
  readonly keyStore: 'protected' | 'plain';
  /** The Gatehouse server this machine is configured for. */
  readonly serverUrl?: string;
  /** The page of the virtual printer, where one runs. */
  readonly virtualPrinterUrl?: string;
  /** Whether `quit` can be used: this is Electron and a PIN is set. */
  readonly canQuit?: boolean;
  /** Warnings for the operator of this machine, shown in the settings. At most 10. */
  readonly warnings?: readonly HostWarning[];
}

/** Closed list; the host's log says more. */
export const hostWarnings = [
  'key_store_plain', // the system guards no secrets: a person who can read this user's files has the kiosk's key
  'other', // of a newer host
] as const;
export type HostWarning = (typeof hostWarnings)[number];

/** Closed list. */
export const quitAnswers = [
  'quitting',
  'wrong_pin',
  'wait', // too many wrong PINs: the next attempt counts only after a while
  'no_pin', // none is configured on this machine
  'not_here', // a browser is closed by other means
] as const;
export type QuitAnswer = (typeof quitAnswers)[number];

/** Rejects with an Error when a call is malformed or the host itself is broken or gone; a printer's trouble is an outcome. */
export interface HostApi {
  info(): Promise<HostInfo>;
  printers(): Promise<readonly PrinterStatus[]>;
  /** Never rejects. */
  print(printerId: string, job: PrintRequest): Promise<PrintOutcome>;
  /** @returns the function that ends the subscription */
  onPrinterState(listener: (status: PrinterStatus) => void): () => void;
  /**
   * @param name at most 64 lower-case letters, digits, dots and hyphens
   * @param value at most 8,192 characters; empty: forget it
   */
  saveSecret(name: string, value: string): Promise<void>;
  /** @returns null when nothing is kept under that name; the browser form gives '' after an empty value was saved */
  loadSecret(name: string): Promise<string | null>;
  /** Leaves the kiosk, for staff. @param pin 4 to 12 digits */
  quit(pin: string): Promise<QuitAnswer>;
  /** Other kiosks on the LAN; absent where this machine cannot reach them. */
  readonly peers?: PeerApi;
}
