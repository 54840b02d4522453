/**
 * Decides what an identity provider may give after a change of its settings: what an owner sets, and otherwise what it gave
 * before.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { builtInRoles, isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { Collections } from '../../core/policy/may-grant.ts';
import {
  type AllowedRole,
  allowsAnything,
  gainsNothing,
  limitsOf,
  type ProviderLimits,
  speaksForOwner,
} from './provider-limits.ts';
import { mappingsOf, type ProviderValues } from './provider-settings.ts';
import type { SamlProviderRecord } from './tables.ts';

/** The roles that the tenant made: name → scopes. */
export type MadeRoles = ReadonlyMap<string, readonly string[]>;

export interface LimitsChange {
  readonly actor: Actor;
  readonly given: Readonly<Record<string, unknown>>;
  readonly before: SamlProviderRecord | null;
  readonly made: MadeRoles;
  /** Active in the tenant. */
  readonly collections: Collections;
}

const ownerOnly = (message: string, path?: string) =>
  refuse({ code: 'owner_only', message, ...(path === undefined ? {} : { path }) });

function allowedRole(role: string, made: MadeRoles): AllowedRole | null {
  const scopes = isBuiltInRole(role) ? builtInRoles[role] : made.get(role);
  return scopes === undefined || role === 'owner' ? null : { role, scopes: [...scopes] };
}

function allowedByName(names: readonly string[], made: MadeRoles): Result<readonly AllowedRole[]> {
  const allowed: AllowedRole[] = [];
  for (const [i, name] of [...new Set(names)].entries()) {
    const one = allowedRole(name, made);
    if (name === 'owner')
      return ownerOnly('Owners are allowed by ownersMayJoin, not by their role in this list.', `mayGive[${i}]`);
    if (one === null)
      return refuse({ code: 'role_unknown', message: `No role is named ${name.slice(0, 60)}.`, path: `mayGive[${i}]` });
    allowed.push(one);
  }
  return ok(allowed);
}

/** @returns the limits to store; `owner_only` for a change that an owner has to make */
export function nextLimits({ actor, given, before, made, collections }: LimitsChange): Result<ProviderLimits> {
  const current = limitsOf(before ?? {});
  const names = given['mayGive'] as readonly string[] | null | undefined;
  const ownersMayJoin = given['ownersMayJoin'] === undefined ? current.ownersMayJoin : given['ownersMayJoin'] === true;
  if (speaksForOwner(actor)) {
    const all =
      before === null ? [...Object.keys(builtInRoles).filter((role) => role !== 'owner'), ...made.keys()] : null;
    const wanted = names === undefined ? all : (names ?? []);
    const allowed = wanted === null ? ok(current.allowed) : allowedByName(wanted, made);
    return allowed.ok ? ok({ allowed: allowed.value, ownersMayJoin }) : allowed;
  }
  const asIs = current.allowed.map(({ role }) => role).sort();
  if (names !== undefined && JSON.stringify([...(names ?? [])].sort()) !== JSON.stringify(asIs))
    return ownerOnly('Only an owner decides who can log in with single sign-on.', 'mayGive');
  if (ownersMayJoin !== current.ownersMayJoin)
    return ownerOnly('Only an owner can allow owners to log in with single sign-on.', 'ownersMayJoin');
  if (!gainsNothing(actor, current, collections))
    return ownerOnly('People with more rights than you log in with this provider. Ask an owner to change it.');
  return ok(current);
}

/** Refuses a role of the mapping, or a default role, that does not exist or could never log in. */
export function checkMapping(values: ProviderValues, limits: ProviderLimits, made: MadeRoles): Result<null> {
  const mapped = (mappingsOf(values.roleMapping) ?? []).map(({ role }, i) => ({ role, path: `roleMapping[${i}]` }));
  for (const { role, path } of [...mapped, { role: values.defaultRole, path: 'defaultRole' }]) {
    if (!isBuiltInRole(role) && !made.has(role))
      return refuse({ code: 'role_unknown', message: `No role is named ${role.slice(0, 60)}.`, path });
    if (role === 'owner' && !limits.ownersMayJoin)
      return ownerOnly('A provider can create owners only if an owner has set ownersMayJoin.', path);
    const isUsed = path !== 'defaultRole' || values.createMembers;
    if (role === 'owner' || !isUsed || !allowsAnything(limits)) continue;
    if (!limits.allowed.some((one) => one.role === role))
      return refuse({
        code: 'role_not_allowed',
        message: `Members with the role ${role.slice(0, 60)} cannot log in with this provider. Ask an owner to add it to mayGive.`,
        path,
      });
  }
  return ok(null);
}
