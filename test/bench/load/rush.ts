/**
 * Load of B1 and of test/scenario/many-buyers.test.ts: all bodies are posted in the same moment, over as many connections
 * as a proxy opens, each of which carries the next one when it has an answer.
 */
import { openConnection } from './post-plainly.ts';
import { answerJob } from './run-load.ts';

export interface RushJob {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  /** JSON. */
  readonly bodies: readonly string[];
  readonly connections: number;
}

export interface RushAnswer {
  /** In the order of the bodies. */
  readonly answers: readonly {
    readonly status: number;
    readonly text: string;
    /** From the moment of all of them. */
    readonly ms: number;
  }[];
  /** CPU of this process meanwhile. */
  readonly cpuMs: number;
}

answerJob<RushJob, RushAnswer>(async ({ url, path, key, bodies, connections }) => {
  const answers: RushAnswer['answers'][number][] = [];
  const queue = bodies.entries();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(connections, bodies.length) }, async () => {
      const connection = await openConnection(url);
      for (const [i, body] of queue)
        answers[i] = { ...(await connection.post(path, key, body)), ms: performance.now() - started };
      connection.close();
    }),
  );
  const { system, user } = process.cpuUsage(cpu);
  return { answers, cpuMs: (system + user) / 1_000 };
});
