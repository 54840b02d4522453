/** Decides what one actor's replica may hold: which collections, which fields, which records (SY1). Pure. */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { innerFields, namedValues, visibleDefinition } from '#shared/schema/visible-definition.ts';
import type { Registry } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import {
  type DeviceRole,
  deviceCondition,
  deviceRights,
  heldBy,
  heldByAny,
  holdsAnyOf,
  isOfDevice,
} from '../../core/policy/device-rights.ts';
import { mayRead, notForDevices } from '../../core/policy/policy.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';

/** The same for all devices of a role with the same modules, and asked for with every chunk. */
const ofDevices = new WeakMap<Registry, Map<DeviceRole, readonly CollectionDefinition[]>>();

function heldOf(registry: Registry, held: (one: CollectionDefinition) => CollectionDefinition | null) {
  const found = [...registry.collections.values()].map(held).filter((definition) => definition !== null);
  return found.map((definition) => visibleDefinition(definition, (field) => !field.hidden));
}

function deviceCollections(registry: Registry, role: DeviceRole): readonly CollectionDefinition[] {
  const byRole = ofDevices.get(registry) ?? new Map<DeviceRole, readonly CollectionDefinition[]>();
  ofDevices.set(registry, byRole);
  const held = byRole.get(role) ?? heldOf(registry, (definition) => heldBy(role, definition));
  byRole.set(role, held);
  return held;
}

/** Returns the collections whose changes may concern some device. */
export function newsOfDevices(registry: Registry): readonly CollectionDefinition[] {
  return heldOf(registry, heldByAny);
}

export function replicatedCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  const { kiosk } = actor;
  if (kiosk) return deviceCollections(registry, kiosk.role).filter((definition) => holdsAnyOf(kiosk, definition));
  return [...registry.collections.values()]
    .filter((d) => d.replicated && !mayRead(actor, d))
    .map((d) => definitionFor(actor, d));
}

/**
 * The collection by its name, as the actor replicates it. A device holds some and pushes others.
 *
 * @returns `device_not_allowed` where the list of the device's role lacks it, `collection_unknown` where there is none
 */
export function askedCollection(
  actor: Actor,
  registry: Registry,
  name: string,
  op: 'pull' | 'push',
): Result<CollectionDefinition> {
  const held = replicatedCollections(actor, registry).find((definition) => definition.name === name);
  const known = registry.collections.get(name);
  if (!known || (!held && !actor.kiosk))
    return refuse({ code: 'collection_unknown', message: `No replicated collection is named ${name}.` });
  if (!actor.kiosk) return ok(held ?? known);
  const listed = op === 'pull' ? held : deviceRights[actor.kiosk.role].pushes[name] && (held ?? known);
  return listed ? ok(listed) : refuse(notForDevices(actor, `${op} ${name}`));
}

/**
 * The log as the actor knows it. A device whose role changes, or whose exhibitor may see another roster, holds too much
 * or too little: its log has another name from then on, so that it loads a new snapshot in place of the old one (SY2).
 */
export function logOf(actor: Actor, logId: string): string {
  const { kiosk } = actor;
  if (kiosk === undefined || kiosk.role === 'gate') return logId;
  if (kiosk.role === 'exhibitor')
    return `${logId}.${kiosk.role}.${kiosk.exhibitor ?? 'none'}.${kiosk.roster ?? 'scanned'}`;
  return `${logId}.${kiosk.role}`;
}

/**
 * A chunk is the same for all who may have it: of a collection with an own-records rule every person has other records. The
 * registry's definition says so; one that an actor may know lacks the rule where its field is not seen.
 */
function isSameForAll(actor: Actor, registry: Registry, name: string): boolean {
  return actor.kiosk !== undefined || !registry.collections.get(name)?.access?.own;
}

/**
 * Returns the collections that a first load brings. Journals are an app's own: it has what it wrote, and needs no other's.
 * A device has those that its role's list holds: the edits of an exhibitor's other devices are part of its leads.
 */
export function snapshotCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  return replicatedCollections(actor, registry).filter(
    (d) => (actor.kiosk !== undefined || d.replicated?.push !== 'append') && isSameForAll(actor, registry, d.name),
  );
}

/** Undefined: the actor's replica may hold all records of the collection. */
export function boundCondition({ kiosk }: Actor, definition: CollectionDefinition): Condition | undefined {
  return kiosk && deviceCondition(kiosk, definition);
}

export function isBound(
  actor: Actor,
  definition: CollectionDefinition,
  record: Readonly<Record<string, unknown>>,
): boolean {
  return !actor.kiosk || isOfDevice(actor.kiosk, definition, record);
}

/** The fields that `replicated` names, or all where it names none; hidden ones never. */
export function fieldsHeld({ fields, replicated }: CollectionDefinition): readonly string[] {
  const shown = new Set(fields.filter((f) => !f.hidden).map((f) => f.name));
  return (replicated?.fields ?? [...shown]).filter((name) => shown.has(name));
}

/**
 * The record as a replica may hold it: what its actor sees of it, and of that the replicated fields.
 *
 * @param definition as the actor may know it, e.g. out of `replicatedCollections`
 */
export function replicaOf(
  definition: CollectionDefinition,
): (record: StoredRecord) => Record<string, unknown> & { id: string } {
  const kept = fieldsHeld(definition);
  const held = definition.fields.filter(({ name }) => kept.includes(name));
  const isPlain = held.every((field) => innerFields(field).length === 0);
  return (record) => {
    const copy: Record<string, unknown> & { id: string } = { id: record.id };
    const shown = isPlain ? record : namedValues(held, record);
    for (const name of kept) copy[name] = shown[name] ?? null;
    copy['version'] = record.version;
    return copy;
  };
}
