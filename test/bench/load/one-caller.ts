/** Load of S2: one gate that goes on checking people in, at its own pace, until it is stopped or out of people. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from './post.ts';

export interface OneCallerJob {
  readonly url: string;
  readonly apiKey: string;
  readonly codes: readonly string[];
  readonly everyMs: number;
}

let stopped = false;
process.on('message', (message: OneCallerJob | 'stop') => {
  if (message === 'stop') stopped = true;
  else void call(message).then((times) => process.send?.(times));
});

async function call({ url, apiKey, codes, everyMs }: OneCallerJob): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (const qrCode of codes) {
    if (stopped) break;
    const body = JSON.stringify({ qrCode, gateId: 'main-entrance' });
    const { status, text, ms } = await post(agent, `${url}/events/checkin`, apiKey, body);
    if (status !== 200) throw new Error(`a check-in answered ${status}: ${text}`);
    times.push(ms);
    await sleep(everyMs);
  }
  return times;
}
