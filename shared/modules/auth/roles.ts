/** The built-in roles of a tenant, and the areas and the form of the scopes that a role has. */

/** Areas that `*:read` and `*:write` leave out: administration, and the pairing and locking of kiosks. */
export const administrativeAreas: ReadonlySet<string> = new Set(['admin', 'pairing']);

/**
 * The roles every tenant has, as sets of scopes. `*:read` and `*:write` mean every area but the administrative ones, so
 * that an editor may also work in collections that the tenant makes later.
 */
export const builtInRoles = {
  owner: ['*'],
  admin: ['*:read', '*:write', 'admin:read', 'admin:write', 'pairing:write'],
  editor: ['*:read', '*:write'],
  viewer: ['*:read'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type BuiltInRole = keyof typeof builtInRoles;

export function isBuiltInRole(role: string): role is BuiltInRole {
  return Object.hasOwn(builtInRoles, role);
}

/**
 * `<area>:<read|write>`; the area may be `*`. The caller checks that the area exists. The owner's scope, `*` alone, does not
 * match: no other role can have it.
 */
export const scopePattern = /^(?:\*|[a-z][a-z0-9_]{0,62}):(?:read|write)$/;

/** The roles that may override a refusal at a gate, which is a right besides their scopes. */
export const supervisingRoles: readonly string[] = ['owner', 'admin'];

/**
 * Whether these scopes hold one of the wanted ones, or the wildcard of the first one: `*:read` and `*:write` stand for every area
 * but the administrative ones, and `*` for everything.
 *
 * @param wanted `<area>:<read|write>`, any one of which is enough: the module's first, then that of one of its collections
 */
export function scopesAllow(scopes: ReadonlySet<string>, ...wanted: readonly string[]): boolean {
  if (scopes.has('*') || wanted.some((scope) => scopes.has(scope))) return true;
  const [area = '', verb] = wanted[0]?.split(':') ?? [];
  return !administrativeAreas.has(area) && scopes.has(`*:${verb}`);
}
