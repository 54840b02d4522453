/**
 * The scopes of a key: those it was created with. A key that got all the scopes there were, before tenants could define
 * collections of their own and before pairing had a scope, still has everything: reading and writing in every active module
 * and in own collections, administration, pairing. It may therefore also give the roles that mean everything.
 */
const everything = ['*:read', '*:write', 'custom:read', 'custom:write', 'pairing:write'] as const;

/** @param modules active in the key's tenant, without those that show nothing */
export function scopesOfKey(given: readonly string[], modules: readonly string[]): ReadonlySet<string> {
  const scopes = new Set(given);
  const wanted = ['admin', ...modules].flatMap((area) => [`${area}:read`, `${area}:write`]);
  if (!wanted.every((scope) => scopes.has(scope))) return scopes;
  return new Set([...given, ...everything]);
}
