/**
 * Files of unsent scans and edits of leads (shared/sync/scan-file.ts), kept for a person to carry to the server: in a
 * database of their own, because everything else is wiped. Nothing removes them. Sealed already; nothing here can open
 * them.
 */
import { Dexie, type Table } from 'dexie';
import type { ScanFile } from '#shared/sync/scan-file.ts';

export interface HandoverFile {
  /** Id of the kiosk as it was paired then. */
  readonly kiosk: string;
  /** Number of scans and edits of leads in the file; walk-ins are not counted. */
  readonly scans: number;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly file: ScanFile;
}

export interface HandoverFiles {
  /** Durable when it resolves; beside those that are there: the server takes each scan once. */
  write(file: HandoverFile): Promise<void>;
  /** Oldest first. */
  all(): Promise<readonly HandoverFile[]>;
  close(): void;
}

export function openHandoverFiles(databaseName: string): HandoverFiles {
  const database = new Dexie(`${databaseName}-handover`, { chromeTransactionDurability: 'strict', cache: 'disabled' });
  database.version(1).stores({ files: '++' });
  const files: Table<HandoverFile, number> = database.table('files');
  return {
    write: async (file) => {
      await files.add(file);
    },
    all: async () => (await files.toArray()).sort((a, b) => a.madeAt.localeCompare(b.madeAt)),
    close: () => database.close(),
  };
}
