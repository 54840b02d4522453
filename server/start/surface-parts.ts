/**
 * The parts that several surfaces and endpoints share in this process: identification, rate limits, and live tails of the
 * log.
 */
import { type LiveTails, openLiveTails } from '../core/log/tails/live-tails.ts';
import { openTopicTails, type TopicTails } from '../core/log/tails/topic-tails.ts';
import type { TenantRecord } from '../core/tenants/control.ts';
import { openRegistryTail, type RegistryTail } from '../core/tenants/registry-tail.ts';
import { type StoreOf, storeFinder } from '../core/tenants/store-of.ts';
import { faultFields, type Log } from '../http/log.ts';
import { type Lines, openLines } from '../http/open-connections.ts';
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { createIdentify, type Identify } from '../identity/identify.ts';
import type { TenantStore } from '../store/contract.ts';
import { type Charge, lazyEngine } from '../surfaces/graphql/mount-graphql.ts';
import type { Assembly } from './assemble.ts';

export interface SurfaceParts {
  readonly log: Log;
  readonly identify: Identify;
  readonly rateLimit: RateLimit;
  /** Counts requests against a plan beside the one that HTTP counts. */
  readonly charge: Charge;
  /** Connections that stay open, each with its credential. */
  readonly lines: Lines;
  readonly tails: LiveTails;
  readonly topicTails: TopicTails;
  readonly registryTail: RegistryTail;
  readonly graphqlEngine: ReturnType<typeof lazyEngine>;
  readonly storeOf: StoreOf;
  /** @throws where there is no such tenant: for one that an actor belongs to */
  readonly sourceOf: (tenant: string) => Promise<TenantStore>;
}

export async function openSurfaceParts(assembly: Assembly, log: Log): Promise<SurfaceParts> {
  const { access, clock, credentials, directory, kiosks, modules, platform, revocations, secrets } = assembly;
  const modulesOf = (tenant: TenantRecord) => modules.registryOf(tenant.modules).modules;
  const identify = createIdentify(directory, credentials, kiosks, access.people, clock, modulesOf);
  const rateLimit = createRateLimit(clock, assembly.store.quota ?? null);
  const storeOf = storeFinder(directory);
  const onFault = (fault: unknown) => log.warn('log not followed', faultFields(fault));
  const tails = openLiveTails(platform, onFault);
  return {
    log,
    identify,
    rateLimit,
    async charge({ id, plan, requestsPerMinute }, response, requests) {
      for (let n = 0; n < requests; n++) await rateLimit.count(id, plan, response, requestsPerMinute);
    },
    lines: openLines(identify, revocations, log),
    tails,
    topicTails: openTopicTails(platform, tails, onFault),
    registryTail: await openRegistryTail(platform, directory.control, (fault) =>
      log.warn('registry not read', faultFields(fault)),
    ),
    graphqlEngine: lazyEngine({ platform, cursors: secrets, clock }, log),
    storeOf,
    async sourceOf(id) {
      const store = await storeOf(id);
      if (!store) throw new Error('an actor without a tenant');
      return store;
    },
  };
}
