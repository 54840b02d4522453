/** Converts an action's answer to the type that GraphQL gives it, as if a query had asked there for everything. */
import {
  execute,
  type GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isObjectType,
  parse,
} from 'graphql';
import type { Registry } from '#server/core/platform.ts';
import { buildSchema } from '#server/surfaces/graphql/build-schema.ts';
import { camel } from '#shared/base/letter-case.ts';
import type { Body } from '#test/fixtures/test-server.ts';

/** Everything except the records that relations lead to, which a query must ask for. */
function everything(type: unknown): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(({ extensions }) => extensions['records'] === undefined);
  return `{ ${fields.map((field) => `${field.name} ${everything(getNamedType(field.type))}`).join(' ')} }`;
}

const withoutNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (Array.isArray(one) ? one : (one ?? undefined))));

/** Null: it fits, and nothing of it is left out. */
export type FitsGraphql = (action: string, body: Body) => Promise<string | null>;

export function graphqlFits(registry: Registry): FitsGraphql {
  const schema = buildSchema(registry);
  const fields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
    ...schema.getQueryType()?.getFields(),
    ...schema.getMutationType()?.getFields(),
  };
  return async (action, body) => {
    const field = fields[camel(action)];
    const { http, output } = registry.actions.get(action) ?? {};
    if (!field) return http?.signed ? null : 'there is no such field';
    const given = output && !('fields' in output) ? body['data'] : body;
    const query = new GraphQLObjectType({ name: 'Query', fields: { it: { type: field.type, resolve: () => given } } });
    const document = parse(`{ it ${everything(getNamedType(field.type))} }`);
    const { data, errors } = await execute({ schema: new GraphQLSchema({ query }), document });
    if (errors) return errors.map(({ message, path }) => `${path?.join('.')}: ${message}`).join('; ');
    // A record has its relations beside it, as ids; which fields it has is said by its collection.
    if (output && 'record' in output) return null;
    const [answered, expected] = [data?.['it'], given].map((one) => JSON.stringify(sorted(withoutNull(one))));
    return answered === expected ? null : `${answered} instead of ${expected}`;
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
