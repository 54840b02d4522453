/**
 * The nodes of a Citus cluster and which tenant's schema is where, by the catalogue of the coordinator; moves are the
 * engine's own, online by logical replication. Functions of Citus:
 * https://docs.citusdata.com/en/stable/develop/api_udf.html
 */
import type pg from 'pg';
import type { Cluster, ClusterMove, ClusterNode } from '../../cluster.ts';
import { ask } from '../connection.ts';
import type { EngineSetting } from '../engine.ts';
import type { Row } from '../table.ts';

/** Time limit for a node's answer, in ms; without one it counts as gone. */
const nodeAnswerMs = 3_000;

/** Query for one node: size of the database and, after a space, the settings for durable commits that are off. */
const nodeSql = `SELECT concat_ws(' ', pg_database_size(current_database()),
  (SELECT string_agg(name, ',') FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'))`;

/**
 * Workers that do not answer are in `said`, too. Each tenant has one `_head`; $1 begins the names of the tenants' schemas, $2
 * is the control schema, $3 is `nodeSql`.
 */
const nodesSql = `
  WITH said AS (
    SELECT nodename || ':' || nodeport AS name, success, string_to_array(result, ' ') AS result FROM run_command_on_workers($3)),
  held AS (
    SELECT coalesce(p.groupid, 0) AS groupid, count(*) AS tenants
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    LEFT JOIN pg_dist_shard AS s ON s.logicalrelid = c.oid LEFT JOIN pg_dist_placement AS p USING (shardid)
    WHERE c.relname = '_head' AND starts_with(n.nspname, $1 || '_') AND n.nspname <> $2 GROUP BY 1)
  SELECT name, groupid = 0, shouldhaveshards AND isactive, coalesce(tenants, 0), groupid = 0 OR coalesce(success, false),
    CASE WHEN groupid = 0 THEN pg_database_size(current_database()) WHEN success THEN result[1]::bigint END,
    CASE WHEN success THEN result[2] END
  FROM (SELECT nodename || ':' || nodeport AS name, * FROM pg_dist_node WHERE noderole = 'primary') AS n
  LEFT JOIN said USING (name) LEFT JOIN held USING (groupid) ORDER BY groupid`;

/** All tables of a tenant are on one node: asked of one that each has. */
const placesSql = `
  SELECT t.schema, n.nodename || ':' || n.nodeport FROM unnest($1::text[]) AS t (schema)
  LEFT JOIN pg_dist_shard AS s ON s.logicalrelid = to_regclass(t.schema || '._head')
  LEFT JOIN pg_dist_placement AS p USING (shardid)
  JOIN pg_dist_node AS n ON n.noderole = 'primary' AND n.groupid = coalesce(p.groupid, 0)
  WHERE to_regclass(t.schema || '._head') IS NOT NULL`;

const movesSql = `
  SELECT '"' || n.nspname || '"', sourcename || ':' || sourceport, targetname || ':' || targetport, sum(source_shard_size), sum(target_shard_size)
  FROM get_rebalance_progress() AS p JOIN pg_class AS c ON c.oid = p.table_name JOIN pg_namespace AS n ON n.oid = c.relnamespace
  GROUP BY 1, 2, 3`;

const bare = (schema: string) => schema.replaceAll('"', '');

async function placesOf(client: pg.ClientBase, schemas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ask(client, { text: placesSql, values: [[...schemas]] });
  return new Map(rows.map(([schema, node]) => [String(schema), String(node)]));
}

async function moveSchema(client: pg.ClientBase, schema: string, node: string): Promise<void> {
  await client.query('SET statement_timeout = 0');
  const values = [schema];
  const [spread] = await ask(client, {
    text: 'SELECT 1 FROM pg_dist_schema WHERE schemaid = $1::regnamespace',
    values,
  });
  // Made before the database became a cluster: it is on the coordinator, as an ordinary schema.
  if (spread === undefined) await ask(client, { text: 'SELECT citus_schema_distribute($1::regnamespace)', values });
  if ((await placesOf(client, [schema])).get(schema) === node) return;
  const at = node.lastIndexOf(':');
  const text = 'SELECT citus_schema_move($1::regnamespace, $2::text, $3::int)';
  await ask(client, { text, values: [schema, node.slice(0, at), Number(node.slice(at + 1))] });
}

function nodeOf([name, isCoordinator, takesTenants, tenants, isUp, bytes, unsafe]: Row): ClusterNode {
  return {
    name: String(name),
    isCoordinator: isCoordinator === true,
    takesTenants: takesTenants === true,
    tenants: Number(tenants),
    isUp: isUp === true,
    bytes: bytes === null ? null : Number(bytes),
    unsafe: unsafe === null ? [] : String(unsafe).split(','),
  };
}

export function openCluster({ alone, schemaOf, sharedSchema, controlSchema }: EngineSetting): Cluster {
  const bySchema = (tenants: readonly string[]) => new Map(tenants.map((tenant) => [schemaOf(tenant), tenant]));
  return {
    nodes: () =>
      alone(async (client) => {
        await client.query(`SET citus.node_connection_timeout = ${nodeAnswerMs}`);
        const values = [bare(sharedSchema), bare(controlSchema ?? ''), nodeSql];
        return (await ask(client, { text: nodesSql, values })).map(nodeOf);
      }),
    async places(tenants) {
      const schemas = bySchema(tenants);
      const places = await alone((client) => placesOf(client, [...schemas.keys()]));
      return new Map([...places].map(([schema, node]) => [schemas.get(schema) ?? schema, node]));
    },
    async moves(tenants) {
      const schemas = bySchema(tenants);
      const rows = await alone((client) => ask(client, { text: movesSql, values: [] }));
      return rows.flatMap(([schema, from, to, bytes, bytesThere]): readonly ClusterMove[] => {
        const tenant = schemas.get(String(schema));
        if (tenant === undefined) return [];
        return [{ tenant, from: String(from), to: String(to), bytes: Number(bytes), bytesThere: Number(bytesThere) }];
      });
    },
    async moving() {
      return (await alone((client) => ask(client, { text: movesSql, values: [] }))).length;
    },
    move: (tenant, node) => alone((client) => moveSchema(client, schemaOf(tenant), node)),
  };
}
