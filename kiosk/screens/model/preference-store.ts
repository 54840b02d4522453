/**
 * Preferences of this screen in the browser's local storage: small, needed before the replica is open, no secret of
 * people. Where the storage refuses a write, they last until the page is closed.
 */

import { createObservable } from '#shared/base/observable.ts';
import type { PreferenceStore } from './kiosk-model.ts';
import { parsePreferences } from './preferences.ts';

/** @param name of the kiosk in this browser: two kiosks have two sets */
export function openPreferences(name: string, storage: Pick<Storage, 'getItem' | 'setItem'>): PreferenceStore {
  const key = `${name}-preferences`;
  const held = createObservable(parsePreferences(storage.getItem(key)));
  return {
    get: held.get,
    subscribe: held.subscribe,
    set: (change) => {
      held.set({ ...held.get(), ...change });
      try {
        storage.setItem(key, JSON.stringify(held.get()));
      } catch (error) {
        console.warn('preferences were not kept:', error);
      }
    },
  };
}
