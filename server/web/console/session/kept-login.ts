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
  /** End of the access token, by this browser's clock. */
  readonly untilMs: number;
}

/** The server's answer to a login. */
export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly user: { readonly tenant: { readonly slug: string } };
}

/** Cause of the end of a login: the server ended it, or the person did. */
export type Ending = 'ended' | 'left';

const listeners = new Set<(ending: Ending) => void>();

const tokenStore = (): Storage => ('locks' in navigator ? localStorage : sessionStorage);

export function readTokens(): Tokens | null {
  const value = parseJson(tokenStore().getItem(tokensKey) ?? '');
  const isGood = isObject(value) && typeof value['accessToken'] === 'string' && typeof value['untilMs'] === 'number';
  return isGood ? (value as unknown as Tokens) : null;
}

/** @param atMs when the answer came */
export function writeTokens({ accessToken, refreshToken, expiresIn }: LoggedIn, atMs: number): Tokens {
  const written: Tokens = { accessToken, refreshToken, untilMs: atMs + expiresIn * 1_000 };
  tokenStore().setItem(tokensKey, JSON.stringify(written));
  return written;
}

/** A key that a person typed lives as long as the tab; a session from a login link as long as it is good. */
export function keepSession(credential: string, where: 'tab' | 'browser'): void {
  (where === 'tab' ? sessionStorage : localStorage).setItem(sessionKey, credential);
}

/** A session or a key, which are never renewed. */
export function plainSession(): string | null {
  return sessionStorage.getItem(sessionKey) ?? localStorage.getItem(sessionKey);
}

export function keepTenant(slug: string): void {
  localStorage.setItem(tenantKey, slug);
}

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

/** Also of a login that another tab began or ended. @returns how to stop */
export function onLogin(listener: (ending: Ending) => void): () => void {
  const changed = ({ key }: StorageEvent) => key === tokensKey && listener('left');
  listeners.add(listener);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', changed);
  };
}
