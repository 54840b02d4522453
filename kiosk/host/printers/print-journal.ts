/**
 * The host's memory of jobs on disk: which ones began to leave for a printer and how they ended. A job that
 * began and has no end when the file is opened is `unknown`: the host died in the middle.
 * One JSON record a line, synced; read back only at start.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { PrintOutcome } from '#kiosk/bridge/host-api.ts';
import { parseOutcome } from '#kiosk/bridge/parse-answers.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import { isObject, parseJson } from '#shared/base/json.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import { isoTime } from '#shared/base/time.ts';
import { replaceFile } from '../durable-file.ts';

/** Four days of a kiosk that prints a badge every 20 seconds for 24 hours; older jobs are forgotten. */
const maxRemembered = 20_000;

export interface PrintJournal {
  /** The last known end of a job, `interrupted` while it is under way; null when it never began here or is forgotten. */
  find(jobId: string): PrintOutcome | null;
  /** Records that a job begins; on disk when it resolves. @throws when the disk refuses */
  begin(jobId: string, printerId: string): Promise<void>;
  /** Records how a job ended; on disk when it resolves. @throws when the disk refuses */
  end(jobId: string, outcome: PrintOutcome): Promise<void>;
  close(): Promise<void>;
}

export const interrupted: PrintOutcome = {
  outcome: 'unknown',
  reason: 'interrupted',
  message: 'This device stopped while the badge was printing. Check whether it came out.',
};

interface Entry {
  readonly jobId: string;
  readonly outcome: PrintOutcome;
}

/** A torn or foreign line is skipped: the lines around it still count. */
function readEntry(line: string): Entry | null {
  const record = parseJson(line);
  if (!isObject(record) || typeof record['jobId'] !== 'string') return null;
  const outcome = record['outcome'] === 'sending' ? interrupted : parseOutcome(record);
  return outcome === null ? null : { jobId: record['jobId'], outcome };
}

async function readEntries(path: string): Promise<Map<string, PrintOutcome>> {
  const known = new Map<string, PrintOutcome>();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return known;
    throw error;
  }
  for (const line of text.split('\n')) {
    const entry = line === '' ? null : readEntry(line);
    if (entry !== null) remember(known, entry.jobId, entry.outcome);
  }
  return known;
}

function remember(known: Map<string, PrintOutcome>, jobId: string, outcome: PrintOutcome): void {
  setBounded(known, jobId, outcome, maxRemembered);
}

async function rewrite(path: string, known: ReadonlyMap<string, PrintOutcome>): Promise<FileHandle> {
  const lines = [...known].map(([jobId, outcome]) => `${JSON.stringify({ jobId, ...outcome })}\n`);
  await replaceFile(path, lines.join(''));
  return open(path, 'a', 0o600);
}

/**
 * @param path the file, made with its folder when missing; one process at a time
 * @param now Unix milliseconds, only for people who read the file
 */
export async function openPrintJournal(path: string, now: () => number): Promise<PrintJournal> {
  const known = await readEntries(path);
  let file = await rewrite(path, known);
  let lines = known.size;
  const oneAtATime = createOneAtATime();

  function append(record: Readonly<Record<string, unknown>>): Promise<void> {
    return oneAtATime(async () => {
      if (lines > 2 * maxRemembered) {
        await file.close();
        file = await rewrite(path, known);
        lines = known.size;
      }
      // The newline before it keeps the record apart from one that a full disk tore.
      await file.appendFile(`\n${JSON.stringify(record)}\n`);
      await file.datasync();
      lines += 1;
    });
  }

  return {
    find: (jobId) => known.get(jobId) ?? null,
    begin: async (jobId, printerId) => {
      await append({ jobId, printerId, outcome: 'sending', at: isoTime(now()) });
      remember(known, jobId, interrupted);
    },
    end: async (jobId, outcome) => {
      remember(known, jobId, outcome);
      await append({ jobId, ...outcome, at: isoTime(now()) });
    },
    close: async () => {
      await oneAtATime(async () => undefined);
      await file.close();
    },
  };
}
