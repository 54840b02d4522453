/**
 * Stores the direction in which people pass this kiosk: the choice of staff, as far as the gate leads that way.
 * Survives a restart.
 */

import type { Replica } from '#kiosk/store/replica.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import { isStaffed, type StationIdentity, stationGate } from './station-facts.ts';

export interface DirectionSwitch {
  now(): Direction;
  /** The gate leads both ways. */
  canTurn(): boolean;
  /** Durable when it resolves. Does nothing at a kiosk without staff, and shows only at a gate that leads both ways. */
  set(direction: Direction): Promise<void>;
}

const directionSetting = 'direction';

export async function openDirection(replica: Replica, identity: StationIdentity): Promise<DirectionSwitch> {
  let chosen: Direction = (await replica.settings.read(directionSetting)) === 'exit' ? 'exit' : 'entry';
  const leads = () => replica.roster.record('gates', stationGate(replica, identity))?.direction ?? 'entry';
  return {
    now() {
      const ways = leads();
      return ways === 'both' ? chosen : ways;
    },
    canTurn: () => leads() === 'both',
    async set(direction) {
      if (!isStaffed(replica, identity)) return;
      await replica.settings.write(directionSetting, direction);
      chosen = direction;
    },
  };
}
