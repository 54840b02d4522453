/**
 * The filter language as input types, from the one operator table: a type for each kind of field, shared by all
 * collections (and by all schemas), and one for each collection, group and relation, because those lead somewhere.
 */
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableInputType,
  GraphQLString,
} from 'graphql';
import { must } from '#shared/base/assert.ts';
import { capital } from '#shared/base/letter-case.ts';
import { type FieldKind, type OperandKind, operandOf, operators, operatorsFor } from '#shared/query/operators.ts';
import { resolvePath, systemFields } from '#shared/query/target.ts';
import type { Field } from '#shared/schema/field.ts';
import type { Names } from './names.ts';
import { json } from './scalars.ts';

type InputFields = Record<string, GraphQLInputFieldConfig>;

const valueTypes: Readonly<Record<FieldKind, GraphQLNullableInputType>> = {
  id: GraphQLID,
  relation: GraphQLID,
  relations: GraphQLID,
  text: GraphQLString,
  choice: GraphQLString,
  choices: GraphQLString,
  /** A time, or `now`, `now-P7D`. */
  date: GraphQLString,
  number: GraphQLFloat,
  boolean: GraphQLBoolean,
  list: json,
  json,
  rows: json,
  group: json,
  point: json,
};

const listOfSome = (type: GraphQLNullableInputType) => new GraphQLList(new GraphQLNonNull(type));

const day = new GraphQLInputObjectType({
  name: 'DayInput',
  description: 'A calendar day (or the day of a time) in a time zone. The default time zone is UTC.',
  fields: { date: { type: new GraphQLNonNull(GraphQLString) }, tz: { type: GraphQLString } },
});
const near = new GraphQLInputObjectType({
  name: 'NearInput',
  fields: {
    longitude: { type: new GraphQLNonNull(GraphQLFloat) },
    latitude: { type: new GraphQLNonNull(GraphQLFloat) },
    maxMetres: { type: new GraphQLNonNull(GraphQLFloat) },
    minMetres: { type: GraphQLFloat },
  },
});

function operandType(operand: OperandKind, kind: FieldKind): GraphQLNullableInputType {
  const value = valueTypes[kind];
  switch (operand) {
    case 'value':
    case 'bound':
    case 'element':
      return value;
    case 'values':
      return new GraphQLList(value);
    case 'elements':
    case 'range':
      return listOfSome(value);
    case 'divisor':
      return listOfSome(GraphQLInt);
    case 'text':
    case 'pattern':
    case 'words':
    case 'key':
    case 'duration':
      return GraphQLString;
    case 'flag':
      return GraphQLBoolean;
    case 'count':
    case 'year':
    case 'month':
    case 'weekday':
      return GraphQLInt;
    case 'keys':
      return listOfSome(GraphQLString);
    case 'box':
      return listOfSome(GraphQLFloat);
    case 'day':
      return day;
    case 'near':
      return near;
    // Kinds without a type of their own (plain lists, JSON) take a condition as REST spells it.
    case 'nested':
    case 'condition':
    case 'conditions':
    case 'area':
    case 'shape':
    case 'json':
      return json;
  }
}

function operatorFields(kind: FieldKind, nested?: GraphQLNullableInputType): InputFields {
  return Object.fromEntries(
    operatorsFor(kind).map((name) => {
      const operand = operandOf(name, kind);
      const type = operand === 'nested' && nested ? nested : operandType(operand, kind);
      return [name, { type, description: operators[name].meaning }];
    }),
  );
}

function sharedFilter(kind: FieldKind, more: InputFields = {}): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: `${capital(kind)}Filter`,
    description: `Operators for a field of the kind ${kind}. All given operators must match.`,
    fields: () => ({ ...more, ...operatorFields(kind) }),
  });
}

const sharedFilters: Partial<Readonly<Record<FieldKind, GraphQLInputObjectType>>> = {
  id: sharedFilter('id'),
  text: sharedFilter('text'),
  number: sharedFilter('number'),
  boolean: sharedFilter('boolean'),
  date: sharedFilter('date'),
  choice: sharedFilter('choice'),
  choices: sharedFilter('choices'),
  list: sharedFilter('list'),
  point: sharedFilter('point'),
  json: sharedFilter('json', {
    path: {
      type: GraphQLString,
      description: 'Keys below the field, separated by dots. If omitted, the field itself.',
    },
  }),
};

/** Names of the types that all schemas share: no other type may have one of them. */
export const filterTypeNames: readonly string[] = [
  day.name,
  near.name,
  ...Object.values(sharedFilters).map(({ name }) => name),
];

const logicNames: readonly string[] = ['and', 'or', 'not'];

export class FilterTypes {
  readonly #names: Names;
  /** The filter of a collection's records; null: it is not there. */
  readonly #whereOf: (collection: string) => GraphQLInputObjectType | null;

  constructor(names: Names, whereOf: (collection: string) => GraphQLInputObjectType | null) {
    this.#names = names;
    this.#whereOf = whereOf;
  }

  /** @param prefix of the names of types made for groups below */
  where(name: string, prefix: string, fields: readonly Field[]): GraphQLInputObjectType {
    const made: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: this.#made(prefix, fields, (inner) => ({
        ...inner,
        and: { type: listOfSome(made), description: operators.and.meaning },
        or: { type: listOfSome(made), description: operators.or.meaning },
        not: { type: made, description: operators.not.meaning },
      })),
    });
    return made;
  }

  /** Types are named at once and in order, and looked into when the schema is put together. */
  #made(prefix: string, fields: readonly Field[], complete: (fields: InputFields) => InputFields): () => InputFields {
    const named = fields
      .filter((field) => !field.hidden && !logicNames.includes(field.name))
      .map((field) => [field.name, this.#filterOf(prefix, field)] as const);
    return () =>
      complete(
        Object.fromEntries(
          named.flatMap(([name, type]) => {
            const found = type();
            return found ? [[name, { type: found }]] : [];
          }),
        ),
      );
  }

  #filterOf(prefix: string, field: Field): () => GraphQLInputObjectType | null {
    const { kind } = must(resolvePath({ of: 'group', fields: [field] }, field.name), 'a declared field');
    const shared = sharedFilters[kind];
    if (shared) return () => shared;
    const own = prefix + capital(field.name);
    if (field.type === 'group') {
      const fields = this.#made(own, field.fields, (inner) => ({ ...operatorFields('group'), ...inner }));
      const type = new GraphQLInputObjectType({ name: this.#names.take(`${own}Filter`), fields });
      return () => type;
    }
    if (field.type === 'array') {
      const element = this.where(this.#names.take(`${own}Where`), own, field.fields ?? []);
      const name = this.#names.take(`${own}Filter`);
      const type = new GraphQLInputObjectType({ name, fields: () => operatorFields('rows', element) });
      return () => type;
    }
    const to = field.type === 'relation' ? field.to : '';
    const many = field.type === 'relation' && field.many === true;
    return () => this.#relation(to, many);
  }

  readonly #relations = new Map<string, GraphQLInputObjectType>();

  #relation(to: string, many: boolean): GraphQLInputObjectType | null {
    const where = this.#whereOf(to);
    const key = `${to} ${many}`;
    const known = this.#relations.get(key);
    if (known) return known;
    const kind = many ? 'relations' : 'relation';
    const base = where ? where.name.replace(/Where(_*)$/, '$1') : 'Unknown';
    const made = new GraphQLInputObjectType({
      name: this.#names.take(`${base}${capital(kind)}Filter`),
      fields: () => operatorFields(kind, where ?? json),
    });
    this.#relations.set(key, made);
    return made;
  }
}

/** Adds the fields that every record has. */
export const filterableFields = (fields: readonly Field[]): readonly Field[] => [...systemFields, ...fields];
