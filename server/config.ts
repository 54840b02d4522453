/** The environment, parsed once into one value. Unknown values are refused with a line that says what would do. */
import { resolve } from 'node:path';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** How people reach us: in mails, ticket pages, pairing links. */
  readonly publicUrl: string;
  readonly smtpUrl: string | null;
  readonly stripe: { readonly secretKey: string | null; readonly webhookSecret: string | null; readonly apiBase: string | null };
  readonly logLevel: LogLevel;
  readonly nowOffsetMs: number;
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export class ConfigError extends Error {}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name}=${text} is not a whole number from ${min} to ${max}.`);
  return value;
}

function address(env: NodeJS.ProcessEnv, name: string, protocols: readonly string[]): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol))
    throw new ConfigError(`${name} is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  return text.replace(/\/+$/, '');
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = env['HOST'] || '127.0.0.1';
  const port = integer(env, 'PORT', 4000, 0, 65_535);
  const level = env['LOG_LEVEL'] || 'info';
  if (!logLevels.includes(level as LogLevel))
    throw new ConfigError(`LOG_LEVEL=${level} is none of: ${logLevels.join(', ')}.`);
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl) throw new ConfigError('DATABASE_URL: this version stores in SQLite only; unset it to use DATA_DIR.');
  const shownHost = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return {
    host,
    port,
    dataDir: resolve(env['DATA_DIR'] || './data'),
    databaseUrl,
    publicUrl: address(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://${shownHost}:${port}`,
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    stripe: {
      secretKey: env['STRIPE_SECRET_KEY'] || null,
      webhookSecret: env['STRIPE_WEBHOOK_SECRET'] || null,
      apiBase: address(env, 'STRIPE_API_BASE', ['http:', 'https:']),
    },
    logLevel: level as LogLevel,
    nowOffsetMs: integer(env, 'NOW_OFFSET_MS', 0, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  };
}
