/** A process of its own with several receivers of webhooks: counts what comes and how long it took since its change. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiversAsk =
  | { readonly kind: 'open'; readonly count: number }
  /** Which one takes everything and answers nothing; null: none. */
  | { readonly kind: 'dead'; readonly index: number | null }
  | { readonly kind: 'take' };

export interface ReceiversAnswer {
  readonly ports: readonly number[];
  /** Since the last look, of those that answer: milliseconds from the change to its arrival. */
  readonly delays: readonly number[];
}

let dead: number | null = null;
let delays: number[] = [];
const ports: number[] = [];
const stamp = /"timestamp":"([^"]+)"/;

function listen(index: number): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      if (dead === index) return;
      delays.push(Date.now() - Date.parse(stamp.exec(text)?.[1] ?? ''));
      response.writeHead(200).end();
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

process.on('message', async (ask: ReceiversAsk) => {
  if (ask.kind === 'dead') dead = ask.index;
  if (ask.kind === 'open')
    for (let i = 0; i < ask.count; i += 1) ports.push(((await listen(i)).address() as AddressInfo).port);
  const answer: ReceiversAnswer = { ports, delays: ask.kind === 'take' ? delays : [] };
  if (ask.kind === 'take') delays = [];
  process.send?.(answer);
});
