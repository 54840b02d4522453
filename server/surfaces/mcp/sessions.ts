/**
 * Sessions of the 2025 eras. A session's id is a stamped text that names its owner; what the session follows, and that it was
 * ended, stands in the tenant's own database. A process that does not know the session of a request takes it up from there:
 * any number of processes serve one session, without a balancer that would have to know of it.
 */
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import { makeServer, type ServerParts } from './make-server.ts';
import { recentEvents } from './recent-events.ts';
import type { SessionMemory, SessionName } from './session-memory.ts';

/**
 * Maximum number of sessions held in memory; the one that was not used for longest is dropped, and made again when its client
 * sends a request.
 */
const heldMax = 2_000;
const goodForMs = 24 * 60 * 60_000;
const purpose = 'mcp-session';
/** Time after which a client whose connection broke should reconnect. */
const retryMs = 1_000;

export interface Session {
  readonly id: string;
  readonly name: SessionName;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export interface Sessions {
  /** Begins a session, for a body that asks for one. */
  begin(actor: Actor): Promise<Session>;
  /** Null: there is none of that name for this actor, or it was ended, by any process. */
  find(id: string, actor: Actor, version: string): Promise<Session | null>;
  close(): Promise<void>;
}

export interface SessionParts extends ServerParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly memory: SessionMemory;
}

export function ownerOf(actor: Actor): string {
  return `${actor.tenant} ${actorName(actor)}`;
}

export function openSessions(parts: SessionParts): Sessions {
  const { clock, memory, newId, stamps } = parts;
  const held = new Map<string, Session>();
  async function make(id: string, name: SessionName): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => void held.delete(id),
      eventStore: recentEvents(),
      retryInterval: retryMs,
    });
    const server = makeServer('legacy', parts, {
      add: (uri) => memory.add(name, uri),
      remove: (uri) => memory.remove(name, uri),
    });
    await server.connect(transport);
    const session = { id, name, server, transport };
    held.set(id, session);
    for (const oldest of held.values()) {
      if (held.size <= heldMax) break;
      held.delete(oldest.id);
      void oldest.server.close();
    }
    return session;
  }

  /** Takes up a session of another process: the client's capabilities are not requested again, and nothing here needs them. */
  async function takeUp(id: string, name: SessionName, protocolVersion: string): Promise<Session> {
    const session = await make(id, name);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const request = new Request('http://gatehouse/mcp', { method: 'POST', headers });
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'taken up', version: '1' } };
    const parsedBody = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
    const answered = await session.transport.handleRequest(request, { parsedBody });
    await answered.text();
    return session;
  }

  function nameIn(id: string, actor: Actor): SessionName | null {
    const owner = ownerOf(actor);
    const payload = stamps.unstamp(purpose, id);
    const said: unknown = payload === null ? null : JSON.parse(payload);
    if (!isObject(said) || said['o'] !== owner) return null;
    const [began, age] = [Number(said['t']), clock() - Number(said['t'])];
    if (!(age >= 0 && age < goodForMs)) return null;
    return { tenant: actor.tenant, id: String(said['n']), owner, goodUntilMs: began + goodForMs };
  }

  return {
    begin(actor) {
      const [owner, began, id] = [ownerOf(actor), clock(), newId()];
      const name = { tenant: actor.tenant, id, owner, goodUntilMs: began + goodForMs };
      return make(stamps.stamp(purpose, JSON.stringify({ o: owner, t: began, n: id })), name);
    },
    async find(id, actor, version) {
      const name = nameIn(id, actor);
      if (!name) return null;
      const { ended } = await memory.read(name);
      const known = held.get(id);
      held.delete(id);
      if (ended) {
        void known?.server.close();
        return null;
      }
      if (!known) return takeUp(id, name, version);
      held.set(id, known);
      return known;
    },
    async close() {
      const all = [...held.values()];
      held.clear();
      await Promise.all(all.map(({ server }) => server.close()));
    },
  };
}
