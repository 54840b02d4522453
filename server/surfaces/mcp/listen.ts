/**
 * `subscriptions/listen` of the stateless era: one stream for one client, which names in its request what it wants to hear
 * of, so that any server process can serve it. Changes of records come from the tenant's log, as the actor may see it.
 */
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { RegistryTail } from '../../core/tenants/registry-tail.ts';
import type { Log } from '../../http/log.ts';
import { type NewsParts, recordNews } from './record-news.ts';

export interface ListenParts extends NewsParts {
  readonly log: Log;
  readonly registryTail: RegistryTail;
}

export interface Listening {
  readonly bus: ServerEventBus;
  readonly become: (actor: Actor) => void;
  readonly stop: () => void;
}

/** The addresses a `subscriptions/listen` names; addresses of other servers never get a notification. */
export function wantedUris(body: unknown): readonly string[] {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {};
  const { resourceSubscriptions: wanted } = isObject(params['notifications']) ? params['notifications'] : {};
  return Array.isArray(wanted) ? wanted.filter((uri) => typeof uri === 'string') : [];
}

/** @param uris at most `followedMax` */
export async function listen(parts: ListenParts, actor: Actor, uris: readonly string[]): Promise<Listening> {
  const { tenant } = actor;
  const bus = new InMemoryServerEventBus();
  const news = recordNews(parts, actor, (uri) => bus.publish({ kind: 'resource_updated', uri }));
  news.follow(uris, await (await parts.tails.of(tenant)).head());
  const changed = () => {
    bus.publish({ kind: 'tools_list_changed' });
    bus.publish({ kind: 'resources_list_changed' });
    bus.publish({ kind: 'prompts_list_changed' });
  };
  const stopRegistry = parts.registryTail.subscribe(tenant, changed, await parts.platform.registry(tenant));
  return {
    bus,
    become: news.become,
    stop() {
      news.stop();
      stopRegistry();
    },
  };
}
