/** Load of P10: callers that ask for the slowest lists there are, one after the other, until they are stopped. */
import { Agent, get } from 'node:http';
import type { SlowAnswer, SlowJob } from '../slow-lists.ts';

let stopped = false;
process.on('message', (message: SlowJob | 'stop') => {
  if (message === 'stop') stopped = true;
  else void ask(message).then((answer) => process.send?.(answer));
});

function status(agent: Agent, url: string, apiKey: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
  });
}

/** No two alike; each looks through all registrations and sorts what it finds. */
function pathOf(n: number): string {
  const pattern = encodeURIComponent(`(.*[0-9]+[A-Z]*)+${n}x?$`);
  return `/api/v1/registrations?where[ticketNumber][regex]=${pattern}&sort=-updatedAt,ticketNumber&limit=200`;
}

async function ask({ url, apiKey, callers }: SlowJob): Promise<SlowAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const counts: Record<string, number> = {};
  let n = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (!stopped) {
        const answered = String(await status(agent, url + pathOf(n++), apiKey));
        counts[answered] = (counts[answered] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  return { counts };
}
