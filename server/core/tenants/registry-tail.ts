/**
 * Reports changes of a tenant's registry: modules switched, collections defined, changed or dropped. One tail of the
 * control database's log for this process: it names the tenants whose registry has changed on any server.
 */
import type { Change, TenantStore } from '../../store/contract.ts';
import { startLogTail } from '../log/tails/log-tail.ts';
import type { Platform, Registry } from '../platform.ts';
import { tenants as tenantTable } from './control.ts';

/** Fields of a tenant's record that determine its registry. */
const registryFields = ['modules', 'schemaVersion'] as const;
const retryMs = 1_000;
/** Interval between two looks at a file, in ms: the maximum delay of a change by a command. */
const compareVersionMs = 1_000;

export interface RegistryTail {
  /**
   * @param changed called when the registry is another than the one last seen
   * @param seen what the subscriber knows; absent: it is called once for the present registry, too
   * @returns how to stop
   */
  subscribe(tenant: string, changed: () => void, seen?: Registry): () => void;
  close(): void;
}

interface Subscriber {
  readonly changed: () => void;
  seen: Registry | null;
}

interface Subscribed {
  readonly subscribers: Set<Subscriber>;
  /** One after another: an older registry must not be compared after a newer one. */
  reading: Promise<void>;
}

function changedTenants(changes: readonly Change[]): readonly string[] {
  const changed = changes.filter(
    ({ previous }) => previous !== null && registryFields.some((name) => name in previous),
  );
  return [...new Set(changed.map(({ id }) => id))];
}

/** @param onFault a registry or the log could not be read; it is read again a second later */
export async function openRegistryTail(
  platform: Pick<Platform, 'registry'>,
  control: TenantStore,
  onFault: (fault: unknown) => void,
): Promise<RegistryTail> {
  const byTenant = new Map<string, Subscribed>();

  async function compare(tenant: string, { subscribers }: Subscribed): Promise<void> {
    if (subscribers.size === 0) return;
    const now = await platform.registry(tenant);
    for (const subscriber of [...subscribers]) {
      if (subscriber.seen === now) continue;
      subscriber.seen = now;
      subscriber.changed();
    }
  }

  function read(tenant: string): void {
    const subscribed = byTenant.get(tenant);
    if (!subscribed) return;
    subscribed.reading = subscribed.reading
      .then(() => compare(tenant, subscribed))
      .catch((fault: unknown) => {
        onFault(fault);
        setTimeout(() => read(tenant), retryMs).unref();
      });
  }

  const stopTail = await startLogTail({
    store: control,
    collections: () => [tenantTable.name],
    hear: (changes) => changedTenants(changes).forEach(read),
    onFault,
    compareVersionMs,
  });

  return {
    subscribe(tenant, changed, seen) {
      const subscribed = byTenant.get(tenant) ?? { subscribers: new Set(), reading: Promise.resolve() };
      byTenant.set(tenant, subscribed);
      const subscriber: Subscriber = { changed, seen: seen ?? null };
      subscribed.subscribers.add(subscriber);
      // The state that the subscriber has seen may be older than the tail's latest change.
      read(tenant);
      return () => {
        subscribed.subscribers.delete(subscriber);
        if (subscribed.subscribers.size === 0 && byTenant.get(tenant) === subscribed) byTenant.delete(tenant);
      };
    },
    close() {
      stopTail();
      byTenant.clear();
    },
  };
}
