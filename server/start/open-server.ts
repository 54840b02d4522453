/** The server in the order things happen: assemble → hold the folder → followers → surfaces → listen; and back to stop. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server as SocketServer } from 'socket.io';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { Module } from '../core/collections/module.ts';
import { ConfigError } from '../core/config-error.ts';
import { followTenants } from '../core/log/followers/follow-tenants.ts';
import type { Pace } from '../core/log/followers/pace.ts';
import { openTails } from '../core/log/subscriptions/tails.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { placeRecords } from '../core/tenants/place-records.ts';
import type { Placements } from '../core/tenants/placements.ts';
import { openRegistryNews } from '../core/tenants/registry-news.ts';
import { noteProxy } from '../core/tenants/seen-proxies.ts';
import { FolderInUse, holdDataFolder } from '../core/tenants/sole-server.ts';
import { tenantSource } from '../core/tenants/tenant-source.ts';
import { mountHealth } from '../endpoints/health/mount-health.ts';
import { openWriteCheck } from '../endpoints/health/write-check.ts';
import { mountKeyAdministration } from '../endpoints/keys/mount-key-administration.ts';
import { mountKioskAdministration } from '../endpoints/kiosks/mount-kiosk-administration.ts';
import type { ClusterFigures } from '../endpoints/metrics/measure-cluster.ts';
import { mountMetrics } from '../endpoints/metrics/mount-metrics.ts';
import { mountAuthorize } from '../endpoints/oauth/mount-authorize.ts';
import { mountAuthorizeSso } from '../endpoints/oauth/mount-authorize-sso.ts';
import { mountClients } from '../endpoints/oauth/mount-clients.ts';
import { mountDiscovery } from '../endpoints/oauth/mount-discovery.ts';
import { mountTokens } from '../endpoints/oauth/mount-tokens.ts';
import { mountOrigins } from '../endpoints/origins/mount-origins.ts';
import { mountSaml } from '../endpoints/saml/mount-saml.ts';
import { mountSession } from '../endpoints/session/mount-session.ts';
import { mountAuth } from '../endpoints/sign-in/mount-auth.ts';
import { mountHeldAccess } from '../endpoints/sign-in/mount-held-access.ts';
import { mountAuthPages } from '../endpoints/sign-in/mount-pages.ts';
import { browserToolsCsp, consoleCsp, kioskCsp, mountWebApp } from '../endpoints/web-apps/mount-web-app.ts';
import { mountedRoutes, type Route } from '../http/allowed-methods.ts';
import { openDoor } from '../http/door.ts';
import { createLog, faultFields, type Log } from '../http/log.ts';
import { openLines } from '../http/open-connections.ts';
import { mayConnect, packedKioskOrigin } from '../http/origins.ts';
import { isPagesHost } from '../http/pages-host.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { unsetProxies } from '../http/unset-proxies.ts';
import { routeUpgrades } from '../http/upgrades.ts';
import { followRevocations } from '../identity/credentials/remote-revocations.ts';
import { createIdentify } from '../identity/identify.ts';
import { addressPath } from '../modules/media/files/addresses.ts';
import { type StoreEngine, StoreFault } from '../store/contract.ts';
import { mountActions } from '../surfaces/actions/mount-actions.ts';
import { collabPath, serveCollab } from '../surfaces/collab/serve-collab.ts';
import { mountDescribe } from '../surfaces/describe/mount-describe.ts';
import { mountAddresses } from '../surfaces/files/mount-addresses.ts';
import { mountFiles } from '../surfaces/files/mount-files.ts';
import { mountTus } from '../surfaces/files/mount-tus.ts';
import { type Charge, lazyEngine, mountGraphql } from '../surfaces/graphql/mount-graphql.ts';
import { serveSockets } from '../surfaces/graphql/serve-sockets.ts';
import { mountInbound, type TenantFinder } from '../surfaces/inbound/mount-inbound.ts';
import { openLive } from '../surfaces/live/open-live.ts';
import type { McpExtras } from '../surfaces/mcp/extras.ts';
import { mountMcp } from '../surfaces/mcp/mount-mcp.ts';
import { mountPages } from '../surfaces/pages/mount-pages.ts';
import { mountReplication } from '../surfaces/replication/mount-replication.ts';
import { serveWakeUps } from '../surfaces/replication/serve-wake-ups.ts';
import { createSnapshots } from '../surfaces/replication/snapshots.ts';
import { mountRest } from '../surfaces/rest/mount-rest.ts';
import { mountBrowserTools } from '../surfaces/tools/mount-browser-tools.ts';
import { type Assembly, assemble } from './assemble.ts';
import type { Config } from './config.ts';

export interface RunningServer {
  readonly house: Assembly;
  readonly url: string;
  /** What is mounted, for those who compare it with what is said of it. */
  readonly routes: readonly Route[];
  /**
   * Stops taking requests, finishes those in progress, closes the store. Where the setting says so, it first answers on
   * while `/readyz` says 503, until whoever shares requests out among several servers passes it over: `drainMs` at most.
   */
  stop(): Promise<void>;
}

const builtApps = join(import.meta.dirname, '..', '..', 'dist');
/** The largest message a client may send on a socket; none has reason to send any. */
const socketMessageBytesMax = 100_000;

/**
 * Throws ConfigError where the address or the data folder cannot be used.
 *
 * @param more modules beside the built-in ones
 * @param mcpExtras for tests: what the conformance suite of MCP calls by name
 * @param pace for tests: the time of followers and jobs, turned by hand
 */
export async function startServer(
  config: Config,
  more: readonly Module[] = [],
  mcpExtras: McpExtras | null = null,
  pace: Pace | null = null,
): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const house = await assemble(config, more);
  const undo: (() => unknown)[] = [() => house.store.close()];
  const stop = async () => {
    for (const step of undo.toReversed())
      try {
        await step();
      } catch (fault) {
        log.error('not stopped cleanly', faultFields(fault));
      }
  };
  try {
    // On one database any number of servers work together; what they keep in files may be shared, or be their own.
    if (config.databaseUrl === null) undo.push(holdDataFolder(config.dataDir));
    const engine = await house.store.engine?.();
    if (engine) log.info('database', { engine: engine.title, isCluster: engine.cluster !== null });
    const { control } = house.directory;
    undo.push(
      await followRevocations(control, house.revocations, (fault) =>
        log.warn('revocations not read', faultFields(fault)),
      ),
    );
    const followers = await followTenants({
      store: house.store,
      source: tenantSource(house.directory),
      modules: house.modules.all.map((m) => placing(m, house.directory.placements)),
      clock: house.clock,
      newId: house.newId,
      onFault: ({ name, error }) => log.warn('follower failed, it tries again', { name, ...faultFields(error) }),
      ...(pace && { pace }),
      ...(config.tenantIdleMs !== null && { quietMs: config.tenantIdleMs }),
    });
    undo.push(followers.stop);
    undo.push(house.files.close);
    const { server, routes, drain, close } = openSurfaces(house, followers, log, mcpExtras);
    await listen(server, config);
    undo.push(close);
    if (config.drainMs > 0) undo.push(() => drain(config.drainMs));
    const { port } = server.address() as AddressInfo;
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    log.info('ready', { url });
    return { house, url, routes, stop };
  } catch (fault) {
    await stop();
    throw fault instanceof FolderInUse ? new ConfigError(fault.message, { cause: fault }) : fault;
  }
}

type Followers = Awaited<ReturnType<typeof followTenants>>;

interface Surfaces {
  readonly server: Server;
  readonly routes: readonly Route[];
  /** From here on it answers, but says that it is going. */
  readonly drain: (maxMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

function clusterFigures(engine: () => Promise<StoreEngine>): () => Promise<ClusterFigures> {
  return async () => {
    const { title, cluster } = await engine();
    if (cluster === null) return { title, nodes: [], moving: 0 };
    return { title, nodes: await cluster.nodes(), moving: await cluster.moving() };
  };
}

function openSurfaces(house: Assembly, followers: Followers, log: Log, mcpExtras: McpExtras | null): Surfaces {
  const { clock, config, directory, kiosks, modules, newId, platform, revocations, secrets } = house;
  const modulesOf = (tenant: TenantRecord) => modules.registryOf(tenant.modules).modules;
  const identify = createIdentify(directory, house.credentials, kiosks, house.access.people, clock, modulesOf);
  const actions = modules.all.flatMap((m) => m.actions);
  const storeOf = async (id: string) => {
    const tenant = await directory.byId(id);
    return tenant ? directory.open(tenant) : null;
  };
  const sourceOf = async (id: string) => {
    const store = await storeOf(id);
    if (!store) throw new Error('an actor without a tenant');
    return store;
  };
  let sockets: SocketServer | null = null;
  let leaving = false;
  let isKnown = false;
  const isLeaving = () => {
    isKnown ||= leaving;
    return leaving;
  };
  const { sharedBlobs = null, quota = null } = house.store;
  const snapshots = createSnapshots(clock, newId, undefined, sharedBlobs);
  const metrics = mountMetrics({
    token: config.metricsToken,
    followers: followers.status,
    followedTenants: followers.followed,
    waitingWrites: house.store.waiting,
    connections: () => connectionsOf(sockets),
    nodeLoads: () => house.store.nodeLoads?.() ?? [],
    webhooks: () => house.webhooks.figures(clock()),
    ...(house.store.engine && { cluster: clusterFigures(house.store.engine) }),
  });
  const oauth = { access: house.access, platform, publicUrl: config.publicUrl, clock };
  const rateLimit = createRateLimit(clock, quota);
  const charge: Charge = async ({ id, plan, requestsPerMinute }, response, requests) => {
    for (let n = 0; n < requests; n++) await rateLimit.count(id, plan, response, requestsPerMinute);
  };
  const engine = lazyEngine({ platform, cursors: secrets, clock }, log);
  const lines = openLines(identify, revocations, log);
  const graphql = { engine, charge, lines };
  const tails = openTails(platform, (fault) => log.warn('log not followed', faultFields(fault)));
  const registryNews = openRegistryNews(platform, (fault) => log.warn('registry not read', faultFields(fault)));
  const following = { platform, lines, tails, registryNews, clock, log };
  const live = openLive({ ...following, identify, charge, sealing: secrets });
  const { publicUrl } = config;
  const mcp = mountMcp({ ...following, cursors: secrets, newId, publicUrl, source: sourceOf, extras: mcpExtras });
  const checkWriting = openWriteCheck({ control: directory.control, folder: config.dataDir });
  const onProxyNotSet = unsetProxies({ log, clock, note: (peer) => noteProxy(directory.control, peer) });
  const { pagesUrl, trustedProxies } = config;
  const pages = modules.all.flatMap((m) => m.pages ?? []);
  const pagesHost = { pagesUrl, contentPaths: [...pages.map(({ path }) => path), addressPath] };
  const doorParts = {
    identify,
    rateLimit,
    statusOf: modules.statusOf,
    log,
    publicUrl,
    ...{ pagesHost, trustedProxies, onProxyNotSet, sandboxHost: config.sandboxHost },
  };
  const door = openDoor(doorParts, [
    metrics,
    mountHealth({ followers, answers: () => directory.control.find('tenants', { limit: 1 }), isLeaving, checkWriting }),
    mountSession(house.access, house.clock),
    mountAuth({ access: house.access, notices: house.notices, publicUrl: config.publicUrl, log }),
    mountHeldAccess(house.access),
    mountAuthPages(house.access, config.publicUrl),
    mountSaml({ access: house.access, platform: house.platform, publicUrl: config.publicUrl, log }),
    mountAuthorize(oauth),
    mountAuthorizeSso(oauth),
    mountDiscovery(config.publicUrl),
    mountTokens(oauth),
    mountClients(oauth),
    mountKioskAdministration(kiosks, house.access.audits),
    mountKeyAdministration({
      credentials: house.credentials,
      platform,
      audits: house.access.audits,
      clock: house.clock,
    }),
    mountOrigins({ directory, audits: house.access.audits }),
    mountReplication({ platform, kiosks, snapshots, source: sourceOf }),
    mountInbound({ platform, tenants: tenantFinder(house), actions, clock, log }),
    mountActions(
      platform,
      actions.map((a) => a.definition),
      secrets,
    ),
    mountDescribe(platform),
    mountBrowserTools(platform),
    mountFiles({ parts: house.files.parts, platform }),
    mountTus(house.files.uploads),
    mountAddresses(house.files.parts),
    live.mount,
    mountRest({ platform, cursors: secrets }),
    mountGraphql(graphql),
    mcp,
    mountPages({ pages, readerOf: storeOf, clock }),
    mountWebApp({
      ...{ path: '/kiosk', folder: join(builtApps, 'kiosk'), csp: kioskCsp },
      abilities: ['autoplay', 'camera', 'fullscreen', 'screen-wake-lock'],
    }),
    mountWebApp({ path: '/api/docs/browser-tools', folder: join(builtApps, 'browser-tools'), csp: browserToolsCsp }),
    mountWebApp({ path: '/console', folder: join(builtApps, 'console'), csp: consoleCsp }),
  ]);
  const io = new SocketServer(door.server, {
    serveClient: false,
    // Paths that are not its own are routed below.
    destroyUpgrade: false,
    maxHttpBufferSize: socketMessageBytesMax,
    cors: { origin: [packedKioskOrigin] },
    allowRequest: (request, answer) => {
      const allowed = mayConnect(request, config.publicUrl) && !isPagesHost(request, config.pagesUrl);
      answer(allowed ? null : 'origin_refused', allowed);
    },
  });
  sockets = io;
  house.collab.hearFaults((fault) => log.error('collab document failed', faultFields(fault)));
  const collabParts = { collab: house.collab, platform, identify, statusOf: modules.statusOf };
  routeUpgrades(door.server, {
    publicUrl: config.publicUrl,
    pagesUrl: config.pagesUrl,
    sandboxHost: config.sandboxHost,
    others: [`${io.path()}/`],
    paths: new Map([
      ['/graphql', serveSockets({ ...graphql, identify, log })],
      ['/live', live.upgrade],
    ]),
    below: new Map([[collabPath, serveCollab({ ...collabParts, lines, charge, log })]]),
  });
  const stopWakeUps = serveWakeUps(io, { platform, identify, revocations, kioskLines: kiosks.lines, log });
  live.serveEvents(io);
  return {
    server: door.server,
    routes: mountedRoutes(door.app),
    drain(maxMs) {
      leaving = true;
      return door.drain(maxMs, () => isKnown);
    },
    async close() {
      leaving = true;
      metrics.close();
      const closed = door.close();
      const told = stopWakeUps();
      lines.close();
      tails.close();
      registryNews.close();
      await house.collab.close();
      await mcp.close();
      // As a line that breaks, not as a farewell: clients come back by themselves, to another server perhaps.
      io.engine.close();
      await closed;
      await told;
    },
  };
}

/** By what each was admitted as; `data` is empty until then. */
function connectionsOf(io: SocketServer | null): { kiosks: number; others: number } {
  const all = [...(io?.sockets.sockets.values() ?? [])];
  const kiosks = all.filter((socket) => actorKind(socket.data) === 'kiosk').length;
  return { kiosks, others: all.length - kiosks };
}

function actorKind(data: unknown): unknown {
  const actor = isObject(data) ? data['actor'] : null;
  return isObject(actor) ? actor['kind'] : null;
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program. Stop that program, or set PORT',
  EACCES: 'cannot be used by this account. Set PORT above 1024',
  EADDRNOTAVAIL: 'is not an address of this computer. Set HOST',
  ENOTFOUND: 'is not an address of this computer. Set HOST',
};

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? listenProblems[String(cause.code)] : undefined;
    throw problem ? new ConfigError(`${host}:${port} ${problem}.`, { cause }) : cause;
  }
}

/** The module, and a follower that notes whose the records are that its signed messages name. */
function placing(module: Module, { put }: Placements): Module {
  const clues = module.actions.flatMap((a) => a.definition.http?.signed?.tenantBy ?? []);
  if (clues.length === 0) return module;
  return { ...module, followers: [...(module.followers ?? []), placeRecords(module.name, clues, put)] };
}

function tenantFinder({ clock, directory, modules, store }: Assembly): TenantFinder {
  const has = (tenant: TenantRecord, collection: string, sandbox: boolean) =>
    (tenant.sandboxOf !== null) === sandbox && modules.registryOf(tenant.modules).collections.has(collection);
  return {
    async holding({ collection, field }, text, sandbox) {
      if (field === 'id' && !isId(text)) return null;
      const holds = async (id: string) => {
        const tenant = await directory.byId(id);
        if (!tenant || !has(tenant, collection, sandbox)) return false;
        return (await (await directory.open(tenant)).findOne(collection, { [field]: text })) !== null;
      };
      const placed = await directory.placements.tenantsOf({ collection, field, value: text });
      for (const id of placed) if (await holds(id)) return id;
      // It may have been made a moment ago. All that a tenant at rest holds is placed: only the active ones are asked.
      let unasked: unknown = null;
      for (const { tenant, dueAtMs } of await store.schedule.due(clock())) {
        const isHere = (dueAtMs === 0 ? holds(tenant) : Promise.resolve(false)).catch((fault: unknown) => {
          if (!(fault instanceof StoreFault)) throw fault;
          unasked = fault;
          return false;
        });
        if (await isHere) return tenant;
      }
      // It may be in one that did not answer: the sender has to come back.
      if (unasked !== null) throw unasked;
      return null;
    },
    async only(collection, sandbox) {
      const bringing = modules.all.filter((m) => m.collections.some(({ name }) => name === collection));
      const names = bringing.map(({ name }) => name);
      const found = await directory.withModules(names, sandbox, 2);
      return found.length === 1 ? found[0]!.id : null;
    },
  };
}
