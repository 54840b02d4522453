/** This member's place on the LAN: the host listens while there is a host, a key and a role that takes part. */
import { createOneAtATime } from '../base/one-at-a-time.ts';
import type { PeerApi, PeerOpening, PeerPlace } from './peer-api.ts';

/** Closed list. */
export const placeConditions = [
  'open', // others can be heard
  'no_host', // this machine has no device host, or it is not there yet
  'switched_off', // the host was started not to connect to other kiosks
  'no_key', // the server gave no key for the event yet
  'not_here', // this device's role hears no others
  'failed', // the host cannot listen on the network
] as const;
export type PlaceCondition = (typeof placeConditions)[number];

export interface HostPlace {
  /** Null: not listening. */
  now(): PeerPlace | null;
  condition(): PlaceCondition;
  /** Something may have changed: opens, closes, or tries again. */
  look(): void;
  /** The host is gone, and listens no more. */
  lost(): void;
  close(): Promise<void>;
}

export interface HostPlaceParts {
  /** Null: this machine has no host. */
  readonly api: PeerApi | null;
  readonly opening: () => PeerOpening;
  readonly takesPart: () => boolean;
  readonly hasKey: () => boolean;
  /** It opened, closed, or failed; lines of before are gone. */
  readonly onChange: () => void;
}

export function createHostPlace({ api, opening, takesPart, hasKey, onChange }: HostPlaceParts): HostPlace {
  const oneAtATime = createOneAtATime();
  let place: PeerPlace | null = null;
  /** Result of the last opening; null: it listens, or was not asked. */
  let refused: 'failed' | 'switched_off' | null = null;
  let closed = false;

  async function openOrClose(): Promise<void> {
    if (api === null) return;
    const wanted = !closed && takesPart() && hasKey();
    if (wanted === (place !== null)) return;
    if (!wanted) {
      place = null;
      await api.close().catch(() => undefined);
    } else {
      // A host that is not found yet, is too old or has no network: the next look asks again.
      const answer = await api.open(opening()).catch(() => 'failed' as const);
      refused = typeof answer === 'string' ? answer : null;
      place = typeof answer === 'string' ? null : answer;
    }
    onChange();
  }

  return {
    now: () => place,
    condition() {
      if (!takesPart()) return 'not_here';
      if (api === null) return 'no_host';
      if (!hasKey()) return 'no_key';
      return place !== null ? 'open' : (refused ?? 'no_host');
    },
    look: () => void oneAtATime(openOrClose),
    lost() {
      place = null;
      onChange();
    },
    close() {
      closed = true;
      return oneAtATime(openOrClose);
    },
  };
}
