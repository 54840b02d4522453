/** The fields that one collection adds to Query and Mutation. Everything goes through the platform's verbs. */
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { isObject } from '#shared/base/json.ts';
import { capital } from '#shared/base/letter-case.ts';
import { limitDefault, parseList } from '#shared/query/parse.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { offeredWrites, writeVerbs } from '#shared/schema/offered-writes.ts';
import { readPage } from '../../core/paging/read-page.ts';
import { definitionFor } from '../../core/policy/visibility/record-visibility.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { type Asking, readable } from './context.ts';
import type { Names } from './names.ts';
import { bulkOf, deletedOf, type Operation, type Outcome, recordOf, totalOf } from './outcomes.ts';
import { long, plain } from './scalars.ts';
import { readWhereInput } from './where-input.ts';

export type RootField = GraphQLFieldConfig<unknown, Asking>;
export type RootFields = Record<string, RootField>;
type Args = Readonly<Record<string, unknown>>;

export interface CollectionTypes {
  readonly definition: CollectionDefinition;
  /** Names of the fields for one record and for many: `page`, `pages`. */
  readonly one: string;
  readonly many: string;
  readonly record: GraphQLObjectType;
  /** Null: nothing can be set. */
  readonly input: GraphQLInputObjectType | null;
  readonly where: GraphQLInputObjectType;
}

export const pageMeta = new GraphQLObjectType({
  name: 'PageMeta',
  fields: {
    limit: { type: new GraphQLNonNull(GraphQLInt) },
    hasMore: { type: new GraphQLNonNull(GraphQLBoolean) },
    nextCursor: { type: GraphQLString },
    prevCursor: { type: GraphQLString },
    total: { type: long, description: 'Counted only if requested: a count costs as much as many pages.' },
  },
});

export const deletedRecord = new GraphQLObjectType({
  name: 'DeletedRecord',
  fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
});

const needed = <T extends GraphQLObjectType | GraphQLInputObjectType | typeof GraphQLID>(type: T) =>
  new GraphQLNonNull(type);
const listOf = <T extends GraphQLObjectType | GraphQLInputObjectType | typeof GraphQLID>(type: T) =>
  new GraphQLList(new GraphQLNonNull(type));

export const idArg = { type: needed(GraphQLID) };
const keyArg = { type: GraphQLString, description: 'Makes the request safe to repeat for 24 hours.' };
const versionArg = { type: GraphQLInt, description: 'Refused if the record now has another version.' };

function versionOf({ version }: Args): { ifVersion?: number } {
  return typeof version === 'number' ? { ifVersion: version } : {};
}

function keyOf({ idempotencyKey }: Args): { idempotencyKey?: string } {
  return typeof idempotencyKey === 'string' ? { idempotencyKey } : {};
}

/** Arguments that are given; null is as good as not given. */
function given(args: Args, names: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = args[name];
      if (value === null || value === undefined) return [];
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
    }),
  );
}

export function whereOf(definition: CollectionDefinition, where: unknown, asking: Asking): unknown {
  if (where === null || where === undefined) return undefined;
  const lookup = readable(asking);
  return readWhereInput(definition.fields, where, (name) => lookup(name)?.fields ?? null);
}

async function page(definition: CollectionDefinition, args: Args, asking: Asking) {
  const { allowance, caller, cursors } = asking;
  const where = whereOf(definition, args['where'], asking);
  const parameters = {
    ...given(args, ['sort', 'limit', 'cursor', 'search']),
    ...(where === undefined ? {} : { where: JSON.stringify(where) }),
  };
  const asked = valueOrRefusal(
    parseList(definitionFor(caller.actor, definition), parameters, { lookup: readable(asking) }),
  );
  const { meta, records } = valueOrRefusal(await readPage({ caller, cursors, definition, allowance }, asked));
  const total = async () => {
    const query = { ...asked.query, limit: 1 };
    const counted = { verb: 'list', collection: definition.name, query, count: 'exact', allowance } as const;
    return totalOf(await caller.run(counted));
  };
  return { data: records, meta: { ...meta, total } };
}

export function queryFields(types: CollectionTypes, typeNames: Names, fieldNames: Names): RootFields {
  const { definition, many, one, record, where } = types;
  const list = new GraphQLObjectType({
    name: typeNames.take(`${record.name}Connection`),
    fields: {
      data: { type: new GraphQLNonNull(listOf(record)) },
      meta: { type: needed(pageMeta) },
    },
  });
  const { name: collection } = definition;
  return {
    [fieldNames.take(one)]: {
      type: record,
      extensions: { records: 'one' },
      args: { id: idArg },
      ...(definition.note ? { description: definition.note } : {}),
      resolve: async (_source, { id }, { caller }) =>
        recordOf(await caller.run({ verb: 'get', collection, id: String(id) })),
    },
    [fieldNames.take(many)]: {
      type: list,
      extensions: { records: 'limit' },
      ...(definition.note ? { description: definition.note } : {}),
      args: {
        where: { type: where },
        sort: {
          type: listOf(GraphQLString),
          description: 'Names of fields. A leading minus sorts in descending order.',
        },
        limit: { type: GraphQLInt, default: { value: limitDefault } },
        cursor: { type: GraphQLString },
        search: { type: GraphQLString },
      },
      resolve: (_source, args, asking) => page(definition, args, asking),
    },
  };
}

async function write<T>(asking: Asking, operation: Operation, read: (outcome: Outcome) => T): Promise<T> {
  const outcome = await asking.caller.run(operation);
  asking.forget();
  return read(outcome);
}

/** `{id, input}` as REST's bulk has it: the fields beside the id. */
function bulkUpdate(update: unknown): unknown {
  return isObject(update) ? { ...(plain(update['input']) as object), id: update['id'] } : update;
}

export function mutationFields(types: CollectionTypes, typeNames: Names, fieldNames: Names): RootFields {
  const { definition, input, one } = types;
  const { name: collection } = definition;
  const offered = offeredWrites(definition);
  const fields: RootFields = {};
  const inputArg = input && { type: needed(input) };
  if (inputArg && offered.includes('create'))
    fields[fieldNames.take(`create${capital(one)}`)] = {
      type: types.record,
      args: { input: inputArg, idempotencyKey: keyArg },
      resolve: (_source, args, asking) =>
        write(asking, { verb: 'create', collection, input: plain(args['input']), ...keyOf(args) }, recordOf),
    };
  if (inputArg && offered.includes('update'))
    fields[fieldNames.take(`update${capital(one)}`)] = {
      type: types.record,
      description: 'Sets the fields that are sent. Null empties a field.',
      args: { id: idArg, input: inputArg, version: versionArg },
      resolve: (_source, args, asking) => {
        const [id, values] = [String(args['id']), plain(args['input'])];
        return write(asking, { verb: 'update', collection, id, input: values, ...versionOf(args) }, recordOf);
      },
    };
  if (offered.includes('delete'))
    fields[fieldNames.take(`delete${capital(one)}`)] = {
      type: deletedRecord,
      args: { id: idArg, version: versionArg },
      resolve: (_source, args, asking) =>
        write(asking, { verb: 'delete', collection, id: String(args['id']), ...versionOf(args) }, deletedOf),
    };
  // A field for all three verbs at once: where one of them is not offered, each has its own.
  if (input && offered.length === writeVerbs.length)
    Object.assign(fields, bulkField(types, input, typeNames, fieldNames));
  return fields;
}

function bulkField(
  { definition, many, record }: CollectionTypes,
  input: GraphQLInputObjectType,
  typeNames: Names,
  fieldNames: Names,
): RootFields {
  const update = new GraphQLInputObjectType({
    name: typeNames.take(`${record.name}Update`),
    fields: { id: idArg, input: { type: needed(input) } },
  });
  const bulk = new GraphQLObjectType({
    name: typeNames.take(`${record.name}Bulk`),
    fields: {
      created: { type: new GraphQLNonNull(listOf(record)) },
      updated: { type: new GraphQLNonNull(listOf(record)) },
      deleted: { type: new GraphQLNonNull(listOf(GraphQLID)) },
    },
  });
  const field: RootField = {
    type: bulk,
    description: 'Does all of it or nothing. At most 1,000 records in total.',
    args: {
      create: { type: listOf(input) },
      update: { type: listOf(update) },
      delete: { type: listOf(GraphQLID) },
      idempotencyKey: keyArg,
    },
    resolve: (_source, args, asking) => {
      const { create, delete: gone, update: changed } = args;
      const values = {
        ...(Array.isArray(create) ? { create: create.map(plain) } : {}),
        ...(Array.isArray(changed) ? { update: changed.map(bulkUpdate) } : {}),
        ...(Array.isArray(gone) ? { delete: gone } : {}),
      };
      return write(asking, { verb: 'bulk', collection: definition.name, input: values, ...keyOf(args) }, bulkOf);
    },
  };
  return { [fieldNames.take(`bulk${capital(many)}`)]: field };
}
