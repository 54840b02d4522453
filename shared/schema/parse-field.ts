/**
 * One field of a definition from outside → Field, or every problem with its path. What the attributes are is in
 * field-language.ts; here is what they mean together. Used by parse-definition.ts alone.
 */
import { isObject } from '../base/json.ts';
import { compileRegex } from '../base/linear-regex.ts';
import { parseTime } from '../base/time.ts';
import type { Field } from './field.ts';
import { attributesOf } from './field-language.ts';
import type { Problems } from './problems.ts';
import { reservedOwnFieldNames, reservedOwnInsideNames } from './reserved-names.ts';
import { validate } from './validate.ts';

/** Maximum number of fields of one definition, those inside groups counted too. */
export const fieldsTotalMax = 200;
/** Maximum depth of a field, from 1: a group in a group in a group, and no further. */
export const groupDepthMax = 4;

export interface FieldScene {
  readonly problems: Problems;
  /** Collections a relation may lead to, this one among them. */
  readonly related: readonly string[];
  /** Number of fields so far. */
  count: number;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Null says the same as nothing. */
export function withoutNulls(values: Attributes): Attributes {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** JSON has no order and no equality that an index could hold. */
function isIndexable(field: Field): boolean {
  const many = 'many' in field && field.many === true;
  return !many && !['json', 'array', 'group', 'point'].includes(field.type);
}

function checkText(field: Extract<Field, { minLength?: number }>, path: string, { problems }: FieldScene): void {
  const { minLength = 0, maxLength, pattern } = field;
  if (maxLength !== undefined && minLength > maxLength)
    problems.add(`${path}.minLength`, 'too_large', `${path}.minLength is more than its maxLength.`);
  const machine = pattern === undefined ? null : compileRegex(pattern);
  if (typeof machine === 'string') problems.add(`${path}.pattern`, 'invalid_format', machine);
}

function checkRange(field: Field, path: string, { problems }: FieldScene): void {
  if (field.type === 'date') {
    if (field.min !== undefined && field.max !== undefined && parseTime(field.min)! > parseTime(field.max)!)
      problems.add(`${path}.min`, 'too_large', `${path}.min is after its max.`);
  } else if (field.type === 'number' || field.type === 'integer' || field.type === 'money') {
    if (field.min !== undefined && field.max !== undefined && field.min > field.max)
      problems.add(`${path}.min`, 'too_large', `${path}.min is more than its max.`);
  }
}

function checkOptions(field: Extract<Field, { type: 'select' }>, path: string, { problems }: FieldScene): void {
  if (field.options.length === 0)
    problems.add(`${path}.options`, 'required', `${path}.options must have at least one option.`);
  const twice = field.options.find((option, i) => field.options.indexOf(option) !== i);
  if (twice !== undefined) problems.add(`${path}.options`, 'name_repeated', `${path}.options has ${twice} twice.`);
}

function checkDefault(field: Field, path: string, { problems }: FieldScene): void {
  if (!('default' in field)) return;
  const { default: value, ...plain } = field;
  const found = validate([{ ...plain, required: false } as Field], { [field.name]: value }, { mode: 'create' });
  if (found.ok) return;
  for (const { code, message, detail } of found.errors)
    problems.add(`${path}.default`, code, message.replace(field.name, `${path}.default`), detail);
}

function checkMeaning(field: Field, path: string, depth: number, scene: FieldScene): void {
  const { problems, related } = scene;
  const inside = depth > 1;
  if ((inside ? reservedOwnInsideNames : reservedOwnFieldNames).has(field.name))
    problems.add(
      `${path}.name`,
      'name_reserved',
      `${field.name} is a reserved name. Choose another name for the field.`,
    );
  for (const word of ['unique', 'index'] as const)
    if (field[word] && (inside || !isIndexable(field)))
      problems.add(`${path}.${word}`, 'invalid_option', `${path} cannot be ${word}: it is not a single plain value.`);
  if ('maxLength' in field && field.type !== 'array') checkText(field, path, scene);
  else if ('pattern' in field || 'minLength' in field) checkText(field as never, path, scene);
  checkRange(field, path, scene);
  if (field.type === 'select') checkOptions(field, path, scene);
  if (field.type === 'relation' && !related.includes(field.to))
    problems.add(
      `${path}.to`,
      'relation_unknown',
      `The relation must refer to a collection. No collection is named ${field.to.slice(0, 100)}.`,
      {
        allowed: related,
      },
    );
  checkDefault(field, path, scene);
}

function parseField(given: unknown, path: string, depth: number, scene: FieldScene): Field | null {
  const { problems } = scene;
  if (!isObject(given)) {
    problems.add(path, 'invalid_type', `${path} must be an object such as {"name": "title", "type": "text"}.`);
    return null;
  }
  const type = Object.hasOwn(given, 'type') ? given['type'] : undefined;
  const checked = validate(attributesOf(type), given, { mode: 'create' });
  if (!checked.ok) {
    problems.addAll(path, checked.errors);
    return null;
  }
  const { fields: below, ...values } = withoutNulls(checked.value as Attributes);
  const nested = values['type'] === 'group' || values['of'] === 'group';
  if (!nested && below !== undefined)
    problems.add(`${path}.fields`, 'unknown_field', `${path} cannot have fields: it is not a group.`);
  const inner = nested ? parseFields(below, `${path}.fields`, depth + 1, scene) : null;
  const field = { ...values, ...(inner ? { fields: inner } : {}) } as unknown as Field;
  checkMeaning(field, path, depth, scene);
  return field;
}

/** @param depth 1 at the top */
export function parseFields(given: unknown, path: string, depth: number, scene: FieldScene): readonly Field[] {
  const { problems } = scene;
  if (!Array.isArray(given) || given.length === 0) {
    problems.add(path, given === undefined ? 'required' : 'invalid_type', `${path} must be a list of fields.`);
    return [];
  }
  if (depth > groupDepthMax) {
    problems.add(path, 'too_large', `Groups must be nested at most ${groupDepthMax - 1} deep.`);
    return [];
  }
  scene.count += given.length;
  if (scene.count > fieldsTotalMax) {
    problems.add(path, 'too_many_items', `A collection must have at most ${fieldsTotalMax} fields.`, {
      maxItems: fieldsTotalMax,
    });
    return [];
  }
  const fields: Field[] = [];
  const seen = new Set<string>();
  for (const [i, one] of given.entries()) {
    const field = parseField(one, `${path}[${i}]`, depth, scene);
    if (!field) continue;
    // Databases do not all tell upper from lower case in names.
    const folded = field.name.toLowerCase();
    if (seen.has(folded) || (depth === 1 && ['createdat', 'updatedat'].includes(folded)))
      problems.add(`${path}[${i}].name`, 'name_repeated', `A field ${field.name} already exists.`);
    seen.add(folded);
    fields.push(field);
  }
  return fields;
}
