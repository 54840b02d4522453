/** Paths of a module that take a file; the surface `files` receives it and calls the module. */
import type { Result } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { ActionDefinition } from '#shared/schema/definition.ts';
import type { Reader, Transaction } from '../../store/contract.ts';

/** A file as it came, on this machine's disk for as long as it is taken, with what stood beside it. */
export interface IncomingFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** File name that the client sent; cleaned. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: ReadonlyMap<string, string>;
}

/** Operations for taking a file: reads, and writes in transactions in the name of the sender. */
export interface FileContext {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly reader: Reader;
  readonly commit: <T>(plan: (tx: Transaction) => Promise<Result<T>>) => Promise<Result<T>>;
}

/** A path that takes a file (`multipart/form-data`), where an action's JSON would be too small. */
export interface FileIntake {
  /** Name, scope and module are an action's; the path is mounted as it stands and again below `/api/v1`. */
  readonly action: ActionDefinition;
  readonly path: string;
  /** Names of the form's fields beside the file. */
  readonly fields: readonly string[];
  readonly bytesMax: number;
  readonly take: (file: IncomingFile, context: FileContext) => Promise<Result<unknown>>;
}
