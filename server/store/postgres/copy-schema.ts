/**
 * Copies a tenant's schema from one database into another as the source's catalogue describes it, so that nothing has
 * to be known here about what stands in it: tables, rows, constraints, indexes. Source: one repeatable-read moment.
 * Target: one transaction, committed only after every table was compared. Called by placed-store.ts behind a fence.
 */
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import { StoreFault } from '../contract.ts';
import type { CopyFigures } from '../databases.ts';
import { ask } from './connection.ts';
import { fenceName } from './fence.ts';

const pageRows = 500;

interface CopiedTable {
  /** Quoted, with its schema. */
  readonly place: string;
  readonly create: string;
  /** Quoted name and type of each column that holds a value of its own. */
  readonly columns: readonly (readonly [string, string])[];
}

interface Plan {
  readonly tables: readonly CopiedTable[];
  /** Keys, checks and indexes: made when the rows are there. */
  readonly afterwards: readonly string[];
}

/** Kinds of things that no schema of ours holds; one that did would be cut short by the copy. */
const strangers = `
  SELECT 'relation ' || relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind NOT IN ('r', 'i', 't')
  UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = $1::regnamespace
  UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = $1::regnamespace AND NOT tgisinternal LIMIT 5`;

const columnsSql = `
  SELECT c.oid::text, quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated::text, a.attidentity::text,
    pg_get_expr(d.adbin, d.adrelid),
    CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
      THEN (SELECT quote_ident(n.nspname) || '.' || quote_ident(o.collname) FROM pg_collation AS o JOIN pg_namespace AS n ON n.oid = o.collnamespace WHERE o.oid = a.attcollation) END,
    CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage::text END
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY c.oid, a.attnum`;

const storageNames: Readonly<Record<string, string>> = { p: 'PLAIN', e: 'EXTERNAL', m: 'MAIN', x: 'EXTENDED' };

async function readPlan(source: pg.ClientBase, schema: string): Promise<Plan> {
  const strange = await ask(source, { text: strangers, values: [schema] });
  assert(strange.length === 0, `a schema of tables alone; here is ${String(strange[0]?.[0])}`);
  const tables = await ask(source, {
    text: `SELECT oid::text, quote_ident(relname), relpersistence::text, array_to_string(reloptions, ', ') FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY oid`,
    values: [schema],
  });
  const columns = Map.groupBy(await ask(source, { text: columnsSql, values: [schema] }), ([oid]) => oid);
  const constraints = await ask(source, {
    text: `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint AS k WHERE k.connamespace = $1::regnamespace AND k.contype IN ('p', 'u', 'c', 'f', 'x') AND k.conname <> $2
      ORDER BY array_position(ARRAY['p', 'u', 'c', 'x', 'f']::"char"[], k.contype), k.oid`,
    values: [schema, fenceName],
  });
  const indexes = await ask(source, {
    text: `SELECT pg_get_indexdef(i.indexrelid) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
      WHERE c.relnamespace = $1::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
      ORDER BY i.indexrelid`,
    values: [schema],
  });
  return {
    tables: tables.map(([oid, name, persistence, options]) => {
      const place = `${schema}.${String(name)}`;
      const own = columns.get(oid) ?? [];
      const kept = own.filter(([, , , , generated]) => generated === '');
      return {
        place,
        create: createText(place, persistence === 'u', options === null ? '' : String(options), own),
        columns: kept.map(([, column, type]) => [String(column), String(type)] as const),
      };
    }),
    afterwards: [...constraints, ...indexes].map(([text]) => String(text)),
  };
}

function createText(
  place: string,
  unlogged: boolean,
  options: string,
  columns: readonly (readonly unknown[])[],
): string {
  const stored: string[] = [];
  const list = columns.map(([, name, type, notNull, generated, identity, expression, collation, storage]) => {
    assert(identity === '', `no identity columns in ${place}`);
    if (storage !== null)
      stored.push(`; ALTER TABLE ${place} ALTER COLUMN ${name} SET STORAGE ${storageNames[String(storage)]}`);
    const value =
      generated !== ''
        ? ` GENERATED ALWAYS AS (${expression}) STORED`
        : expression === null
          ? ''
          : ` DEFAULT ${expression}`;
    return `${name} ${type}${collation === null ? '' : ` COLLATE ${collation}`}${value}${notNull === true ? ' NOT NULL' : ''}`;
  });
  const kind = unlogged ? 'UNLOGGED TABLE' : 'TABLE';
  return `CREATE ${kind} ${place} (${list.join(', ')})${options === '' ? '' : ` WITH (${options})`}${stored.join('')}`;
}

/** Values travel as PostgreSQL writes them, and are read by it again: of every type, without a loss. */
async function copyRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { place, columns }: CopiedTable,
): Promise<number> {
  const texts = columns.map(([name]) => `${name}::text`).join(', ');
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map((_, i) => `$${i + 1}::text[]`).join(', ');
  const aliases = columns.map((_, i) => `c${i}`).join(', ');
  const values = columns.map(([, type], i) => `c${i}::${type}`).join(', ');
  const insert = `INSERT INTO ${place} (${names}) SELECT ${values} FROM unnest(${arrays}) AS given(${aliases})`;
  await source.query(`DECLARE moving NO SCROLL CURSOR FOR SELECT ${texts} FROM ${place}`);
  let copied = 0;
  for (;;) {
    const rows = await ask(source, { text: `FETCH ${pageRows} FROM moving`, values: [] });
    if (rows.length > 0)
      await target.query({ text: insert, values: columns.map((_, i) => rows.map((row) => row[i] ?? null)) });
    copied += rows.length;
    if (rows.length < pageRows) break;
  }
  await source.query('CLOSE moving');
  return copied;
}

/** Count and a sum over the digests of all rows, whatever order they stand in. */
async function printOf(client: pg.ClientBase, place: string): Promise<string> {
  const text = `SELECT count(*) || ' ' || coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint::numeric), 0) FROM ${place} AS t`;
  const [row] = await ask(client, { text, values: [] });
  return String(row?.[0]);
}

async function compare(source: pg.ClientBase, target: pg.ClientBase, { place }: CopiedTable): Promise<void> {
  const [here, there] = await Promise.all([printOf(source, place), printOf(target, place)]);
  if (here !== there) throw new StoreFault(`${place} came out different: ${here} and ${there}`);
}

/**
 * @param schema quoted; what is there under this name in the target goes
 * @throws where a single row differs: nothing was kept then
 */
export async function copySchema(source: pg.ClientBase, target: pg.ClientBase, schema: string): Promise<CopyFigures> {
  let rows = 0;
  let changes = 0;
  let tables: readonly CopiedTable[] = [];
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
  await target.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    const plan = await readPlan(source, schema);
    tables = plan.tables;
    await target.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await target.query([`CREATE SCHEMA ${schema}`, ...tables.map((table) => table.create)].join(';\n'));
    for (const table of tables) {
      const copied = await copyRows(source, target, table);
      rows += copied;
      if (table.place === `${schema}._changes`) changes = copied;
    }
    for (const statement of plan.afterwards) await target.query(statement);
    for (const table of tables) await compare(source, target, table);
    await target.query('COMMIT');
  } catch (error) {
    await target.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    await source.query('ROLLBACK').catch(() => {});
  }
  // Without it the database plans as if all tables were empty.
  if (rows > 0) await target.query(`SET statement_timeout = 0; ${tables.map((t) => `ANALYZE ${t.place}`).join('; ')}`);
  return { tables: tables.length, rows, changes };
}
