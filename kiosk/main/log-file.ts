/**
 * The kiosk's log on disk: what would go to a console that is not seen. Bounded: a few files of a few megabytes, the
 * oldest is dropped. Holds no names and no codes, because none are logged.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { isoTime } from '#shared/base/time.ts';

export interface LogOptions {
  readonly folder: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Size at which a file is full; 2,000,000 when absent. */
  readonly maxBytes?: number;
  /** Number of files, with the one that is written; 5 when absent. */
  readonly files?: number;
}

const defaultMaxBytes = 2_000_000;
const defaultFiles = 5;
const maxLineChars = 4_000;

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0; // not there yet
  }
}

/** @returns writes one line; it never throws, because a full disk must not stop the check-in */
export function openLogFile(options: LogOptions): (level: string, text: string) => void {
  const { folder, now, maxBytes = defaultMaxBytes, files = defaultFiles } = options;
  const path = (number: number): string => join(folder, number === 0 ? 'kiosk.log' : `kiosk.${number}.log`);
  let size = sizeOf(path(0));

  function rotate(): void {
    for (let number = files - 1; number > 0; number -= 1) {
      if (sizeOf(path(number - 1)) > 0) renameSync(path(number - 1), path(number));
    }
    size = 0;
  }

  return (level, text) => {
    const line = `${isoTime(now())} ${level} ${text.replaceAll('\n', '\n  ').slice(0, maxLineChars)}\n`;
    try {
      mkdirSync(folder, { recursive: true });
      if (size > 0 && size + Buffer.byteLength(line) > maxBytes) rotate();
      // Written at once and not queued: the last lines before a crash are the ones that matter.
      appendFileSync(path(0), line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      // The line went to the console too.
    }
  };
}

/** Everything that is said on the console also goes to the log. */
export function logConsole(
  target: Pick<Console, 'log' | 'warn' | 'error'>,
  write: (level: string, text: string) => void,
): void {
  for (const level of ['log', 'warn', 'error'] as const) {
    const before = target[level].bind(target);
    target[level] = (...said: unknown[]): void => {
      before(...said);
      write(level, format(...said));
    };
  }
}
