/**
 * Parses the URL parameters of a REST list into a `Query` and the options of its answer. Unknown parameters are refused.
 * Cursors are opaque here: core/paging/read-page.ts turns them into `query.after`.
 */
import { ok, type Refused, type Result, refuse } from '../base/result.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import type { Near } from './geo.ts';
import type { FieldKind } from './operators.ts';
import { isAskable } from './parse-value.ts';
import { parseWhere, type WhereOptions } from './parse-where.ts';
import type { Condition, Query, SortKey } from './query.ts';
import type { ParameterTree } from './query-string.ts';
import { type Lookup, namesIn, resolvePath, type Scope, type Visible } from './target.ts';

/** Records of one page where the client names no number. */
export const limitDefault = 25;
/** Maximum number of records of one page. */
export const limitMax = 200;
export const sortKeysMax = 5;
export const fieldsMax = 200;
export const populateMax = 20;
/** Maximum number of relations in one path of `populate`. */
export const populateDepthMax = 3;
/** Maximum length in UTF-16 units, as that of a cursor. */
export const searchLengthMax = 500;
export const cursorLengthMax = 4_096;

export const listParameters = ['where', 'sort', 'fields', 'limit', 'search', 'cursor', 'populate', 'count'] as const;
export type ListParameter = (typeof listParameters)[number];

export interface ListOptions extends Omit<WhereOptions, 'dialect'> {
  /** Parameters that the surface reads itself. */
  readonly alsoKnown?: readonly string[];
}

export interface ListRequest {
  readonly query: Query;
  /** Top-level names to answer with; absent: all. The id is always among them. */
  readonly fields?: readonly string[];
  readonly cursor?: string;
  /** Dotted paths of relations, at most three deep. */
  readonly populate: readonly string[];
  readonly count?: 'exact' | 'estimated';
}

const sortable: readonly FieldKind[] = ['id', 'text', 'number', 'boolean', 'date', 'choice', 'relation'];

function refused(
  code: 'invalid_value' | 'unknown_field',
  path: string,
  message: string,
  detail?: Record<string, unknown>,
): Refused {
  return refuse({ code, message, path, ...(detail ? { detail } : {}) });
}

/** Comma-separated names or a repeated parameter; null for anything else. */
function readNames(given: unknown, max: number): readonly string[] | null {
  const items: readonly unknown[] = Array.isArray(given) ? given : typeof given === 'string' ? [given] : [null];
  if (!items.every((item) => typeof item === 'string')) return null;
  const names = items
    .flatMap((item) => item.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length <= max ? names : null;
}

function unknownName(parameter: ListParameter, name: string, allowed: readonly string[]): Refused {
  const field = name.slice(0, 100);
  return refused('unknown_field', parameter, `Unknown field ${field} in ${parameter}.`, { field, allowed });
}

function visibleOf(options: ListOptions): Visible {
  return options.visible ?? ((field) => field.hidden !== true);
}

/** `-price,name`; refusals: `unknown_field`, `invalid_value`. */
export function parseSort(
  definition: CollectionDefinition,
  given: unknown,
  options: ListOptions,
): Result<readonly SortKey[]> {
  const names = readNames(given, sortKeysMax);
  if (!names)
    return refused('invalid_value', 'sort', `\`sort\` must have at most ${sortKeysMax} fields, e.g. -createdAt,name.`);
  const scope: Scope = { of: 'record', definition };
  const visible = visibleOf(options);
  const keys: SortKey[] = [];
  for (const name of names) {
    const path = name.replace(/^[-+]/, '');
    const target = resolvePath(scope, path, options.lookup, visible);
    const allowed = namesIn(scope, (field) => {
      const kind = resolvePath(scope, field.name)?.kind;
      return visible(field) && kind !== undefined && sortable.includes(kind);
    });
    if (!target) return unknownName('sort', path, allowed);
    // Sorting through a relation is refused: its cursor would need the related record.
    if (!sortable.includes(target.kind) || target.hops.length > 0)
      return refused('invalid_value', 'sort', `${path.slice(0, 100)} cannot be sorted.`, { allowed });
    if (!keys.some((key) => key.path === path)) keys.push({ path, direction: name.startsWith('-') ? 'desc' : 'asc' });
  }
  return ok(keys);
}

function parseFields(
  definition: CollectionDefinition,
  given: unknown,
  options: ListOptions,
): Result<readonly string[]> {
  const allowed = namesIn({ of: 'record', definition }, visibleOf(options));
  const names = readNames(given, fieldsMax);
  if (!names || names.length === 0)
    return refused(
      'invalid_value',
      'fields',
      '`fields` must name at least one field, e.g. title,price. Leave it out to get all of them.',
      { allowed },
    );
  const stranger = names.find((name) => !allowed.includes(name));
  if (stranger !== undefined) return unknownName('fields', stranger, allowed);
  return ok([...new Set(['id', ...names])]);
}

function relationNames(definition: CollectionDefinition, visible: Visible): readonly string[] {
  return namesIn({ of: 'record', definition }, (field) => field.type === 'relation' && visible(field));
}

function parsePopulate(
  definition: CollectionDefinition,
  given: unknown,
  options: ListOptions,
): Result<readonly string[]> {
  const names = readNames(given, populateMax);
  if (!names)
    return refused(
      'invalid_value',
      'populate',
      `\`populate\` must have at most ${populateMax} relations, e.g. author,tags.owner.`,
    );
  const lookup: Lookup = options.lookup ?? (() => null);
  for (const name of names) {
    const steps = name.split('.');
    if (steps.length > populateDepthMax)
      return refused('invalid_value', 'populate', `\`populate\` must be at most ${populateDepthMax} relations deep.`, {
        limit: populateDepthMax,
      });
    let from: CollectionDefinition | null = definition;
    for (const step of steps) {
      if (!from || !relationNames(from, visibleOf(options)).includes(step))
        return unknownName('populate', name, relationNames(definition, visibleOf(options)));
      const field: CollectionDefinition['fields'][number] | undefined = from.fields.find((one) => one.name === step);
      from = field?.type === 'relation' ? lookup(field.to) : null;
    }
  }
  return ok([...new Set(names)]);
}

/** Accepts a whole number from 1 to 200; absent: 25. Everything else is `invalid_value`. */
export function parseLimit(given: unknown): Result<number> {
  if (given === undefined) return ok(limitDefault);
  const limit = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : given;
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= limitMax
    ? ok(limit)
    : refused('invalid_value', 'limit', `\`limit\` must be a whole number from 1 to ${limitMax}.`, {
        minimum: 1,
        maximum: limitMax,
      });
}

/** The order of a list without `sort`: nearest first, where the filter has a `near` that every row must meet. */
function nearestFirst(where: Condition | undefined): readonly SortKey[] | undefined {
  if (where?.kind === 'field' && where.op === 'near') {
    const near = where.value as Near;
    return [{ path: where.path, direction: 'asc', from: [near.longitude, near.latitude] }];
  }
  if (where?.kind !== 'and') return undefined;
  for (const part of where.of) {
    const keys = nearestFirst(part);
    if (keys) return keys;
  }
  return undefined;
}

function readText(parameters: ParameterTree, name: 'search' | 'cursor', max: number): Result<string | undefined> {
  const given = parameters[name];
  if (given === undefined || given === '') return ok(undefined);
  return typeof given === 'string' && isAskable(given, max)
    ? ok(given)
    : refused('invalid_value', name, `${name} must be text of at most ${max} characters, sent once.`, { limit: max });
}

/**
 * @param parameters from parseQueryString: text, lists and trees
 * @returns refusals: `unknown_parameter`, `unknown_field`, `unknown_operator`, `invalid_value`, `query_too_large`
 */
export function parseList(
  definition: CollectionDefinition,
  parameters: ParameterTree,
  options: ListOptions = {},
): Result<ListRequest> {
  const allowed: readonly string[] = [...listParameters, ...(options.alsoKnown ?? [])];
  for (const name of Object.keys(parameters))
    if (!allowed.includes(name)) {
      const parameter = name.slice(0, 100);
      const message = `Unknown parameter ${parameter}.`;
      return refuse({ code: 'unknown_parameter', message, path: parameter, detail: { parameter, allowed } });
    }
  const where =
    parameters['where'] === undefined
      ? ok(undefined)
      : parseWhere(definition, parameters['where'], { ...options, dialect: 'url' });
  if (!where.ok) return where;
  const sort = parameters['sort'] === undefined ? ok(undefined) : parseSort(definition, parameters['sort'], options);
  if (!sort.ok) return sort;
  const fields =
    parameters['fields'] === undefined ? ok(undefined) : parseFields(definition, parameters['fields'], options);
  if (!fields.ok) return fields;
  const populate =
    parameters['populate'] === undefined ? ok([]) : parsePopulate(definition, parameters['populate'], options);
  if (!populate.ok) return populate;
  const limit = parseLimit(parameters['limit']);
  if (!limit.ok) return limit;
  const search = readText(parameters, 'search', searchLengthMax);
  if (!search.ok) return search;
  if (search.value !== undefined && (definition.searchable ?? []).length === 0)
    return refused(
      'invalid_value',
      'search',
      `${definition.labels.many} have no searchable fields. Filter with \`where\`.`,
    );
  const cursor = readText(parameters, 'cursor', cursorLengthMax);
  if (!cursor.ok) return cursor;
  const count = parameters['count'];
  if (count !== undefined && count !== 'exact' && count !== 'estimated')
    return refused('invalid_value', 'count', '`count` must be exact or estimated.', {
      allowed: ['exact', 'estimated'],
    });

  const keys = sort.value && sort.value.length > 0 ? sort.value : nearestFirst(where.value);
  return ok({
    query: {
      limit: limit.value,
      ...(where.value ? { where: where.value } : {}),
      ...(keys ? { sort: keys } : {}),
      ...(search.value === undefined ? {} : { search: search.value }),
    },
    populate: populate.value,
    ...(fields.value ? { fields: fields.value } : {}),
    ...(cursor.value === undefined ? {} : { cursor: cursor.value }),
    ...(count ? { count } : {}),
  });
}
