import pg from 'pg';
import { startCitus } from '#test/fixtures/citus-cluster.ts';
const c = await startCitus();
const T0 = Date.now(); const say = (...m: unknown[]) => console.log(((Date.now()-T0)/1000).toFixed(1), ...m);
try {
for (const s of ['a','b','d']) { await c.query(`create schema ${s}`); await c.query(`create table ${s}.t (id int primary key, v text)`); await c.query(`insert into ${s}.t values (1,'x')`); }
const wa = (await c.workerOf('a'))!, wb = (await c.workerOf('b'))!;
say(wa, wb, await c.workerOf('d'));
async function tryOne(name: string, schema: string, timeout = 2000) {
  const cl = new pg.Client({ connectionString: c.url, query_timeout: timeout + 3000 }); cl.on('error', () => {});
  await cl.connect(); await cl.query(`set statement_timeout=${timeout}`);
  const t = Date.now();
  try { const r = await cl.query(`select * from ${schema}.t`); say(name, 'ok', r.rowCount, Date.now()-t); } catch (e: any) { say(name, e.code, e.message.slice(0,150), Date.now()-t); }
  cl.connection.stream.destroy();
}
await tryOne('a warm','a'); await tryOne('b warm', 'b');
// existing connection with cached worker connection
const kept = new pg.Client({ connectionString: c.url, query_timeout: 6000 }); kept.on('error', () => {}); await kept.connect(); await kept.query('set statement_timeout=2000'); await kept.query('select * from a.t');
say('stall', wa); c.gate(wa).stall();
const t = Date.now();
await kept.query('select * from a.t').then(() => say('kept ok'), (e: any) => say('kept', e.code, e.message, Date.now()-t));
await kept.query('select * from b.t').then(() => say('kept b ok'), (e: any) => say('kept b', e.code, e.message, Date.now()-t));
kept.connection.stream.destroy();
await tryOne('a stalled', 'a'); await tryOne('b', 'b'); await tryOne('a stalled', 'a');
say(await c.query(`select pid, state, wait_event_type, wait_event, left(query,60) q, now()-query_start d from pg_stat_activity where datname='gatehouse' and backend_type='client backend'`));
c.gate(wa).open(); await tryOne('a open again', 'a', 5000);
say('count', await c.query(`select count(*) from pg_stat_activity where datname='gatehouse' and backend_type='client backend'`));
} finally { await c.stop(); }
process.exit(0);
