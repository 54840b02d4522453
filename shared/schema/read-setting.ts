/** A stored setting as its schema has it, where what is stored is older than the schema or was written past it. */
import { isObject } from '../base/json.ts';
import type { Field } from './field.ts';
import type { ValuesOf } from './infer.ts';
import { validate } from './validate.ts';

/**
 * Never fails: a member that does not fit has its default, or is null; the others are read as they stand.
 *
 * @param stored what the record holds, anything
 */
export function readSetting<const F extends readonly Field[]>(fields: F, stored: unknown): ValuesOf<F> {
  const given = isObject(stored) ? stored : {};
  const values = fields.map((field) => [field.name, readMember(field, given[field.name])]);
  return Object.fromEntries(values) as ValuesOf<F>;
}

function readMember(field: Field, stored: unknown): unknown {
  const whole = validate([field], stored === undefined ? {} : { [field.name]: stored }, {
    mode: 'create',
    unknown: 'drop',
    trusted: true,
  });
  if (whole.ok) return (whole.value as Readonly<Record<string, unknown>>)[field.name];
  if (field.type === 'group' && isObject(stored)) return readSetting(field.fields, stored);
  return 'default' in field && field.default !== undefined ? field.default : null;
}
