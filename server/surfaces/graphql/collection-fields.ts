/** What one collection brings to Query, Mutation and Subscription. Everything goes through the platform's verbs. */
import {
  GraphQLBoolean,
  GraphQLEnumType,
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
import { limitDefault, parseList } from '#shared/query/parse.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { readPage } from '../../paging/read-page.ts';
import type { Change } from '../../store/contract.ts';
import { type Asking, readable } from './context.ts';
import { Ended, followChanges } from './follow-changes.ts';
import { capital, type Names } from './names.ts';
import { bulkOf, deletedOf, type Operation, type Outcome, recordOf, totalOf } from './outcomes.ts';
import { dateTime, long, plain } from './scalars.ts';
import { whereWords } from './where-words.ts';

export type RootField = GraphQLFieldConfig<unknown, Asking>;
export type RootFields = Record<string, RootField>;
type Args = Readonly<Record<string, unknown>>;

export interface CollectionTypes {
  readonly definition: CollectionDefinition;
  /** As a field: `page`, `pages`. */
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
    total: { type: long, description: 'Counted only where it is asked for: a count costs as much as many pages.' },
  },
});

export const deletedRecord = new GraphQLObjectType({
  name: 'DeletedRecord',
  fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
});

const opNames = { create: 'created', update: 'updated', delete: 'deleted' } as const;
export const changeOp = new GraphQLEnumType({
  name: 'ChangeOp',
  values: Object.fromEntries(Object.entries(opNames).map(([value, name]) => [name, { value }])),
});

const needed = <T extends GraphQLObjectType | GraphQLInputObjectType | typeof GraphQLID>(type: T) =>
  new GraphQLNonNull(type);
const listOf = <T extends GraphQLObjectType | GraphQLInputObjectType | typeof GraphQLID>(type: T) =>
  new GraphQLList(new GraphQLNonNull(type));

const idArg = { type: needed(GraphQLID) };
const keyArg = { type: GraphQLString, description: 'Makes it safe to send again within 24 hours.' };
const versionArg = { type: GraphQLInt, description: 'Refused where the record is another version by now.' };

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

function whereOf(definition: CollectionDefinition, where: unknown, asking: Asking): unknown {
  if (where === null || where === undefined) return undefined;
  const lookup = readable(asking);
  return whereWords(definition.fields, where, (name) => lookup(name)?.fields ?? null);
}

async function page(definition: CollectionDefinition, args: Args, asking: Asking) {
  const { actor, cursors, platform } = asking;
  const where = whereOf(definition, args['where'], asking);
  const parameters = {
    ...given(args, ['sort', 'limit', 'cursor', 'search']),
    ...(where === undefined ? {} : { where: JSON.stringify(where) }),
  };
  const asked = valueOrRefusal(parseList(definition, parameters, { lookup: readable(asking) }));
  const { meta, records } = valueOrRefusal(await readPage({ platform, cursors, actor, definition }, asked));
  const total = async () => {
    const query = { ...asked.query, limit: 1 };
    return totalOf(await platform.run(actor, { verb: 'list', collection: definition.name, query, count: 'exact' }));
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
      resolve: async (_source, { id }, { actor, platform }) =>
        recordOf(await platform.run(actor, { verb: 'get', collection, id: String(id) })),
    },
    [fieldNames.take(many)]: {
      type: list,
      extensions: { records: 'limit' },
      ...(definition.note ? { description: definition.note } : {}),
      args: {
        where: { type: where },
        sort: { type: listOf(GraphQLString), description: 'Names of fields; a minus in front turns the order.' },
        limit: { type: GraphQLInt, default: { value: limitDefault } },
        cursor: { type: GraphQLString },
        search: { type: GraphQLString },
      },
      resolve: (_source, args, asking) => page(definition, args, asking),
    },
  };
}

async function write<T>(asking: Asking, operation: Operation, read: (outcome: Outcome) => T): Promise<T> {
  const outcome = await asking.platform.run(asking.actor, operation);
  asking.forget();
  return read(outcome);
}

/** `{id, input}` as REST's bulk has it: the fields beside the id. */
function bulkUpdate(update: unknown): unknown {
  return isObject(update) ? { ...(plain(update['input']) as object), id: update['id'] } : update;
}

export function mutationFields(types: CollectionTypes, typeNames: Names, fieldNames: Names): RootFields {
  const { definition, input, one, many, record } = types;
  const { name: collection, writable = 'all' } = definition;
  if (writable === 'none' || !input) return {};
  const fields: RootFields = {};
  const inputArg = { type: needed(input) };
  const all = writable === 'all';
  if (all)
    fields[fieldNames.take(`create${capital(one)}`)] = {
      type: record,
      args: { input: inputArg, idempotencyKey: keyArg },
      resolve: (_source, args, asking) =>
        write(asking, { verb: 'create', collection, input: plain(args['input']), ...keyOf(args) }, recordOf),
    };
  fields[fieldNames.take(`update${capital(one)}`)] = {
    type: record,
    description: 'Sets the fields that are given; null empties one.',
    args: { id: idArg, input: inputArg, version: versionArg },
    resolve: (_source, args, asking) => {
      const [id, values] = [String(args['id']), plain(args['input'])];
      return write(asking, { verb: 'update', collection, id, input: values, ...versionOf(args) }, recordOf);
    },
  };
  if (!all) return fields;
  fields[fieldNames.take(`delete${capital(one)}`)] = {
    type: deletedRecord,
    args: { id: idArg, version: versionArg },
    resolve: (_source, args, asking) =>
      write(asking, { verb: 'delete', collection, id: String(args['id']), ...versionOf(args) }, deletedOf),
  };
  const update = new GraphQLInputObjectType({
    name: typeNames.take(`${record.name}Update`),
    fields: { id: idArg, input: inputArg },
  });
  const bulk = new GraphQLObjectType({
    name: typeNames.take(`${record.name}Bulk`),
    fields: {
      created: { type: new GraphQLNonNull(listOf(record)) },
      updated: { type: new GraphQLNonNull(listOf(record)) },
      deleted: { type: new GraphQLNonNull(listOf(GraphQLID)) },
    },
  });
  fields[fieldNames.take(`bulk${capital(many)}`)] = {
    type: bulk,
    description: 'All of it or nothing; at most 1,000 records together.',
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
      return write(asking, { verb: 'bulk', collection, input: values, ...keyOf(args) }, bulkOf);
    },
  };
  return fields;
}

export function subscriptionFields(types: CollectionTypes, typeNames: Names, fieldNames: Names): RootFields {
  const { definition, one, record, where } = types;
  const change = new GraphQLObjectType<Change>({
    name: typeNames.take(`${record.name}Change`),
    fields: {
      seq: { type: new GraphQLNonNull(long), description: 'Its place in the log: `since` of who goes on behind it.' },
      op: { type: new GraphQLNonNull(changeOp) },
      id: idArg,
      at: { type: new GraphQLNonNull(dateTime) },
      types: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) },
      record: { type: record, description: 'After the change; of a deletion the last state there was.' },
    },
  });
  return {
    [fieldNames.take(`${one}Changed`)]: {
      type: change,
      description:
        'Every change in the order of the log, none missed, none twice. Filters look at the record itself, not through relations.',
      args: {
        where: { type: where },
        since: { type: long, description: 'Changes behind this place; absent: from now on.' },
      },
      subscribe: async (_source, args, asking) =>
        valueOrRefusal(
          await followChanges(asking, {
            collection: definition.name,
            where: whereOf(definition, args['where'], asking),
            since: typeof args['since'] === 'number' ? args['since'] : null,
          }),
        ),
      resolve: (source) => {
        if (source instanceof Ended) throw new RefusalError([source.refusal]);
        return source;
      },
    },
  };
}
