/**
 * Single sign-on as the browser sees it: away to the identity provider with the hash of a secret that stays in this tab,
 * back with a code that is good for whoever has the secret.
 */
import { api } from './api.ts';
import { keepTokens, type LoggedIn } from './login-state.ts';

const verifierKey = 'gatehouse-sso';

interface Offer {
  readonly offered: boolean;
  readonly loginUrl?: string;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @returns where the tenant's single sign-on begins; null where it has none */
export async function ssoOf(tenant: string): Promise<string | null> {
  if (!/^[\w-]{1,60}$/.test(tenant)) return null;
  const { data } = await api<{ data: Offer }>('GET', `/api/v1/auth/sso/${tenant}`);
  return data.loginUrl ?? null;
}

/** Leaves the page. */
export async function beginSso(loginUrl: string, tenant: string): Promise<void> {
  const { origin } = new URL(loginUrl);
  // The answer comes to the public address, and only there the secret would be found.
  if (origin !== location.origin) return location.assign(`${origin}/console/?tenant=${tenant}`);
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(verifierKey, verifier);
  const query = new URLSearchParams({ challenge: base64url(new Uint8Array(hash)), to: `/console/${location.hash}` });
  location.assign(`${loginUrl}?${query}`);
}

/** Back from the provider: `/console/?sso=…`. The code leaves the address bar before anything else happens. */
export async function redeemSso(): Promise<void> {
  const url = new URL(location.href);
  const code = url.searchParams.get('sso');
  if (!code) return;
  url.searchParams.delete('sso');
  history.replaceState(null, '', url);
  const verifier = sessionStorage.getItem(verifierKey);
  sessionStorage.removeItem(verifierKey);
  const body = { code, ...(verifier === null ? {} : { verifier }) };
  keepTokens((await api<{ data: LoggedIn }>('POST', '/api/v1/auth/sso/redeem', body)).data);
}
