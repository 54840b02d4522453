/** A data folder with one event full of people, made before the clock runs, and the server as a process on it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#server/core/policy/actor.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { type Assembly, assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import { must } from '#shared/base/assert.ts';
import { syncVersion } from '#shared/sync/version.ts';

/** As server/core/log/followers/follower-loop.ts has it: a cursor over changes of no interest is stored now and then only. */
const unsavedSeqs = 1_000;
const lookEveryMs = 100;
const root = join(import.meta.dirname, '..', '..');

export interface BenchKiosk {
  readonly id: string;
  readonly token: string;
}

export interface Person {
  readonly registration: string;
  readonly ticketNumber: string;
}

export interface PreparedEvent {
  readonly dataDir: string;
  /** The tenant's own database. */
  readonly file: string;
  readonly eventId: string;
  readonly apiKey: string;
  readonly people: readonly Person[];
  readonly kiosks: readonly BenchKiosk[];
  /** Ticket codes of the last of the people. */
  readonly codes: readonly string[];
  /** Id of the list that the main entrance counts on. */
  readonly list: string;
  remove(): void;
}

async function pairedKiosks(house: Assembly, tenantId: string, event: string, gate: string, count: number) {
  const tenant = must(await house.directory.byId(tenantId), 'the tenant');
  const made: BenchKiosk[] = [];
  for (let i = 0; i < count; i++) {
    const code = await house.kiosks.createPairingCode(tenant, { event, gate });
    if (!code.ok) throw new Error(code.errors[0].message);
    const { pairingCode } = code.value;
    const publicKey = randomBytes(32).toString('base64url');
    const paired = await house.kiosks.pair({
      pairingCode,
      publicKey,
      name: null,
      softwareVersion: 'bench',
      syncVersion,
    });
    if (!paired.ok) throw new Error(paired.errors[0].message);
    made.push({ id: paired.value.kioskId, token: paired.value.token });
  }
  return made;
}

export async function prepareEvent(counts: {
  readonly people: number;
  readonly kiosks: number;
  readonly codes: number;
}): Promise<PreparedEvent> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const house = await assemble(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
  try {
    const demo = await createDemo(house, { attendees: counts.people });
    const store = await house.directory.open(must(await house.directory.byId(demo.tenant), 'the tenant'));
    const gate = must(await store.findOne('gates', { event: demo.eventId, key: 'main-entrance' }), 'the gate');
    const people: Person[] = [];
    for await (const page of store.walk('registrations'))
      for (const { id, status, ticketNumber } of page)
        if (status === 'confirmed') people.push({ registration: id, ticketNumber: String(ticketNumber) });
    const codes: string[] = [];
    for (const { registration } of people.slice(people.length - counts.codes)) {
      const outcome = await house.platform.run(systemActor(demo.tenant, 'bench'), {
        verb: 'act',
        action: 'events.registration',
        input: { eventId: demo.eventId, registrationId: registration },
      });
      if (outcome.kind !== 'answer') throw new Error('no registration');
      codes.push((outcome.value as { ticket: { qrCode: string } }).ticket.qrCode);
    }
    const kiosks = await pairedKiosks(house, demo.tenant, demo.eventId, gate.id, counts.kiosks);
    await house.store.close();
    const file = join(dataDir, 'tenants', `${demo.tenant}.db`);
    await settle(dataDir, file);
    return {
      dataDir,
      file,
      eventId: demo.eventId,
      apiKey: must(demo.apiKey, 'a new tenant has a key'),
      people,
      kiosks,
      codes,
      list: String(gate['list']),
      remove: () => rmSync(dataDir, { recursive: true, force: true }),
    };
  } catch (fault) {
    rmSync(dataDir, { recursive: true, force: true });
    throw fault;
  } finally {
    await house.store.close();
  }
}

/** Lets a server run until its followers have read what was just made: that is not what is measured. */
async function settle(dataDir: string, file: string): Promise<void> {
  const server = await startProcess(dataDir);
  const db = new DatabaseSync(file, { readOnly: true });
  const unfollowed = db.prepare(
    `SELECT count(*) AS n FROM _cursors WHERE name NOT LIKE 'job:%' AND seq + ${unsavedSeqs} < (SELECT max(seq) FROM _changes)`,
  );
  const known = db.prepare("SELECT count(*) AS n FROM _cursors WHERE name NOT LIKE 'job:%'");
  while (Number(known.get()?.['n']) === 0 || Number(unfollowed.get()?.['n']) > 0) await sleep(lookEveryMs);
  db.close();
  await server.stop();
}

export interface ServerProcess {
  readonly url: string;
  /** The most memory it has held at one time so far. */
  peakMb(): number;
  /** CPU it has used so far, all threads. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** USER_HZ: Linux counts a process's time in hundredths. */
const ticksPerSecond = 100;

/** CPU a process has used so far, all its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).map(Number);
  return (user! + system!) / ticksPerSecond;
}

export async function startProcess(dataDir: string): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'server', 'start', 'main.js')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: must(child.stdout, 'its output') })) {
    url = /^gatehouse ready (\S+)$/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  if (!url) throw new Error('the server did not start');
  return {
    url,
    peakMb: () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    cpuSeconds: () => cpuSecondsOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
