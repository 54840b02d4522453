/** The query contract on PostgreSQL: each operator returns the records that matching in memory returns. */
import { queryContract } from '#test/contract/queries.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openQueryLab } from './query-lab.ts';

queryContract('PostgreSQL', async () => openQueryLab(await (await postgres()).database('queries')), {
  conditions: 700,
  pages: 150,
});
