/** The HTTP endpoints that are no surface, as a list. */
import type { followTenants } from '../core/log/followers/follow-tenants.ts';
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
import type { Log } from '../http/log.ts';
import type { Mount } from '../http/request-handler.ts';
import type { StoreEngine } from '../store/contract.ts';
import type { Assembly } from './assemble.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import type { Connections } from './sockets.ts';
import type { Stopping } from './stopping.ts';

export type Followers = Awaited<ReturnType<typeof followTenants>>;

export interface EndpointParts {
  readonly followers: Followers;
  readonly stopping: Stopping;
  readonly connections: () => Connections;
  readonly log: Log;
}

export function endpointsOf(assembly: Assembly, { followers, log, stopping }: EndpointParts): readonly Mount[] {
  const { access, clock, config, credentials, directory, kiosks, notices, platform } = assembly;
  const { publicUrl } = config;
  const { audits } = access;
  const { control } = directory;
  const checkWriting = openWriteCheck({ control, folder: config.dataDir });
  const answers = () => control.find('tenants', { limit: 1 });
  const oauth = { access, platform, publicUrl, clock };
  return [
    mountHealth({ followers, answers, isLeaving: stopping.isStopping, checkWriting }),
    mountSession(access, clock),
    mountAuth({ access, notices, publicUrl, log }),
    mountHeldAccess(access),
    mountAuthPages(access, publicUrl),
    mountSaml({ access, platform, publicUrl, log }),
    mountAuthorize(oauth),
    mountAuthorizeSso(oauth),
    mountDiscovery(publicUrl),
    mountTokens(oauth),
    mountClients(oauth),
    mountKioskAdministration(kiosks, audits),
    mountKeyAdministration({ credentials, platform, audits, clock }),
    mountOrigins({ directory, audits }),
  ];
}

/** Measures from its making to its `close`. */
export function metricsOf(
  assembly: Assembly,
  { connections, followers }: EndpointParts,
): ReturnType<typeof mountMetrics> {
  const { clock, config, store, webhooks } = assembly;
  return mountMetrics({
    token: config.metricsToken,
    followers: followers.status,
    followedTenants: followers.followed,
    waitingWrites: store.waiting,
    connections,
    nodeLoads: () => store.nodeLoads?.() ?? [],
    measureModules: (instruments) => measureWebhooks(instruments, () => webhooks.figures(clock())),
    ...(store.engine && { cluster: clusterFigures(store.engine) }),
  });
}

function clusterFigures(engine: () => Promise<StoreEngine>): () => Promise<ClusterFigures> {
  return async () => {
    const { title, cluster } = await engine();
    if (cluster === null) return { title, nodes: [], moving: 0 };
    return { title, nodes: await cluster.nodes(), moving: await cluster.moving() };
  };
}
