/**
 * What this browser is logged in with: tokens of a person (renewed before they run out), a session from a login link, or
 * a key that lives as long as the tab. A refresh token is good once, so tabs take turns at it by a lock, and a worker
 * spends it, which outlives a reload (renewal.ts); where the page is not secure and has no locks, tokens stay in their tab.
 */
import { isObject } from '#shared/base/json.ts';
import { forgetRenewal, spendRefreshToken } from './renewal.ts';

const sessionKey = 'gatehouse-session';
const sessionPrefix = 'gate_se_';
const tokensKey = 'gatehouse-tokens';
const tenantKey = 'gatehouse-tenant';
/** Renewed so long before it runs out. */
const marginMs = 60_000;
/** After a renewal that could not be tried, e.g. without a network. */
const retryMs = 10_000;
const timeoutMs = 15_000;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** By this browser's clock. */
  readonly untilMs: number;
}

/** As the server answers to a login. */
export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly user: { readonly tenant: { readonly slug: string } };
}

const tokenStore = (): Storage => ('locks' in navigator ? localStorage : sessionStorage);
/** Why somebody is out: the server said so, or it was wished. */
export type Left = 'ended' | 'left';
const listeners = new Set<(left: Left) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tell(left: Left): void {
  for (const listener of listeners) listener(left);
}

function tokens(): Tokens | null {
  const text = tokenStore().getItem(tokensKey);
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    const good = isObject(value) && typeof value['accessToken'] === 'string' && typeof value['untilMs'] === 'number';
    return good ? (value as unknown as Tokens) : null;
  } catch {
    return null;
  }
}

/** The next renewal; each tab has a timer, the lock lets one of them do it. */
function schedule(inMs?: number): void {
  clearTimeout(timer);
  const known = tokens();
  if (!known) return;
  timer = setTimeout(() => void renewed(false), inMs ?? Math.max(retryMs, known.untilMs - marginMs - Date.now()));
}

/** @param atMs when the answer came */
function write({ accessToken, refreshToken, expiresIn }: LoggedIn, atMs: number): Tokens {
  const written: Tokens = { accessToken, refreshToken, untilMs: atMs + expiresIn * 1_000 };
  tokenStore().setItem(tokensKey, JSON.stringify(written));
  schedule();
  return written;
}

export function keepTokens(answer: LoggedIn): void {
  endLogin();
  localStorage.setItem(tenantKey, answer.user.tenant.slug);
  write(answer, Date.now());
}

/** A key the organizer typed lives as long as the tab; a session from a login link as long as it is good. */
export function keepSession(credential: string, how: 'tab' | 'browser'): void {
  (how === 'tab' ? sessionStorage : localStorage).setItem(sessionKey, credential);
}

export function lastTenant(): string | null {
  return localStorage.getItem(tenantKey);
}

export function isLoggedIn(): boolean {
  return plainSession() !== null || tokens() !== null;
}

/** Tells when this browser is logged in or out, also by another tab. Returns how to stop. */
export function onLogin(listener: (left: Left) => void): () => void {
  const changed = ({ key }: StorageEvent) => key === tokensKey && listener('left');
  listeners.add(listener);
  addEventListener('storage', changed);
  schedule();
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', changed);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function plainSession(): string | null {
  return sessionStorage.getItem(sessionKey) ?? localStorage.getItem(sessionKey);
}

/** Forgets it here; the server is told by `logOut`. */
export function endLogin(left: Left = 'left'): void {
  clearTimeout(timer);
  sessionStorage.removeItem(sessionKey);
  localStorage.removeItem(sessionKey);
  tokenStore().removeItem(tokensKey);
  forgetRenewal(null);
  tell(left);
}

export async function logOut(): Promise<void> {
  const refreshToken = tokens()?.refreshToken;
  const session = plainSession();
  endLogin();
  // Out here in any case; without a network the server's half ends by itself.
  if (refreshToken !== undefined) await endAtServer({ refreshToken }, null).catch(() => {});
  // A session of a login link ends there, too; a key that was typed is good for others.
  if (session?.startsWith(sessionPrefix)) await endAtServer({}, session).catch(() => {});
}

function endAtServer(body: unknown, bearer: string | null): Promise<Response> {
  return fetch('/api/v1/auth/logout', {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/json', ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  });
}

async function renew(spent: string | null): Promise<string | null> {
  const known = tokens();
  if (!known) return null;
  // Another tab was first.
  if (known.untilMs - marginMs > Date.now() && known.accessToken !== spent) return known.accessToken;
  const answer = await spendRefreshToken(known.refreshToken);
  if (answer.body !== null) {
    const { accessToken } = write((answer.body as { data: LoggedIn }).data, answer.atMs);
    forgetRenewal(known.refreshToken);
    return accessToken;
  }
  if (answer.status === 401 && tokens()?.refreshToken === known.refreshToken) endLogin('ended');
  return tokens() === null ? null : known.accessToken;
}

async function renewed(force: boolean, spent: string | null = null): Promise<string | null> {
  const known = tokens();
  if (!known || (!force && known.untilMs - marginMs > Date.now())) return known?.accessToken ?? null;
  try {
    if (!('locks' in navigator)) return await renew(spent);
    return await navigator.locks.request('gatehouse-refresh', () => renew(spent));
  } catch {
    // No network: what is there may still be good; it is tried again.
    schedule(retryMs);
    return tokens()?.accessToken ?? null;
  }
}

/** What to send with a request; null: nobody is logged in. */
export async function credential(): Promise<string | null> {
  return plainSession() ?? (await renewed(false));
}

/** The server would not take `spent`: whether there is something newer to send. */
export async function credentialAfter(spent: string): Promise<string | null> {
  if (plainSession() !== null) return null;
  const next = await renewed(true, spent);
  return next === spent ? null : next;
}
