/**
 * Operates a cluster under load as an operator would: replaces a worker, and loses the coordinator, which has a
 * standby.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerName } from '#test/fixtures/cluster/start-cluster.ts';
import { allGoOn, begin, type Faults, isTryAgain } from './faults.ts';
import { type Ground, schemaOf } from './ground.ts';

/** Between the coordinator's end and the promotion of its standby: as long as it takes to notice. */
const noticeMs = 3_000;
const rebalancePollMs = 200;
const keysBefore = 5;
const keyPollMs = 100;

/** As the engine sees fit. */
async function spreadTenants({ cluster }: Ground): Promise<void> {
  await cluster.query('SELECT citus_rebalance_start()');
  for (;;) {
    const [status] = await cluster.query<{ state: string }>('SELECT state FROM citus_rebalance_status()');
    if (!status || ['finished', 'failed', 'cancelled'].includes(status.state)) return;
    await wait(rebalancePollMs);
  }
}

/**
 * A worker is added and filled, and another drained of its tenants, taken out and ended.
 *
 * @returns errors that are no "try again", and tenants that are still there
 */
export async function replaceWorker(faults: Faults, old: WorkerName = 'w1'): Promise<readonly string[]> {
  const { ground, loads, say } = faults;
  const { cluster } = ground;
  await allGoOn(faults);
  begin(faults);
  const placesNow = () => Promise.all(loads.map(({ tenant }) => cluster.workerOf(schemaOf(tenant))));
  await cluster.addWorker();
  await spreadTenants(ground);
  await allGoOn(faults);
  const spread = await placesNow();
  const startedMs = performance.now();
  await cluster.drain(old);
  const drainedMs = performance.now() - startedMs;
  await cluster.removeWorker(old);
  await allGoOn(faults);
  const places = await placesNow();
  const errors = loads.flatMap((one) => [...one.newErrors()]);
  const paused = loads.map((load) => `${load.tenant.slug} ${Math.round(load.pauseMs())} ms`).join(', ');
  say(
    `w3 added, tenants on ${spread.join(', ')}; ${old} drained in ${Math.round(drainedMs)} ms, removed and ended; tenants on ${places.join(', ')}; ` +
      `longest pauses ${paused}; ${errors.length} asked again`,
  );
  return [
    ...errors.filter((line) => !isTryAgain(line)),
    ...places.flatMap((place, n) => (place === null || place === old ? [`tenant ${n} stands on ${place}`] : [])),
  ];
}

/** Keys are what the coordinator itself holds. @returns how to stop, which gives those that were acknowledged */
function makeKeys({ ground: { servers, tenants } }: Faults) {
  const [{ apiKey } = { apiKey: '' }] = tenants;
  const made: string[] = [];
  let goesOn = true;
  const running = (async () => {
    for (let n = 0; goesOn; n++) {
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: `key ${n}`, scopes: ['events:read'] });
      const url = `${servers[n % servers.length]}/api/v1/api-keys`;
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      if (answer?.status === 201) made.push(((await answer.json()) as { data: { apiKey: string } }).data.apiKey);
      await wait(keyPollMs);
    }
  })();
  return {
    made,
    async stop(): Promise<readonly string[]> {
      goesOn = false;
      await running;
      return made;
    },
  };
}

/** The coordinator is killed, and its standby takes its place. @returns what acknowledged keys do not open */
export async function promoteStandby(faults: Faults): Promise<readonly string[]> {
  const { ground, loads, say } = faults;
  const { cluster } = ground;
  await cluster.startStandby('c');
  const keys = makeKeys(faults);
  await allGoOn(faults);
  while (keys.made.length < keysBefore) await wait(keyPollMs);
  begin(faults);
  await cluster.kill('c');
  const killedMs = performance.now();
  await wait(noticeMs);
  await cluster.promote();
  const promotedMs = performance.now() - killedMs;
  await allGoOn(faults);
  const made = await keys.stop();
  const pause = Math.max(...loads.map((load) => load.pauseMs()));
  const wrong: string[] = [];
  for (const key of made)
    for (const url of ground.servers) {
      const { status } = await fetch(`${url}/events`, { headers: { Authorization: `Bearer ${key}` } });
      if (status !== 200) wrong.push(`an acknowledged key: ${status}`);
    }
  say(
    `c killed, its standby promoted ${Math.round(promotedMs)} ms later; longest pause ${Math.round(pause)} ms, ` +
      `${loads.flatMap((load) => load.newErrors()).length} asked again; ${made.length} keys acknowledged, ${wrong.length} lost`,
  );
  return wrong;
}
