/**
 * The interface of a printer language over a connection: tcp-transport.ts checks the printer, sends a job and confirms
 * it without knowing the language. Implemented by escpos-dialect.ts, zpl-dialect.ts and ql-dialect.ts. Types only.
 */
import type { PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { Condition } from '../printer-port.ts';
import type { Trouble } from '../trouble.ts';
import type { TcpLine } from './tcp-line.ts';

export type Beat =
  | { readonly kind: 'well' }
  /** No answer came, or the printer has not begun the job. */
  | { readonly kind: 'silent' }
  /** Final: the printer has dropped the job, waiting for paper will not bring it back. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly final: boolean };

/** The conversation over one connection, from the first look to its end. Every promise may reject with PrinterFault. */
export interface Session {
  /** @throws PrinterFault `timeout` when the printer says nothing */
  look(askMs: number): Promise<Condition>;
  /** The job's bytes for this printer as it was seen in `look`, or why it cannot print the job at all. */
  compose(job: PrintRequest): { readonly bytes: Uint8Array } | { readonly refusal: Trouble };
  /**
   * Rids the printer of what an earlier job left and of its late acknowledgement, which the next job would
   * otherwise take for its own.
   *
   * @param timeoutMs the time limit for the printer's answer
   * @param quietMs how long to listen for late answers to an earlier job
   * @throws PrinterFault `timeout` when the printer does not answer or become idle in time
   */
  settle(timeoutMs: number, quietMs: number): Promise<void>;
  /** Hands the composed job to the network; its fate shows in `done` and `beat`. */
  send(bytes: Uint8Array, copies: number): void;
  /** Resolves when the printer itself said that the job is done. */
  readonly done: Promise<void>;
  /** Looks at the printer while the job prints. */
  beat(askMs: number): Promise<Beat>;
  /** Has the printer forget what it has not printed yet, so that nothing comes out after its person has left. */
  abandon(): void;
}

/** Opens a session on each connection to a printer; the QL dialect, made once for a printer, remembers how it answers. */
export interface Dialect {
  open(line: TcpLine): Session;
}
