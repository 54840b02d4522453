/** The schema of what is active in a tenant: a pure function of its registry. Names no module. */
import { GraphQLObjectType, GraphQLSchema, specifiedScalarTypes } from 'graphql';
import { camel, capital } from '#shared/base/letter-case.ts';
import { systemFields } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Registry } from '../../core/platform.ts';
import { actionFields } from './action-fields.ts';
import { changeOp, subscriptionFields } from './change-fields.ts';
import {
  type CollectionTypes,
  deletedRecord,
  mutationFields,
  pageMeta,
  queryFields,
  type RootFields,
} from './collection-fields.ts';
import { FilterTypes, filterableFields, filterTypeNames } from './filter-types.ts';
import { Names, singularOf } from './names.ts';
import { RecordTypes } from './record-types.ts';
import { dateTime, json, long, money } from './scalars.ts';

const platformTypes: readonly string[] = [
  'Query',
  'Mutation',
  'Subscription',
  ...[...specifiedScalarTypes, dateTime, json, long, money, pageMeta, deletedRecord, changeOp].map((one) => one.name),
  ...filterTypeNames,
];

export function buildSchema({ actions, collections, own }: Registry): GraphQLSchema {
  const types = new Names(platformTypes);
  const names = { types, queries: new Names(), mutations: new Names(), subscriptions: new Names() };
  const made = new Map<string, CollectionTypes>();
  const filters = new FilterTypes(types, (name) => made.get(name)?.where ?? null);
  const recordOf = (name: string) => made.get(name)?.record ?? null;
  const records = new RecordTypes(types, recordOf);
  const queries: RootFields = {};
  const mutations: RootFields = {};
  const subscriptions: RootFields = {};
  const all = [...collections.values()];
  // The first to take a name keeps it: records come before the types that are made for them.
  const add = (isOwn: boolean) => {
    const these = all.filter(({ name }) => (own?.has(name) ?? false) === isOwn);
    const named = these.map((definition) => [definition, types.take(capital(singularOf(definition)))] as const);
    for (const [definition, type] of named) {
      const one = typesOf(definition, type, types, filters, records);
      made.set(definition.name, one);
      Object.assign(queries, queryFields(one, types, names.queries));
      Object.assign(mutations, mutationFields(one, types, names.mutations));
      Object.assign(subscriptions, subscriptionFields(one, types, names.subscriptions));
    }
  };
  // The modules', with their actions, before those of the tenant.
  add(false);
  const acts = actionFields(actions.values(), records, names, recordOf);
  add(true);
  const root = (name: string, fields: RootFields) =>
    Object.keys(fields).length === 0 ? null : new GraphQLObjectType({ name, fields });
  return new GraphQLSchema({
    query: root('Query', { ...queries, ...acts.queries }),
    mutation: root('Mutation', { ...mutations, ...acts.mutations }),
    subscription: root('Subscription', subscriptions),
    // A test checks that the schema of the modules is valid; checking it here would cost each first request.
    assumeValid: true,
  });
}

function typesOf(
  definition: CollectionDefinition,
  type: string,
  names: Names,
  filters: FilterTypes,
  records: RecordTypes,
): CollectionTypes {
  return {
    definition,
    one: singularOf(definition),
    many: camel(definition.name),
    record: records.object(type, [...systemFields, ...definition.fields], definition.note),
    input: records.input(names.take(`${type}Input`), type, definition.fields),
    where: filters.where(names.take(`${type}Where`), type, filterableFields(definition.fields)),
  };
}
