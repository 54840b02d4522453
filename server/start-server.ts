/** The server in the order things happen: assemble → followers → surfaces → listen; and back again to stop. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server as SocketServer } from 'socket.io';
import { createIdentify } from './access/identify.ts';
import { type Assembly, assemble } from './assemble.ts';
import { followTenants } from './changes/follow-tenants.ts';
import type { Config } from './config.ts';
import { openDoor, packedKioskOrigin } from './http/door.ts';
import { createLog, faultFields } from './http/log.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { mountActions } from './surfaces/actions/mount-actions.ts';
import { mountHealth } from './surfaces/health/mount-health.ts';
import { mountInbound } from './surfaces/inbound/mount-inbound.ts';
import { consoleCsp, kioskCsp, mountPages, mountWebApp } from './surfaces/pages/mount-pages.ts';
import { mountReplication } from './surfaces/replication/mount-replication.ts';
import { createSnapshots } from './surfaces/replication/snapshots.ts';
import { serveWakeUps } from './surfaces/replication/wake.ts';
import { mountRest } from './surfaces/rest/mount-rest.ts';
import { mountSession } from './surfaces/session/mount-session.ts';

export interface RunningServer {
  readonly house: Assembly;
  readonly url: string;
  /** Stops taking requests, finishes those in progress, closes the store. */
  stop(): Promise<void>;
}

/** Requests still running after this are cut, so that a stop always ends. */
const stopTimeoutMs = 10_000;
const builtApps = join(import.meta.dirname, '..', 'dist');

export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const house = await assemble(config);
  const { clock, directory, kiosks, modules, newId, platform, secrets } = house;

  const identify = createIdentify(directory, house.credentials, kiosks, clock);
  const actions = modules.all.flatMap((m) => m.actions.map((a) => a.definition));
  const storeOf = async (id: string) => {
    const tenant = await directory.byId(id);
    return tenant ? directory.open(tenant) : null;
  };
  const sourceOf = async (id: string) => {
    const store = await storeOf(id);
    if (!store) throw new Error('an actor without a tenant');
    return store;
  };
  const followers = await followTenants({
    all: directory.all,
    open: directory.open,
    modules: modules.all,
    clock,
    newId,
    onFault: ({ name, error }) => log.warn('follower failed, it tries again', { name, ...faultFields(error) }),
  });

  const { server } = openDoor({ identify, rateLimit: createRateLimit(clock), statusOf: modules.statusOf, log }, [
    mountHealth({ followers, directory }),
    mountSession(house.credentials, directory, kiosks),
    mountReplication({ platform, kiosks, snapshots: createSnapshots(clock, newId), source: sourceOf }),
    mountInbound(platform, tenantFinder(house), actions),
    mountActions(platform, actions),
    mountRest({ platform, cursors: secrets }),
    mountPages({ pages: modules.all.flatMap((m) => m.pages ?? []), readerOf: storeOf, clock }),
    mountWebApp({ path: '/kiosk', folder: join(builtApps, 'kiosk'), csp: kioskCsp }),
    mountWebApp({ path: '/console', folder: join(builtApps, 'console'), csp: consoleCsp }),
  ]);
  const io = new SocketServer(server, { serveClient: false, maxHttpBufferSize: 100_000, cors: { origin: [packedKioskOrigin] } });
  serveWakeUps(io, platform, identify, log);

  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  log.info('ready', { url });

  return {
    house,
    url,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      io.disconnectSockets(true);
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
      await closed;
      clearTimeout(cut);
      await followers.stop();
      await house.store.close().catch((fault: unknown) => log.error('store not closed cleanly', faultFields(fault)));
    },
  };
}

function tenantFinder({ directory, modules }: Assembly) {
  const candidates = async (sandbox: boolean) => (await directory.all()).filter((t) => (t.sandboxOf !== null) === sandbox);
  const has = (active: readonly string[], collection: string) => modules.registryOf(active).collections.has(collection);
  return {
    async holding(collection: string, id: string, sandbox: boolean): Promise<string | null> {
      for (const tenant of await candidates(sandbox))
        if (has(tenant.modules, collection) && (await (await directory.open(tenant)).get(collection, id))) return tenant.id;
      return null;
    },
    async fallback(collection: string, sandbox: boolean): Promise<string | null> {
      return (await candidates(sandbox)).find((t) => has(t.modules, collection))?.id ?? null;
    },
  };
}
