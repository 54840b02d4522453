/** The mesh as the box's page shows it: members in reach, and who hears whom. */
import type { PlaceCondition } from '#shared/peers/host-place.ts';
import type { MeshState } from '#shared/peers/mesh.ts';
import type { RefusalReason } from '#shared/peers/session.ts';
import type { DeviceRecord } from './listed-devices.ts';

export interface MeshStatus {
  readonly condition: PlaceCondition;
  /** `ip:port` where others reach this box. */
  readonly addresses: readonly string[];
  /** Devices of the event that take part, this one included. */
  readonly members: number;
  readonly inReach: readonly {
    readonly id: string;
    readonly name: string;
    readonly self: boolean;
    readonly isBox: boolean;
    /** Whether the device reaches a server; null: not known. */
    readonly online: boolean | null;
    /** Names of the devices that it hears directly. */
    readonly hears: readonly string[];
  }[];
  /** Whether other devices have a newer venue key: this box then has to reach the server upstream. */
  readonly keyOutdated: boolean;
  /** Scans of others that this box let go of for want of room (PE10). */
  readonly dropped: number;
  /** Problems with other devices, by reason and device. */
  readonly reports: readonly {
    readonly reason: RefusalReason;
    readonly name: string | null;
    readonly count: number;
    readonly lastAt: string;
  }[];
}

export interface MeshPicture {
  readonly self: string;
  readonly state: MeshState;
  readonly condition: PlaceCondition;
  readonly addresses: readonly string[];
  readonly devices: readonly DeviceRecord[];
  readonly timeOf: (atMs: number) => string;
}

export function meshStatus({ addresses, condition, devices, self, state, timeOf }: MeshPicture): MeshStatus {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const nameOf = (id: string) => byId.get(id)?.name ?? id.slice(-8);
  const statuses = new Map(state.statuses.map((status) => [status.device, status]));
  return {
    ...{ condition, addresses, members: state.members, keyOutdated: state.keyOutdated, dropped: state.dropped },
    inReach: state.inReach.map((id) => ({
      ...{ id, name: nameOf(id), self: id === self, isBox: byId.get(id)?.role === 'box' },
      online: statuses.get(id)?.online ?? null,
      hears: (statuses.get(id)?.hears ?? []).map(nameOf),
    })),
    reports: state.reports.map(({ reason, peer, count, lastAtMs }) => ({
      ...{ reason, count, name: peer === null ? null : nameOf(peer), lastAt: timeOf(lastAtMs) },
    })),
  };
}
