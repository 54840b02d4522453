/** The devices of the event as this box's tenant has them, in memory: who is a member is asked for every frame. */
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { vectorMax } from '#shared/peers/version-vector.ts';
import { where } from '#shared/query/query.ts';
import type { BoxState } from '../box-state.ts';

export type DeviceRecord = Pick<
  KioskRecord,
  'id' | 'event' | 'role' | 'name' | 'publicKey' | 'peerAddresses' | 'revokedAt' | 'presence' | 'pending'
>;

export interface ListedDevices {
  all(): readonly DeviceRecord[];
  nameOf(id: string): string | null;
  /** @returns whether the list has changed */
  refresh(): Promise<boolean>;
}

/** @returns the list, read once already */
export async function listDevices({ store, record }: Pick<BoxState, 'store' | 'record'>): Promise<ListedDevices> {
  let head = -1;
  let devices: readonly DeviceRecord[] = [];
  let versions = '';

  async function refresh(): Promise<boolean> {
    const now = await store.head();
    if (now === head) return false;
    head = now;
    const found = await store.find(kiosks, { where: where({ event: record().event }), limit: vectorMax });
    const seen = found.map(({ id, version }) => `${id} ${version}`).join();
    if (seen === versions) return false;
    versions = seen;
    devices = found;
    return true;
  }
  await refresh();
  return {
    all: () => devices,
    nameOf: (id) => devices.find((device) => device.id === id)?.name ?? null,
    refresh,
  };
}
