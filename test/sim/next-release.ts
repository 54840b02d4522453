/** The events module one release later: scans and registrations know a field that no kiosk of today has heard of. */
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';

const added: Readonly<Record<string, Field>> = {
  scans: { name: 'lane', type: 'text', maxLength: 40 },
  registrations: { name: 'seatNote', type: 'text', maxLength: 40 },
  checkins: { name: 'temperature', type: 'integer' },
};

export function nextRelease(definition: CollectionDefinition): CollectionDefinition {
  const field = added[definition.name];
  if (!field) return definition;
  const { replicated } = definition;
  return {
    ...definition,
    fields: [...definition.fields, field],
    ...(replicated?.fields && { replicated: { ...replicated, fields: [...replicated.fields, field.name] } }),
  };
}
