/**
 * Keeps a person's tokens valid: renews them before they expire, and after the server refused one. A refresh token is valid
 * once, so tabs take turns at it by a lock, and a worker spends it, which outlives a reload (renewal.ts).
 */

import { createClient } from '#shared/sdk/create-client.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import type { Credential } from '#shared/sdk/session.ts';
import { t } from '../../parts/text/text.ts';
import { openRequest } from './anonymous-client.ts';
import {
  type Ending,
  forgetLogin,
  keepTenant,
  type LoggedIn,
  plainSession,
  readTokens,
  writeTokens,
} from './kept-login.ts';
import { forgetRenewal, spendRefreshToken } from './renewal.ts';
import { apiBase } from './sandbox.ts';

const sessionPrefix = 'gate_se_';
/** Time before its end at which an access token is renewed. */
const marginMs = 60_000;
/** Delay after a renewal that got no answer, e.g. without a network; also the shortest delay of any renewal. */
const retryMs = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Schedules the next renewal: each tab has a timer, the lock lets one of them do it.
 *
 * @param inMs absent: a minute before the access token ends, but at least 10 seconds
 */
export function scheduleRenewal(inMs?: number): void {
  clearTimeout(timer);
  const known = readTokens();
  if (!known) return;
  timer = setTimeout(() => void renewed(false), inMs ?? Math.max(retryMs, known.untilMs - marginMs - Date.now()));
}

/** Keeps the tokens of a new login in place of the former login. */
export function keepTokens(answer: LoggedIn): void {
  endLogin();
  keepTenant(answer.user.tenant.slug);
  writeTokens(answer, Date.now());
  scheduleRenewal();
}

/** Forgets the login in this browser; `logOut` ends it at the server as well. */
export function endLogin(ending: Ending = 'left'): void {
  clearTimeout(timer);
  forgetRenewal(null);
  forgetLogin(ending);
}

export async function logOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  const session = plainSession();
  endLogin();
  const path = '/api/v1/auth/logout';
  // The browser has forgotten the login in any case; without a network, the session at the server expires by itself.
  if (refreshToken !== undefined) await openRequest('POST', path, { refreshToken }, 'always').catch(() => {});
  // The session of a login link ends at the server, too; a key that was typed stays valid for its other uses.
  if (session?.startsWith(sessionPrefix)) {
    const own = createClient({ baseUrl: apiBase, apiKey: session });
    await own.$request({ method: 'POST', path, json: {}, repeatable: 'always' }).catch(() => {});
  }
}

async function renew(spent: string | null): Promise<string | null> {
  const known = readTokens();
  if (!known) return null;
  // Another tab has renewed the tokens already.
  if (known.untilMs - marginMs > Date.now() && known.accessToken !== spent) return known.accessToken;
  const answer = await spendRefreshToken(known.refreshToken);
  if (answer.body !== null) {
    const { accessToken } = writeTokens((answer.body as { data: LoggedIn }).data, answer.atMs);
    scheduleRenewal();
    forgetRenewal(known.refreshToken);
    return accessToken;
  }
  if (answer.status === 401 && readTokens()?.refreshToken === known.refreshToken) endLogin('ended');
  return readTokens() === null ? null : known.accessToken;
}

async function renewed(force: boolean, spent: string | null = null): Promise<string | null> {
  const known = readTokens();
  if (!known || (!force && known.untilMs - marginMs > Date.now())) return known?.accessToken ?? null;
  try {
    if (!('locks' in navigator)) return await renew(spent);
    return await navigator.locks.request('gatehouse-refresh', () => renew(spent));
  } catch {
    // No network: the token may still be good, and the renewal is tried again.
    scheduleRenewal(retryMs);
    return readTokens()?.accessToken ?? null;
  }
}

/** Credential that the console's client sends. */
export const keptCredential: Credential = {
  async fresh() {
    if (plainSession() === null) await renewed(false);
  },
  token() {
    const token = plainSession() ?? readTokens()?.accessToken;
    if (token !== undefined) return token;
    throw new GatehouseError('logged_out', t('your_session_has_expired_log_in'), { status: 401 });
  },
  async renewed(refused) {
    if (plainSession() !== null) return false;
    const next = await renewed(true, refused);
    return next !== null && next !== refused;
  },
};
