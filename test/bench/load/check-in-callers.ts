/** Load of S1 over HTTP: callers that check people in, one after the other each, on connections that are open already. */
import { Agent, get } from 'node:http';
import { post } from './post.ts';
import { answerJob } from './run-load.ts';

export interface CallersJob {
  readonly url: string;
  readonly apiKey: string;
  readonly callers: number;
  readonly codes: readonly string[];
}

export interface CallersAnswer {
  readonly perSecond: number;
  readonly times: readonly number[];
}

function open(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve());
    }).on('error', reject);
  });
}

answerJob<CallersJob, CallersAnswer>(async ({ url, apiKey, callers, codes }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  await Promise.all(Array.from({ length: callers }, () => open(agent, url)));
  const times: number[] = [];
  const queue = codes.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const qrCode of queue) {
        const body = JSON.stringify({ qrCode, gateId: 'main-entrance' });
        const { status, text, ms } = await post(agent, `${url}/events/checkin`, apiKey, body);
        if (status !== 200) throw new Error(`a check-in answered ${status}: ${text}`);
        times.push(ms);
      }
    }),
  );
  return { perSecond: (codes.length * 1_000) / (performance.now() - started), times };
});
