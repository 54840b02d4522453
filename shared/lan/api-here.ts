/** The machine's side for a member that runs in this process: a box. A page has the same by way of its device host. */
import { createListeners } from '#shared/base/observable.ts';
import type { PeerApi, PeerEvent } from '#shared/peers/peer-api.ts';
import { createPeers, type PeerOwner, type PeersOf, type PeersOptions } from './peers.ts';

/** @returns the calls that a page has, and `stop`, which ends the network */
export function peersHere(
  options: PeersOptions,
): Omit<PeerApi, 'open'> & Pick<PeersOf, 'open'> & { stop(): Promise<void> } {
  const listeners = createListeners<[PeerEvent]>();
  // In one process there is no queue between the two; the session's own bounds hold.
  const owner: PeerOwner = { tell: listeners.notify, hasBacklog: () => false };
  const peers = createPeers(options);
  const { open, close, dial, send, keep, hangUp } = peers.of(owner);
  return {
    ...{ open, close, dial },
    send: async (line, bytes) => send(line, bytes),
    keep: async (line) => keep(line),
    hangUp: async (line) => hangUp(line),
    onEvent: listeners.subscribe,
    stop: peers.stop,
  };
}
