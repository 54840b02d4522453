/**
 * The field language described in itself: which attributes a field of each type may have when it comes from outside.
 * Checked by `validate`, so that a definition is refused in the same words as a record. Used by parse-field.ts.
 */
import { type Field, type FieldType, textFormats } from './field.ts';

export const fieldTypes = [
  'text',
  'richText',
  'email',
  'url',
  'slug',
  'number',
  'integer',
  'money',
  'boolean',
  'date',
  'select',
  'json',
  'array',
  'group',
  'point',
  'relation',
  'file',
] as const satisfies readonly FieldType[];

const fieldNameMax = 63;
export const rolesMax = 20;
const optionsMax = 200;
const optionCharsMax = 100;
const textCharsMax = 1_000_000;
const itemsMax = 1_000;

const flag = (name: string): Field => ({ name, type: 'boolean' });
const list = (name: string, maxItems: number, maxLength: number): Field => ({
  name,
  type: 'array',
  of: 'text',
  maxItems,
  maxLength,
});
const whole = (name: string, max: number, min = 0): Field => ({ name, type: 'integer', min, max });
const anything = (name: string): Field => ({ name, type: 'json' });
/** A list of fields is looked at one by one, each by its own type. */
const below = anything('fields');

export const fieldName: Field = {
  name: 'name',
  type: 'text',
  required: true,
  maxLength: fieldNameMax,
  pattern: '^[a-z][A-Za-z0-9]*$',
};

const everywhere: readonly Field[] = [
  fieldName,
  { name: 'type', type: 'select', options: fieldTypes, required: true },
  { name: 'label', type: 'text', maxLength: 120 },
  { name: 'note', type: 'text', maxLength: 500 },
  flag('required'),
  flag('unique'),
  flag('index'),
  list('readRoles', rolesMax, 60),
  list('writeRoles', rolesMax, 60),
];

const text: readonly Field[] = [
  anything('default'),
  whole('minLength', textCharsMax),
  whole('maxLength', textCharsMax, 1),
  { name: 'pattern', type: 'text', maxLength: 200 },
  { name: 'format', type: 'select', options: textFormats },
];
const number: readonly Field[] = [
  anything('default'),
  { name: 'min', type: 'number' },
  { name: 'max', type: 'number' },
];
const many: readonly Field[] = [flag('many'), whole('maxItems', itemsMax, 1)];

const byType: Readonly<Record<FieldType, readonly Field[]>> = {
  text,
  richText: text,
  email: text,
  url: text,
  slug: text,
  number,
  integer: number,
  money: number,
  boolean: [anything('default')],
  date: [anything('default'), { name: 'min', type: 'date' }, { name: 'max', type: 'date' }],
  select: [{ ...list('options', optionsMax, optionCharsMax), required: true }, ...many, anything('default')],
  json: [anything('default')],
  array: [
    {
      name: 'of',
      type: 'select',
      options: ['text', 'number', 'integer', 'boolean', 'date', 'group'],
      required: true,
    },
    below,
    whole('maxItems', itemsMax, 1),
    whole('maxLength', textCharsMax, 1),
    anything('default'),
  ],
  group: [below],
  point: [anything('default')],
  relation: [{ name: 'to', type: 'text', required: true, maxLength: 63 }, ...many],
  file: [],
};

export function isFieldType(type: unknown): type is FieldType {
  return fieldTypes.some((one) => one === type);
}

/** Returns the attributes that a field of this type may have; for an unknown type, those that all have. */
export function attributesOf(type: unknown): readonly Field[] {
  return isFieldType(type) ? [...everywhere, ...byType[type]] : everywhere;
}
