/** All that answers to the network: endpoints and surfaces on HTTP, sockets, upgrades; and how it ends. */
import type { Server } from 'node:http';
import type { Server as SocketServer } from 'socket.io';
import { noteProxy } from '../core/tenants/seen-proxies.ts';
import { mountedRoutes, type Route } from '../http/allowed-methods.ts';
import { faultFields, type Log } from '../http/log.ts';
import { openRepeats, type Repeats } from '../http/repeats.ts';
import { openRequestHandler, type RequestHandlerParts } from '../http/request-handler.ts';
import { unsetProxies } from '../http/unset-proxies.ts';
import { routeUpgrades } from '../http/upgrades.ts';
import { addressPath } from '../modules/media/files/addresses.ts';
import { collabPath, serveCollab } from '../surfaces/collab/serve-collab.ts';
import { serveSockets } from '../surfaces/graphql/serve-sockets.ts';
import { type Live, openLive } from '../surfaces/live/open-live.ts';
import type { McpExtras } from '../surfaces/mcp/extras.ts';
import { mountMcp } from '../surfaces/mcp/mount-mcp.ts';
import { createPageStreams, streamBounds } from '../surfaces/pages/page-streams.ts';
import { serveWakeUps } from '../surfaces/replication/serve-wake-ups.ts';
import type { Assembly } from './assemble.ts';
import { endpointsOf, type Followers, metricsOf } from './endpoints.ts';
import { connectionsOf, createSockets } from './sockets.ts';
import { trackStopping } from './stopping.ts';
import { openSurfaceParts, type SurfaceParts } from './surface-parts.ts';
import { surfacesOf, webApps } from './surfaces.ts';

export interface Surfaces {
  readonly server: Server;
  readonly routes: readonly Route[];
  /** The server still answers, but says that it is stopping. */
  readonly drain: (maxMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param mcpExtras for tests: what the conformance suite of MCP calls by name */
export async function openSurfaces(
  assembly: Assembly,
  followers: Followers,
  log: Log,
  mcpExtras: McpExtras | null,
): Promise<Surfaces> {
  const { clock, config, kiosks, newId, platform, revocations, secrets } = assembly;
  const parts = await openSurfaceParts(assembly, log);
  const { charge, identify, lines, registryTail, sourceOf, tails, topicTails } = parts;
  const stopping = trackStopping();
  const io = createSockets(config);
  const following = { platform, lines, tails, registryTail, clock, log };
  const live = openLive({ ...following, identify, charge, sealing: secrets });
  const { publicUrl } = config;
  const mcp = mountMcp({ ...following, cursors: secrets, newId, publicUrl, source: sourceOf, extras: mcpExtras });
  const endpointParts = { followers, stopping, connections: () => connectionsOf(io), log };
  const metrics = metricsOf(assembly, endpointParts);
  const repeats = openRepeats(clock);
  const streams = createPageStreams(topicTails, streamBounds);
  const handler = openRequestHandler(handlerParts(assembly, parts, repeats), [
    metrics,
    ...endpointsOf(assembly, endpointParts),
    ...surfacesOf(assembly, parts, { live, mcp, repeats, streams }),
    ...webApps(config.pagesUrl),
  ]);
  io.attach(handler.server);
  routeSockets(handler.server, assembly, parts, io, live);
  const stopWakeUps = serveWakeUps(io, { platform, identify, revocations, kioskLines: kiosks.lines, log });
  live.serveEvents(io);
  return {
    server: handler.server,
    routes: mountedRoutes(handler.app),
    drain(maxMs) {
      stopping.begin();
      return handler.drain(maxMs, stopping.isKnown);
    },
    async close() {
      stopping.begin();
      metrics.close();
      const closed = handler.close();
      const wakeUpsStopped = stopWakeUps();
      lines.close();
      streams.close();
      topicTails.close();
      tails.close();
      registryTail.close();
      await assembly.collab.close();
      await mcp.close();
      // Closed like a broken connection, without a farewell: clients connect again, perhaps to another server.
      io.engine.close();
      await closed;
      await wakeUpsStopped;
    },
  };
}

function handlerParts(
  { clock, config, directory, modules, platform }: Assembly,
  { identify, log, rateLimit }: SurfaceParts,
  repeats: Repeats,
): RequestHandlerParts {
  const { pagesUrl, publicUrl, sandboxHost, trustedProxies } = config;
  const pages = modules.all.flatMap((m) => m.pages ?? []);
  return {
    ...{ identify, platform, rateLimit, log, publicUrl, trustedProxies, sandboxHost, repeats },
    statusOf: modules.statusOf,
    pagesHost: { pagesUrl, contentPaths: [...pages.map(({ path }) => path), addressPath] },
    onProxyNotSet: unsetProxies({ log, clock, note: (peer) => noteProxy(directory.control, peer) }),
  };
}

/** Upgrades by their path. */
function routeSockets(
  server: Server,
  { collab, config, modules, platform }: Assembly,
  { charge, graphqlEngine: engine, identify, lines, log }: SurfaceParts,
  io: SocketServer,
  live: Live,
): void {
  const { pagesUrl, publicUrl, sandboxHost } = config;
  collab.hearFaults((fault) => log.error('collab document failed', faultFields(fault)));
  const collabParts = { collab, platform, identify, statusOf: modules.statusOf, lines, charge, log };
  routeUpgrades(server, {
    ...{ publicUrl, pagesUrl, sandboxHost },
    others: [`${io.path()}/`],
    paths: new Map([
      ['/graphql', serveSockets({ engine, platform, charge, lines, identify, log })],
      ['/live', live.upgrade],
    ]),
    below: new Map([[collabPath, serveCollab(collabParts)]]),
  });
}
