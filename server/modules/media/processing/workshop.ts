/**
 * One child process that works off tasks one after another: begun with the first, ended when none came for a while,
 * killed when one takes too long. The task that ran when the process died gets the reason; the next task gets a new
 * process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { assert } from '#shared/base/assert.ts';
import { plainEnvironment } from './plain-environment.ts';

/** Tasks that wait or run; one more is a fault of the caller. */
const waitingMax = 1_000;
const saidCharsMax = 2_000;

/** The process ended before it had answered. */
export class WorkerEnded extends Error {
  readonly exitCode: number | null;
  /** The workshop killed it: the task took longer than `taskMs`. */
  readonly late: boolean;
  constructor(exitCode: number | null, late: boolean, said: string) {
    super(late ? 'the worker was ended: it took too long' : `the worker ended with ${exitCode}: ${said}`);
    this.exitCode = exitCode;
    this.late = late;
  }
}

export interface WorkshopSetting {
  /** The program; it says `{ready: true}`, then answers each message with `{value}` or `{fault}`. */
  readonly entry: URL;
  readonly args?: readonly string[];
  readonly taskMs: number;
  readonly idleMs: number;
}

type Message = { readonly ready: true } | { readonly value: unknown } | { readonly fault: string };

interface Worker {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  ended: boolean;
  said: string;
}

export class Workshop<Task extends object> {
  readonly #setting: WorkshopSetting;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(setting: WorkshopSetting) {
    this.#setting = setting;
  }

  /** @throws WorkerEnded; the signal's reason; an Error where the process did not start, failed, or the workshop is closed */
  run(task: Task, signal: AbortSignal): Promise<unknown> {
    assert(this.#waiting < waitingMax, `more than ${waitingMax} tasks wait for ${this.#setting.entry.pathname}`);
    this.#waiting++;
    const done = this.#last.then(() => this.#work(task, signal)).finally(() => this.#waiting--);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Ends the process, and with it what it is working on. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#end();
    await this.#last;
  }

  async #work(task: Task, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed) throw new Error('the workshop is closed');
    if (this.#idle) clearTimeout(this.#idle);
    const worker = this.#worker && !this.#worker.ended ? this.#worker : this.#begin();
    worker.child.ref();
    worker.child.channel?.ref();
    try {
      await worker.ready;
      return await this.#ask(worker, task, signal);
    } finally {
      worker.child.unref();
      worker.child.channel?.unref();
      this.#idle = setTimeout(() => this.#end(), this.#setting.idleMs).unref();
    }
  }

  #begin(): Worker {
    const child = fork(this.#setting.entry, this.#setting.args ?? [], {
      env: plainEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = {
      child,
      ended: false,
      said: '',
      ready: new Promise((resolve, reject) => {
        child.once('message', () => resolve());
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`the worker did not start (${code}): ${worker.said}`)));
      }),
    };
    worker.ready.catch(() => {});
    child.on('exit', () => {
      worker.ended = true;
    });
    child.on('error', () => {
      worker.ended = true;
    });
    child.stderr?.on('data', (part: Buffer) => {
      worker.said = (worker.said + part.toString()).slice(-saidCharsMax);
    });
    // Only a running task keeps this process from ending.
    if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref();
    this.#worker = worker;
    return worker;
  }

  #ask(worker: Worker, task: Task, signal: AbortSignal): Promise<unknown> {
    const { child } = worker;
    let late = false;
    let onAbort = () => {};
    let onExit = (_code: number | null) => {};
    let onMessage = (_message: Message) => {};
    const kill = () => child.kill('SIGKILL');
    const clock = setTimeout(() => {
      late = true;
      kill();
    }, this.#setting.taskMs);
    return new Promise<unknown>((resolve, reject) => {
      onExit = (code) => reject(signal.aborted ? signal.reason : new WorkerEnded(code, late, worker.said));
      onMessage = (message) => {
        if ('value' in message) resolve(message.value);
        else if ('fault' in message) reject(new Error(`the worker failed: ${message.fault}`));
      };
      onAbort = kill;
      if (worker.ended) onExit(child.exitCode);
      child.on('exit', onExit);
      child.on('message', onMessage);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) kill();
      child.send(task, (fault) => {
        if (fault) kill();
      });
    }).finally(() => {
      clearTimeout(clock);
      child.off('exit', onExit);
      child.off('message', onMessage);
      signal.removeEventListener('abort', onAbort);
    });
  }

  #end(): void {
    this.#worker?.child.kill('SIGKILL');
    this.#worker = null;
  }
}
