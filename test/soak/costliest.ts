/**
 * `npm run costliest [-- --rounds 500 --rows 50000 --seed 7]`: looks for the question that holds the server longest, by
 * climbing (test/fixtures/costliest-questions.ts), and prints the worst with the time for which the event loop stood still.
 */
import { parseArgs } from 'node:util';
import { must } from '#shared/base/assert.ts';
import { climb, fillNotes, type Measured, pathOf, randomOf } from '#test/fixtures/costliest-questions.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';

const shown = 8;
const heldMsMax = 50;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    rows: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, rows, seed] = [Number(values.rounds), Number(values.rows), Number(values.seed)];
process.stdout.write(`seed ${seed}, ${rounds} rounds on ${rows} records\n`);
const house = await openTestServer();
const { apiKey, tenant } = await house.tenant('costliest');
const random = randomOf(seed);
const store = await house.admin.directory.open(must(await house.admin.directory.byId(tenant.id), 'it'));
await fillNotes(store, rows, random);
await store.keepStatistics();
const all = await climb({ url: house.url, key: apiKey, rounds, random });
const worst = [...all].sort((a, b) => b.heldMs - a.heldMs).slice(0, shown);
const say = ({ heldMs, question, status, stoodMs, tookMs }: Measured) =>
  `${heldMs.toFixed(1).padStart(7)} ms of CPU in one turn (stood still ${stoodMs.toFixed(0)} ms), answered ${status} in ${tookMs.toFixed(0)} ms: ${decodeURIComponent(pathOf(question)).slice(0, 200)}\n`;
for (const one of worst) process.stdout.write(say(one));
const statuses = [...new Set(all.map(({ status }) => status))].map(
  (status) => `${status} × ${all.filter((one) => one.status === status).length}`,
);
const over = all.filter(({ heldMs }) => heldMs > heldMsMax).length;
process.stdout.write(`Answered ${statuses.join(', ')}; long reads ${house.admin.store.longReads()}.\n`);
process.stdout.write(
  over === 0 ? `Never held for more than ${heldMsMax} ms.\n` : `Held for more than ${heldMsMax} ms ${over} times.\n`,
);
await house.close();
