/**
 * The one bound on giving rights. Keys, apps and their grants, roles and those who get them, and pairing codes all ask it:
 * what an actor gives is never more than what the actor has, so that no chain of gifts leads to a right that none of its
 * givers had. Pure.
 */
import type { Refusal } from '#shared/base/result.ts';
import { administrativeAreas, builtInRoles, isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { type Actor, hasScope } from './actor.ts';
import { isUnrestricted, scopesOf } from './policy.ts';

const verbs = ['read', 'write'] as const;
type Verb = (typeof verbs)[number];
export type Collections = ReadonlyMap<string, CollectionDefinition>;

/** Role names that the code itself uses; the collections of a tenant cannot change them. */
const rolesOfCode: readonly string[] = ['owner', 'admin', 'supervisor'];
/** Scopes of a paired kiosk. */
const kioskScopes: readonly string[] = ['events:read', 'events:write'];
export const pairingScope = 'pairing:write';
/** Together they are worth `*`. */
const wideScopes: readonly string[] = ['*:read', '*:write', 'admin:read', 'admin:write', pairingScope];

/** Collections that a scope opens by its name, for its verb. */
function openedBy(scope: string, verb: Verb, collections: Collections): readonly CollectionDefinition[] {
  return [...collections.values()].filter((definition) => scopesOf(definition, verb).includes(scope));
}

function isCovered(actor: Actor, scope: string, collections: Collections): boolean {
  if (actor.scopes.has('*') || actor.scopes.has(scope)) return true;
  if (scope === '*') return wideScopes.every((wide) => isCovered(actor, wide, collections));
  if (scope === pairingScope) return mayPair(actor) === null;
  const [area = '', verb] = scope.split(':');
  if ((verb !== 'read' && verb !== 'write') || area === '*' || administrativeAreas.has(area)) return false;
  const isModule = [...collections.values()].some(({ module }) => module === area);
  const above = isModule ? undefined : collections.get(area)?.module;
  if (!hasScope(actor, scope) && (above === undefined || !hasScope(actor, `${above}:${verb}`))) return false;
  // A collection may ask for other scopes than its module's: then one of those has to be there.
  return openedBy(scope, verb, collections).every((definition) => hasScope(actor, ...scopesOf(definition, verb)));
}

/** A key sees all records where a person, by a rule of own records, sees only some: then the person cannot give the scope. */
function exceedsOwnRecords(actor: Actor, scope: string, collections: Collections): boolean {
  if (actor.kind !== 'user' || isUnrestricted(actor)) return false;
  return [...collections.values()].some((definition) => {
    const { exceptRoles = [], field } = definition.access?.own ?? {};
    if (field === undefined || exceptRoles.some((role) => actor.roles.has(role))) return false;
    const key: Actor = { ...actor, kind: 'key', scopes: new Set([scope]) };
    return verbs.some((verb) => hasScope(key, ...scopesOf(definition, verb)));
  });
}

function rolesInFields(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => [
    ...(field.readRoles ?? []),
    ...(field.writeRoles ?? []),
    ...('fields' in field && field.fields ? rolesInFields(field.fields) : []),
  ]);
}

/** Names that open something by themselves; any other role is worth its scopes alone. */
function guardedRoles(collections: Collections): ReadonlySet<string> {
  const named = [...collections.values()].flatMap(({ access, fields }) => [
    ...(access?.own?.exceptRoles ?? []),
    ...rolesInFields(fields),
  ]);
  return new Set([...rolesOfCode, ...named]);
}

/** A built-in role stands above another where it has all of its scopes. */
function isAbove(held: string, role: string): boolean {
  if (!isBuiltInRole(held) || !isBuiltInRole(role)) return false;
  const scopes: readonly string[] = builtInRoles[held];
  return scopes.includes('*') || builtInRoles[role].every((scope) => scopes.includes(scope));
}

/**
 * Whether an actor may give these rights to another: to a key, an app, a role, a member.
 *
 * @param scopes `<area>:<read|write>`, or `*`
 * @param roles names of roles as fields, rules and the check-in ask for them
 * @param collections what is active in the tenant
 * @param to a person is bound to own records where a collection says so, a key is not
 * @returns null, or `owner_only` / `grant_exceeds` with the scopes and roles that the actor lacks
 */
export function mayGrant(
  actor: Actor,
  scopes: Iterable<string>,
  roles: Iterable<string>,
  collections: Collections,
  to: 'person' | 'key' = 'person',
): Refusal | null {
  const gives = actor.kind === 'system' || actor.kind === 'key' || actor.kind === 'user';
  const isOwner = gives && (actor.kind === 'system' || actor.roles.has('owner'));
  const exceeds = (scope: string) => to === 'key' && exceedsOwnRecords(actor, scope, collections);
  const missingScopes = [...scopes].filter(
    (scope) => !gives || !isCovered(actor, scope, collections) || exceeds(scope),
  );
  const asked = isOwner ? [] : [...roles].filter((role) => !actor.roles.has(role));
  const guarded = asked.length === 0 ? new Set<string>() : guardedRoles(collections);
  const missingRoles = asked.filter(
    (role) => !gives || (guarded.has(role) && ![...actor.roles].some((held) => isAbove(held, role))),
  );
  if (missingRoles.includes('owner'))
    return {
      code: 'owner_only',
      message: 'Only an owner can give someone the role owner.',
      detail: { roles: ['owner'] },
    };
  if (missingScopes.length === 0 && missingRoles.length === 0) return null;
  const [first] = [...missingScopes, ...missingRoles.map((role) => `the role ${role}`)];
  return {
    code: 'grant_exceeds',
    message: `You can only give access that you have yourself. You do not have ${first}. Ask an owner to do this.`,
    detail: { scopes: missingScopes, roles: missingRoles },
  };
}

/**
 * Whether an actor may pair kiosks and lock them: by the scope `pairing:write`, or, for keys older than that scope, by
 * `admin:write` together with the scopes of a kiosk.
 *
 * @returns null: it may
 */
export function mayPair(actor: Actor): Refusal | null {
  const may = actor.kind !== 'kiosk' && actor.kind !== 'public';
  const byAdministration = actor.scopes.has('admin:write') && kioskScopes.every((scope) => hasScope(actor, scope));
  if (may && (hasScope(actor, pairingScope) || byAdministration)) return null;
  return {
    code: 'insufficient_scope',
    message: `This needs the scope ${pairingScope}, or admin:write together with ${kioskScopes.join(' and ')}. Use a key that has it.`,
    detail: { scope: pairingScope },
  };
}
