/** Says once for each proxy that passes requests on and that TRUSTED_PROXIES does not name: all its clients count as one. */

import { isInside, parseAddress, subscriberNetwork } from '#shared/base/network-address.ts';
import { type Clock, hourMs } from '#shared/base/time.ts';
import { faultFields, type Log } from './log.ts';

/** Any client can send these headers: peers beyond so many are not noted. */
const peersMax = 20;
/** Time after which a peer is noted again, in ms: a note is forgotten after a day. */
const againMs = 12 * hourMs;

export interface UnsetProxiesParts {
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Clock;
  /** Notes the address for the doctor, which runs in another process. */
  readonly note: (address: string) => Promise<void>;
}

/** @returns takes the address of each peer that speaks of other clients without being trusted */
export function unsetProxies({ log, clock, note }: UnsetProxiesParts): (peer: string) => void {
  const notedAtMs = new Map<string, number>();
  return (peer) => {
    const network = subscriberNetwork(peer);
    const before = notedAtMs.get(network);
    if (before === undefined ? notedAtMs.size >= peersMax : clock() - before < againMs) return;
    notedAtMs.set(network, clock());
    const advice = 'If it is your proxy, add it to TRUSTED_PROXIES. Until then, all its clients share one limit.';
    if (before === undefined) log.warn('requests come through a proxy that is not set', { peer, advice });
    // A proxy of one's own stands inside; from outside, headers are most often made up.
    const address = parseAddress(peer);
    if (address && isInside(address))
      note(peer).catch((fault: unknown) => log.warn('a proxy was not noted', faultFields(fault)));
  };
}
