/**
 * The rows of the tenant matrix: every operation of an OpenAPI document with what it needs, and with ids and a body that
 * name the records of one tenant. What needs no scope has to be named here, or there is no row for it.
 */
import { must } from '#shared/base/assert.ts';
import type { Body } from '#test/fixtures/test-server.ts';

export type Need = 'nothing' | 'a credential' | { readonly scopes: readonly string[] };

export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly type: string;
  readonly needs: Need;
  /** The path leads to a record of the tenant. */
  readonly toRecord: boolean;
  /** The body names records of the tenant. */
  readonly namesRecords: boolean;
}

/** For everyone, proven by what is in the body where anything has to be proven at all. */
const open: readonly RegExp[] = [
  /^auth\.(?:keys|login|logout|refresh|redeem|forgot_password|reset_password|accept_invitation)$/,
  /^oauth\.(?:metadata|protected_resource)$/,
  /^sso\.(?:look|offered|redeem)$/,
  /^schema\.openapi$/,
  /^(?:files|exports)\.address$/,
  /^health\.(?:alive|ready)$/,
  /^kiosks\.(?:pair|pairing_preview|challenge|token)$/,
  /^events\.payment_webhook(?:\.\d)?$/,
  // Signed by the streaming process; the signature is the credential.
  /^events\.stream_ingest(?:\.\d)?$/,
];

/** For every credential: what they give depends on its scopes, and a test says what that is without any. */
export const scopeless: Readonly<Record<string, number>> = {
  'actions.run': 403,
  'auth.change_password': 403,
  'auth.end_grant': 404,
  'auth.end_grants': 403,
  'auth.end_session': 404,
  'auth.enter_test_mode': 403,
  'auth.list_grants': 403,
  'auth.list_sessions': 403,
  'auth.me': 200,
  'auth.sign_out_everywhere': 403,
  'collections.get': 403,
  'collections.list': 200,
  // They bring what the scopes let one read: here no records, and a collection that is not there.
  'live.ticket': 403,
  'replication.chunk': 410,
  'replication.pull': 200,
  'replication.pull_collection': 404,
  'replication.push': 404,
  'replication.snapshot': 200,
  'schema.collections': 200,
  'schema.tools': 200,
};

/** Records that no relation of the document says the kind of. */
const kinds: Readonly<Record<string, string>> = {
  '/api/v1/kiosks/{id}/revoke': 'kiosks',
  '/api/v1/api-keys/{id}/revoke': 'api-keys',
  '/api/v1/oauth-clients/{id}': 'oauth-clients',
  '/api/v1/auth/sessions/{id}': 'sessions',
  '/api/v1/auth/grants/{id}': 'grants',
  // A suggested match is no record; the profile of the other person names it too.
  ...Object.fromEntries(
    ['/events', '/api/v1/events'].flatMap((root) =>
      ['accept', 'block', 'decline', 'report', 'unblock'].map((verb) => [
        `${root}/{eventId}/networking/matches/{matchId}/${verb}`,
        'attendee_profiles',
      ]),
    ),
  ),
};

/** Asked of a member of the tenant: without one, the asker’s own access would end. */
const ofMembers: ReadonlySet<string> = new Set(['auth.end_grants', 'auth.sign_out_everywhere']);

type Operation = {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly 'x-scopes'?: readonly string[];
  readonly parameters?: readonly Body[];
  readonly responses?: Readonly<Record<string, { readonly content?: Body }>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Body; readonly example?: unknown }>>;
  };
};

/** Answered for as long as the asker listens: who hears what of it, the tests of live subscriptions say. */
function isStream({ responses }: Operation): boolean {
  return Object.hasOwn(responses?.['200']?.content ?? {}, 'text/event-stream');
}

function needOf({ operationId, security, 'x-scopes': scopes }: Operation): Need | null {
  if (security.length === 0) return open.some((pattern) => pattern.test(operationId)) ? 'nothing' : null;
  if (scopes && scopes.length > 0) return { scopes };
  return Object.hasOwn(scopeless, operationId) ? 'a credential' : null;
}

/** What a query cannot do without, by its example or the least its schema takes. */
function queryOf({ parameters = [] }: Operation): string {
  const required = parameters.filter((one) => one['in'] === 'query' && one['required'] === true);
  const pairs = required.map(({ name, example, schema }) => {
    const { minimum, enum: options } = schema as { minimum?: number; enum?: readonly unknown[] };
    return [String(name), String(example ?? options?.[0] ?? minimum ?? 'x')];
  });
  return new URLSearchParams(pairs).toString();
}

/** @param ids of the tenant: one for each collection, and the values of path parameters that are no ids by their names */
export function matrixRows(
  document: Body,
  ids: ReadonlyMap<string, string>,
): { readonly rows: readonly Row[]; readonly without: readonly string[] } {
  const { paths, components } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Body>> };
  };
  const whole = (schema: Body): Body => {
    const name =
      String(schema['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    return name === '' ? schema : (components.schemas[name] ?? {});
  };

  /** The collection whose ids stand where this schema does. */
  const kindOf = (path: string, schema: Body): string | undefined =>
    schema['$ref'] === '#/components/schemas/Id'
      ? path.split('/')[3]
      : (whole(schema)['x-relation'] as string | undefined);

  /** The example with the tenant's ids wherever a relation stands. */
  function naming(path: string, schema: Body, value: unknown, named: { count: number }): unknown {
    const kind = kindOf(path, schema);
    if (kind !== undefined) {
      named.count += 1;
      return must(ids.get(kind), kind);
    }
    const { properties, items } = whole(schema) as { properties?: Readonly<Record<string, Body>>; items?: Body };
    if (Array.isArray(value)) return items ? value.map((one) => naming(path, items, one, named)) : value;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const property = properties?.[name];
        return [name, property ? naming(path, property, one, named) : one];
      }),
    );
  }

  function fillingOf(
    path: string,
    { parameters = [] }: Operation,
    name: string,
  ): { value: string; isRecord: boolean } | null {
    const parameter = must(
      parameters.find((one) => one['in'] === 'path' && one['name'] === name),
      `${path} ${name}`,
    );
    const kind = kinds[path] ?? kindOf(path, parameter['schema'] as Body);
    if (kind !== undefined) return { value: must(ids.get(kind), kind), isRecord: true };
    const own = ids.get(`{${name}}`);
    return own === undefined ? null : { value: own, isRecord: false };
  }

  const rows: Row[] = [];
  const without: string[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const id = operation.operationId;
      if (isStream(operation)) continue;
      const needs = needOf(operation);
      let toRecord = false;
      let isWhole = true;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const found = fillingOf(path, operation, name);
        isWhole &&= found !== null;
        toRecord ||= found?.isRecord ?? false;
        return encodeURIComponent(found?.value ?? '');
      });
      if (needs === null || !isWhole) {
        without.push(`${id} ${needs === null ? 'needs nothing that we know of' : `no value for ${path}`}`);
        continue;
      }
      const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const named = { count: 0 };
      const body = media && naming(path, media.schema, media.example ?? {}, named);
      const query = ofMembers.has(id) ? `member=${must(ids.get('members'), 'a member')}` : queryOf(operation);
      toRecord ||= ofMembers.has(id);
      rows.push({
        id,
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        body: body === undefined ? undefined : JSON.stringify(body),
        type: type ?? 'application/json',
        needs,
        toRecord,
        namesRecords: named.count > 0,
      });
    }
  return { rows, without };
}
