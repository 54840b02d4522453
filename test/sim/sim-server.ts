/**
 * The real server below HTTP, in virtual time: SQLite store, directory, platform, followers, replication. It can be
 * killed between any two things it does, started again, upgraded, and restored from a copy of its file.
 */

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSecrets, type Secrets } from '#server/identity/credentials/secrets.ts';
import type { Store } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { cheapSignature } from './cheap-signing.ts';
import type { Random } from './random.ts';
import { type RunningServer, runServer, type ServerBugs } from './run-server.ts';
import type { Tell } from './tell.ts';
import { type Process, type VirtualTime, world } from './virtual-time.ts';

export interface SimServerParts {
  readonly folder: string;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly bugs: ServerBugs;
  readonly onCommit: () => void;
  /** Mean time of a commit now. */
  readonly commitMs: () => number;
  readonly tell: Tell;
}

export interface SimServer {
  start(): Promise<RunningServer>;
  running(): RunningServer | null;
  /** As `kill -9`: what was committed stays, what was under way is gone. */
  crash(): void;
  onCrash(listener: () => void): () => void;
  /** From the next start on it runs the next release, which knows more fields. */
  upgrade(): void;
  /** Ends it at its n-th transaction from now: before it, or after it and before anyone hears of it. */
  cutAtCommit(nth: number, when: 'before' | 'after', cut: () => void): void;
  /** Forgets a cut that has not come. */
  heal(): void;
  /** A copy of the tenant's file as it is now. */
  backUp(): void;
  /** Puts the copy back, as another log. Only while it does not run. */
  restore(): void;
  hasBackup(): boolean;
  /** Also of runs that were killed. After the checks. */
  end(): Promise<void>;
}

const cutAfterMs = 0.01;
/** Real milliseconds. A store that closes at all does so within a few turns of the event loop. */
const closedAfterMs = 20;
const fileEnds = ['', '-wal', '-shm'] as const;

/** The transaction at which the server ends: before it, or after it and before the client hears of it. */
class CommitCuts {
  readonly #time: VirtualTime;
  #cutting: { left: number; readonly when: 'before' | 'after'; readonly cut: () => void } | null = null;
  #cancel = (): void => {};

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** @param nth of the transactions from now on */
  at(nth: number, when: 'before' | 'after', cut: () => void): void {
    this.#cutting = { left: nth, when, cut };
  }

  /** The server has ended: a cut that has not come is forgotten, one that is under way finds nothing to end. */
  forget(): void {
    this.#cutting = null;
  }

  heal(): void {
    this.#cutting = null;
    this.#cancel();
  }

  /** One turn of the writer, unless it is the one that does not come, or comes and is not answered. */
  turn(work: () => void): void {
    if (this.#cutting === null || --this.#cutting.left > 0) {
      work();
      return;
    }
    const { when, cut } = this.#cutting;
    this.#cutting = null;
    if (when === 'before') {
      cut();
      return;
    }
    work();
    this.#cancel = this.#time.after(world, cutAfterMs, cut);
  }
}

/** A copy of the tenant's file, as a backup of the machine has it. */
class Backup {
  readonly #folder: string;
  #tenant: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #copy(end: string): string {
    return join(this.#folder, `backup${end}`);
  }

  #file(tenant: string, end: string): string {
    return join(this.#folder, 'tenants', `${tenant}.db${end}`);
  }

  there(): boolean {
    return this.#tenant !== null;
  }

  take(tenant: string): void {
    // Between two events no transaction is open: file and log together are one state.
    for (const end of fileEnds)
      if (existsSync(this.#file(tenant, end))) copyFileSync(this.#file(tenant, end), this.#copy(end));
    this.#tenant = tenant;
  }

  /** @param newId of the log, which is another one from now on */
  putBack(newId: () => string): void {
    const tenant = must(this.#tenant, 'a backup');
    for (const end of fileEnds) {
      rmSync(this.#file(tenant, end), { force: true });
      // The shared memory is made again by the process that opens the file.
      if (end !== '-shm' && existsSync(this.#copy(end))) copyFileSync(this.#copy(end), this.#file(tenant, end));
    }
    const database = new DatabaseSync(this.#file(tenant, ''));
    database.prepare("UPDATE _meta SET value = ? WHERE key = 'logId'").run(newId());
    database.close();
  }
}

export function createSimServer(parts: SimServerParts): SimServer {
  const { folder, time, random, bugs, tell, onCommit, commitMs } = parts;
  const crashListeners = new Set<() => void>();
  const opened: Store[] = [];
  const cuts = new CommitCuts(time);
  const backup = new Backup(folder);
  let running: RunningServer | null = null;
  let runs = 0;
  let upgraded = false;

  const clock = (): number => Math.round(time.now());
  const newId = (): string => uuidv7(clock(), random.bytes(10));

  function openStore(process: Process): Store {
    return openSqliteStore({
      folder: join(folder, 'tenants'),
      clock,
      newId,
      // Real time says nothing here.
      planTimeoutMs: 600_000,
      readMs: 600_000,
      batchWorkMs: Number.POSITIVE_INFINITY,
      turns: {
        soon: (work) => {
          time.after(process, random.delayMs(commitMs()), () => cuts.turn(work));
        },
        after: (delayMs, work) => time.after(process, delayMs, work),
      },
    });
  }

  async function start(): Promise<RunningServer> {
    const process: Process = { name: `server ${++runs}`, alive: true };
    const real = openSecrets(folder);
    const sign = (message: string) => toBase64url(cheapSignature(message));
    const secrets: Secrets = { ...real, identity: { ...real.identity, sign } };
    const store = openStore(process);
    opened.push(store);
    running = await runServer({ process, time, random, clock, newId, secrets, store, upgraded, bugs, onCommit });
    tell('server', `starts${upgraded ? ' as the next release' : ''}, at change ${await running.tenantStore.head()}`);
    return running;
  }

  return {
    start,
    running: () => running,
    crash() {
      if (running === null) return;
      running.process.alive = false;
      tell('server', 'ends in the middle of it');
      cuts.forget();
      running = null;
      for (const listener of [...crashListeners]) listener();
    },
    onCrash(listener) {
      crashListeners.add(listener);
      return () => crashListeners.delete(listener);
    },
    upgrade() {
      upgraded = true;
    },
    cutAtCommit: (nth, when, cut) => cuts.at(nth, when, cut),
    heal: () => cuts.heal(),
    backUp() {
      const tenant = running?.tenant;
      if (tenant === undefined) return;
      backup.take(tenant);
      tell('server', 'is backed up');
    },
    hasBackup: () => backup.there(),
    restore() {
      backup.putBack(newId);
      tell('server', 'is restored from its backup');
    },
    async end() {
      running = null;
      // A store that waits for virtual time to write its cursors would wait for ever: its connections go with the process.
      await Promise.race([
        Promise.all(opened.map((store) => store.close().catch(() => {}))),
        new Promise((resolve) => setTimeout(resolve, closedAfterMs)),
      ]);
    },
  };
}
