/** Kiosks that are online at this box, for its status (SY27): upstream would show them as offline otherwise. */
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { where } from '#shared/query/query.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import type { BoxState } from './box-state.ts';

/** Largest number of kiosks that a status names. */
const kiosksMax = 200;

export async function kiosksHere({ record, store }: Pick<BoxState, 'record' | 'store'>) {
  const { event, kiosk: self } = record();
  const online = await store.find(kiosks, {
    where: where({ event, presence: 'online', revokedAt: null }),
    sort: [{ path: 'id', direction: 'asc' }],
    limit: kiosksMax,
  });
  return online.filter(({ id }) => id !== self).map(saidOf);
}

function saidOf(kiosk: KioskRecord): NonNullable<StatusRequest['kiosks']>[number] {
  const { clockOffsetMs, clockTrusted, dataAsOf, id, oldestUnsentAt, paper, parked, peerAddresses } = kiosk;
  const { pending, printer, printerMessage, softwareVersion } = kiosk;
  return {
    ...{ kiosk: id, clockOffsetMs, clockTrusted, dataAsOf, oldestUnsentAt, paper, parked },
    ...{ pending, printer, printerMessage, softwareVersion },
    peerAddresses: peerAddresses && [...peerAddresses],
  };
}
