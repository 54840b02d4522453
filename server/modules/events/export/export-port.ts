/** The port from the events module to the surface that reads and writes exports. */
import type { Result } from '#shared/base/result.ts';
import type { ExportJobRecord } from '#shared/modules/events/export-job.ts';
import type { DatasetColumn } from '#shared/schema/dataset.ts';
import type { Actor } from '../../../core/policy/actor.ts';

/** Maximum number of rows of an export in one piece: more than an exhibitor scans in a week. */
export const exportContentRowsMax = 50_000;

export type AskedExport = Pick<ExportJobRecord, 'columns' | 'dataset' | 'event' | 'format' | 'query'>;

export interface ExportFile {
  readonly rows: number;
  /** In bytes. */
  readonly size: number;
}

/** A file that is answered at once. */
export interface ExportContent {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ExportPort {
  /**
   * The direct export as one piece, for pages: at most `exportContentRowsMax` rows. Refuses as the direct export does.
   *
   * @param columns in place of the dataset's own, of the same collection; null: those of the dataset
   */
  content(actor: Actor, asked: AskedExport, columns: readonly DatasetColumn[] | null): Promise<Result<ExportContent>>;
  /** Refuses as the direct export does. @returns how many rows there are now */
  count(actor: Actor, asked: AskedExport): Promise<Result<number>>;
  /**
   * Writes the file and keeps it under the export's id.
   *
   * @param onRows called with each page of rows; false: it is no longer wanted
   * @returns null: it was no longer wanted, and nothing is kept. Throws where the server stops.
   */
  write(
    actor: Actor,
    id: string,
    asked: AskedExport,
    onRows: (rows: number) => Promise<boolean>,
  ): Promise<Result<ExportFile | null>>;
  /** Deletes the file of an export; does nothing where there is none. */
  delete(tenant: string, id: string): Promise<void>;
  /** @returns an address without the host, good until `untilMs` */
  addressOf(tenant: string, job: Pick<ExportJobRecord, 'dataset' | 'format' | 'id'>, untilMs: number): string;
}
