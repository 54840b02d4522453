/**
 * Versions of the kiosk on this machine's disk, a cache for each. A version is complete or it is not there: every file is
 * verified by its digest before the install succeeds.
 */
import type { KioskVersion, VersionFile } from '../wire/messages.ts';

export interface VersionStore {
  /** @throws where a file cannot be fetched or is not the one of this version; nothing of it is kept then */
  install(): Promise<void>;
  /** Deletes older versions, except the one that was in use until now: its windows have not switched yet. */
  use(): Promise<void>;
  /** @param path below the scope @returns undefined: it is not on the disk */
  read(path: string): Promise<Response | undefined>;
}

const currentKey = 'current-version';

/** @param scope the worker's scope, an absolute address that ends with a slash */
export function openVersionStore({ id, files }: KioskVersion, scope: string): VersionStore {
  // Caches belong to the origin: a sandbox below another path has versions of its own.
  const prefix = `gatehouse-kiosk ${scope} `;
  const own = prefix + id;
  const stateName = `${prefix}state`;

  async function fetchVerified({ path, integrity }: VersionFile): Promise<Response> {
    const ask = async (cache: RequestCache): Promise<Response> => {
      const response = await fetch(scope + path, { integrity, cache, credentials: 'same-origin', redirect: 'error' });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return response;
    };
    // Files that the page has already loaded come from the HTTP cache. A damaged one is fetched past that cache.
    return ask('default').catch(() => ask('reload'));
  }

  return {
    async install() {
      await caches.delete(own);
      const cache = await caches.open(own);
      const taken = await Promise.allSettled(
        files.map(async (file) => cache.put(scope + file.path, await fetchVerified(file))),
      );
      const failed = taken.find((result) => result.status === 'rejected');
      if (failed === undefined) return;
      await caches.delete(own);
      throw new Error(`version ${id} of the kiosk could not be taken whole`, { cause: failed.reason });
    },
    async use() {
      const state = await caches.open(stateName);
      const previous = await (await state.match(scope + currentKey))?.text();
      await state.put(scope + currentKey, new Response(id));
      // The names are in the order in which they were made: what comes after this one is being installed.
      const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== stateName);
      const older = names.slice(0, Math.max(0, names.indexOf(own)));
      await Promise.all(older.filter((name) => name !== prefix + previous).map((name) => caches.delete(name)));
    },
    async read(path) {
      const found = await (await caches.open(own)).match(scope + path, { ignoreVary: true });
      // Names in this folder carry a digest of the content: any version's file of that name is the right one.
      if (found !== undefined || !path.startsWith('assets/')) return found;
      return caches.match(scope + path, { ignoreVary: true });
    },
  };
}
