/**
 * Limits what a login by single sign-on may give. The operator of an identity provider can assert any address, so a provider
 * is as powerful as the most powerful member it may log in. Only owners set which members those are; this file compares what
 * a member holds with what an owner allowed. Pure.
 */
import { isObject } from '#shared/base/json.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import { type Collections, mayGrant } from '../../core/policy/may-grant.ts';
import { powersOf, type RolePowers } from '../../core/policy/roles.ts';

/** A role as it was when an owner allowed it. */
export interface AllowedRole {
  readonly role: string;
  readonly scopes: readonly string[];
}

export interface ProviderLimits {
  /** Never `owner`. Empty: no one logs in, except owners where `ownersMayJoin` allows it. */
  readonly allowed: readonly AllowedRole[];
  /** Whether owners, joined or invited, log in by this provider, and its mapping makes owners. */
  readonly ownersMayJoin: boolean;
}

const texts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A provider that no owner has set gives nothing: one of an earlier release, or one that an administrator prepared. */
export function limitsOf({ allowedRoles, ownersMayJoin }: { allowedRoles?: unknown; ownersMayJoin?: unknown }) {
  const rows: readonly unknown[] = Array.isArray(allowedRoles) ? allowedRoles : [];
  const allowed = rows.flatMap((row): AllowedRole[] =>
    isObject(row) && typeof row['role'] === 'string' && row['role'] !== 'owner' && texts(row['scopes'])
      ? [{ role: row['role'], scopes: row['scopes'] }]
      : [],
  );
  return { allowed, ownersMayJoin: ownersMayJoin === true } satisfies ProviderLimits;
}

export const allowsAnything = ({ allowed, ownersMayJoin }: ProviderLimits) => allowed.length > 0 || ownersMayJoin;

/** Roles that mean more than their scopes. */
const telling = ['owner', 'supervisor'];

/** @returns whether the holder can do all that `wanted` can do, by scopes and by the roles that mean more than theirs */
export function covers(holder: RolePowers, wanted: RolePowers): boolean {
  return (
    [...wanted.scopes].every((scope) => hasScope(holder, scope)) &&
    telling.every((role) => !wanted.roles.has(role) || holder.roles.has(role))
  );
}

/**
 * @param role the member's, or the one that it would get
 * @param now what this role gives now: a role that has grown since an owner allowed it waits for an owner again
 */
export function mayLogIn({ allowed, ownersMayJoin }: ProviderLimits, role: string, now: RolePowers): boolean {
  if (role === 'owner') return ownersMayJoin;
  const then = allowed.find((one) => one.role === role);
  return then !== undefined && covers({ scopes: new Set(then.scopes), roles: powersOf(role, null).roles }, now);
}

/** Scopes that a key of every scope holds (key-scopes.ts), and a key for one area does not. */
const everything = ['admin:read', 'admin:write', 'custom:read', 'custom:write'];

/**
 * Whether the actor has the role of an owner with the scopes of one. A key may have the role for the sake of fields that owners
 * see, and scopes of one area only, for example administration: it speaks for no owner here.
 */
export function speaksForOwner(actor: RolePowers): boolean {
  return actor.roles.has('owner') && everything.every((scope) => hasScope(actor, scope));
}

/** Whether an actor who is no owner holds all that the provider may give, and so gains nothing by changing it. */
export function gainsNothing(
  actor: Actor,
  { allowed, ownersMayJoin }: ProviderLimits,
  collections: Collections,
): boolean {
  const mayGive = ({ role, scopes }: AllowedRole) =>
    mayGrant(actor, scopes, powersOf(role, scopes).roles, collections) === null;
  return !ownersMayJoin && allowed.every(mayGive);
}
