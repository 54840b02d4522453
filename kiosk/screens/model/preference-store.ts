/**
 * Preferences of this screen in the browser's local storage: small, needed before the replica is open, no secret of
 * people. Where the browser forbids the storage or it refuses a write, they last until the page is closed.
 */

import { createObservable } from '#shared/base/observable.ts';
import type { PreferenceStore } from './kiosk-model.ts';
import { parsePreferences } from './preferences.ts';

/**
 * @param name of the kiosk in this browser: two kiosks have two sets
 * @param storage reads the browser's, which throws where storage is forbidden
 */
export function openPreferences(name: string, storage: () => Pick<Storage, 'getItem' | 'setItem'>): PreferenceStore {
  const key = `${name}-preferences`;
  const held = createObservable(parsePreferences(stored()));

  function stored(): string | null {
    try {
      return storage().getItem(key);
    } catch (error) {
      console.warn('preferences were not read:', error);
      return null;
    }
  }

  return {
    get: held.get,
    subscribe: held.subscribe,
    set: (change) => {
      held.set({ ...held.get(), ...change });
      try {
        storage().setItem(key, JSON.stringify(held.get()));
      } catch (error) {
        console.warn('preferences were not kept:', error);
      }
    },
  };
}
