/**
 * Decides which actor may read, write, act and administer: by scopes for keys and people, by the list of its role for a kiosk,
 * by the actions that its page names for a guest. Pure; collections call it before they read anything.
 */
import type { Refusal } from '#shared/base/result.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { offeredWrites, type WriteVerb } from '#shared/schema/offered-writes.ts';
import { type Actor, hasScope } from './actor.ts';
import { deviceRights, heldBy } from './device-rights.ts';

/** The refusal of an actor without this scope. */
export function lacking(scope: string): Refusal {
  return {
    code: 'insufficient_scope',
    message: `This needs the scope ${scope}. Use a key that has it.`,
    detail: { scope },
  };
}

/** The refusal of what the closed list of the device's role does not name. */
export function notForDevices({ kiosk }: Actor, what: string): Refusal {
  return {
    code: 'device_not_allowed',
    message: `A kiosk with the role ${kiosk?.role ?? 'none'} cannot ${what}. Use an API key, or log in as a person.`,
    detail: { role: kiosk?.role ?? null },
  };
}

const ofDevice = ({ kiosk }: Actor) => (kiosk ? deviceRights[kiosk.role] : null);

/** The scopes of which any one admits to the collection; a refusal names the first. */
export function scopesOf(
  { access, module, name }: CollectionDefinition,
  verb: 'read' | 'write',
): readonly [string, ...string[]] {
  const [first, ...more] = access?.[verb] ?? [];
  return first === undefined ? [`${module}:${verb}`, `${name}:${verb}`] : [first, ...more];
}

/** A kiosk reads by replication alone, which asks `heldBy`. */
export function mayRead(actor: Actor, definition: CollectionDefinition): Refusal | null {
  if (actor.kind === 'kiosk') return notForDevices(actor, `read ${definition.name}`);
  const scopes = scopesOf(definition, 'read');
  return hasScope(actor, ...scopes) ? null : lacking(scopes[0]);
}

/** The collection as the actor follows its changes: a device as its replica holds it; null: not at all. */
export function followedBy(actor: Actor, definition: CollectionDefinition): CollectionDefinition | null {
  if (actor.kiosk) return heldBy(actor.kiosk.role, definition);
  return mayRead(actor, definition) === null ? definition : null;
}

/** A kiosk pushes what its role's list names; the rules of the collection then bind it to its own event. */
export function mayWrite(actor: Actor, definition: CollectionDefinition, op: WriteVerb): Refusal | null {
  if (actor.kind === 'kiosk') {
    const pushes: readonly string[] = ofDevice(actor)?.pushes[definition.name] ?? [];
    return pushes.includes(op) ? null : notForDevices(actor, `${op} ${definition.name}`);
  }
  const scopes = scopesOf(definition, 'write');
  if (!hasScope(actor, ...scopes)) return lacking(scopes[0]);
  if (actor.scopes.has('*') && actor.kind === 'system') return null;
  if (offeredWrites(definition).includes(op)) return null;
  return {
    code: 'not_writable',
    message: `${definition.labels.many} are written by the platform and cannot be ${op === 'create' ? 'created' : `${op}d`} by hand.`,
  };
}

/** Whether no role limits the actor: it is the platform, or an owner, who may take any role. */
export function isUnrestricted(actor: Actor): boolean {
  return actor.kind === 'system' || (actor.kind !== 'kiosk' && actor.roles.has('owner'));
}

/** @param roles undefined: every actor holds one */
export function holdsOne(actor: Actor, roles: readonly string[] | undefined): boolean {
  return roles === undefined || isUnrestricted(actor) || roles.some((role) => actor.roles.has(role));
}

/** Whether the asker knows of the field at all. */
export function maySee(actor: Actor, field: Field): boolean {
  return !field.hidden && holdsOne(actor, field.readRoles);
}

/**
 * The scopes of which any one admits to the action: its own and, where that names a collection, the module's with the same
 * verb. Empty: public. A refusal names the action's own.
 */
export function scopesOfAction({ module, scope }: ActionDefinition): readonly string[] {
  if (scope === 'public') return [];
  const [area, verb] = scope.split(':');
  return verb === undefined || area === 'admin' || area === module ? [scope] : [scope, `${module}:${verb}`];
}

/** @returns the refusal; null: the actor may run the action */
export function mayAct(actor: Actor, action: ActionDefinition): Refusal | null {
  if (actor.kind === 'kiosk')
    return ofDevice(actor)?.actions.has(action.name) ? null : notForDevices(actor, `run ${action.name}`);
  if (actor.runs) return actor.runs.has(action.name) ? null : lacking(action.scope);
  const scopes = scopesOfAction(action);
  return scopes.length === 0 || hasScope(actor, ...scopes) ? null : lacking(action.scope);
}

/** Refuses an actor that may not administer what no module owns, such as keys, kiosks, tenants and own collections. */
export function mayAdminister(actor: Actor): Refusal | null {
  if (actor.kind === 'kiosk') return notForDevices(actor, 'administer');
  return hasScope(actor, 'admin:write') ? null : lacking('admin:write');
}
