/**
 * Our own functions in the database, in a schema that all tenants share: case folding as JavaScript has it, exact remainders,
 * distances. Made, with the tables that all tenants share, at the first use of the database; again when the version here, the
 * engine or the runtime's Unicode has changed.
 */
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import type { Engine } from './engine.ts';
import { quotaTable } from './quota.ts';
import { scheduleTables } from './schedule.ts';
import { sharedBlobsTable } from './shared-blobs.ts';

/** Raise it when a function below, or a table beside them, changes. */
const functionsVersion = 5;
const oldestServer = 140_000;
/** Best first: full case mapping, then simple; characters that a server maps otherwise are corrected one by one. */
const collations = ['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8', 'C'] as const;
const lastPoint = 0x10ffff;

function* characters(): Generator<string> {
  for (let point = 1; point <= lastPoint; point++) {
    if (point === 0xd800) point = 0xe000;
    yield String.fromCodePoint(point);
  }
}

/** Characters that are lower-cased, one each. */
function changing(): readonly string[] {
  const found: string[] = [];
  for (const char of characters()) if (/\p{Changes_When_Lowercased}/u.test(char)) found.push(char);
  return found;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function bestCollation(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<[string]>({
    text: `SELECT collname FROM pg_collation WHERE collname = ANY($1) AND collencoding IN (-1, pg_char_to_encoding('UTF8'))`,
    values: [[...collations]],
    rowMode: 'array',
  });
  const there = rows.map(([name]) => name);
  return collations.find((name) => there.includes(name)) ?? 'C';
}

/** `text` in lower case as JavaScript has it: what this server's own lower() does otherwise is changed before it. */
async function lowerOf(client: pg.ClientBase, collation: string): Promise<(text: string) => string> {
  const asked = changing();
  const { rows } = await client.query<[string]>({
    text: `SELECT lower(one COLLATE "${collation}") FROM unnest($1::text[]) WITH ORDINALITY AS list(one, at) ORDER BY at`,
    values: [[...asked]],
    rowMode: 'array',
  });
  const wrong = asked.filter((char, i) => char.toLowerCase() !== rows[i]?.[0]);
  const isOne = (char: string) => [...char.toLowerCase()].length === 1;
  const ones = wrong.filter(isOne);
  const many = wrong.filter((char) => !isOne(char));
  return (text) => {
    let expression = text;
    if (ones.length > 0)
      expression = `translate(${expression}, ${quoted(ones.join(''))}, ${quoted(ones.map((c) => c.toLowerCase()).join(''))})`;
    for (const char of many) expression = `replace(${expression}, ${quoted(char)}, ${quoted(char.toLowerCase())})`;
    return `translate(lower(${expression} COLLATE "${collation}") COLLATE "C", 'ς', 'σ')`;
  };
}

/** A double that is a whole number, exactly; its own cast rounds to 15 digits. Mantissa and exponent as IEEE 754 has them. */
const exactSql = `
  CASE WHEN abs(v) < 9e18 THEN v::bigint::numeric ELSE sign(v)::int * (2::numeric ^ (
    (((get_byte(float8send(v), 0) & 127) << 4) | (get_byte(float8send(v), 1) >> 4)) - 1075)) * (
      ((get_byte(float8send(v), 1) & 15)::bigint << 48) | (1::bigint << 52) | (get_byte(float8send(v), 2)::bigint << 40)
    | (get_byte(float8send(v), 3)::bigint << 32) | (get_byte(float8send(v), 4)::bigint << 24)
    | (get_byte(float8send(v), 5)::bigint << 16) | (get_byte(float8send(v), 6)::bigint << 8)
    | get_byte(float8send(v), 7)::bigint)::numeric END`;

const metresSql = `
  2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))))`;

async function definitions(client: pg.ClientBase, schema: string): Promise<readonly string[]> {
  const collation = await bestCollation(client);
  const lower = await lowerOf(client, collation);
  // Not STRICT: the planner writes such functions out in place, and these give null for null anyway.
  const made = (signature: string, answer: string, body: string) =>
    `CREATE OR REPLACE FUNCTION ${schema}.${signature} RETURNS ${answer} LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$ SELECT ${body} $body$`;
  const ascii = 'octet_length(t) = char_length(t)';
  return [
    made(
      'fold(t text)',
      'text',
      `(CASE WHEN ${ascii} THEN lower(t COLLATE "C") ELSE normalize(${lower('normalize(t, NFC)')}, NFC) END) COLLATE "C"`,
    ),
    made('exact(v double precision)', 'numeric', exactSql),
    made(
      'leaves(v double precision, divisor bigint, remainder bigint)',
      'boolean',
      `CASE WHEN divisor <> 0 AND v = trunc(v) THEN mod(${schema}.exact(v), divisor) = remainder ELSE false END`,
    ),
    made(
      'metres(lng1 double precision, lat1 double precision, lng2 double precision, lat2 double precision)',
      'double precision',
      metresSql,
    ),
  ];
}

/**
 * Idempotent; several processes may do it at once.
 *
 * @param schema quoted
 * @throws where the database is too old or not in UTF-8
 */
export async function makeFunctions(client: pg.ClientBase, schema: string, engine: Engine): Promise<void> {
  const { rows } = await client.query<[string, string]>({
    text: "SELECT current_setting('server_version_num'), current_setting('server_encoding')",
    rowMode: 'array',
  });
  const [server = '0', encoding = ''] = rows[0] ?? [];
  if (Number(server) < oldestServer) throw new Error(`PostgreSQL ${server} is not supported: use version 14 or later`);
  if (encoding !== 'UTF8') throw new Error(`the database uses ${encoding}: create one in UTF8`);
  const signature = `gatehouse functions ${functionsVersion}, ${engine.title}, unicode ${process.versions['unicode']}`;
  const noted = await client.query<[string | null]>({
    text: `SELECT obj_description(to_regnamespace($1), 'pg_namespace')`,
    values: [schema],
    rowMode: 'array',
  });
  if (noted.rows[0]?.[0] === signature) return;
  assert(!signature.includes("'"), 'a comment without quotes');
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
    if (engine.beforeSchema.shared !== null) await client.query(engine.beforeSchema.shared);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    for (const definition of [...(await definitions(client, schema)), ...engine.functions(schema)])
      await client.query(definition);
    for (const statement of [sharedBlobsTable(schema), quotaTable(schema), ...scheduleTables(schema)])
      await client.query(statement);
    await client.query(`COMMENT ON SCHEMA ${schema} IS '${signature}'`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
