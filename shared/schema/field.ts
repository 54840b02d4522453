/**
 * The field language: one data literal describes a field for validation, tables, queries, JSON Schema and types.
 * The built-in catalogue and a tenant's own collections are written in the same words.
 */
import type { Json } from '../base/json.ts';

interface FieldBase {
  readonly name: string;
  /** Label that people read above it in a form; absent: made from the name. */
  readonly label?: string;
  /** May not be null or absent. */
  readonly required?: boolean;
  /** No two records of the tenant share a non-null value. */
  readonly unique?: boolean;
  readonly index?: boolean;
  /** Roles that may see / set the field; absent: every actor who may read / write the record. */
  readonly readRoles?: readonly string[];
  readonly writeRoles?: readonly string[];
  /** Set by the platform's own actions only: what a client sends for it is refused. */
  readonly readOnly?: boolean;
  /** Stored, but on no surface and in no filter: secrets and hashes. */
  readonly hidden?: boolean;
  /** One sentence for documentation. */
  readonly note?: string;
}

export const textFormats = ['timezone'] as const;
export type TextFormat = (typeof textFormats)[number];

export type TextKind = 'text' | 'richText' | 'email' | 'url' | 'slug';

export interface TextField extends FieldBase {
  readonly type: TextKind;
  readonly default?: string;
  /** In Unicode code points, as in JSON Schema. `maxLength` absent: 10,000. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Searched for anywhere in the text unless it is anchored; the subset of shared/base/linear-regex.ts. */
  readonly pattern?: string;
  /** Format that no pattern can express: `timezone` is an IANA name that the server knows. */
  readonly format?: TextFormat;
  /**
   * Inside a json setting: sealed where it is stored, in no answer ever; a change that leaves it out keeps it. The
   * collection has `sealedValuesField`, and a list of groups around the secret has an `id` in each element.
   */
  readonly secret?: boolean;
}

export interface NumberField extends FieldBase {
  /** `money` is an integer in minor units; its currency stands in a field beside it. */
  readonly type: 'number' | 'integer' | 'money';
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** ISO 8601 in UTC with milliseconds. */
export interface DateField extends FieldBase {
  readonly type: 'date';
  readonly default?: string;
  /** The earliest and the latest value, in ISO 8601. */
  readonly min?: string;
  readonly max?: string;
}

export interface SelectField extends FieldBase {
  readonly type: 'select';
  readonly options: readonly string[];
  readonly many?: boolean;
  /** Only with `many`; the number of options when absent. */
  readonly maxItems?: number;
  readonly default?: string | readonly string[];
}

/** Any JSON, stored as it is; with `fields` or `entries`, which say what it must be, without members that are null. */
export interface JsonField extends FieldBase {
  readonly type: 'json';
  readonly default?: Json;
  /** It is an object of these fields. What stands in it cannot be restricted to roles, unique or indexed. */
  readonly fields?: readonly Field[];
  /** It is an object of any names, each with a value of this field. */
  readonly entries?: Field;
}

export interface ArrayField extends FieldBase {
  readonly type: 'array';
  /** Type of its elements: plain values, or groups with `fields`. */
  readonly of: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'group';
  readonly fields?: readonly Field[];
  /** 1,000 when absent. */
  readonly maxItems?: number;
  /** Maximum length of each element that is text, measured as that of a text field. */
  readonly maxLength?: number;
  /** Pattern of each element that is text. */
  readonly pattern?: string;
  readonly default?: readonly Json[];
}

export interface GroupField extends FieldBase {
  readonly type: 'group';
  readonly fields: readonly Field[];
}

/** `[longitude, latitude]` in degrees, as in GeoJSON. */
export interface PointField extends FieldBase {
  readonly type: 'point';
  readonly default?: readonly [number, number];
}

export interface RelationField extends FieldBase {
  readonly type: 'relation';
  /** The collection it points into; the value is an id, or a list of ids with `many`. */
  readonly to: string;
  readonly many?: boolean;
  /** Only with `many`; 500 when absent. */
  readonly maxItems?: number;
}

export interface FileField extends FieldBase {
  readonly type: 'file';
}

export type Field =
  | TextField
  | NumberField
  | BooleanField
  | DateField
  | SelectField
  | JsonField
  | ArrayField
  | GroupField
  | PointField
  | RelationField
  | FileField;

export type FieldType = Field['type'];
