/** Structured log lines on stderr, one JSON object each. Never bodies, names, addresses of people, or credentials. */
import { ConfigError } from '../core/config-error.ts';
import { scrub } from './scrub.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** @throws ConfigError where `LOG_LEVEL` names no level */
export function readLogLevel(env: Readonly<Record<string, string | undefined>>): LogLevel {
  const given = env['LOG_LEVEL'] || 'info';
  const level = logLevels.find((name) => name === given);
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of: ${logLevels.join(', ')}, not ${given}.`);
  return level;
}

export interface Log {
  error(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  debug(message: string, fields?: Record<string, unknown>): void;
  /** False: `debug` writes nothing, so that callers need not build the message. */
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
