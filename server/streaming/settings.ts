/** The settings of the streaming process, parsed once. Its secret comes from the server that started it, or the environment. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../core/config-error.ts';
import { type LogLevel, readLogLevel } from '../http/log.ts';

export interface StreamingSettings {
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly allowPrivate: boolean;
  /** Certificates (PEM) that targets may have beside those of the public authorities; null: none. */
  readonly ca: string | null;
  readonly logLevel: LogLevel;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usualPort = 1_935;

/** @returns the address without a slash at its end, because paths are appended to it */
function address(name: string, given: string, example: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ConfigError(`${name} must be the address of the ${example}.`);
  return given.replace(/\/+$/, '');
}

function port(env: Environment): number {
  const given = env['STREAMING_PORT'] || String(usualPort);
  const value = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= 65_535)) throw new ConfigError(`STREAMING_PORT must be a whole number up to 65535, not ${given}.`);
  return value;
}

/** @throws ConfigError where the file cannot be read or holds no certificate */
function certificates(env: Environment): string | null {
  const file = env['STREAMING_CA'];
  if (!file) return null;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The error below covers this case, too.
  }
  throw new ConfigError('STREAMING_CA must be a file with certificates (PEM) that this account can read.');
}

/** @throws ConfigError for the first value that cannot be used */
export function readStreamingSettings(env: Environment): StreamingSettings {
  const api = address('STREAMING_API', env['STREAMING_API'] ?? '', 'server, such as https://gatehouse.example');
  const sandbox = env['STREAMING_SANDBOX_API'] || `${api}/sandbox`;
  return {
    apiUrl: api,
    sandboxUrl: address('STREAMING_SANDBOX_API', sandbox, 'sandbox, such as https://gatehouse.example/sandbox'),
    host: env['STREAMING_HOST'] || '0.0.0.0',
    port: port(env),
    dataDir: resolve(env['DATA_DIR'] || './data'),
    allowPrivate: env['ALLOW_PRIVATE_WEBHOOKS'] === '1',
    ca: certificates(env),
    logLevel: readLogLevel(env),
  };
}
