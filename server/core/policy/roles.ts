/** A member's role as scopes and as the roles an actor carries. Pure. */
import { builtInRoles, isBuiltInRole, supervisingRoles } from '#shared/modules/auth/roles.ts';

export interface RolePowers {
  readonly scopes: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

/**
 * @param made the scopes of the tenant's own role of that name; null where there is none
 * @returns no scopes for a role that does not exist (any more); its name is among the roles in any case
 */
export function powersOf(role: string, made: readonly string[] | null): RolePowers {
  const scopes = isBuiltInRole(role) ? builtInRoles[role] : (made ?? []);
  const supervising = supervisingRoles.includes(role) ? ['supervisor'] : [];
  return { scopes: new Set(scopes), roles: new Set([role, ...supervising]) };
}
