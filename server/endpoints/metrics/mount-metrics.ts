/**
 * `/metrics` for Prometheus: how many requests of which route, how long they took, what waits, who is connected. Routes
 * by their pattern, followers by their name: no tenant, no person, no address is a label. Mounted first, to see all.
 */
import type { Request, RequestHandler } from 'express';
import { secondMs } from '#shared/base/time.ts';
import { isSame } from '../../core/is-same.ts';
import { version } from '../../core/version.ts';
import { isLocal } from '../../http/local-request.ts';
import { refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { routePatternOf } from '../../http/request-log.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { type ClusterFigures, measureCluster } from './measure-cluster.ts';
import { type MeasuredNode, measureNodes } from './measure-nodes.ts';
import { measureProcess } from './measure-process.ts';

export interface FollowerFigures {
  readonly name: string;
  /** Number of changes not yet processed. */
  readonly lag: number;
  /** Absent or 0: the follower works. */
  readonly failures?: number;
}

export interface MetricsParts {
  /** Bearer token that a caller must send. Null: only direct callers on this machine may look. */
  readonly token: string | null;
  /** Returns the figures of the tenants that this process follows now; those at rest have none. */
  readonly followers: () => readonly FollowerFigures[];
  readonly followedTenants: () => number;
  /** Plans waiting at the writers of all open tenants. */
  readonly waitingWrites: () => number;
  readonly connections: () => { readonly kiosks: number; readonly others: number };
  /** Returns the load of each node of a cluster. */
  readonly nodeLoads?: () => readonly MeasuredNode[];
  /** Adds the instruments of modules; called once. */
  readonly measureModules: (instruments: Instruments) => void;
  /** Absent: the data are files. */
  readonly cluster?: () => Promise<ClusterFigures>;
}

/** Bounds in seconds: a gate feels 100 ms, a person notices a second. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

function measureRequests(instruments: Instruments): RequestHandler {
  const total = instruments.counter('http_requests_total', 'Completed requests, by route pattern and status.');
  const durations = instruments.histogram(
    'http_request_duration_seconds',
    'Time from the first header to the last byte of the response.',
    durationBounds,
  );
  let running = 0;
  instruments.gauge('http_requests_in_progress', 'Requests in progress.', () => [[{}, running]]);
  return (request, response, next) => {
    const startedAt = performance.now();
    running += 1;
    response.once('close', () => {
      running -= 1;
      const method = methods.includes(request.method) ? request.method : 'other';
      const route = routePatternOf(request);
      // An answer that was not sent completely has no status.
      const status = response.writableFinished ? String(response.statusCode) : 'broken_off';
      total.add({ method, route, status });
      durations.observe({ method, route }, (performance.now() - startedAt) / secondMs);
    });
    next();
  };
}

function isToken(token: string, authorization: string | undefined): boolean {
  return isSame(authorization ?? '', `Bearer ${token}`);
}

function guard(token: string | null, request: Request): void {
  if (token === null ? isLocal(request) : isToken(token, request.headers.authorization)) return;
  if (token !== null) throw refusal('unauthenticated', 'Send the token of METRICS_TOKEN as Authorization: Bearer.');
  throw refusal('route_unknown', 'Nothing was found at /metrics.');
}

/** Joins the figures of all tenants into one for each follower. */
function byName(
  figures: readonly FollowerFigures[],
  value: (one: FollowerFigures) => number,
  join: (a: number, b: number) => number,
): readonly (readonly [{ follower: string }, number])[] {
  const joined = new Map<string, number>();
  for (const one of figures) joined.set(one.name, join(joined.get(one.name) ?? 0, value(one)));
  return [...joined].map(([follower, number]) => [{ follower }, number] as const);
}

/** `close` stops the measuring of the process. */
export function mountMetrics(parts: MetricsParts): Mount & { close(): void } {
  const { token, followers, followedTenants, waitingWrites, connections } = parts;
  const instruments = createInstruments();
  const measure = measureRequests(instruments);
  instruments.gauge('gatehouse_build_info', 'The running version.', () => [[{ version }, 1]]);
  instruments.gauge('gatehouse_commit_queue', 'Writes waiting for their turn, in all tenants.', () => [
    [{}, waitingWrites()],
  ]);
  instruments.gauge('gatehouse_followed_tenants', 'Tenants followed now; all others are at rest.', () => [
    [{}, followedTenants()],
  ]);
  instruments.gauge('gatehouse_follower_lag_changes', 'Changes not yet processed, of the tenant with the most.', () =>
    byName(followers(), (one) => one.lag, Math.max),
  );
  instruments.gauge('gatehouse_follower_failing', 'Tenants in which this follower is failing and retrying.', () =>
    byName(
      followers(),
      (one) => (one.failures ? 1 : 0),
      (a, b) => a + b,
    ),
  );
  instruments.gauge('gatehouse_connections', 'Open live connections.', () => {
    const { kiosks, others } = connections();
    return [
      [{ kind: 'kiosk' }, kiosks],
      [{ kind: 'other' }, others],
    ];
  });
  measureNodes(instruments, parts.nodeLoads ?? (() => []));
  parts.measureModules(instruments);
  const lookAtCluster = parts.cluster ? measureCluster(instruments, parts.cluster) : null;
  const close = measureProcess(instruments);
  return {
    name: 'metrics',
    close,
    mount(app) {
      app.use(measure);
      app.get('/metrics', async (request, response) => {
        guard(token, request);
        await lookAtCluster?.();
        response.setHeader('Content-Type', contentType);
        response.end(instruments.text());
      });
    },
  };
}
