/** What one actor's replica may hold: which collections, which fields, which records (SY1). Pure. */

import type { Condition } from '#shared/query/query.ts';
import { where } from '#shared/query/query.ts';
import { asHeldByDevice, type CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { innerFields, namedValues, visibleDefinition } from '#shared/schema/visible-definition.ts';
import type { Actor } from '../../access/actor.ts';
import { mayRead } from '../../access/policy.ts';
import type { Registry } from '../../platform.ts';
import { definitionFor } from '../../visibility/record-visibility.ts';

/** The same for all devices with the same modules, and asked for with every chunk. */
const ofDevices = new WeakMap<Registry, readonly CollectionDefinition[]>();

/** A device that is bound to an event holds only what can be bound to it. */
export function deviceCollections(registry: Registry): readonly CollectionDefinition[] {
  const known = ofDevices.get(registry);
  if (known) return known;
  const bound = [...registry.collections.values()].filter((d) => d.replicated?.boundBy !== undefined);
  const held = bound.map((definition) => visibleDefinition(asHeldByDevice(definition), (field) => !field.hidden));
  ofDevices.set(registry, held);
  return held;
}

export function replicatedCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  if (actor.kiosk) return deviceCollections(registry);
  return [...registry.collections.values()]
    .filter((d) => d.replicated && !mayRead(actor, d))
    .map((d) => definitionFor(actor, d));
}

/** A chunk is the same for all who may have it: of a collection with an own-records rule every person has other records. */
function isSameForAll(actor: Actor, { access }: CollectionDefinition): boolean {
  return actor.kiosk !== undefined || !access?.own;
}

/** What a first load brings. Journals are a device's own: it has what it wrote, and needs nobody else's. */
export function snapshotCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  return replicatedCollections(actor, registry).filter(
    (d) => d.replicated?.push !== 'append' && isSameForAll(actor, d),
  );
}

export function boundCondition(actor: Actor, definition: CollectionDefinition): Condition | undefined {
  const field = definition.replicated?.boundBy;
  return actor.kiosk && field ? where({ [field]: actor.kiosk.event }) : undefined;
}

export function isBound(
  actor: Actor,
  definition: CollectionDefinition,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const field = definition.replicated?.boundBy;
  return !actor.kiosk || (field !== undefined && record[field] === actor.kiosk.event);
}

/** Named fields only, hidden ones never. */
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
