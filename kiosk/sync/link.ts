/**
 * The connection as this kiosk experiences it: asks with its token, renews the token when it is due, feeds the clock
 * with every signed time, and knows whether the last request got through. Offline is what fails, not what the browser
 * says. Decides nothing about data.
 */

import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { minuteMs, parseTime } from '#shared/base/time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import type { BoxedCollection } from '#shared/sync/signed-row.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { EntryOf } from './own-entries.ts';
import { renewToken } from './renew-token.ts';
import type { ServerClient, ServerRequest } from './server-client.ts';
import { verifiedServerTime } from './server-time.ts';
import { type RowSignature, signRow } from './sign-row.ts';

export type LockCode = 'kiosk_revoked' | 'lease_expired';

export type LinkAnswer =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'locked'; readonly code: LockCode };

export interface Link {
  /** @throws where renewed credentials could not be stored */
  ask(request: Omit<ServerRequest, 'token'>): Promise<LinkAnswer>;
  credentials(): Credentials;
  /** Null: this server takes rows unsigned, by the token alone. Absent: so does every server that this link leads to. */
  signed?(collection: BoxedCollection, row: unknown): Promise<RowSignature | null>;
  /** Asks for new credentials before they are due: the server has something new to give with them. */
  renew(): Promise<void>;
  /** The last request got through, or none has been made. */
  up(): boolean;
  /** Resolves when a request has got through since the last one that did not. @throws when the link is closed */
  whenUp(): Promise<void>;
  close(): void;
}

export interface LinkOptions {
  readonly client: ServerClient;
  readonly keyStore: KeyStore;
  readonly clock: TrustedClock;
  readonly verifier: SignatureVerifier;
  readonly credentials: Credentials;
  readonly onRenewed: (credentials: Credentials) => Promise<void>;
  readonly onUp: () => void;
  readonly onDown: (reason: string) => void;
  readonly onLocked: (code: LockCode) => void;
  /** Absent: rows are signed one by one, and no box passes them on. */
  readonly entryOf?: EntryOf;
}

/** Renew before the server refuses: a token may run out between asking and arriving. */
const renewBeforeMs = 5 * minuteMs;

export function createLink(options: LinkOptions): Link {
  const { client, clock } = options;
  let credentials = options.credentials;
  let renewing: Promise<LinkAnswer | null> | null = null;
  let up = true;
  let closed = false;
  const waiting: { readonly go: () => void; readonly stop: (error: Error) => void }[] = [];

  function setUp(): void {
    if (up) return;
    up = true;
    for (const { go } of waiting.splice(0)) go();
    options.onUp();
  }

  function down(reason: string): LinkAnswer {
    up = false;
    options.onDown(reason);
    return { kind: 'unreachable', reason };
  }

  function locked(code: LockCode): LinkAnswer {
    options.onLocked(code);
    return { kind: 'locked', code };
  }

  /** @returns null when there is a new token; single-flight, because many requests find the old one stale at once */
  function renew(): Promise<LinkAnswer | null> {
    renewing ??= renewOnce().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function renewOnce(): Promise<LinkAnswer | null> {
    const result = await renewToken(client, options.keyStore, credentials.kioskId);
    if (result.kind === 'unreachable') return down(result.reason);
    if (result.kind === 'refused') {
      const { code, message } = result.refusal;
      if (code === 'kiosk_revoked' || code === 'lease_expired') return locked(code);
      return result.status >= 500 || result.status === 429
        ? down(`http_${result.status}`)
        : { kind: 'refused', status: result.status, code, message };
    }
    credentials = result.credentials;
    await options.onRenewed(credentials);
    return null;
  }

  const isDue = (): boolean => {
    const expiresMs = parseTime(credentials.expiresAt);
    return clock.trusted() && expiresMs !== null && clock.now() > expiresMs - renewBeforeMs;
  };

  async function ask(request: Omit<ServerRequest, 'token'>, again: boolean): Promise<LinkAnswer> {
    if (isDue()) {
      const failed = await renew();
      if (failed) return failed;
    }
    const answer = await client.request({ ...request, token: credentials.token });
    if (answer.kind === 'unreachable') return down(answer.reason);
    const { status, body } = answer;
    if (status >= 500 || status === 429) return down(`http_${status}`);
    if (status === 401) {
      const { code, message } = refusalOf(status, body);
      if (code === 'kiosk_revoked' || code === 'lease_expired') return locked(code);
      if (again) return { kind: 'refused', status, code, message };
      return (await renew()) ?? ask(request, true);
    }
    setUp();
    if (status >= 300) return { kind: 'refused', status, ...refusalOf(status, body) };
    const serverNowMs = await verifiedServerTime(body, credentials.kioskId, credentials.serverKey, options.verifier);
    if (serverNowMs !== null) clock.observe(serverNowMs, answer.sentAtMs, answer.receivedAtMs);
    return { kind: 'ok', body };
  }

  return {
    ask: (request) => ask(request, false),
    credentials: () => credentials,
    signed: async (collection, row) =>
      credentials.signsRows ? signRow(options.keyStore, collection, row, options.entryOf ?? null) : null,
    async renew() {
      await renew();
    },
    up: () => up,
    whenUp() {
      if (closed) return Promise.reject(new Error('the link is closed'));
      if (up) return Promise.resolve();
      return new Promise((go, stop) => {
        waiting.push({ go, stop });
      });
    },
    close() {
      closed = true;
      for (const { stop } of waiting.splice(0)) stop(new Error('the link is closed'));
    },
  };
}
