/** The environment, parsed once into one value. Unknown values are refused with a line that says what would do. */
import { resolve } from 'node:path';
import { type Network, parseNetwork } from '#shared/base/network-address.ts';
import { ConfigError } from '../core/config-error.ts';
import { type LogLevel, readLogLevel } from '../http/log.ts';
import type { BoxLan } from '../surfaces/box/mesh/open-box-mesh.ts';
import { readBoxLan } from './box-lan.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL database of the tenants; null: files in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Number of connections of this process to the database. */
  readonly databaseConnections: number;
  /** Number of unused tenants that this process keeps open, and the time for which each stays open; null: as the store does. */
  readonly openTenants: number | null;
  readonly tenantIdleMs: number | null;
  /** Public address of the server: in mails, ticket pages, pairing links. */
  readonly publicUrl: string;
  /** Another host for ticket pages and files, without a path; null: they are at `publicUrl`. */
  readonly pagesUrl: string | null;
  /** Proxies that are believed about a client's address. */
  readonly trustedProxies: readonly Network[];
  /** A host name at which every path is the sandbox's; null: only `/sandbox` is. */
  readonly sandboxHost: string | null;
  /** `{sandbox_base_url}`: what follows it is as after `publicUrl`. */
  readonly sandboxUrl: string;
  /** The mail server; null: mails are written to the folder `outbox` in `dataDir`. */
  readonly smtpUrl: string | null;
  /** S3-compatible bucket for uploaded files; null: in `dataDir`. */
  readonly filesUrl: string | null;
  readonly stripe: {
    readonly secretKey: string | null;
    /** Key for sandboxes; null: they use `secretKey` where it is a test key, else the built-in test processor. */
    readonly testSecretKey: string | null;
    /** Tenants that are no sandbox may be paid by the built-in test processor, or with a test key. */
    readonly testPayments: boolean;
    /** Several while one is being replaced; empty: the built-in test processor. */
    readonly webhookSecrets: readonly string[];
    readonly apiBase: string | null;
  };
  /** A service that turns text into vectors, OpenAI-compatible; null: match scores come from the lexical comparison. */
  readonly embeddings: {
    readonly url: string;
    readonly key: string | null;
    readonly model: string;
    readonly calibration: { readonly lo: number; readonly hi: number };
  } | null;
  readonly streaming: {
    /** Port of the streaming process that the server starts; null: it starts none. */
    readonly port: number | null;
    /** Shared with a streaming process that runs apart; null: the server's own has one of its own. */
    readonly secret: string | null;
    /** Address that encoders broadcast to; null: the host of `publicUrl`. */
    readonly url: string | null;
    /** A file with certificates (PEM) that targets may have beside those of the public authorities. */
    readonly caFile: string | null;
  };
  /** This server is a box for the venue, with that server upstream; null: it is none, or its data folder says so. */
  readonly box: { readonly upstream: string; readonly code: string | null } | null;
  /** Address and discovery of a box in the kiosks' mesh. */
  readonly boxLan: BoxLan;
  /** Webhooks and targets of streams may have private addresses: for tests and closed networks. */
  readonly allowPrivateWebhooks: boolean;
  /** Opens `/metrics` from anywhere; null: to this machine alone. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
  /** Milliseconds that the server's clock is ahead of this computer's; negative: it is slow. */
  readonly nowOffsetMs: number;
  /** Time for which a stopping server still answers requests while `/readyz` says 503, in ms. */
  readonly drainMs: number;
}

const tenantIdleMaxMs = 24 * 60 * 60_000;

/** A hundred years: further, and dates leave the range that is stored. */
const nowOffsetMaxMs = 100 * 365 * 24 * 60 * 60_000;

/** Longer than any load balancer takes to look. */
const drainMaxMs = 120_000;

/** Addresses that mean "listen at every address", with the address at which the server can be reached. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

type Environment = Readonly<Record<string, string | undefined>>;

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not ${text}.`);
  return value;
}

function optionalInteger(env: Environment, name: string, min: number, max: number): number | null {
  return env[name] ? integer(env, name, min, min, max) : null;
}

/** The value itself may be a password: it is not repeated. */
function address(env: Environment, name: string, protocols: readonly string[]): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol))
    throw new ConfigError(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  return text.replace(/\/+$/, '');
}

function publicUrl(env: Environment, fallback: string): string {
  const given = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (given === null) return fallback;
  const { search, hash, username, password } = new URL(given);
  if (search || hash || username || password)
    throw new ConfigError('PUBLIC_URL must be the address that people enter, without user, query or #.');
  return given;
}

/** @param publicUrl the host that it must not be */
function pagesUrl(env: Environment, publicUrl: string): string | null {
  const given = address(env, 'PUBLIC_PAGES_URL', ['http:', 'https:']);
  if (given === null) return null;
  const url = new URL(given);
  if (url.href !== `${url.origin}/`)
    throw new ConfigError(
      'PUBLIC_PAGES_URL must be a host such as https://pages.example, without path, user, query or #.',
    );
  if (url.host === new URL(publicUrl).host)
    throw new ConfigError('PUBLIC_PAGES_URL must not be the host of PUBLIC_URL. Set another host, or unset it.');
  if (new URL(publicUrl).protocol === 'https:' && url.protocol !== 'https:')
    throw new ConfigError('PUBLIC_PAGES_URL must begin with https://, as PUBLIC_URL does.');
  return url.origin;
}

const trustedProxiesMax = 200;

/** Addresses and networks, with commas or spaces between them. */
function trustedProxies(env: Environment): readonly Network[] {
  const given = (env['TRUSTED_PROXIES'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  if (given.length > trustedProxiesMax)
    throw new ConfigError(`TRUSTED_PROXIES must name at most ${trustedProxiesMax} networks.`);
  return given.map((text) => {
    const network = parseNetwork(text);
    if (!network)
      throw new ConfigError(
        `TRUSTED_PROXIES: ${text.slice(0, 80)} must be an IP address or a network such as 10.0.0.0/8 or fd00::/8, with no bits set beyond its length.`,
      );
    // Every client could then say which address it has.
    if (network.bits === 0)
      throw new ConfigError(`TRUSTED_PROXIES: ${text} covers every address. Name only your proxies.`);
    return network;
  });
}

function host(env: Environment): string {
  const given = env['HOST'] || '127.0.0.1';
  if (!/^[A-Za-z0-9._:-]+$/.test(given))
    throw new ConfigError(`HOST must be an IP address or a host name, not ${given}.`);
  return given;
}

/** Whether only this machine reaches the address, as in a trial. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

const testKeyPattern = /^[sr]k_test_/;

function stripe(env: Environment, publicUrl: string): Config['stripe'] {
  const webhookSecrets = (env['STRIPE_WEBHOOK_SECRET'] ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter((s) => s !== '');
  const secretKey = env['STRIPE_SECRET_KEY'] || null;
  if (secretKey && webhookSecrets.length === 0)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is set, but STRIPE_WEBHOOK_SECRET is not: payments would never be confirmed. Set both.',
    );
  const testSecretKey = env['STRIPE_TEST_SECRET_KEY'] || null;
  if (testSecretKey !== null && !testKeyPattern.test(testSecretKey))
    throw new ConfigError('STRIPE_TEST_SECRET_KEY must be a test key: it begins with sk_test_ or rk_test_.');
  const apiBase = address(env, 'STRIPE_API_BASE', ['http:', 'https:']);
  if (apiBase !== null && new URL(apiBase).pathname !== '/')
    throw new ConfigError('STRIPE_API_BASE must be a host such as http://127.0.0.1:12111, without a path.');
  const testPayments = integer(env, 'TEST_PAYMENTS', isLoopback(publicUrl) ? 1 : 0, 0, 1) === 1;
  return { secretKey, testSecretKey, webhookSecrets, apiBase, testPayments };
}

function sandboxHost(env: Environment, publicUrl: string): string | null {
  const given = env['SANDBOX_HOST']?.toLowerCase() || null;
  if (given === null) return null;
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(given))
    throw new ConfigError(`SANDBOX_HOST must be a host name such as sandbox.example.org, not ${given}.`);
  if (given === new URL(publicUrl).host)
    throw new ConfigError(
      'SANDBOX_HOST must not be the host of PUBLIC_URL: live tenants would have no address. Set another host.',
    );
  return given;
}

/** Reads the cosine that counts as unrelated, and the one that counts as the same: models differ. */
function calibration(env: Environment): { readonly lo: number; readonly hi: number } {
  const given = env['EMBEDDINGS_CALIBRATION'] || '0,1';
  const [lo = Number.NaN, hi = Number.NaN] = /^[0-9.]+,[0-9.]+$/.test(given) ? given.split(',').map(Number) : [];
  if (!(lo >= 0 && lo < hi && hi <= 1))
    throw new ConfigError('EMBEDDINGS_CALIBRATION must be two numbers from 0 to 1, the lower first, such as 0.2,0.8.');
  return { lo, hi };
}

const embeddingModelMax = 250;
/** Servers of one model take no notice of the name. */
const usualEmbeddingModel = 'text-embedding-3-small';

function embeddings(env: Environment): Config['embeddings'] {
  const url = address(env, 'EMBEDDINGS_URL', ['http:', 'https:']);
  const model = env['EMBEDDINGS_MODEL'] || usualEmbeddingModel;
  if (url === null) {
    for (const name of ['EMBEDDINGS_KEY', 'EMBEDDINGS_MODEL', 'EMBEDDINGS_CALIBRATION'])
      if (env[name]) throw new ConfigError(`${name} is set, but EMBEDDINGS_URL is not. Set both, or unset ${name}.`);
    return null;
  }
  if (model.length > embeddingModelMax)
    throw new ConfigError(`EMBEDDINGS_MODEL must have at most ${embeddingModelMax} characters.`);
  const { password, search, username } = new URL(url);
  if (username || password || search)
    throw new ConfigError('EMBEDDINGS_URL must have no user and no query. The key is set by EMBEDDINGS_KEY.');
  return { url, key: env['EMBEDDINGS_KEY'] || null, model, calibration: calibration(env) };
}

const streamingSecretMin = 32;

function streaming(env: Environment): Config['streaming'] {
  const secret = env['STREAMING_SECRET'] || null;
  if (secret !== null && (secret.length < streamingSecretMin || !/^[\x21-\x7e]+$/.test(secret)))
    throw new ConfigError(
      `STREAMING_SECRET must have at least ${streamingSecretMin} printable characters without spaces.`,
    );
  return {
    port: optionalInteger(env, 'STREAMING_PORT', 0, 65_535),
    secret,
    url: address(env, 'STREAMING_URL', ['rtmp:', 'rtmps:']),
    caFile: env['STREAMING_CA'] || null,
  };
}

function box(env: Environment): Config['box'] {
  const upstream = address(env, 'VENUE_UPSTREAM', ['http:', 'https:']);
  const code = env['VENUE_CODE'] || null;
  if (upstream === null && code !== null)
    throw new ConfigError('VENUE_CODE is set, but VENUE_UPSTREAM is not. Set both, or unset VENUE_CODE.');
  if (upstream !== null && env['DATABASE_URL'])
    throw new ConfigError('A box for the venue keeps its data in DATA_DIR. Unset DATABASE_URL.');
  return upstream === null ? null : { upstream, code };
}

/** Settings that this release does not read: accepted silently, operators would believe that they have an effect. */
const notRead: Readonly<Record<string, string>> = {
  DATABASES:
    'this release keeps all tenants in the database of DATABASE_URL, which can be a Citus cluster. Move each tenant there first: `tenant export` with the previous release, `tenant import` with this one',
};

function refuseUnread(env: Environment): void {
  for (const [name, instead] of Object.entries(notRead))
    if (env[name]) throw new ConfigError(`${name} is set, but ${instead}. Unset ${name}.`);
}

const metricsTokenMin = 16;

function metricsToken(env: Environment): string | null {
  const given = env['METRICS_TOKEN'] || null;
  if (given !== null && (given.length < metricsTokenMin || !/^[\x21-\x7e]+$/.test(given)))
    throw new ConfigError(`METRICS_TOKEN must have at least ${metricsTokenMin} printable characters without spaces.`);
  return given;
}

/** Throws ConfigError for the first value that will not do. */
export function readConfig(env: Environment): Config {
  refuseUnread(env);
  const listensAt = host(env);
  const port = integer(env, 'PORT', 4000, 0, 65_535);
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const shownHost = everywhere[listensAt] ?? (listensAt.includes(':') ? `[${listensAt}]` : listensAt);
  const shownUrl = publicUrl(env, `http://${shownHost}:${port}`);
  const twinHost = sandboxHost(env, shownUrl);
  return {
    host: listensAt,
    port,
    dataDir: resolve(env['DATA_DIR'] || './data'),
    databaseUrl,
    databaseConnections: integer(env, 'DATABASE_CONNECTIONS', 18, 6, 500),
    openTenants: optionalInteger(env, 'OPEN_TENANTS', 1, 10_000),
    tenantIdleMs: optionalInteger(env, 'TENANT_IDLE_MS', 0, tenantIdleMaxMs),
    publicUrl: shownUrl,
    pagesUrl: pagesUrl(env, shownUrl),
    trustedProxies: trustedProxies(env),
    sandboxHost: twinHost,
    sandboxUrl: twinHost === null ? `${shownUrl}/sandbox` : `${new URL(shownUrl).protocol}//${twinHost}`,
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    filesUrl: address(env, 'FILES_URL', ['s3:', 's3+http:']),
    stripe: stripe(env, shownUrl),
    embeddings: embeddings(env),
    streaming: streaming(env),
    box: box(env),
    boxLan: readBoxLan(env),
    allowPrivateWebhooks: integer(env, 'ALLOW_PRIVATE_WEBHOOKS', 0, 0, 1) === 1,
    metricsToken: metricsToken(env),
    logLevel: readLogLevel(env),
    nowOffsetMs: integer(env, 'NOW_OFFSET_MS', 0, -nowOffsetMaxMs, nowOffsetMaxMs),
    drainMs: integer(env, 'DRAIN_MS', 0, 0, drainMaxMs),
  };
}
