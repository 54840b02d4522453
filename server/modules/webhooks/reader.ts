/**
 * Actor in whose name a webhook reads: the person or key that last set its address, with the rights of that moment. What it
 * is sent is what that actor could have read, so that an address is no way past a role or a scope.
 */
import { isObject } from '#shared/base/json.ts';
import type { WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Actor, ActorKind } from '../../core/policy/actor.ts';
import { mayRead } from '../../core/policy/policy.ts';
import { changeFor } from '../../core/policy/visibility/record-visibility.ts';
import type { Change } from '../../store/contract.ts';

const kinds: readonly ActorKind[] = ['key', 'user', 'system'];

/** Returns the actor as it is kept in the webhook's hidden field `reader`. */
export function writeReader({ id, kind, roles, scopes }: Actor) {
  return { id, kind, roles: [...roles].sort(), scopes: [...scopes].sort() };
}

const namesOf = (value: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

/** Returns the actor of a webhook. One without a stored reader reads every collection, but no field that needs a role. */
export function readerOf({ id, reader }: Pick<WebhookRecord, 'id' | 'reader'>, tenant: string): Actor {
  const kind = isObject(reader) ? kinds.find((one) => one === reader['kind']) : undefined;
  if (!isObject(reader) || !kind)
    return { tenant, kind: 'key', id, scopes: new Set(['*:read', 'admin:read']), roles: new Set() };
  return { tenant, kind, id: String(reader['id']), scopes: namesOf(reader['scopes']), roles: namesOf(reader['roles']) };
}

/** A reader without roles: its view of a message is what the delivery log keeps, for every administrator to read. */
export function withoutRoles(reader: Actor): Actor {
  return { ...reader, kind: reader.kind === 'system' ? 'key' : reader.kind, roles: new Set() };
}

/**
 * @param definition null: the collection is gone, and nothing can be said of its records
 * @returns the change as this actor may know it; null: not at all
 */
export function readableChange(actor: Actor, definition: CollectionDefinition | null, change: Change): Change | null {
  if (!definition || (actor.kind !== 'system' && mayRead(actor, definition))) return null;
  return changeFor(actor, definition, change);
}
