/**
 * Single sign-on as the browser sees it: away to the identity provider with the hash of a secret that stays in this tab,
 * back with a code that only the holder of the secret can redeem.
 */

import { openRequest } from './anonymous-client.ts';
import type { LoggedIn } from './kept-login.ts';
import { keepTokens } from './renew-login.ts';

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

/** @param tenant its slug. @returns where the tenant's single sign-on begins; null where it has none. @throws GatehouseError */
export async function ssoOf(tenant: string): Promise<string | null> {
  if (!/^[\w-]{1,60}$/.test(tenant)) return null;
  const { data } = await openRequest<{ data: Offer }>('GET', `/api/v1/auth/sso/${tenant}`);
  return data.loginUrl ?? null;
}

/** Leaves the page. */
export async function beginSso(loginUrl: string, tenant: string): Promise<void> {
  const { origin } = new URL(loginUrl);
  // The provider's answer comes to `origin`: the secret that this page would keep could not be read there.
  if (origin !== location.origin) return location.assign(`${origin}/console/?tenant=${tenant}`);
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(verifierKey, verifier);
  const query = new URLSearchParams({ challenge: base64url(new Uint8Array(hash)), to: `/console/${location.hash}` });
  location.assign(`${loginUrl}?${query}`);
}

/** A login that the provider began: whose it is, and how to take it. */
export interface OfferedLogin {
  readonly tenant: string;
  readonly email: string;
  readonly redeem: () => Promise<void>;
}

interface Looked {
  readonly begun: 'here' | 'provider';
  readonly tenant?: string;
  readonly email?: string;
}

const redeem = async (body: { readonly code: string; readonly verifier?: string }) =>
  keepTokens((await openRequest<{ data: LoggedIn }>('POST', '/api/v1/auth/sso/redeem', body)).data);

/**
 * Back from the provider: `/console/?sso=…`. The code leaves the address bar before anything else happens. A login that
 * began in this tab is redeemed at once. One that the provider began may be a stranger's, put into this browser by a link:
 * the person sees whose it is and decides.
 *
 * @returns the login that the person has to confirm; null: none
 * @throws GatehouseError where the code is refused
 */
export async function takeSso(): Promise<OfferedLogin | null> {
  const url = new URL(location.href);
  const code = url.searchParams.get('sso');
  if (!code) return null;
  url.searchParams.delete('sso');
  history.replaceState(null, '', url);
  const verifier = sessionStorage.getItem(verifierKey);
  sessionStorage.removeItem(verifierKey);
  const { data } = await openRequest<{ data: Looked }>('POST', '/api/v1/auth/sso/look', { code });
  const { begun, email = '', tenant = '' } = data;
  if (begun === 'provider') return { tenant, email, redeem: () => redeem({ code }) };
  await redeem({ code, ...(verifier === null ? {} : { verifier }) });
  return null;
}
