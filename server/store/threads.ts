/**
 * Threads that do what would hold up the main thread: begun with the first task, ended when none came for a while,
 * replaced where one does not stop. One task at a time each; a task that comes when all are busy waits.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { StoreFault } from './contract.ts';

/** One core is left to the main thread. */
export const threadsMax = Math.max(1, Math.min(4, availableParallelism() - 1));
const idleMs = 10_000;
/** A task that seldom checks whether it must stop is ended with its thread. */
const stopMs = 1_000;
/** Heap limit of one thread, in MB. */
const heapMb = 256;

/** Answer of a thread to the task of that number; `stopped`: the task was asked to stop. */
export type Answered<Value> =
  | { readonly id: number; readonly value: Value }
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly fault: string };

/** Message that a thread sends once, before any other. */
export interface Ready {
  readonly ready: true;
}

export interface Numbered<Task> {
  readonly id: number;
  readonly task: Task;
}

export interface AskOptions {
  /** Buffers of the task that are handed over instead of copied: the asker cannot read them any more. */
  readonly given?: readonly ArrayBuffer[];
  /** Called when the work begins, after a thread was free and had started. */
  readonly onBegin?: () => void;
}

interface Asked<Value> {
  readonly resolve: (answer: Answered<Value>) => void;
  readonly reject: (fault: Error) => void;
}

const closed = () => new StoreFault('the store is closed');

class Thread<Task, Value> {
  readonly #worker: Worker;
  /** The number of the task that is to stop. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #asked = new Map<number, Asked<Value>>();
  readonly #ready: Promise<void>;
  #ids = 0;
  isOver = false;

  constructor(entry: URL) {
    this.#worker = new Worker(entry, {
      workerData: this.#stop.buffer,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    let isReady = () => {};
    this.#ready = new Promise((resolve) => {
      isReady = resolve;
    });
    this.#worker.on('message', (answer: Answered<Value> | Ready) => {
      if ('ready' in answer) return isReady();
      this.#asked.get(answer.id)?.resolve(answer);
      this.#asked.delete(answer.id);
    });
    this.#worker.on('error', (fault) => this.#end(fault instanceof Error ? fault : new Error(String(fault))));
    this.#worker.on('exit', () => {
      this.#end(new Error('the thread ended'));
      isReady();
    });
    this.#worker.unref();
  }

  #end(cause: Error): void {
    this.isOver = true;
    for (const { reject } of this.#asked.values()) reject(new StoreFault('a thread did not answer', { cause }));
    this.#asked.clear();
  }

  async ask(task: Task, signal: AbortSignal, { given = [], onBegin = () => {} }: AskOptions): Promise<Value> {
    this.#worker.ref();
    await this.#ready;
    signal.throwIfAborted();
    if (this.isOver) throw new StoreFault('a thread did not begin');
    onBegin();
    const id = ++this.#ids;
    let late: NodeJS.Timeout | null = null;
    const stop = () => {
      Atomics.store(this.#stop, 0, id);
      late = setTimeout(() => void this.close(), stopMs).unref();
    };
    signal.addEventListener('abort', stop);
    try {
      const answer = await new Promise<Answered<Value>>((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        this.#worker.postMessage({ id, task } satisfies Numbered<Task>, [...given]);
      });
      if ('value' in answer) return answer.value;
      signal.throwIfAborted();
      throw new StoreFault(`a thread failed: ${'fault' in answer ? answer.fault : 'it stopped'}`);
    } finally {
      signal.removeEventListener('abort', stop);
      if (late) clearTimeout(late);
      // One that is being ended keeps the process until it has ended.
      if (!this.isOver) this.#worker.unref();
    }
  }

  tell(task: Task): void {
    this.#worker.postMessage({ id: 0, task } satisfies Numbered<Task>);
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.#worker.terminate();
  }
}

export class Threads<Task, Value> {
  readonly #entry: URL;
  readonly #all = new Set<Thread<Task, Value>>();
  readonly #waiting: {
    readonly take: (thread: Thread<Task, Value>) => void;
    readonly reject: (fault: Error) => void;
  }[] = [];
  #free: Thread<Task, Value>[] = [];
  #idle: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** @param entry a module that calls `answerTasks` */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  /**
   * @throws the signal's reason; StoreFault where the thread broke, or this was closed
   */
  async ask(task: Task, signal: AbortSignal, options: AskOptions = {}): Promise<Value> {
    if (this.#isClosed) throw closed();
    if (this.#idle) clearTimeout(this.#idle);
    const thread = await this.#take();
    try {
      return await thread.ask(task, signal, options);
    } finally {
      this.#giveBack(thread);
    }
  }

  #take(): Promise<Thread<Task, Value>> | Thread<Task, Value> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#all.size < threadsMax) return this.#begin();
    return new Promise((take, reject) => this.#waiting.push({ take, reject }));
  }

  #begin(): Thread<Task, Value> {
    const thread = new Thread<Task, Value>(this.#entry);
    this.#all.add(thread);
    return thread;
  }

  #giveBack(thread: Thread<Task, Value>): void {
    if (thread.isOver) this.#all.delete(thread);
    const next = this.#waiting.shift();
    if (next) next.take(thread.isOver ? this.#begin() : thread);
    else if (!thread.isOver) this.#free.push(thread);
    if (this.#free.length === this.#all.size) this.#idle = setTimeout(() => void this.#rest(), idleMs).unref();
  }

  async #rest(): Promise<void> {
    const free = this.#free;
    this.#free = [];
    for (const thread of free) this.#all.delete(thread);
    await Promise.all(free.map((thread) => thread.close()));
  }

  /** Sends a task to all threads there are; none answers it. */
  tell(task: Task): void {
    for (const thread of this.#all) thread.tell(task);
  }

  /** Tasks that wait are refused; those at work are answered or fail with their thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idle) clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    const all = [...this.#all];
    this.#all.clear();
    this.#free = [];
    await Promise.all(all.map((thread) => thread.close()));
  }
}
