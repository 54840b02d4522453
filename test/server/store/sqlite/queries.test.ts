/** The query contract on SQLite: each operator returns the records that matching in memory returns. */
import { tableOf } from '#server/store/sqlite/table.ts';
import { queryContract } from '#test/contract/queries.ts';
import { people, things } from '#test/shared/query/samples.ts';
import { count, find, insert, openTables } from './compiled-tables.ts';

queryContract(
  'SQLite',
  async () => {
    const db = openTables([things, people]);
    return {
      async fill(rows, persons) {
        db.exec('DELETE FROM things; DELETE FROM people');
        insert(db, tableOf(things), rows);
        insert(db, tableOf(people), persons);
      },
      find: async (definition, query, context) => find(db, definition, query, context),
      count: async (definition, where, context, search) => count(db, definition, where, context, search),
      close: async () => db.close(),
    };
  },
  { conditions: 2_500, pages: 600 },
);
