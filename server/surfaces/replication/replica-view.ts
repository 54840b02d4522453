/** What one actor's replica may hold: which collections, which fields, which records (SY1). Pure. */

import type { Condition } from '#shared/query/query.ts';
import { where } from '#shared/query/query.ts';
import { asHeldByDevice, type CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Actor } from '../../access/actor.ts';
import { mayRead, maySee } from '../../access/policy.ts';
import type { Registry } from '../../platform.ts';

/** The same for all devices with the same modules, and asked for with every chunk. */
const ofDevices = new WeakMap<Registry, readonly CollectionDefinition[]>();

/** A device that is bound to an event holds only what can be bound to it. */
export function deviceCollections(registry: Registry): readonly CollectionDefinition[] {
  const known = ofDevices.get(registry);
  if (known) return known;
  const bound = [...registry.collections.values()].filter((d) => d.replicated?.boundBy !== undefined);
  const held = bound.map(asHeldByDevice);
  ofDevices.set(registry, held);
  return held;
}

export function replicatedCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  if (actor.kiosk) return deviceCollections(registry);
  return [...registry.collections.values()].filter((d) => d.replicated && !mayRead(actor, d));
}

/** A chunk is the same for all who may have it: what somebody sees only in part is pulled change by change instead. */
function seesAllOf(actor: Actor, { access, fields }: CollectionDefinition): boolean {
  return actor.kiosk !== undefined || (!access?.own && fields.every((f) => f.hidden === true || maySee(actor, f)));
}

/** What a first load brings. Journals are a device's own: it has what it wrote, and needs nobody else's. */
export function snapshotCollections(actor: Actor, registry: Registry): readonly CollectionDefinition[] {
  return replicatedCollections(actor, registry).filter((d) => d.replicated?.push !== 'append' && seesAllOf(actor, d));
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
  const hidden = new Set(fields.filter((f) => f.hidden).map((f) => f.name));
  return (replicated?.fields ?? fields.map((f) => f.name)).filter((n) => !hidden.has(n));
}

/** The record as a replica may hold it. */
export function replicaOf(
  definition: CollectionDefinition,
): (record: StoredRecord) => Record<string, unknown> & { id: string } {
  const kept = [...fieldsHeld(definition), 'version'];
  return (record) => {
    const copy: Record<string, unknown> & { id: string } = { id: record.id };
    for (const name of kept) copy[name] = record[name] ?? null;
    return copy;
  };
}
