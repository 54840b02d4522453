/**
 * What other servers on the same database revoked, said in this one: read from the control database's log as it grows.
 * A word for open sockets only: requests read the credential each time.
 */
import type { Change, TenantStore } from '../../store/contract.ts';
import type { Revocations } from './revocations.ts';

type Values = Readonly<Record<string, unknown>>;

/** Of each credential with open lines the actor they are held by, as the log names it. */
const holders: Readonly<Record<string, (id: string, values: Values) => string>> = {
  api_keys: (id) => `key:${id}`,
  kiosk_homes: (id) => `kiosk:${id}`,
  login_sessions: (_id, { member }) => `user:${member}`,
  oauth_grants: (_id, { member }) => `user:${member}`,
};
const collections = Object.keys(holders);
const changesAtOnce = 500;

/** The credential that this change ended, as the log names actors; null: none. */
export function endedBy({ collection, id, op, previous, record }: Change): string | null {
  const values: Values = { ...record };
  const revoked = op === 'update' && previous !== null && 'revokedAt' in previous && values['revokedAt'] !== null;
  const holder = holders[collection];
  return holder !== undefined && (op === 'delete' || revoked) ? holder(id, values) : null;
}

/**
 * @param onFault the log could not be read; it is read again with its next change
 * @returns how to stop
 */
export async function followRevocations(
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
