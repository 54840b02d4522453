/** Addresses of other kiosks, read by the scanner from their screens: accepted only while the settings ask for them. */

import { type CodeAnswer, peerCodeOpening } from '#kiosk/station/venue.ts';
import { readPeerAddress } from '#shared/peers/peer-api.ts';

export interface ScannedAddresses {
  /** @returns the function that ends it */
  await(onAnswer: (answer: CodeAnswer) => void): () => void;
  /** @returns false: nothing waits for an address, or this is none, and the scan is a ticket's */
  offer(candidates: readonly string[]): boolean;
  /** @returns false: nothing waits for an address, and the answer is given where tickets get theirs */
  refuse(text: string): boolean;
}

export function createScannedAddresses(add: (address: string) => Promise<boolean>): ScannedAddresses {
  let waiting: ((answer: CodeAnswer) => void) | null = null;
  /** A code that is held before a camera is seen ten times a second. */
  let answered: string | null = null;
  return {
    await(onAnswer) {
      waiting = onAnswer;
      answered = null;
      return () => {
        if (waiting === onAnswer) waiting = null;
      };
    },
    offer(candidates) {
      const onAnswer = waiting;
      const text = candidates.find((one) => one.startsWith(peerCodeOpening));
      if (onAnswer === null || text === undefined) return false;
      if (text === answered) return true;
      answered = text;
      const addresses = text
        .slice(peerCodeOpening.length)
        .split(' ')
        .flatMap((one) => readPeerAddress(one) ?? []);
      if (addresses.length === 0) onAnswer('not_an_address');
      else
        void Promise.all(addresses.map(add)).then(
          (added) => onAnswer(added.includes(true) ? 'added' : 'not_an_address'),
          () => onAnswer('not_an_address'),
        );
      return true;
    },
    refuse(text) {
      if (waiting === null) return false;
      if (text !== answered) waiting('not_a_kiosk');
      answered = text;
      return true;
    },
  };
}
