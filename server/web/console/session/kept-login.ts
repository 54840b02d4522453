/**
 * Keeps the login of this browser: tokens of a person, a session from a login link, or a key that lives as long as the tab.
 * Tabs share tokens where they can take turns at them by a lock; where the page is not secure and has no locks, tokens stay
 * in their tab.
 */
import { isObject, parseJson } from '#shared/base/json.ts';
import { keptAs } from './sandbox.ts';

const sessionKey = keptAs('gatehouse-session');
const tokensKey = keptAs('gatehouse-tokens');
const tenantKey = keptAs('gatehouse-tenant');

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Unix ms at which the access token ends, by this browser's clock. */
  readonly untilMs: number;
}

/** The server's answer to a login. */
export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds for which the access token is valid. */
  readonly expiresIn: number;
  readonly user: { readonly tenant: { readonly slug: string } };
}

/** Cause of a change of the login: the server ended it (`ended`), or it was left here or changed by another tab (`left`). */
export type Ending = 'ended' | 'left';

const listeners = new Set<(ending: Ending) => void>();

const tokenStore = (): Storage => ('locks' in navigator ? localStorage : sessionStorage);

/** @returns null: none are kept */
export function readTokens(): Tokens | null {
  const value = parseJson(tokenStore().getItem(tokensKey) ?? '');
  const isGood = isObject(value) && typeof value['accessToken'] === 'string' && typeof value['untilMs'] === 'number';
  return isGood ? (value as unknown as Tokens) : null;
}

/** @param atMs Unix ms at which the answer came */
export function writeTokens({ accessToken, refreshToken, expiresIn }: LoggedIn, atMs: number): Tokens {
  const written: Tokens = { accessToken, refreshToken, untilMs: atMs + expiresIn * 1_000 };
  tokenStore().setItem(tokensKey, JSON.stringify(written));
  return written;
}

/** @param where `tab`: a key that a person typed, kept as long as the tab; `browser`: a session from a login link */
export function keepSession(credential: string, where: 'tab' | 'browser'): void {
  (where === 'tab' ? sessionStorage : localStorage).setItem(sessionKey, credential);
}

/** Returns the kept session or key, which is never renewed; null: none is kept. */
export function plainSession(): string | null {
  return sessionStorage.getItem(sessionKey) ?? localStorage.getItem(sessionKey);
}

export function keepTenant(slug: string): void {
  localStorage.setItem(tenantKey, slug);
}

/** @returns the slug of the tenant of the last login by tokens; null: none is kept */
export function lastTenant(): string | null {
  return localStorage.getItem(tenantKey);
}

export function isLoggedIn(): boolean {
  return plainSession() !== null || readTokens() !== null;
}

export function forgetLogin(ending: Ending): void {
  sessionStorage.removeItem(sessionKey);
  localStorage.removeItem(sessionKey);
  tokenStore().removeItem(tokensKey);
  for (const listener of [...listeners]) listener(ending);
}

/**
 * @param listener called when a login ends in this tab, and each time another tab writes or deletes the tokens: when a login
 *   begins, is renewed or ends there
 * @returns how to stop
 */
export function onLogin(listener: (ending: Ending) => void): () => void {
  const changed = ({ key }: StorageEvent) => key === tokensKey && listener('left');
  listeners.add(listener);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', changed);
  };
}
