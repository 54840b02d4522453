/** Secrets inside json settings: which fields hold some, and the field that keeps them apart from what is shown. */
import type { Field, JsonField } from './field.ts';

/** Field beside the settings with the sealed secrets of a record by their path, on no surface. */
export const sealedValuesField = {
  name: 'sealedValues',
  type: 'json',
  hidden: true,
  entries: { name: 'sealed', type: 'text', maxLength: 20_000 },
  note: 'The secrets of the settings, sealed, by their path.',
} as const satisfies JsonField;

export function isSecret(field: Field): boolean {
  return 'secret' in field && field.secret === true;
}

/** The fields inside this one, for every type that has some. */
export function fieldsInside(field: Field): readonly Field[] {
  if (field.type === 'json') return field.fields ?? (field.entries ? [field.entries] : []);
  return field.type === 'group' || field.type === 'array' ? (field.fields ?? []) : [];
}

export function holdsSecrets(field: Field): boolean {
  return isSecret(field) || fieldsInside(field).some(holdsSecrets);
}
