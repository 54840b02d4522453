/**
 * The names under which a change is known outside: `<module>.<resource>.<created|updated|deleted>`, and what a
 * lifecycle transition adds. Stores write them into the log; the list of all event types is made here too.
 */
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

const verbs = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** `events.registration`: what stands before the last part of the collection's event names. */
export function eventPrefix(definition: CollectionDefinition): string {
  const resource = definition.resource ?? definition.labels.one.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return `${definition.module}.${resource}`;
}

function isAnnounced({ lifecycle }: CollectionDefinition, state: unknown): boolean {
  return lifecycle?.announces?.some((one) => one === state) ?? false;
}

/**
 * @param from value of the lifecycle field before an update
 * @param to its value after the update, or in the record that is created
 * @returns the change's types, the general one first
 */
export function eventTypes(
  definition: CollectionDefinition,
  op: keyof typeof verbs,
  from?: unknown,
  to?: unknown,
): readonly string[] {
  const prefix = eventPrefix(definition);
  const types = [`${prefix}.${verbs[op]}`];
  const enters = op === 'create' ? isAnnounced(definition, to) : op === 'update' && from !== to;
  if (enters) {
    for (const transition of definition.lifecycle?.transitions ?? []) {
      if (transition.emits === undefined || transition.to !== to) continue;
      if (op === 'update' && transition.from !== from) continue;
      const name = `${prefix}.${transition.emits}`;
      if (!types.includes(name)) types.push(name);
    }
  }
  return types;
}

/** Every event type this collection can give, for catalogues. */
export function allEventTypes(definition: CollectionDefinition): readonly string[] {
  const prefix = eventPrefix(definition);
  const emitted = (definition.lifecycle?.transitions ?? []).flatMap((t) => (t.emits === undefined ? [] : [t.emits]));
  return [...new Set([...Object.values(verbs), ...emitted])].map((verb) => `${prefix}.${verb}`);
}

/** The types of a change as both stores write them into the log. */
export function typesOfChange(
  definition: CollectionDefinition,
  op: keyof typeof verbs,
  record: StoredRecord,
  previous: Readonly<Record<string, unknown>> | null,
): readonly string[] {
  const state = definition.lifecycle?.field;
  if (state === undefined) return eventTypes(definition, op);
  const moved = previous !== null && state in previous;
  if (op === 'update' && !moved) return eventTypes(definition, op);
  return eventTypes(definition, op, previous?.[state], record[state]);
}
