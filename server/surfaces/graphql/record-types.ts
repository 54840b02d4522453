/** A collection's fields as GraphQL types: what comes out, what goes in. Groups and choices get types of their own. */

import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { unreachable } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { capital } from '#shared/base/letter-case.ts';
import { limitMax } from '#shared/query/parse.ts';
import { systemFields } from '#shared/query/target.ts';
import type { Field, SelectField } from '#shared/schema/field.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Asking } from './context.ts';
import { enumNames, idsName, Names } from './names.ts';
import { dateTime, json, long, money } from './scalars.ts';

type OutputFields = Record<string, GraphQLFieldConfig<Values, Asking>>;
type InputFields = Record<string, GraphQLInputFieldConfig>;

const intMax = 2 ** 31 - 1;
const intMin = -(2 ** 31);
/** Default number of records that one many-relation brings for one record. */
export const relatedDefault = 25;

const textually = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');

/** @returns null: it is made of other fields, or leads to records */
export function scalarOf(field: Field) {
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'email':
    case 'url':
    case 'slug':
      return GraphQLString;
    case 'number':
      return GraphQLFloat;
    case 'integer':
      if (systemFields.includes(field)) return GraphQLInt;
      return (field.min ?? -Infinity) >= intMin && (field.max ?? Infinity) <= intMax ? GraphQLInt : long;
    case 'money':
      return money;
    case 'boolean':
      return GraphQLBoolean;
    case 'date':
      return dateTime;
    case 'json':
      return json;
    case 'file':
      return GraphQLID;
    default:
      return null;
  }
}

export const elementScalars = {
  text: GraphQLString,
  number: GraphQLFloat,
  integer: long,
  boolean: GraphQLBoolean,
  date: dateTime,
} as const;

export const some = <T extends GraphQLEnumType | GraphQLObjectType | GraphQLInputObjectType | typeof json>(type: T) =>
  new GraphQLList(new GraphQLNonNull(type));
export const point = new GraphQLList(new GraphQLNonNull(GraphQLFloat));

export function enumType(name: string, options: readonly string[]): GraphQLEnumType {
  const values = [...enumNames(options)].map(([value, one]) => [one, { value }] as const);
  return new GraphQLEnumType({ name, values: Object.fromEntries(values) });
}

export class RecordTypes {
  readonly #names: Names;
  readonly #recordOf: (collection: string) => GraphQLObjectType | null;
  readonly #enums = new WeakMap<SelectField, GraphQLEnumType>();
  /** Enums of record fields only, by their lists of choices: a field of an answer with the same list has the same enum. */
  readonly #choices = new WeakMap<readonly string[], GraphQLEnumType>();

  /** @param recordOf the type of a collection's records; null: it is not there */
  constructor(names: Names, recordOf: (collection: string) => GraphQLObjectType | null) {
    this.#names = names;
    this.#recordOf = recordOf;
  }

  /** @param more fields besides */
  object(name: string, fields: readonly Field[], note?: string, more: OutputFields = {}): GraphQLObjectType {
    const shown = fields.filter((field) => !field.hidden);
    const made = shown.map((field) => this.#output(name, field));
    return new GraphQLObjectType<Values, Asking>({
      name,
      description: note,
      fields: () => {
        const taken = new Names([...Object.keys(more), ...shown.map((field) => field.name)]);
        return { ...more, ...Object.assign({}, ...made.map((fieldsOf) => fieldsOf(taken))) };
      },
    });
  }

  /**
   * Nothing is required in the type: the platform says what lacks, with its path. In a value, null empties a field.
   *
   * @returns null: no field can be set
   */
  input(name: string, prefix: string, fields: readonly Field[]): GraphQLInputObjectType | null {
    const given = fields.filter((field) => !field.hidden && !field.readOnly);
    if (given.length === 0) return null;
    const made: InputFields = Object.fromEntries(
      given.map((field) => {
        const needed = field.required && !('default' in field) ? ['Required.'] : [];
        const description = [...needed, ...(field.note ? [field.note] : [])].join(' ');
        return [field.name, { type: this.#inputType(prefix, field), ...(description ? { description } : {}) }];
      }),
    );
    return new GraphQLInputObjectType({ name, fields: made });
  }

  #enum(prefix: string, field: SelectField): GraphQLEnumType {
    const known = this.#enums.get(field);
    if (known) return known;
    const made = enumType(this.#names.take(prefix + capital(field.name)), field.options);
    this.#enums.set(field, made);
    return made;
  }

  /** @returns the enum of the record field that has the same list of choices; null: no record has it */
  choicesOf({ options }: SelectField): GraphQLEnumType | null {
    return this.#choices.get(options) ?? null;
  }

  #inputType(prefix: string, field: Field): GraphQLInputFieldConfig['type'] {
    const own = prefix + capital(field.name);
    const group = (fields: readonly Field[]) => this.input(this.#names.take(`${own}Input`), own, fields) ?? json;
    switch (field.type) {
      case 'select': {
        const one = this.#enum(prefix, field);
        return field.many ? some(one) : one;
      }
      case 'relation':
        return field.many ? some(GraphQLID) : GraphQLID;
      case 'group':
        return group(field.fields);
      case 'array':
        return some(field.of === 'group' ? group(field.fields ?? []) : elementScalars[field.of]);
      case 'point':
        return point;
      default:
        return scalarOf(field) ?? unreachable(field as never);
    }
  }

  #output(prefix: string, field: Field): (taken: Names) => OutputFields {
    const described = field.note ? { description: field.note } : {};
    const as = (type: GraphQLNullableOutputType) => () => ({
      [field.name]: { type: systemFields.includes(field) ? new GraphQLNonNull(type) : type, ...described },
    });
    const own = prefix + capital(field.name);
    switch (field.type) {
      case 'select': {
        const one = this.#enum(prefix, field);
        if (!this.#choices.has(field.options)) this.#choices.set(field.options, one);
        return as(field.many ? some(one) : one);
      }
      case 'group':
        return as(this.#group(own, field.fields));
      case 'array':
        return as(
          new GraphQLList(
            new GraphQLNonNull(field.of === 'group' ? this.#group(own, field.fields ?? []) : elementScalars[field.of]),
          ),
        );
      case 'point':
        return as(point);
      case 'relation':
        return (taken) => this.#relation(field.name, field.to, field.many === true, described, taken);
      default:
        return as(scalarOf(field) ?? unreachable(field as never));
    }
  }

  /** An object type has at least one field; a group of which nothing is shown is nothing but JSON. */
  #group(own: string, fields: readonly Field[]): GraphQLObjectType | typeof json {
    return fields.some((field) => !field.hidden) ? this.object(this.#names.take(own), fields) : json;
  }

  #relation(name: string, to: string, many: boolean, described: object, taken: Names): OutputFields {
    const target = this.#recordOf(to);
    const ids = some(GraphQLID);
    // If the other module is not active, there is nothing to look up.
    if (!target) return { [name]: { type: many ? ids : GraphQLID, ...described } };
    if (!many)
      return {
        [name]: {
          type: target,
          ...described,
          extensions: { records: 'one' },
          resolve: (record, _args, asking) => {
            const id = record[name];
            return typeof id === 'string' ? asking.load(to, id) : null;
          },
        },
        [taken.take(`${name}Id`)]: { type: GraphQLID, resolve: (record) => record[name] },
      };
    return {
      [name]: {
        type: new GraphQLList(new GraphQLNonNull(target)),
        ...described,
        extensions: { records: 'limit' },
        args: { limit: { type: GraphQLInt, default: { value: relatedDefault } } },
        resolve: async (record, { limit }, asking) => {
          const all = record[name];
          if (!Array.isArray(all)) return null;
          if (!(limit >= 1 && limit <= limitMax))
            throw refusal('invalid_value', `\`limit\` must be a whole number from 1 to ${limitMax}.`, {
              path: `${name}.limit`,
            });
          const found = await Promise.all(
            textually(all)
              .slice(0, limit)
              .map((id) => asking.load(to, id)),
          );
          // Records that were deleted since, or that the caller may not see, are left out.
          return found.filter((one) => one !== null);
        },
      },
      [taken.take(idsName(name))]: { type: ids, resolve: (record) => record[name] },
    };
  }
}
