/** Holds the kiosk's state of sync with the server: its phase, and how old its data is. A locked kiosk stays locked. */
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import { createListeners } from '#shared/base/observable.ts';
import { isoTime } from '#shared/base/time.ts';

export interface SyncStatus {
  phase(): SyncPhase;
  set(next: SyncPhase): void;
  /** While it is offline already, the first reason and its time stay. */
  setOffline(reason: string): void;
  /** The replica is complete as of now. */
  setLive(): void;
  /** Time at which the replica was last known to be complete, ISO 8601; null before the first load. */
  dataAsOf(): string | null;
  /** Something that screens show has changed. */
  notify(): void;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
}

export function createSyncStatus(nowMs: () => number, savedDataAsOf: string | null): SyncStatus {
  const { notify, subscribe } = createListeners();
  let phase: SyncPhase = { phase: 'connecting' };
  let dataAsOf = savedDataAsOf;

  function set(next: SyncPhase): void {
    if (phase.phase === 'locked') return;
    phase = next;
    notify();
  }

  return {
    phase: () => phase,
    set,
    setOffline(reason) {
      if (phase.phase !== 'offline') set({ phase: 'offline', since: isoTime(nowMs()), reason });
    },
    setLive() {
      dataAsOf = isoTime(nowMs());
      if (phase.phase === 'live') notify();
      else set({ phase: 'live', since: dataAsOf });
    },
    dataAsOf: () => dataAsOf,
    notify,
    subscribe,
  };
}
