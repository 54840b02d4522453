/** Structured log lines on stderr, one JSON object each. Never bodies, names, addresses of people, or credentials. */
import { type LogLevel, logLevels } from '../config.ts';

export interface Log {
  error(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  debug(message: string, fields?: Record<string, unknown>): void;
  /** False: what is told to `debug` goes nowhere, and need not be put together. */
  readonly isDebug?: boolean;
}

/** An error as fields: message and stack of it and of what caused it, at most five deep. */
export function faultFields(fault: unknown, depth = 0): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: String(fault) };
  return {
    fault: fault.message,
    stack: fault.stack
      ?.split('\n')
      .slice(1, 6)
      .map((line) => line.trim()),
    ...(fault.cause !== undefined && depth < 5 ? { cause: faultFields(fault.cause, depth + 1) } : {}),
  };
}

/**
 * Callers log no personal data. Messages of faults are not ours to word, though: a mail server's refusal names the
 * recipient, a driver's the address with its password. What looks like one is struck out of every line.
 */
const struckOut: readonly (readonly [RegExp, string])[] = [
  [/[^\s"'<>(),:;@\\/]{1,64}@[^\s"'<>(),:;@\\/]{1,255}\.[a-z]{2,63}/gi, '<address>'],
  [/gate_(?:sk|se|kt|ll)_[\w.-]+/g, '<credential>'],
  [/\/t\/(?!:)[^\s"/?#\\]+/g, '/t/<secret>'],
];

export function scrub(line: string): string {
  return struckOut.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const threshold = logLevels.indexOf(level);
  const at =
    (name: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (logLevels.indexOf(name) > threshold) return;
      write(`${scrub(JSON.stringify({ at: new Date().toISOString(), level: name, message, ...fields }))}\n`);
    };
  const isDebug = logLevels.indexOf('debug') <= threshold;
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), isDebug };
}
