/**
 * GraphQL over WebSocket, protocol graphql-transport-ws. The credential comes with `connection_init` (`authorization` in
 * its payload) or with the upgrade itself, and is looked at again with each operation. Close codes: 4400 garbage, 4401 no
 * init before, 4403 not good (any more), 4406 another protocol, 4408 no init at all, 4409 an id twice, 4429 a second init,
 * 1011 a fault of the server, 1013 too many sockets.
 */
import type { Response } from 'express';
import type { ExecutionArgs } from 'graphql';
import type { Context } from 'graphql-ws';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isObject } from '#shared/base/json.ts';
import { Allowance } from '#shared/query/allowance.ts';
import { ServerResponse } from '../../core/node-http.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { addressOf } from '../../http/client-address.ts';
import { keepAlive, leave } from '../../http/keep-alive.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { Lines } from '../../http/open-connections.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Upgrade } from '../../http/upgrades.ts';
import type { Identify } from '../../identity/identify.ts';
import type { Engine } from './engine.ts';
import type { Charge } from './mount-graphql.ts';
import { failing, formatted, RefusedOperation, refusing } from './refused-operation.ts';
import { fromBody } from './request-parts.ts';
import { tooLarge } from './too-large.ts';

export const messageBytesMax = 1024 * 1024;
export const operationsPerSocketMax = 100;
/** The one protocol spoken here. */
const ours = 'graphql-transport-ws';
/** Time within which a client has to identify itself. */
const initTimeoutMs = 5_000;

export interface SocketParts {
  readonly engine: () => Promise<Engine>;
  readonly platform: Pick<Platform, 'as'>;
  readonly charge: Charge;
  readonly lines: Lines;
  readonly identify: Identify;
  readonly log: Log;
  /** Set by tests only; five seconds when absent. */
  readonly initTimeoutMs?: number;
}

interface Extra extends Record<PropertyKey, unknown> {
  readonly upgrade: Upgrade;
  readonly socket: WebSocket;
  authorization?: string | undefined;
  release?: () => void;
}

type SocketContext = Context<Record<string, unknown>, Extra>;

interface Known {
  readonly actor: Actor;
  readonly tenant: TenantRecord;
}

function authorizationOf({ connectionParams, extra }: SocketContext): string | undefined {
  const params: Record<string, unknown> = isObject(connectionParams) ? connectionParams : {};
  const headers = isObject(params['headers']) ? params['headers'] : {};
  for (const given of [
    params['authorization'],
    params['Authorization'],
    headers['Authorization'],
    headers['authorization'],
  ])
    if (typeof given === 'string') return given;
  return extra.upgrade.request.headers.authorization;
}

/** Loaded with the first socket. */
async function load(parts: SocketParts) {
  const [{ makeServer }, engine] = await Promise.all([import('graphql-ws'), parts.engine()]);
  async function known({ extra }: SocketContext): Promise<Known | null> {
    const found = await parts.identify(extra.authorization, extra.upgrade.sandbox);
    return found.ok ? found.value : null;
  }

  async function connect(context: SocketContext): Promise<boolean> {
    const { extra } = context;
    extra.authorization = authorizationOf(context);
    const found = await known(context);
    if (!found) return false;
    const release = parts.lines.hold({
      actor: found.actor,
      authorization: extra.authorization,
      sandbox: extra.upgrade.sandbox,
      end: () => extra.socket.close(4403, 'Forbidden'),
      leave: () => leave(extra.socket),
    });
    if (!release) {
      extra.socket.close(1013, 'Too many connections');
      return false;
    }
    extra.release = release;
    // The socket may have closed while its credential was checked: then it is released here.
    if (extra.socket.readyState !== extra.socket.OPEN) release();
    return true;
  }

  async function begin(context: SocketContext, payload: unknown): Promise<ExecutionArgs> {
    const running = Object.keys(context.subscriptions).length;
    if (running > operationsPerSocketMax)
      throw new RefusalError([tooLarge('operations at a time on one socket', operationsPerSocketMax)]);
    const found = await known(context);
    if (!found) {
      context.extra.socket.close(4403, 'Forbidden');
      throw new RefusalError([{ code: 'unauthenticated', message: 'The credential is no longer valid.' }]);
    }
    const from = addressOf(context.extra.upgrade.request);
    const { socket } = context.extra;
    const allowance = new Allowance(() => socket.readyState === socket.OPEN);
    const caller = await parts.platform.as({ ...found.actor, from }, found.tenant);
    const prepared = await engine.prepare(caller, fromBody(payload), { allowance });
    if ('reason' in prepared) return refusing(engine.formatted(prepared).errors ?? []);
    // The limit writes its state into headers, which no client reads here.
    const unread = new ServerResponse(context.extra.upgrade.request) as Response;
    await parts.charge(found.tenant, unread, prepared.requests);
    return prepared.args;
  }

  const server = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: parts.initTimeoutMs ?? initTimeoutMs,
    onConnect: connect,
    async onSubscribe(context, _id, payload) {
      try {
        return await begin(context, payload);
      } catch (fault) {
        if (fault instanceof RefusalError) return refusing(fault.errors.map(formatted));
        throw fault;
      }
    },
    execute: (args) => engine.execute(args) as never,
    subscribe: (args) =>
      (args.contextValue instanceof RefusedOperation ? failing(args.contextValue) : engine.subscribe(args)) as never,
    // Formatted already.
    onNext: (_context, _id, _payload, _args, result) => result as never,
    onError: (_context, _id, _payload, errors) =>
      errors.flatMap((error) =>
        error.cause instanceof RefusedOperation
          ? error.cause.errors
          : (engine.formatted({ errors: [error] }).errors ?? []),
      ),
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
    // Accepts one of several unknown protocols, so that the client receives the close code that says so (4406):
    // a client whose offer is not answered would end the connection itself.
    handleProtocols: (offered) => (offered.has(ours) ? ours : ([...offered][0] ?? false)),
  });
  return { server, sockets };
}

/** @returns the handler of connections at `/graphql` */
export function serveSockets(parts: SocketParts): (upgrade: Upgrade) => void {
  let loading: ReturnType<typeof load> | null = null;

  function open({ server }: Awaited<ReturnType<typeof load>>, socket: WebSocket, upgrade: Upgrade): void {
    const extra: Extra = { upgrade, socket };
    const fail = (fault: unknown) => {
      parts.log.error('graphql socket failed', faultFields(fault));
      socket.close(1011, 'Internal error');
    };
    const stopPings = keepAlive(socket);
    const closed = server.opened(
      {
        protocol: socket.protocol,
        // A frame is sent when the one before it has left: who does not read is not written to.
        send: (text) =>
          new Promise((resolve) => {
            if (socket.readyState !== socket.OPEN) return resolve();
            socket.send(text, () => resolve());
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (hear) => {
          socket.on('message', (data: RawData, isBinary: boolean) => {
            if (isBinary) return socket.close(4400, 'Text only');
            hear(String(data)).catch(fail);
          });
        },
      },
      extra,
    );
    // The library reports a broken frame in the close code that it sends itself (1002, 1009).
    socket.on('error', () => {});
    socket.once('close', (code, reason) => {
      stopPings();
      extra.release?.();
      closed(code, String(reason)).catch((fault: unknown) =>
        parts.log.error('graphql socket not closed cleanly', faultFields(fault)),
      );
    });
  }

  return (upgrade) => {
    loading ??= load(parts);
    loading.then(
      (loaded) =>
        loaded.sockets.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, (socket) =>
          open(loaded, socket, upgrade),
        ),
      (fault: unknown) => {
        parts.log.error('graphql not loaded', faultFields(fault));
        upgrade.socket.destroy();
      },
    );
  };
}
