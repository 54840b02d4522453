/**
 * Sessions of the 2025 eras. A session's id is a stamped word that says whose it is, and no session holds anything that a
 * process could not make anew: one that a request comes to without knowing the session takes it up as it is. So any
 * number of processes serve one session, without a balancer that would have to know of it.
 */
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';
import { type Actor, actorName } from '../../access/actor.ts';
import { makeServer, type ServerParts } from './make-server.ts';
import { recentEvents } from './recent-events.ts';

/** Held in memory; the one that was not used for longest goes, and is taken up anew when it comes back. */
const heldMax = 2_000;
const goodForMs = 24 * 60 * 60_000;
/** How many ended ones are kept in mind: after that, as in another process, only the day ends them. */
const endedMax = 10_000;
const purpose = 'mcp-session';
/** How soon a client whose line broke shall come back. */
const retryMs = 1_000;

export interface Session {
  readonly id: string;
  readonly owner: string;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface Sessions {
  /** For a body that asks for one. */
  begin(actor: Actor): Promise<Session>;
  /** Null: there is none of that name for this actor. */
  find(id: string, actor: Actor, version: string): Promise<Session | null>;
  close(): Promise<void>;
}

export interface SessionParts extends ServerParts {
  readonly clock: Clock;
  readonly newId: () => string;
}

export function ownerOf(actor: Actor): string {
  return `${actor.tenant} ${actorName(actor)}`;
}

export function openSessions(parts: SessionParts): Sessions {
  const { clock, newId, stamps } = parts;
  const held = new Map<string, Session>();
  const ended = new Set<string>();

  function forget(id: string): void {
    held.delete(id);
    ended.add(id);
    for (const oldest of ended) {
      if (ended.size <= endedMax) return;
      ended.delete(oldest);
    }
  }

  async function make(id: string, owner: string): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => forget(id),
      eventStore: recentEvents(),
      retryInterval: retryMs,
    });
    const server = makeServer('legacy', parts);
    await server.connect(transport);
    const session = { id, owner, server, transport };
    held.set(id, session);
    for (const oldest of held.values()) {
      if (held.size <= heldMax) break;
      held.delete(oldest.id);
      void oldest.server.close();
    }
    return session;
  }

  /** As the client began it elsewhere: what it can do is not asked for again, and nothing here needs it. */
  async function takeUp(id: string, owner: string, protocolVersion: string): Promise<Session> {
    const session = await make(id, owner);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const request = new Request('http://gatehouse/mcp', { method: 'POST', headers });
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'taken up', version: '1' } };
    const parsedBody = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
    const answered = await session.transport.handleRequest(request, { parsedBody });
    await answered.text();
    return session;
  }

  return {
    begin(actor) {
      const owner = ownerOf(actor);
      return make(stamps.stamp(purpose, JSON.stringify({ o: owner, t: clock(), n: newId() })), owner);
    },
    async find(id, actor, version) {
      const owner = ownerOf(actor);
      const known = held.get(id);
      if (known) {
        if (known.owner !== owner) return null;
        held.delete(id);
        held.set(id, known);
        return known;
      }
      if (ended.has(id)) return null;
      const payload = stamps.unstamp(purpose, id);
      const said: unknown = payload === null ? null : JSON.parse(payload);
      if (!isObject(said) || said['o'] !== owner) return null;
      const age = clock() - Number(said['t']);
      return age >= 0 && age < goodForMs ? takeUp(id, owner, version) : null;
    },
    async close() {
      const all = [...held.values()];
      held.clear();
      await Promise.all(all.map(({ server }) => server.close()));
    },
  };
}
