/** The OpenAPI document: a pure function of what is active in a tenant. https://spec.openapis.org/oas/v3.1.1.html */
import { assert } from '#shared/base/assert.ts';
import type { JsonObject } from '#shared/base/json.ts';
import type { Registry } from '../../core/platform.ts';
import { actionOperations } from './action-operations.ts';
import { collectionOperations, collectionSchemas } from './collection-operations.ts';
import { sharedComponents, sharedSchemas } from './components.ts';
import { type Described, pathNames } from './document.ts';
import { exportFileOperation, fileOperations } from './file-operations.ts';
import { filterSchemas } from './filter-schemas.ts';
import { fixedOperations, fixedTags } from './fixed-operations.ts';
import { liveOperations } from './live-operations.ts';
import { describedSchemas } from './schema-operations.ts';
import { transferOperations } from './transfer-operations.ts';

export interface DocumentSetting {
  readonly version: string;
  /** Beginning of every path: empty, or `/sandbox`. */
  readonly prefix: string;
}

/** No modules: the document then holds only what every tenant has. */
export const nothingActive: Registry = { modules: [], collections: new Map(), actions: new Map() };

const description = `All responses are JSON. Send a credential as \`Authorization: Bearer …\`: an API key, or the access token of a person. The credential determines the tenant.

- Lists are pages: \`meta.nextCursor\` of one is the \`cursor\` of the next. A cursor is valid only with the sort and filter it came from.
- Filters: \`where[field][operator]=value\`. An unknown parameter, field or operator is refused, never ignored.
- \`Idempotency-Key\` makes a POST safe to repeat for 24 hours.
- \`If-Match: "version"\` changes a record only if no one else did; \`If-None-Match\` saves downloading a response you already have.
- An error is \`{"errors": [{code, message, path?, detail?}]}\`; branch on \`code\`.
- The \`RateLimit\` headers give the limit of requests per minute. Above it: 429 with \`Retry-After\`.`;

/** `/events/{eventId}` and `/events/{id}` are one path; the first name it came with is its name. */
function underOneName({ path, method, operation }: Described, names: Map<string, string>): Described {
  const shape = path.replaceAll(/\{\w+\}/g, '{}');
  const known = names.get(shape) ?? path;
  names.set(shape, known);
  if (known === path) return { path, method, operation };
  const [own, shown] = [pathNames(path), pathNames(known)];
  const parameters = ((operation['parameters'] ?? []) as readonly JsonObject[]).map((parameter) => {
    const at = parameter['in'] === 'path' ? own.indexOf(String(parameter['name'])) : -1;
    return at === -1 ? parameter : { ...parameter, name: shown[at] ?? '' };
  });
  return { path: known, method, operation: { ...operation, parameters } };
}

/** Takes operations in the order of the server's routes: where two would answer, the first is described. Sorted by path. */
function pathsOf(all: readonly Described[]): JsonObject {
  const names = new Map<string, string>();
  const paths = new Map<string, Record<string, JsonObject>>();
  const ids = new Set<unknown>();
  for (const one of all) {
    const { path, method, operation } = underOneName(one, names);
    const item = paths.get(path) ?? {};
    paths.set(path, item);
    if (method in item) continue;
    const id = operation['operationId'];
    assert(!ids.has(id), `two operations are called ${String(id)}`);
    ids.add(id);
    item[method] = operation;
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1))) as JsonObject;
}

const schemaRef = /"#\/components\/schemas\/([\w.]+)"/g;

/** The schemas that something in use names; others would only be noise. */
function usedSchemas(all: Readonly<Record<string, JsonObject>>, users: readonly unknown[]): JsonObject {
  const used = new Set<string>();
  const look = (user: unknown): void => {
    for (const [, name = ''] of JSON.stringify(user).matchAll(schemaRef)) {
      if (used.has(name)) continue;
      used.add(name);
      look(all[name] ?? {});
    }
  };
  for (const user of users) look(user);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name))) as JsonObject;
}

export function openApiDocument(registry: Registry, { version, prefix }: DocumentSetting): JsonObject {
  const collections = [...registry.collections.values()];
  const actions = [...registry.actions.values()];
  const all = [
    ...fixedOperations,
    ...liveOperations,
    ...(registry.collections.has('files') ? fileOperations : []),
    ...(registry.collections.has('exports') ? [exportFileOperation] : []),
    ...actions.flatMap((action) => actionOperations(action, (name) => registry.collections.get(name) ?? null)),
    ...transferOperations(registry),
    ...collections.flatMap(collectionOperations),
  ];
  const known = new Set(fixedTags.map((tag) => tag['name']));
  const named = all.flatMap(({ operation }) => (operation['tags'] ?? []) as readonly string[]);
  const tags = new Set(named.filter((name) => !known.has(name)));
  const schemas = {
    ...sharedSchemas,
    ...describedSchemas,
    ...(collections.length > 0 ? filterSchemas() : {}),
    ...Object.assign({}, ...collections.map(collectionSchemas)),
  };
  const paths = pathsOf(all);
  const components = sharedComponents();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse API',
      version,
      description,
      contact: { name: 'The operator of this server' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: prefix === '' ? '/' : prefix }],
    tags: [...fixedTags, ...[...tags].sort().map((name) => ({ name, description: `The module ${name}.` }))],
    paths,
    components: { ...components, schemas: usedSchemas(schemas, [paths, components]) },
  };
}
