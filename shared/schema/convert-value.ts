/** Converts a value of one type to another type, where it says the same there. Nothing is guessed: "5 apples" is no 5. */
import type { Field } from './field.ts';

const textTypes: readonly string[] = ['text', 'richText', 'email', 'url', 'slug'];
const numberTypes: readonly string[] = ['number', 'integer', 'money'];
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function toText(value: unknown): unknown {
  return typeof value === 'string' ? value : typeof value === 'object' ? undefined : String(value);
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && decimal.test(value.trim()) ? Number(value.trim()) : undefined;
}

function toFlag(value: unknown): unknown {
  if (value === 1 || value === 'true') return true;
  if (value === 0 || value === 'false') return false;
  return typeof value === 'boolean' ? value : undefined;
}

/** One becomes a list of one; `toOne` makes a list of one that one, and an empty list null. */
function toMany(value: unknown): unknown {
  return Array.isArray(value) ? value : [value];
}

function toOne(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? null : value.length === 1 ? value[0] : undefined;
}

function toList(to: Extract<Field, { type: 'array' }>, value: unknown): unknown {
  if (to.of === 'group') return value;
  const items = toMany(value) as unknown[];
  const read = to.of === 'number' || to.of === 'integer' ? toNumber : to.of === 'boolean' ? toFlag : toText;
  const converted = items.map(read);
  return converted.includes(undefined) ? undefined : converted;
}

/**
 * @param value not null
 * @returns undefined where the value cannot be one of that type; another result must still pass the field's own rules
 */
export function convertValue(to: Field, value: unknown): unknown {
  if (textTypes.includes(to.type)) return toText(value);
  if (numberTypes.includes(to.type)) return toNumber(value);
  switch (to.type) {
    case 'boolean':
      return toFlag(value);
    case 'select':
      return to.many ? toMany(value) : toOne(value);
    case 'relation':
      return to.many ? toMany(value) : toOne(value);
    case 'array':
      return toList(to, value);
    default:
      return value;
  }
}
