/** Real tables in one transaction that is never committed: quick to fill, read by the store's own compiler and codecs. */

import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { ClientSession, connectAlone } from '#server/store/postgres/connection.ts';
import { placeIn, postgresDialect } from '#server/store/postgres/dialect.ts';
import { makeFunctions } from '#server/store/postgres/functions.ts';
import { insertRecords } from '#server/store/postgres/insert-records.ts';
import { migrateTables } from '#server/store/postgres/migrate-collections.ts';
import { countRecords, findRecords } from '#server/store/postgres/reader.ts';
import { openSchema } from '#server/store/postgres/system-tables.ts';
import { type Table, tableOf } from '#server/store/postgres/table.ts';
import { must } from '#shared/base/assert.ts';
import type { QueryLab } from '#test/contract/queries.ts';
import { people, things } from '#test/shared/query/samples.ts';

const schema = '"lab_one"';
const sharedSchema = '"lab"';

export async function openQueryLab(url: string): Promise<QueryLab> {
  const client = await connectAlone(url, 'test');
  const engine = await findEngine(client, {
    ...{ sharedSchema, schemaOf: () => schema, controlSchema: null },
    alone: (work) => work(client),
  });
  await makeFunctions(client, sharedSchema, engine);
  await openSchema(client, schema, () => 'log', engine.beforeSchema.tenant);
  const tables = new Map<string, Table>([things, people].map((one) => [one.name, tableOf(schema, one)]));
  await migrateTables({ client, schema }, [...tables.values()]);
  await client.query('BEGIN');
  const dialect = postgresDialect(sharedSchema, (collection) => placeIn(schema, collection));
  const tableFor = (name: string): Table => must(tables.get(name), name);
  const session = new ClientSession(client);
  const asking = (name: string) => ({ session, dialect, tableOf: tableFor, table: tableFor(name) });

  return {
    async fill(rows, persons) {
      await client.query(`DELETE FROM ${tableFor('things').place}; DELETE FROM ${tableFor('people').place}`);
      await insertRecords(session, tableFor('things'), rows);
      await insertRecords(session, tableFor('people'), persons);
    },
    find: ({ name }, query, context) => findRecords({ ...asking(name), context }, query),
    count: ({ name }, where, context, search) =>
      countRecords(
        { ...asking(name), context },
        { ...(where ? { where } : {}), ...(search === undefined ? {} : { search }) },
      ),
    close: () => client.end(),
  };
}
