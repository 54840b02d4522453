/**
 * Says when what a tenant has is no longer what it was: modules switched, own collections defined, changed, dropped. One
 * look for all in this process who follow a tenant; what it looks at is kept in memory until another server changes it.
 */
import type { Platform, Registry } from '../platform.ts';

/** Modules are switched from outside the tenant's log, perhaps by another server: so late is it heard of at most. */
const lookEveryMs = 1_000;

export interface RegistryNews {
  /** @param seen what the listener knows; absent: the first look tells it, too. @returns how to stop */
  listen(tenant: string, changed: () => void, seen?: Registry): () => void;
  close(): void;
}

interface Listener {
  readonly changed: () => void;
  seen: Registry | null;
}

/** @param onFault a tenant could not be looked at; it is looked at again in a moment */
export function openRegistryNews(
  platform: Pick<Platform, 'registry'>,
  onFault: (fault: unknown) => void,
): RegistryNews {
  /** Tenant → who follows it. */
  const watched = new Map<string, Set<Listener>>();
  let looking: NodeJS.Timeout | null = null;
  let isLooking = false;

  async function lookAt(tenant: string, listeners: ReadonlySet<Listener>): Promise<void> {
    const now = await platform.registry(tenant);
    for (const listener of [...listeners]) {
      if (listener.seen === now) continue;
      listener.seen = now;
      listener.changed();
    }
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (const [tenant, listeners] of [...watched]) await lookAt(tenant, listeners).catch(onFault);
    isLooking = false;
  }

  function rest(): void {
    if (looking) clearInterval(looking);
    looking = null;
  }

  return {
    listen(tenant, changed, seen) {
      const listeners = watched.get(tenant) ?? new Set();
      watched.set(tenant, listeners);
      const mine: Listener = { changed, seen: seen ?? null };
      listeners.add(mine);
      if (!looking) {
        looking = setInterval(() => void look(), lookEveryMs);
        looking.unref();
      }
      return () => {
        listeners.delete(mine);
        if (listeners.size === 0 && watched.get(tenant) === listeners) watched.delete(tenant);
        if (watched.size === 0) rest();
      };
    },
    close() {
      rest();
      watched.clear();
    },
  };
}
