/** Addresses of other kiosks, read by the scanner from their screens: accepted only while the settings ask for them. */

import { peerCodeOpening } from '#kiosk/station/venue.ts';
import { readPeerAddress } from '#shared/peers/peer-api.ts';

export interface ScannedAddresses {
  /** @param onTaken hears whether an address was taken @returns the function that ends it */
  await(onTaken: (added: boolean) => void): () => void;
  /** @returns false: nothing waits for an address, or this is none, and the scan is a ticket's */
  offer(candidates: readonly string[]): boolean;
}

export function createScannedAddresses(add: (address: string) => Promise<boolean>): ScannedAddresses {
  let waiting: ((added: boolean) => void) | null = null;
  /** A code that is held before a camera is seen ten times a second. */
  let taken: string | null = null;
  return {
    await(onTaken) {
      waiting = onTaken;
      taken = null;
      return () => {
        if (waiting === onTaken) waiting = null;
      };
    },
    offer(candidates) {
      const onTaken = waiting;
      const text = candidates.find((one) => one.startsWith(peerCodeOpening));
      if (onTaken === null || text === undefined) return false;
      if (text === taken) return true;
      taken = text;
      const addresses = text
        .slice(peerCodeOpening.length)
        .split(' ')
        .flatMap((one) => readPeerAddress(one) ?? []);
      if (addresses.length === 0) onTaken(false);
      else
        void Promise.all(addresses.map(add)).then(
          (added) => onTaken(added.includes(true)),
          () => onTaken(false),
        );
      return true;
    },
  };
}
