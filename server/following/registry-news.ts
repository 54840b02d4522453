/**
 * Says when what a tenant has is no longer what it was: modules switched, own collections defined, changed, dropped. One
 * look for all in this process who follow a tenant; what it looks at is kept in memory until another server changes it.
 */
import type { Platform, Registry } from '../platform.ts';

/** Modules are switched from outside the tenant's log, perhaps by another server: so late is it heard of at most. */
const lookEveryMs = 1_000;

export interface RegistryNews {
  /** @returns how to stop */
  listen(tenant: string, changed: () => void): () => void;
  close(): void;
}

interface Watched {
  readonly listeners: Set<() => void>;
  last: Registry | null;
}

/** @param onFault a tenant could not be looked at; it is looked at again in a moment */
export function openRegistryNews(
  platform: Pick<Platform, 'registry'>,
  onFault: (fault: unknown) => void,
): RegistryNews {
  const watched = new Map<string, Watched>();
  let looking: NodeJS.Timeout | null = null;
  let isLooking = false;

  async function lookAt(tenant: string, one: Watched): Promise<void> {
    const now = await platform.registry(tenant);
    const isOther = now !== one.last;
    one.last = now;
    // The first look says it, too: whoever came before it may have seen another one.
    if (isOther) for (const listener of [...one.listeners]) listener();
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (const [tenant, one] of [...watched]) await lookAt(tenant, one).catch(onFault);
    isLooking = false;
  }

  function rest(): void {
    if (looking) clearInterval(looking);
    looking = null;
  }

  return {
    listen(tenant, changed) {
      const one = watched.get(tenant) ?? { listeners: new Set(), last: null };
      watched.set(tenant, one);
      const mine = () => changed();
      one.listeners.add(mine);
      if (!looking) {
        looking = setInterval(() => void look(), lookEveryMs);
        looking.unref();
      }
      return () => {
        one.listeners.delete(mine);
        if (one.listeners.size === 0 && watched.get(tenant) === one) watched.delete(tenant);
        if (watched.size === 0) rest();
      };
    },
    close() {
      rest();
      watched.clear();
    },
  };
}
