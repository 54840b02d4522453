/**
 * Keeps what was read from a database as long as nothing was committed there, by this process or any other: one read
 * of the head instead of a row and its decoding. For the few small records that every request asks for.
 */
import type { TenantStore } from '../store/contract.ts';

const entriesMax = 10_000;

/** @param read what stands there now; null is never kept, so that guessing fills nothing */
export function rememberWhileUnchanged<T>(
  store: Pick<TenantStore, 'head'>,
  read: (key: string) => Promise<T | null>,
): (key: string) => Promise<T | null> {
  let kept = new Map<string, T>();
  let keptAt = -1;
  return async (key) => {
    const head = await store.head();
    if (head !== keptAt) {
      kept = new Map();
      keptAt = head;
    }
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = await read(key);
    // Another call may have seen a newer head meanwhile: then this answer may be older than what is kept now.
    if (found !== null && keptAt === head && kept.size < entriesMax) kept.set(key, found);
    return found;
  };
}
