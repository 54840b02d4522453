/**
 * Finds out whether the database is a Citus coordinator, and of which version. On a cluster each tenant's schema stands
 * whole on one node, chosen by the engine (schema-based sharding, which we switch on for the transaction that makes
 * the schema); what all tenants share, and the control schema, stay on the coordinator.
 */
import { StoreFault } from '../../contract.ts';
import { ask } from '../connection.ts';
import { type FindEngine, findPlainEngine } from '../engine.ts';
import { openBulkhead } from './bulkhead/open-bulkhead.ts';
import { openCluster } from './open-cluster.ts';

/** Oldest major version of Citus that is supported: the first with schema-based sharding. */
const oldestCitus = 12;

/** A table's size is asked on its node, where the table has another name, which Citus hides from those who connect there. */
function sizesFunction(schema: string): string {
  return `CREATE OR REPLACE FUNCTION ${schema}.table_sizes(place text, names text[])
    RETURNS TABLE (name text, tuples real, pages int, bytes bigint, block bigint) LANGUAGE sql STABLE
    SET citus.override_table_visibility = off AS $body$
    SELECT n, c.reltuples, c.relpages, pg_relation_size(c.oid), current_setting('block_size')::bigint
    FROM unnest(names) AS n
    LEFT JOIN pg_catalog.pg_dist_shard AS s ON s.logicalrelid = to_regclass(place || '.' || quote_ident(n))
    JOIN pg_class AS c ON c.oid = to_regclass(coalesce(pg_catalog.shard_name(s.logicalrelid, s.shardid), place || '.' || quote_ident(n)))
    $body$`;
}

/** @throws StoreFault where the extension is too old, or the database is a worker of a cluster */
export const findEngine: FindEngine = async (client, setting) => {
  const plain = await findPlainEngine(client);
  const asked = { text: `SELECT extversion FROM pg_extension WHERE extname = 'citus'`, values: [] };
  const [extension] = await ask(client, asked);
  if (extension === undefined) return plain;
  const version = String(extension[0]).split('-')[0] ?? '';
  if (!(Number.parseInt(version, 10) >= oldestCitus))
    throw new StoreFault(`Citus ${version} is not supported: use version ${oldestCitus} or later`);
  const [group] = await ask(client, { text: 'SELECT groupid FROM pg_dist_local_group', values: [] });
  if (Number(group?.[0]) !== 0) throw new StoreFault('this is a worker of a Citus cluster: name the coordinator');
  const { sharedSchema } = setting;
  return {
    title: `Citus ${version} on ${plain.title}`,
    beforeSchema: {
      tenant: 'SET LOCAL citus.enable_schema_based_sharding = on',
      shared: 'SET LOCAL citus.enable_schema_based_sharding = off',
    },
    functions: (schema) => [sizesFunction(schema)],
    tableSizes: (schema, names) => ({
      // Its one row takes the question to the node where the tenant's schema is.
      text: `SELECT s.* FROM ${schema}._head CROSS JOIN ${sharedSchema}.table_sizes($1, $2) AS s`,
      values: [schema, [...names]],
    }),
    openBulkhead,
    // Its one row takes this question, too, to the tenant's node, and to the process there that reads for us.
    witness: (schema) => ({
      text: `SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time() FROM ${schema}._head`,
      values: [],
    }),
    cluster: openCluster(setting),
  };
};
