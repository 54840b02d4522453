/** Long reads of all tenants of a store, in turns (read-line.ts), by threads (read-thread.ts). */
import { StoreFault } from '../contract.ts';
import { ReadLine } from '../read-line.ts';
import { Threads, threadsMax } from '../threads.ts';
import type { ReadPlan, ReadTask } from './long-read.ts';
import type { Row } from './table.ts';

function questionOf(file: string, { limit, statements }: ReadPlan): string {
  const asked = statements.map(({ parameters, sql }) => [
    sql,
    ...parameters.map((value) => `${typeof value} ${value}`),
  ]);
  return JSON.stringify([file, limit, asked]);
}

export class ReadThreads {
  readonly #line: ReadLine;
  readonly #threads = new Threads<ReadTask, readonly Row[]>(new URL('./read-thread.ts', import.meta.url));

  constructor(readMs: number) {
    this.#line = new ReadLine(threadsMax, { readMs });
  }

  /** Reads that were asked here so far. */
  get asked(): number {
    return this.#line.asked;
  }

  /** @throws ReadTimeout, ReadsWaiting, ReadAbandoned, StoreFault */
  read(tenant: string, file: string, plan: ReadPlan, isWanted: () => boolean): Promise<readonly Row[]> {
    const work = (signal: AbortSignal, onBegin: () => void) =>
      this.#threads.ask({ kind: 'read', file, plan }, signal, { onBegin });
    return this.#line.run({ tenant, isWanted, work, question: questionOf(file, plan) });
  }

  /** Forgets a file, before it goes and after its tables have changed. */
  forget(file: string): void {
    this.#threads.tell({ kind: 'forget', file });
  }

  async close(): Promise<void> {
    this.#line.close(new StoreFault('the store is closed'));
    await this.#threads.close();
  }
}
