/** A stock y-websocket client as a Node program has it: the credential in the header, or as browsers send it. */

import { expect } from 'vitest';
import WebSocket from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';

export const patient = { timeout: 60_000, interval: 20 };

export interface StockClient {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly provider: WebsocketProvider;
  /** Why the server closed it for good: `<code> <reason>`; null: it did not. */
  readonly closed: () => string | null;
  /** The line breaks, without a farewell; the client comes back by itself. */
  cut(): void;
  synced(): Promise<void>;
  close(): void;
}

export interface ClientSetting {
  readonly url: string;
  readonly key: string | null;
  readonly doc?: Y.Doc;
  readonly as?: 'header' | 'protocol';
}

const all = new Set<StockClient>();

export function openClient(name: string, { url, key, doc = new Y.Doc(), as = 'header' }: ClientSetting): StockClient {
  const headers = key !== null && as === 'header' ? { authorization: `Bearer ${key}` } : {};
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers });
    }
  }
  const base = `${url.replace(/^http/, 'ws')}/collab/ws`;
  const provider = new WebsocketProvider(base, name, doc, {
    // Without it clients of one process would reach each other without the server.
    disableBc: true,
    WebSocketPolyfill: Socket as unknown as typeof globalThis.WebSocket,
    protocols: as === 'protocol' ? ['gatehouse', `bearer.${key}`] : [],
    maxBackoffTime: 500,
  });
  let closed: string | null = null;
  provider.on('closed', ({ code, reason }: { code: number; reason: string }) => {
    closed = `${code} ${reason}`;
  });
  const client: StockClient = {
    doc,
    text: doc.getText('content'),
    provider,
    closed: () => closed,
    cut: () => (provider.ws as unknown as WebSocket | null)?.terminate(),
    synced: () => expect.poll(() => provider.synced, patient).toBe(true),
    close() {
      provider.destroy();
      all.delete(client);
    },
  };
  all.add(client);
  return client;
}

export function closeClients(): void {
  for (const client of [...all]) client.close();
}

/** What the server answers instead of becoming a socket; null: it became one. */
export function refusalOf(
  url: string,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly protocols?: string[] } = {},
): Promise<{ status: number; codes: string[] } | null> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, options.protocols ?? [], {
      headers: options.headers ?? {},
    });
    socket.once('open', () => {
      socket.terminate();
      resolve(null);
    });
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (part) => {
        text += String(part);
      });
      response.on('end', () => {
        const { errors } = JSON.parse(text) as { errors: { code: string }[] };
        resolve({ status: response.statusCode ?? 0, codes: errors.map(({ code }) => code) });
      });
    });
  });
}
