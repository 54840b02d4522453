/** One POST over a connection that stays open, as plainly as Node sends it, so that the client costs little. */
import { type Agent, request } from 'node:http';

export interface Posted {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

export function post(agent: Agent, url: string, token: string, body: Buffer | string): Promise<Posted> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          ms: performance.now() - started,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
