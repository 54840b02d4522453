/**
 * Checks what an owner allowed a provider: when an assertion comes, and again when its code is redeemed, because an owner may
 * have changed it in between.
 */

import { ok, type Result } from '#shared/base/result.ts';
import { roles as rolesCollection } from '#shared/modules/auth/members.ts';
import { powersOf } from '../../core/policy/roles.ts';
import type { Reader } from '../../store/contract.ts';
import { limitsOf, mayLogIn } from './provider-limits.ts';
import { samlRefused } from './saml-faults.ts';
import type { SamlProviderRecord } from './tables.ts';

/** @param roles all that the member has or would get: an owner must have allowed each of them, as it is now */
export async function checkAllowed(
  reader: Pick<Reader, 'findOne'>,
  provider: SamlProviderRecord,
  roles: readonly string[],
): Promise<Result<null>> {
  for (const role of new Set(roles)) {
    const made = await reader.findOne(rolesCollection, { name: role });
    if (!mayLogIn(limitsOf(provider), role, powersOf(role, made?.scopes ?? null)))
      return samlRefused(role === 'owner' ? 'owner_refused' : 'role_refused');
  }
  return ok(null);
}
