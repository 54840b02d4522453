/** Stores what sync needs after a restart besides the data: how old the data is, and the clock's anchor. */

import type { Settings } from '#kiosk/store/replica.ts';
import { type ClockAnchor, parseAnchor } from '#kiosk/store/trusted-clock.ts';
import { isObject } from '#shared/base/json.ts';

export interface SyncState {
  /** ISO 8601; null before the first load. */
  readonly dataAsOf: string | null;
  /** Null: the server's time was never heard. */
  readonly anchor: ClockAnchor | null;
}

const setting = 'sync_state';

export async function readSyncState(settings: Settings): Promise<SyncState | null> {
  const value = await settings.read(setting);
  if (!isObject(value)) return null;
  const dataAsOf = value['dataAsOf'];
  return { dataAsOf: typeof dataAsOf === 'string' ? dataAsOf : null, anchor: parseAnchor(value['anchor']) };
}

export async function saveSyncState(settings: Settings, state: SyncState): Promise<void> {
  await settings.write(setting, state);
}
