/**
 * `subscriptions/listen` of the stateless era: one stream for one client, which names in its request what it wants to hear
 * of, so that any server process can serve it. Changes of records come from the tenant's log, as the actor may see it.
 */
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Clock } from '#shared/base/time.ts';
import { Ended, followChanges } from '../../following/follow-changes.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { Platform } from '../../platform.ts';
import { recordAt } from './resources.ts';
import type { Scene } from './scene.ts';
import { watchRegistry } from './watch-registry.ts';

/** Records one stream may follow. */
export const followedMax = 100;

export interface ListenParts {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Listening {
  readonly bus: ServerEventBus;
  readonly stop: () => void;
}

/** The addresses a `subscriptions/listen` names; what is none of ours is never heard of. */
export function wantedUris(body: unknown): readonly string[] {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {};
  const { resourceSubscriptions: wanted } = isObject(params['notifications']) ? params['notifications'] : {};
  return Array.isArray(wanted) ? wanted.filter((uri) => typeof uri === 'string') : [];
}

async function followRecords(
  parts: ListenParts,
  { actor }: Scene,
  uris: readonly string[],
  bus: ServerEventBus,
): Promise<() => void> {
  const uriOf = new Map(uris.flatMap((uri) => (recordAt(uri) ? [[recordAt(uri)?.id, uri] as const] : [])));
  const collections = new Set(uris.flatMap((uri) => recordAt(uri)?.collection ?? []));
  const stops: (() => void)[] = [];
  for (const collection of collections) {
    const changes = await followChanges({ ...parts, actor }, { collection, where: undefined, since: null });
    // What may not be read is not there, and nothing will be heard of it.
    if (!changes.ok) continue;
    const { value } = changes;
    stops.push(() => void value.return());
    const read = async () => {
      for await (const change of value) {
        if (change instanceof Ended) return;
        const uri = uriOf.get(change.id);
        if (uri !== undefined) bus.publish({ kind: 'resource_updated', uri });
      }
    };
    read().catch((fault: unknown) => parts.log.warn('records not followed', faultFields(fault)));
  }
  return () => {
    for (const stop of stops) stop();
  };
}

/** @param uris at most `followedMax` */
export async function listen(parts: ListenParts, scene: Scene, uris: readonly string[]): Promise<Listening> {
  const bus = new InMemoryServerEventBus();
  const stopRecords = await followRecords(parts, scene, uris, bus);
  const stopRegistry = await watchRegistry(parts, scene.actor.tenant, () => {
    bus.publish({ kind: 'tools_list_changed' });
    bus.publish({ kind: 'resources_list_changed' });
    bus.publish({ kind: 'prompts_list_changed' });
  });
  return {
    bus,
    stop() {
      stopRecords();
      stopRegistry();
    },
  };
}
