/**
 * Measures the work of a page's main thread in CPU time: on a machine that others use too, elapsed time includes how
 * long a task waited for its turn, not only how long it held the thread. By the DevTools protocol, from outside the
 * page.
 */
import type { Page } from 'playwright-core';
import { must } from '#shared/base/assert.ts';

/** Begins to count. @returns the function that says milliseconds of CPU since */
export async function mainThreadCpu(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return must(
      metrics.find(({ name }) => name === 'ThreadTime'),
      'the time of the thread',
    ).value;
  };
  const start = await read();
  return async () => {
    const ms = ((await read()) - start) * 1_000;
    await session.detach();
    return ms;
  };
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the CPU; `dur` is what passed. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Begins to note tasks. @returns the function that ends it and says the milliseconds of CPU of each, largest first */
export async function traceTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = must(page.context().browser(), 'a browser');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: readonly TraceEvent[] };
    const mains = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    return traceEvents
      .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
      .map(({ tdur }) => (tdur ?? 0) / 1_000)
      .sort((a, b) => b - a);
  };
}
