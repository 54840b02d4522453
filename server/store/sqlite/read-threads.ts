/**
 * The reading threads of a store: begun with the first long read, ended when none came for a while, replaced where one
 * does not stop. Whose turn it is, read-line.ts says.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { assert } from '#shared/base/assert.ts';
import { StoreFault } from '../contract.ts';
import { ReadLine } from '../read-line.ts';
import { type ReadPlan, stopPlace, type ThreadAnswer, type ThreadTask } from './long-read.ts';
import type { Row } from './table.ts';

/** One core is left to the main thread. */
const threadsMax = Math.max(1, Math.min(4, availableParallelism() - 1));
const idleMs = 10_000;
/** A statement that sorts, or looks at one huge value, comes to its next row so late at most. */
const stopMs = 1_000;
/** What an answer and a sort may take. */
const heapMb = 256;
const entry = new URL('./read-thread.ts', import.meta.url);

interface Asked {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (fault: Error) => void;
}

class ReadThread {
  readonly #worker: Worker;
  readonly #stops = new Int32Array(new SharedArrayBuffer(4));
  readonly #asked = new Map<number, Asked>();
  #ids = 0;
  isOver = false;

  constructor() {
    this.#worker = new Worker(entry, {
      workerData: this.#stops.buffer,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker.on('message', (answer: ThreadAnswer) => {
      this.#asked.get(answer.id)?.resolve(answer);
      this.#asked.delete(answer.id);
    });
    this.#worker.on('error', (fault) => this.#end(fault instanceof Error ? fault : new Error(String(fault))));
    this.#worker.on('exit', () => this.#end(new Error('the reading thread ended')));
    this.#worker.unref();
  }

  #end(cause: Error): void {
    this.isOver = true;
    for (const { reject } of this.#asked.values()) reject(new StoreFault('a long read was not answered', { cause }));
    this.#asked.clear();
  }

  async read(file: string, plan: ReadPlan, signal: AbortSignal): Promise<readonly Row[]> {
    const id = ++this.#ids;
    let late: NodeJS.Timeout | null = null;
    const stop = () => {
      Atomics.store(this.#stops, stopPlace, id);
      late = setTimeout(() => void this.close(), stopMs).unref();
    };
    signal.addEventListener('abort', stop);
    this.#worker.ref();
    try {
      const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        this.tell({ kind: 'read', id, file, plan });
        if (signal.aborted) stop();
      });
      if ('fault' in answer) throw new StoreFault(`a long read failed: ${answer.fault}`);
      signal.throwIfAborted();
      assert('rows' in answer, 'what was not stopped has rows');
      return answer.rows;
    } finally {
      signal.removeEventListener('abort', stop);
      if (late) clearTimeout(late);
      this.#worker.unref();
    }
  }

  tell(task: ThreadTask): void {
    this.#worker.postMessage(task);
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.#worker.terminate();
  }
}

export class ReadThreads {
  readonly #line = new ReadLine(threadsMax);
  readonly #all = new Set<ReadThread>();
  #free: ReadThread[] = [];
  #idle: NodeJS.Timeout | null = null;
  #isClosed = false;

  get asked(): number {
    return this.#line.asked;
  }

  /** @throws ReadTimeout, ReadsWaiting, ReadAbandoned, StoreFault */
  read(tenant: string, file: string, plan: ReadPlan, isWanted: () => boolean): Promise<readonly Row[]> {
    if (this.#isClosed) return Promise.reject(new StoreFault('the store is closed'));
    return this.#line.run({ tenant, isWanted, work: (signal) => this.#work(file, plan, signal) });
  }

  async #work(file: string, plan: ReadPlan, signal: AbortSignal): Promise<readonly Row[]> {
    if (this.#idle) clearTimeout(this.#idle);
    const thread = this.#free.pop() ?? this.#begin();
    try {
      return await thread.read(file, plan, signal);
    } finally {
      if (thread.isOver) this.#all.delete(thread);
      else this.#free.push(thread);
      if (this.#free.length === this.#all.size) this.#idle = setTimeout(() => void this.#rest(), idleMs).unref();
    }
  }

  #begin(): ReadThread {
    const thread = new ReadThread();
    this.#all.add(thread);
    return thread;
  }

  async #rest(): Promise<void> {
    const free = this.#free;
    this.#free = [];
    for (const thread of free) this.#all.delete(thread);
    await Promise.all(free.map((thread) => thread.close()));
  }

  /** Before a file goes, and after its tables have changed. */
  forget(file: string): void {
    for (const thread of this.#all) thread.tell({ kind: 'forget', file });
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#isClosed = true;
    this.#line.close(new StoreFault('the store is closed'));
    const all = [...this.#all];
    this.#all.clear();
    this.#free = [];
    await Promise.all(all.map((thread) => thread.close()));
  }
}
