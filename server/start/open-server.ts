/**
 * Starts the server, step by step: assemble → hold the folder → followers → surfaces → listen. Stops it in the reverse
 * order.
 */
import type { Module } from '../core/collections/module.ts';
import { ConfigError } from '../core/config-error.ts';
import { followTenants } from '../core/log/followers/follow-tenants.ts';
import type { Pace } from '../core/log/followers/pace.ts';
import { withPlacements } from '../core/tenants/follow-placements.ts';
import { FolderInUse, holdDataFolder } from '../core/tenants/sole-server.ts';
import { tenantSource } from '../core/tenants/tenant-source.ts';
import type { Route } from '../http/allowed-methods.ts';
import { createLog, faultFields, type Log } from '../http/log.ts';
import { followRevocations } from '../identity/credentials/remote-revocations.ts';
import type { McpExtras } from '../surfaces/mcp/extras.ts';
import { type Assembly, assemble } from './assemble.ts';
import { keepBoxSetting } from './box-setting.ts';
import type { Config } from './config.ts';
import type { Followers } from './endpoints.ts';
import { listen } from './listen.ts';
import { openSurfaces } from './open-surfaces.ts';

export interface RunningServer {
  readonly assembly: Assembly;
  readonly url: string;
  /** The mounted routes, which tests compare with the OpenAPI document. */
  readonly routes: readonly Route[];
  /**
   * Stops taking requests, finishes those in progress, closes the store. Where the setting says so, it first answers on
   * while `/readyz` says 503, until the load balancer passes it over: `drainMs` at most.
   */
  stop(): Promise<void>;
}

/**
 * Throws ConfigError where the address or the data folder cannot be used.
 *
 * @param more modules beside the built-in ones
 * @param mcpExtras for tests: what the conformance suite of MCP calls by name
 * @param pace for tests: the clock of followers and jobs, advanced by the test
 */
export async function startServer(
  config: Config,
  more: readonly Module[] = [],
  mcpExtras: McpExtras | null = null,
  pace: Pace | null = null,
): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const assembly = await assemble(config, more);
  const undo: (() => unknown)[] = [() => assembly.store.close()];
  const stop = async () => {
    for (const step of undo.toReversed())
      try {
        await step();
      } catch (fault) {
        log.error('not stopped cleanly', faultFields(fault));
      }
  };
  try {
    // On one database any number of servers work together; their files may be in one place, or separate.
    if (config.databaseUrl === null) undo.push(holdDataFolder(config.dataDir));
    await logEngine(assembly, log);
    undo.push(await openRevocationTail(assembly, log));
    const followers = await startFollowing(assembly, log, pace);
    undo.push(followers.stop);
    undo.push(assembly.files.close);
    undo.push(await startBox(assembly, log));
    const { server, routes, drain, close } = await openSurfaces(assembly, followers, log, mcpExtras);
    undo.push(close);
    const url = await listen(server, config);
    // The streaming process ends before the surfaces, because its last message is a request to them.
    undo.push(assembly.streaming.start(url, log));
    if (config.drainMs > 0) undo.push(() => drain(config.drainMs));
    log.info('ready', { url });
    return { assembly, url, routes, stop };
  } catch (fault) {
    await stop();
    throw fault instanceof FolderInUse ? new ConfigError(fault.message, { cause: fault }) : fault;
  }
}

async function logEngine({ store }: Assembly, log: Log): Promise<void> {
  const engine = await store.engine?.();
  if (engine) log.info('database', { engine: engine.title, isCluster: engine.cluster !== null });
}

async function startBox({ box, config }: Assembly, log: Log): Promise<() => Promise<void>> {
  const stop = (await box?.start(log)) ?? (async () => {});
  if (config.box) await keepBoxSetting(config.dataDir, config.box);
  return stop;
}

function openRevocationTail({ directory, revocations }: Assembly, log: Log): Promise<() => void> {
  return followRevocations(directory.control, revocations, (fault) =>
    log.warn('revocations not read', faultFields(fault)),
  );
}

function startFollowing(assembly: Assembly, log: Log, pace: Pace | null): Promise<Followers> {
  const { clock, config, directory, modules, newId, store } = assembly;
  return followTenants({
    ...{ store, clock, newId },
    source: tenantSource(directory),
    modules: modules.all.map((m) => withPlacements(m, directory.placements)),
    onFault: ({ name, error }) => log.warn('follower failed, it tries again', { name, ...faultFields(error) }),
    ...(pace && { pace }),
    ...(config.tenantIdleMs !== null && { quietMs: config.tenantIdleMs }),
  });
}
