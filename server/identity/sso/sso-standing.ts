/**
 * Checks whether a login by single sign-on is still allowed: at each request of such a session and of an app that was
 * authorized during one, and when the provider or the member's role changes. Sessions of other kinds do not call it.
 */

import type { TenantStore } from '../../store/contract.ts';
import type { OAuthGrantRecord } from '../apps/tables.ts';
import type { FoundMember } from '../people/member-lookup.ts';
import { checkAllowed } from './check-allowed.ts';
import { ssoSessionMs } from './redeem-logins.ts';
import { ssoPlans } from './single-sign-on.ts';
import { samlProviders } from './tables.ts';

/** False: no provider, no plan for one, or it may not log in a member of this role as the role is now. */
export type SsoHolds = (found: FoundMember) => Promise<boolean>;

export function ssoStanding(control: TenantStore): SsoHolds {
  return async ({ tenant, store, member }) => {
    if (!ssoPlans.includes(tenant.plan)) return false;
    const provider = await control.findOne(samlProviders, { tenant: tenant.id });
    return provider !== null && (await checkAllowed(store, provider, [member.role])).ok;
  };
}

/** A grant has an end of its own this early only where it was given in a login by single sign-on. */
export function isGivenInSso({ createdAt, endsAt }: OAuthGrantRecord): boolean {
  return endsAt !== null && Date.parse(endsAt) - Date.parse(createdAt) <= ssoSessionMs;
}
