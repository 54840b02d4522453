/**
 * Follows the changes of collections by the SDK's live connection: one subscription a collection, for all queries that show
 * it.
 */
import type { BuiltIn } from '#shared/sdk/built-in.ts';
import { client } from './client.ts';

export type CollectionName = keyof BuiltIn['collections'];

interface Followed {
  readonly listeners: Set<() => void>;
  readonly stop: AbortController;
}

const followed = new Map<CollectionName, Followed>();

async function follow(name: CollectionName, { listeners, stop }: Followed): Promise<void> {
  const hint = () => {
    for (const listener of [...listeners]) listener();
  };
  try {
    // `onLive` is called when the subscription begins or is back: records may have changed before.
    for await (const _change of client.$collection(name).changes({ signal: stop.signal, onLive: hint })) hint();
  } catch {
    // The subscription was refused or the login has ended: queries still read at their interval, and show the error.
  }
}

/**
 * @param onChange called for every change of a record in one of the collections, also while a read is under way
 * @returns how to stop
 */
export function followChanges(names: readonly CollectionName[], onChange: () => void): () => void {
  for (const name of names) {
    const known = followed.get(name);
    const entry = known ?? { listeners: new Set(), stop: new AbortController() };
    entry.listeners.add(onChange);
    if (known) continue;
    followed.set(name, entry);
    void follow(name, entry);
  }
  return () => {
    for (const name of names) {
      const entry = followed.get(name);
      entry?.listeners.delete(onChange);
      if (!entry || entry.listeners.size > 0) continue;
      followed.delete(name);
      entry.stop.abort();
    }
  };
}
