/**
 * Tail: what any server on the same database has revoked is announced in this one, from the control database's log. Only
 * connections that stay open need it: requests read the credential each time.
 */
import type { Values } from '#shared/base/json.ts';
import { startLogTail } from '../../core/log/tails/log-tail.ts';
import type { Change, TenantStore } from '../../store/contract.ts';
import type { Revocations } from './revocations.ts';

/** Returns the actor whose open connections a credential holds, as the log names actors; by the credential's collection. */
const holders: Readonly<Record<string, (id: string, values: Values) => string>> = {
  api_keys: (id) => `key:${id}`,
  kiosk_homes: (id) => `kiosk:${id}`,
  login_sessions: (_id, { member }) => `user:${member}`,
  oauth_grants: (_id, { member }) => `user:${member}`,
};
const collections = Object.keys(holders);

/** The credential that this change ended, as the log names actors; null: none. */
export function endedBy({ collection, id, op, previous, record }: Change): string | null {
  const values: Values = { ...record };
  const revoked = op === 'update' && previous !== null && 'revokedAt' in previous && values['revokedAt'] !== null;
  const holder = holders[collection];
  return holder !== undefined && (op === 'delete' || revoked) ? holder(id, values) : null;
}

/**
 * @param onFault the log could not be read; it is read again a second later
 * @returns a function that stops the tail
 */
export function followRevocations(
  control: TenantStore,
  revocations: Revocations,
  onFault: (fault: unknown) => void,
): Promise<() => void> {
  return startLogTail({
    store: control,
    collections: () => collections,
    hear(changes) {
      for (const actor of changes.map(endedBy)) if (actor !== null) revocations.announce(actor);
    },
    onFault,
  });
}
