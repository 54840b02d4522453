/** Selects the changes that a webhook receives, and the types under which it receives them. Pure. */
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { Change } from '../../store/contract.ts';

/** Changes of the deliveries themselves: sending them would make new ones without end. */
export const neverSent: ReadonlySet<string> = new Set(['webhook_deliveries', 'webhook_attempts', 'webhook_replays']);
const followerActor = 'system:webhooks.';

/** `*`, `module.*`, `module.resource.*`, or one type. */
export const eventPattern = /^(?:\*|[a-z][a-z0-9_]{0,62}(?:\.[a-z0-9_]{1,62}){0,3}(?:\.\*)?)$/;

export function fits(pattern: string, type: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

type Wish = Pick<WebhookRecord, 'id' | 'events' | 'collections'>;

/**
 * @param change as the webhook's reader may know it; null: not at all
 * @returns the types that are sent, in the order of the change's own
 */
export function sentTypes({ id, events, collections }: Wish, change: Change | null): readonly string[] {
  if (!change || neverSent.has(change.collection)) return [];
  if (collections && collections.length > 0 && !collections.includes(change.collection)) return [];
  const isEndpoint = change.collection === 'webhooks';
  // A webhook receives no changes of itself, and of other webhooks only those that happen once, not every failed attempt.
  if (isEndpoint && change.id === id) return [];
  const types = isEndpoint && change.actor.startsWith(followerActor) ? change.types.slice(1) : change.types;
  if (!events || events.length === 0) return types;
  return types.filter((type) => events.some((pattern) => fits(pattern, type)));
}
