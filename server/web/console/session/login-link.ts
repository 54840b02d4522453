/** A one-time login link: `/console/?login=…`. The token leaves the address bar before anything else happens. */

import { openRequest } from './anonymous-client.ts';
import { keepSession } from './kept-login.ts';
import { endLogin } from './renew-login.ts';

/** Does nothing where the address has no login link. @throws GatehouseError where the link is refused */
export async function redeemLoginLink(): Promise<void> {
  const url = new URL(location.href);
  const token = url.searchParams.get('login');
  if (!token) return;
  url.searchParams.delete('login');
  history.replaceState(null, '', url);
  const { data } = await openRequest<{ data: { session: string } }>('POST', '/api/v1/auth/redeem', { token });
  // This session replaces the login that this browser had before: it may be another person's.
  endLogin();
  keepSession(data.session, 'browser');
}
