/**
 * The compiler's words for PostgreSQL: JSON is cast to jsonb, text compares by code points, arrays are bound whole.
 * A condition that SQL cannot answer exactly as memory does (patterns, full text, distances, days of a time zone) is narrowed
 * down and left to recheck.ts. One per tenant, because every table is named with its schema.
 */
import type { Position, Shape } from '#shared/query/geo.ts';
import type { FieldKind } from '#shared/query/operators.ts';
import { parseSearch, rankingTerms } from '#shared/query/search.ts';
import type { Access, Compiling, Dialect } from '../compile/dialect.ts';
import { allOf } from '../compile/logic.ts';
import { name } from '../compile/name.ts';
import { join, Sql, sql } from '../compile/sql.ts';
import { rankOf, wordsFound } from './search-sql.ts';
import { storedJson, storedText } from './stored-text.ts';

const containers: readonly FieldKind[] = ['choices', 'list', 'rows', 'group', 'point', 'relations'];

/** A jsonb expression seen as a value of this kind. */
function node(json: Sql, kind: FieldKind): Access {
  const type = sql`jsonb_typeof(${json})`;
  const text = sql`(${json} #>> '{}')`;
  if (containers.includes(kind)) {
    const container = sql`nullif(${json}, 'null'::jsonb)`;
    return { value: container, container, type, json };
  }
  const base = { container: json, type, json };
  if (kind === 'number') return { ...base, value: sql`${text}::float8` };
  if (kind === 'boolean') return { ...base, value: sql`${text}::boolean` };
  if (kind === 'date') return { ...base, value: sql`${text}::timestamptz` };
  return { ...base, value: sql`(${text} COLLATE "C")` };
}

const types = { text: 'string', number: 'number', array: 'array', object: 'object', null: 'null' } as const;
const isWhole = (value: unknown): boolean => typeof value !== 'number' || Number.isSafeInteger(value);

/** Metres by which the database's arithmetic may differ from ours; near the antipodes a bit of it is worth a decimetre. */
const slackMetres = 1;

function boundsOf(shape: Shape): readonly [number, number, number, number] {
  const flat = (shape.coordinates as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
  const longitudes = flat.filter((_, i) => i % 2 === 0);
  const latitudes = flat.filter((_, i) => i % 2 === 1);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

function inBox(point: Sql, [west, south, east, north]: readonly [number, number, number, number]): Sql {
  const longitude = sql`(${point} ->> 0)::float8`;
  const latitude = sql`(${point} ->> 1)::float8`;
  const across = west <= east ? new Sql('AND') : new Sql('OR');
  return sql`(${latitude} >= ${south} AND ${latitude} <= ${north} AND (${longitude} >= ${west} ${across} ${longitude} <= ${east}))`;
}

/**
 * Returns a condition that holds for every text that meets the search. In a text in ASCII, whose words are folded to
 * themselves, the words of one way to spell each term occur in its letters and digits. About any other text the database cannot
 * decide; the recheck does.
 */
function atLeastFound(wanted: string, text: Sql, state: Compiling): Sql {
  const letters = sql`regexp_replace(lower(${text} COLLATE "C"), '[^a-z0-9]+', '', 'g')`;
  const terms = rankingTerms(parseSearch(wanted)).map(({ ways }) => {
    const each = ways.map((words) =>
      join(
        words.map((word) => sql`strpos(${letters}, ${word}) > 0`),
        ' AND ',
      ),
    );
    return sql`(octet_length(${text}) <> char_length(${text}) OR ${join(each, ' OR ')})`;
  });
  return allOf(terms, state);
}

/**
 * @param shared the schema of our functions, quoted
 * @param place the table of a collection, with the tenant's schema, quoted
 */
export function postgresDialect(shared: string, place: (collection: string) => string): Dialect {
  const fold = new Sql(`${shared}.fold`);
  const leaves = new Sql(`${shared}.leaves`);
  const metres = new Sql(`${shared}.metres`);
  return {
    yes: new Sql('TRUE'),
    no: new Sql('FALSE'),
    not: (condition) => sql`((${condition}) IS NOT TRUE)`,
    table: (collection) => new Sql(place(collection)),

    column(column, kind) {
      if (kind === 'json') return node(sql`(${column}::jsonb)`, kind);
      if (!containers.includes(kind)) return { value: column, container: column, type: column, json: column };
      const container = sql`(${column}::jsonb)`;
      return { value: container, container, type: sql`json_typeof(${column})`, json: container };
    },
    document: (column) => sql`${column}::jsonb`,
    inside: (document, steps, kind) =>
      node(
        steps.reduce((json, step) => sql`(${json} -> ${step}::text)`, document),
        kind,
      ),
    each: (array, alias) => sql`jsonb_array_elements(${array}) AS ${alias}`,
    element: (alias, kind) => node(sql`${alias}.value`, kind),
    elementObject: (alias) => sql`${alias}.value`,
    elementText: (alias) => sql`(${alias}.value #>> '{}')`,

    bind: (value) => (isWhole(value) ? sql`${value as string | number | boolean}` : sql`${value as number}::float8`),
    isIn(value, values) {
      const numbers = typeof values[0] === 'number' && !values.every(isWhole);
      return numbers ? sql`${value} = ANY(${values}::float8[])` : sql`${value} = ANY(${values})`;
    },
    same: (value, other) =>
      other === null
        ? sql`${value} IS NULL`
        : isWhole(other)
          ? sql`${value} IS NOT DISTINCT FROM ${other}`
          : sql`${value} IS NOT DISTINCT FROM ${other}::float8`,
    ordered: (value, direction) =>
      direction === 'asc' ? sql`${value} ASC NULLS FIRST` : sql`${value} DESC NULLS LAST`,

    isType: ({ type }, wanted) => sql`${type} = ${new Sql(`'${types[wanted]}'`)}`,
    isFlag: ({ json }, flag) => sql`${json} = ${new Sql(`'${flag}'::jsonb`)}`,
    number: ({ type, json }) => sql`CASE WHEN ${type} = 'number' THEN (${json} #>> '{}')::float8 END`,
    length: (array) => sql`jsonb_array_length(${array})::bigint`,
    hasKey: (object, key) => sql`((${object}) -> ${key}::text) IS NOT NULL`,
    isEmptyObject: (object) => sql`${object} = '{}'::jsonb`,
    isEmptyJson: ({ json }) =>
      sql`(coalesce(${json}, 'null'::jsonb) IN ('null'::jsonb, '""'::jsonb, '[]'::jsonb, '{}'::jsonb))`,
    containsJson: (outer, inner) => sql`(${outer} @> ${inner})`,
    bindJson: (value) => sql`${storedJson(value)}::jsonb`,

    occurs: (text, wanted) => sql`strpos(${text}, ${wanted}) > 0`,
    endsWith: (text, end) => sql`right(${text}, ${[...storedText(end)].length}::int) = ${end}`,
    folded: (text) => sql`${fold}(${text})`,
    leaves: (value, divisor, remainder) => sql`${leaves}(${value}::float8, ${divisor}::bigint, ${remainder}::bigint)`,

    regex: (text, _pattern, state) => state.maybe(sql`${text} IS NOT NULL`),
    search: (wanted, text, state) => state.maybe(atLeastFound(wanted, text, state)),
    month: (time, month, state) =>
      state.timeZone === 'UTC'
        ? sql`extract(month FROM ${time} AT TIME ZONE 'UTC') = ${month}`
        : state.maybe(sql`${time} IS NOT NULL`),
    weekday: (time, weekday, state) =>
      state.timeZone === 'UTC'
        ? sql`extract(isodow FROM ${time} AT TIME ZONE 'UTC') = ${weekday}`
        : state.maybe(sql`${time} IS NOT NULL`),
    near(point, near, state) {
      const distance = sql`${metres}((${point} ->> 0)::float8, (${point} ->> 1)::float8, ${near.longitude}, ${near.latitude})`;
      return state.maybe(sql`${distance} BETWEEN ${near.minMetres - slackMetres} AND ${near.maxMetres + slackMetres}`);
    },
    inBox: (point, box) => inBox(point, box),
    within: (point, shape, state) => state.maybe(inBox(point, boundsOf(shape))),
    intersects: (point, shape, state) => state.maybe(inBox(point, boundsOf(shape))),
    distance: (_point: Sql, _from: Position) => null,

    found: ({ wanted }, state) => wordsFound(parseSearch(wanted), state),
    rank: ({ wanted }) => rankOf(parseSearch(wanted)),
  };
}

/** Names a table that a definition names and the store does not know: the database reports that it does not exist. */
export function placeIn(schema: string, collection: string): string {
  return `${schema}.${name(collection).text}`;
}
