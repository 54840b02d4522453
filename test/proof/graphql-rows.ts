/**
 * Every field at the root of a tenant's GraphQL, as documents that name the records of that tenant: the rows of the
 * matrix for this surface. Made of the schema and the definitions; a new field has its row by itself.
 */
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Registry } from '#server/core/platform.ts';
import { buildSchema } from '#server/surfaces/graphql/build-schema.ts';
import { must } from '#shared/base/assert.ts';
import { camel } from '#shared/base/letter-case.ts';

const fieldsAtOnce = 30;

export interface GraphqlRow {
  /** `createPage`; the alias is the same. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly text: string;
  /** Of an action that is for everyone. */
  readonly isPublic: boolean;
}

export interface GraphqlDocument {
  readonly kind: GraphqlRow['kind'];
  readonly rows: readonly GraphqlRow[];
  readonly body: string;
}

type Field = GraphQLField<unknown, unknown>;
type Ids = ReadonlyMap<string, string>;

function selection(type: unknown): string {
  if (!isObjectType(type)) return '';
  const fields = Object.entries(type.getFields());
  const [name, field] = must(
    // An answer that is about several records has ids of other names.
    fields.find(([name]) => name === 'id' || name === 'data' || name === 'deleted') ??
      fields.find(([, one]) => getNamedType(one.type).name === 'ID') ??
      fields[0],
    `something to ask of ${type.name}`,
  );
  return `{ ${name} ${selection(getNamedType(field.type))} }`;
}

/** What an input of an action is filled with: the ids that its relations lead to, and nothing else. */
function actionInput(type: GraphQLInputObjectType, registry: Registry, action: string, ids: Ids): string {
  const fields = must(registry.actions.get(action), action).input;
  const given = Object.keys(type.getFields()).flatMap((name) => {
    const field = fields.find((one) => one.name === name);
    const id = field?.type === 'relation' && !field.many ? ids.get(field.to) : undefined;
    return id === undefined ? [] : [`${name}: "${id}"`];
  });
  return `{ ${given.join(', ')} }`;
}

/** Record type → its collection. */
function collectionsByType(query: GraphQLObjectType, registry: Registry): ReadonlyMap<string, string> {
  const fields = Object.values(query.getFields());
  return new Map(
    [...registry.collections.keys()].map((collection) => {
      const list = must(
        fields.find(({ name }) => name.replace(/_+$/, '') === camel(collection)),
        collection,
      );
      const connection = getNamedType(list.type) as GraphQLObjectType;
      return [getNamedType(must(connection.getFields()['data'], 'data').type).name, collection];
    }),
  );
}

/** @param select what is asked of an answer's type */
export function graphqlRows(registry: Registry, ids: Ids, select = selection): readonly GraphqlRow[] {
  const schema = buildSchema(registry);
  const [query, mutation] = [must(schema.getQueryType(), 'Query'), must(schema.getMutationType(), 'Mutation')];
  const byType = collectionsByType(query, registry);
  const actions = new Map([...registry.actions.values()].map((one) => [camel(one.name), one]));

  const idOf = (field: Field): string => {
    const named = getNamedType(field.type).name;
    const record = named === 'DeletedRecord' ? field.name.replace(/^delete/, '') : named.replace(/Bulk(_*)$/, '$1');
    return ids.get(byType.get(record) ?? '') ?? '';
  };
  const row = (kind: GraphqlRow['kind'], field: Field): GraphqlRow => {
    const action = actions.get(field.name);
    const args = field.args.filter(isRequiredArgument).map((argument) => {
      const type = getNamedType(argument.type);
      if (argument.name === 'id') return `id: "${idOf(field)}"`;
      return `${argument.name}: ${isInputObjectType(type) && action ? actionInput(type, registry, action.name, ids) : '{}'}`;
    });
    // All its parts are optional: with none it would ask for nothing.
    if (field.args.some(({ name }) => name === 'delete')) args.push(`delete: ["${idOf(field)}"]`);
    const given = args.length > 0 ? `(${args.join(', ')})` : '';
    const text = `${field.name}${given} ${select(getNamedType(field.type))}`;
    return { name: field.name, kind, text, isPublic: action?.scope === 'public' };
  };
  return [
    ...Object.values(query.getFields()).map((field) => row('query', field)),
    ...Object.values(mutation.getFields()).map((field) => row('mutation', field)),
  ];
}

export function graphqlDocuments(rows: readonly GraphqlRow[]): readonly GraphqlDocument[] {
  return (['query', 'mutation'] as const).flatMap((kind) => {
    const these = rows.filter((row) => row.kind === kind);
    return Array.from({ length: Math.ceil(these.length / fieldsAtOnce) }, (_, n) => {
      const part = these.slice(n * fieldsAtOnce, (n + 1) * fieldsAtOnce);
      const text = part.map((one) => one.text).join('\n');
      return { kind, rows: part, body: JSON.stringify({ query: `${kind} { ${text} }` }) };
    });
  });
}
