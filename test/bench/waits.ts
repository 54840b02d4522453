/**
 * Measures how long requests wait while a server does other work beside them, and the longest turn of the thread that
 * answers them.
 */
import { setTimeout } from 'node:timers/promises';
import { percentile, type Row } from './row.ts';

/** Of one request: the time that it waits, and the CPU time of this thread until the next one, both in milliseconds. */
interface Wait {
  readonly wall: number;
  /** No turn of the event loop in between was longer by itself; what the machine does meanwhile is no part of it. */
  readonly own: number;
}

/** One request after the other to a server on this thread, until the work is done. */
export async function waitsDuring(url: string, work: Promise<unknown>): Promise<readonly Wait[]> {
  const waits: Wait[] = [];
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    const before = process.threadCpuUsage();
    await (await fetch(url)).text();
    const wall = performance.now() - started;
    await setTimeout(5);
    const { system, user } = process.threadCpuUsage(before);
    waits.push({ wall, own: (user + system) / 1_000 });
  }
  await done;
  return waits.slice(1);
}

/** @param during what is done meanwhile, as the end of a row's name */
export function waitRows(during: string, waits: readonly Wait[]): readonly Row[] {
  const most = (each: (wait: Wait) => number) => percentile(waits.map(each), 1);
  const slowest = most(({ wall }) => wall);
  const longestTurn = most(({ own }) => own);
  return [
    {
      row: 'M1',
      name: `requests while ${during}, slowest`,
      value: slowest,
      unit: 'ms',
      target: '≤ 50 ms',
      met: slowest <= 50,
      short: 'wall time: on a machine that does other work it is in there; the longest turn below is ours alone',
    },
    {
      row: 'M1',
      name: `longest turn of the request thread while ${during}, CPU time`,
      value: longestTurn,
      unit: 'ms',
      target: '≤ 50 ms',
      met: longestTurn <= 50,
    },
  ];
}
