/** Counts records under several conditions, up to 100 conditions by one request. */
import { isObject } from '#shared/base/json.ts';
import { camel } from '#shared/base/letter-case.ts';
import { request } from './client.ts';
import type { CollectionName } from './follow-changes.ts';

/** A collection, and a `where` as `client.<collection>.list` takes it, without dots in its names. */
export type Counted = readonly [CollectionName, object];

/** Maximum number of aliases that the server takes in one GraphQL document. */
const atOnce = 100;

/** `{ event: { equals: 'e1' } }` as GraphQL writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inside]) => `${name}:${literal(inside)}`)
    .join()}}`;
}

interface Answer {
  readonly data: Readonly<Record<string, { readonly meta: { readonly total: number } }>>;
}

/**
 * @param names of the counts
 * @param of what is counted under each name
 * @throws GatehouseError
 */
export async function countEach<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => Counted,
): Promise<Readonly<Record<Name, number>>> {
  const counts: Partial<Record<Name, number>> = {};
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce);
    const fields = some.map((name, n) => {
      const [collection, where] = of(name);
      return `c${n}:${camel(collection)}(limit:1,where:${literal(where)}){meta{total}}`;
    });
    const { data } = await request<Answer>('POST', '/graphql', { query: `{ ${fields.join(' ')} }` });
    some.forEach((name, n) => {
      counts[name] = data[`c${n}`]?.meta.total ?? 0;
    });
  }
  return counts as Record<Name, number>;
}
