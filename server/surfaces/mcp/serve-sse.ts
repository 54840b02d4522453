/**
 * HTTP+SSE of 2024-11-05: a stream at `/mcp/sse`, messages to `/mcp/messages?sessionId=…`. The stream is the session, so
 * both have to reach the same server process; clients of that age use balancers that keep them there.
 */
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Response } from 'express';
import { ok, refuse } from '#shared/base/result.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { makeServer, type ServerParts } from './make-server.ts';
import { followedMax, type NewsParts, type RecordNews, recordNews, sessionFull } from './record-news.ts';
import { ownerOf } from './sessions.ts';

/** Maximum number of bytes that wait on a stream: one whose client does not read is cut beyond it. */
const waitingBytesMax = 8 * 1024 * 1024;
const quietMs = 15_000;

class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;
  readonly #out: Response;
  readonly #comment: NodeJS.Timeout;

  constructor(sessionId: string, out: Response) {
    this.sessionId = sessionId;
    this.#out = out;
    this.#comment = setInterval(() => this.#write(':\n\n'), quietMs);
    this.#comment.unref();
    out.once('close', () => void this.close());
  }

  async start(): Promise<void> {}

  /** @param endpoint address to which the client posts its messages */
  begin(endpoint: string): void {
    this.#out.status(200);
    this.#out.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    this.#out.setHeader('X-Accel-Buffering', 'no');
    this.#write(`event: endpoint\ndata: ${endpoint}\n\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    clearInterval(this.#comment);
    if (!this.#out.writableEnded) this.#out.end();
    const { onclose } = this;
    delete this.onclose;
    onclose?.();
  }

  #write(frame: string): void {
    if (this.#out.destroyed || this.#out.writableEnded) return;
    if (this.#out.writableLength > waitingBytesMax) this.#out.destroy();
    else this.#out.write(frame);
  }
}

export interface SseSession {
  readonly server: Server;
  readonly news: RecordNews;
  readonly close: () => void;
}

export interface SseSessions {
  /** @param words of the stream's address, which hold for its messages too */
  open(actor: Actor, sandbox: boolean, words: string, out: Response): Promise<SseSession>;
  /** @returns false: there is no such session of this actor here; null: the message cannot be read */
  post(id: string, actor: Actor, message: unknown, extra: MessageExtraInfo): boolean | null;
}

export interface SseParts extends ServerParts, NewsParts {
  readonly newId: () => string;
}

export function openSseSessions(parts: SseParts): SseSessions {
  const { newId, tails } = parts;
  const open = new Map<string, { readonly owner: string; readonly transport: SseTransport }>();
  return {
    async open(actor, sandbox, words, out) {
      const id = parts.stamps.stamp('mcp-sse', newId());
      const transport = new SseTransport(id, out);
      const uris = new Set<string>();
      const server = makeServer('legacy', parts, {
        async add(uri) {
          if (uris.size >= followedMax && !uris.has(uri)) return refuse(sessionFull);
          const head = await (await tails.of(actor.tenant)).head();
          news.follow([...uris.add(uri)], head);
          return ok(null);
        },
        async remove(uri) {
          if (uris.delete(uri)) news.follow([...uris], null);
          return ok(null);
        },
      });
      const news = recordNews(parts, actor, (uri) => void server.sendResourceUpdated({ uri }).catch(parts.onFault));
      await server.connect(transport);
      open.set(id, { owner: ownerOf(actor), transport });
      out.once('close', () => {
        open.delete(id);
        news.stop();
      });
      const more = words === '' ? '' : `&${words}`;
      transport.begin(`${sandbox ? '/sandbox' : ''}/mcp/messages?sessionId=${encodeURIComponent(id)}${more}`);
      return { server, news, close: () => void transport.close() };
    },
    post(id, actor, message, extra) {
      const found = open.get(id);
      if (!found || found.owner !== ownerOf(actor)) return false;
      let parsed: JSONRPCMessage;
      try {
        parsed = parseJSONRPCMessage(message);
      } catch {
        return null;
      }
      found.transport.onmessage?.(parsed, extra);
      return true;
    },
  };
}
