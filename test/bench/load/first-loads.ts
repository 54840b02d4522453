/** Load of S3: kiosks that load everything at once, a few chunks at a time each; or one file as often, for comparison. */
import { Agent, get } from 'node:http';
import { answerJob } from './run-load.ts';

export interface FirstLoadsJob {
  readonly url: string;
  /** One for each kiosk; the file is fetched as often. */
  readonly tokens: readonly string[];
  /** A path that is fetched instead of a snapshot. */
  readonly file: string | null;
  readonly chunksAtOnce: number;
}

export interface FirstLoadsAnswer {
  readonly seconds: number;
  /** As they went over the wire, all kiosks together. */
  readonly bytes: number;
  readonly rows: number;
}

/** The body's bytes, counted and dropped: a kiosk unpacks them, and this process stands for twenty. */
function fetched(agent: Agent, url: string, token: string, keep: boolean): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    const asked = get(url, { agent, headers }, (response) => {
      let bytes = 0;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (keep) parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve({ bytes, text: Buffer.concat(parts).toString() })
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    });
    asked.on('error', reject);
  });
}

answerJob<FirstLoadsJob, FirstLoadsAnswer>(async ({ url, tokens, file, chunksAtOnce }) => {
  const agent = new Agent({ keepAlive: true });
  let bytes = 0;
  let rows = 0;
  async function load(token: string): Promise<void> {
    if (file !== null) {
      const whole = await fetched(agent, url + file, token, false);
      bytes += whole.bytes;
      return;
    }
    const path = `${url}/api/v1/replication/snapshot`;
    const { text } = await fetched(agent, path, token, true);
    const snapshot = JSON.parse(text) as { snapshot: string; chunks: number; rows: number };
    rows += snapshot.rows;
    const numbers = Array.from({ length: snapshot.chunks }, (_, n) => n).values();
    await Promise.all(
      Array.from({ length: chunksAtOnce }, async () => {
        for (const n of numbers) {
          const chunk = await fetched(agent, `${path}/${snapshot.snapshot}/${n}`, token, false);
          bytes += chunk.bytes;
        }
      }),
    );
  }
  const started = performance.now();
  await Promise.all(tokens.map(load));
  return { seconds: (performance.now() - started) / 1_000, bytes, rows };
});
