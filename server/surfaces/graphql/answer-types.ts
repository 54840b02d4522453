/**
 * Makes the GraphQL type of an action's answer from its `output`: a record is its collection's, a list of fields an object
 * named after the action. Relations in such an object are ids: an answer says what happened, queries walk records. The types
 * of an action's input are made by record-types.ts.
 */

import {
  type GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
} from 'graphql';
import { unreachable } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { isObject } from '#shared/base/json.ts';
import { camel, capital } from '#shared/base/letter-case.ts';
import type { ActionDefinition } from '#shared/schema/definition.ts';
import type { Field, SelectField } from '#shared/schema/field.ts';
import type { Asking } from './context.ts';
import type { Names } from './names.ts';
import { elementScalars, enumType, point, type RecordTypes, scalarOf, some } from './record-types.ts';
import { json } from './scalars.ts';

export interface AnswerType {
  readonly type: GraphQLNullableOutputType;
  /** The part of what the action answers that is of this type: envelopes are HTTP's. */
  readonly read: (answer: unknown) => unknown;
  /** Whether it brings a record, for the cost. */
  readonly isRecord: boolean;
}

const dataOf = (answer: unknown) => (isObject(answer) ? (answer['data'] ?? null) : null);

/** Types of the answers of all actions of a schema. Parts that occur twice in one answer or share a name have one type. */
export class AnswerTypes {
  readonly #names: Names;
  readonly #records: RecordTypes;
  readonly #recordOf: (collection: string) => GraphQLObjectType | null;
  readonly #called: ReadonlyMap<readonly Field[], string>;
  readonly #shared = new Map<readonly Field[], GraphQLObjectType>();
  #objects = new Map<readonly Field[], GraphQLObjectType>();
  #enums = new Map<SelectField, GraphQLEnumType>();

  /** @param recordOf the type of a collection's records; null: it is not there */
  constructor(
    actions: readonly ActionDefinition[],
    names: Names,
    records: RecordTypes,
    recordOf: (collection: string) => GraphQLObjectType | null,
  ) {
    this.#names = names;
    this.#records = records;
    this.#recordOf = recordOf;
    this.#called = new Map(
      actions.flatMap(({ output }) =>
        output && 'fields' in output && output.called ? [[output.fields, output.called] as const] : [],
      ),
    );
  }

  of({ name, output }: ActionDefinition): AnswerType {
    if (!output) return { type: json, read: (answer) => answer, isRecord: false };
    if ('record' in output) {
      const type = this.#recordOf(output.record);
      return { type: type ?? json, read: dataOf, isRecord: type !== null };
    }
    this.#objects = new Map();
    this.#enums = new Map();
    const wanted = `${capital(camel(name))}Answer`;
    if ('fields' in output)
      return { type: this.#object(wanted, output.fields), read: (answer) => answer, isRecord: false };
    const one = this.#object(wanted, output.data);
    return { type: output.many ? some(one) : one, read: dataOf, isRecord: false };
  }

  /** Returns JSON where no field is shown: an object type has at least one field. */
  #object(wanted: string, fields: readonly Field[]): GraphQLObjectType | typeof json {
    const called = this.#called.get(fields);
    const known = called === undefined ? this.#objects : this.#shared;
    const found = known.get(fields);
    if (found) return found;
    const shown = fields.filter((field) => !field.hidden);
    if (shown.length === 0) return json;
    const prefix = called === undefined ? wanted : `${capital(called)}Answer`;
    const name = this.#names.take(prefix);
    const made = new GraphQLObjectType<Values, Asking>({
      name,
      fields: Object.fromEntries(shown.map((field) => [field.name, this.#field(prefix, field)])),
    });
    known.set(fields, made);
    return made;
  }

  #field(prefix: string, field: Field): GraphQLFieldConfig<Values, Asking> {
    const type = this.#type(prefix + capital(field.name), field);
    // JSON may be null where it is there; what a role does not see is not there.
    const isSure = field.required === true && type !== json && !field.readRoles;
    return { type: isSure ? new GraphQLNonNull(type) : type, ...(field.note ? { description: field.note } : {}) };
  }

  #type(own: string, field: Field): GraphQLNullableOutputType {
    switch (field.type) {
      case 'select': {
        const one = this.#enum(own, field);
        return field.many ? some(one) : one;
      }
      case 'relation':
        return field.many ? some(GraphQLID) : GraphQLID;
      case 'group':
        return this.#object(own, field.fields);
      case 'array':
        return field.of === 'group' ? some(this.#object(own, field.fields ?? [])) : some(elementScalars[field.of]);
      case 'point':
        return point;
      default:
        return scalarOf(field) ?? unreachable(field as never);
    }
  }

  #enum(own: string, field: SelectField): GraphQLEnumType {
    const known = this.#records.choicesOf(field) ?? this.#enums.get(field);
    if (known) return known;
    const made = enumType(this.#names.take(own), field.options);
    this.#enums.set(field, made);
    return made;
  }
}
