/** Who may do what: scopes for keys and people, bounds for kiosks. Pure; asked by collections before anything is read. */
import type { Refusal } from '#shared/base/result.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { type Actor, hasScope } from './actor.ts';

/** The refusal of an actor without this scope. */
export function lacking(scope: string): Refusal {
  return {
    code: 'insufficient_scope',
    message: `This needs the scope ${scope}. Use a key that has it.`,
    detail: { scope },
  };
}

/** Any one of them will do; the first is the one a refusal names. */
export function scopesOf(
  { access, module, name }: CollectionDefinition,
  verb: 'read' | 'write',
): readonly [string, ...string[]] {
  const [first, ...more] = access?.[verb] ?? [];
  return first === undefined ? [`${module}:${verb}`, `${name}:${verb}`] : [first, ...more];
}

export function mayRead(actor: Actor, definition: CollectionDefinition): Refusal | null {
  const scopes = scopesOf(definition, 'read');
  return actor.kind !== 'kiosk' && hasScope(actor, ...scopes) ? null : lacking(scopes[0]);
}

/** A kiosk may push what its collections allow, bound to its own event; it may do nothing else. */
export function mayWrite(
  actor: Actor,
  definition: CollectionDefinition,
  op: 'create' | 'update' | 'delete',
): Refusal | null {
  const scopes = scopesOf(definition, 'write');
  if (actor.kind === 'kiosk') {
    const push = definition.replicated?.push;
    const allowed = push === 'merge' ? op !== 'delete' : push === 'append' && op === 'create';
    return allowed ? null : lacking(scopes[0]);
  }
  if (!hasScope(actor, ...scopes)) return lacking(scopes[0]);
  const writable = definition.writable ?? 'all';
  if (actor.scopes.has('*') && actor.kind === 'system') return null;
  if (writable === 'all' || (writable === 'update-only' && op === 'update')) return null;
  if (writable === 'no-create' && op !== 'create') return null;
  return {
    code: 'not_writable',
    message: `${definition.labels.many} follow from what happens; they cannot be ${op === 'create' ? 'created' : `${op}d`} by hand.`,
  };
}

/** The platform itself, and devices, which hold what `replicated` says; owners may give themselves any role. */
export function isUnrestricted(actor: Actor): boolean {
  return actor.kind === 'system' || actor.kind === 'kiosk' || actor.roles.has('owner');
}

/** @param roles undefined: everybody */
export function holdsOne(actor: Actor, roles: readonly string[] | undefined): boolean {
  return roles === undefined || isUnrestricted(actor) || roles.some((role) => actor.roles.has(role));
}

/** Whether the asker knows of the field at all. */
export function maySee(actor: Actor, field: Field): boolean {
  return !field.hidden && holdsOne(actor, field.readRoles);
}

/** Its own, and where that names a collection also the module's; empty: public. The first is the one a refusal names. */
export function scopesOfAction({ module, scope }: ActionDefinition): readonly string[] {
  if (scope === 'public') return [];
  const [area, verb] = scope.split(':');
  return verb === undefined || area === 'admin' || area === module ? [scope] : [scope, `${module}:${verb}`];
}

export function mayAct(actor: Actor, action: ActionDefinition): Refusal | null {
  const scopes = scopesOfAction(action);
  return scopes.length === 0 || hasScope(actor, ...scopes) ? null : lacking(action.scope);
}

/** Keys, kiosks, tenants: what no module owns. */
export function mayAdminister(actor: Actor): Refusal | null {
  return actor.kind !== 'kiosk' && hasScope(actor, 'admin:write') ? null : lacking('admin:write');
}
