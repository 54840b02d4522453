/**
 * What other servers on the same database revoked, said in this one: read from the control database's log as it grows.
 * A word for open sockets only: requests read the credential each time.
 */
import type { Change, TenantStore } from '../store/contract.ts';
import type { Revocations } from './revocations.ts';

const collections = ['api_keys', 'kiosk_homes', 'sessions'] as const;
const kinds: Readonly<Record<string, string>> = { api_keys: 'key', kiosk_homes: 'kiosk', sessions: 'user' };
const changesAtOnce = 500;

/** The credential that this change ended, as the log names actors; null: none. */
export function endedBy({ collection, id, op, previous, record }: Change): string | null {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const revoked = op === 'update' && previous !== null && 'revokedAt' in previous && values['revokedAt'] !== null;
  const kind = kinds[collection];
  return kind !== undefined && (op === 'delete' || revoked) ? `${kind}:${id}` : null;
}

/**
 * @param onFault the log could not be read; it is read again with its next change
 * @returns how to stop
 */
export async function hearRevocations(
  control: TenantStore,
  revocations: Revocations,
  onFault: (fault: unknown) => void,
): Promise<() => void> {
  let cursor = await control.head();
  let head = cursor;
  let reading = false;

  async function read(): Promise<void> {
    while (cursor < head) {
      const goal = head;
      const changes = await control.since(cursor, { limit: changesAtOnce, collections });
      for (const actor of changes.map(endedBy)) if (actor !== null) revocations.announce(actor);
      // Fewer than asked for: nothing of interest is left up to the head that was known before.
      cursor = changes.length < changesAtOnce ? Math.max(goal, changes.at(-1)?.seq ?? 0) : changes.at(-1)!.seq;
    }
  }

  return control.onCommit((next) => {
    head = Math.max(head, next);
    if (reading) return;
    reading = true;
    read()
      .catch(onFault)
      .finally(() => {
        reading = false;
      });
  });
}
