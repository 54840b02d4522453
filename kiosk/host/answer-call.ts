/**
 * Runs a parsed call on the device host: the one table for the WebSocket (socket-server.ts) and for Electron's IPC
 * (kiosk/main/ipc.ts), so that both forms of the kiosk have the same host.
 */

import type { HostInfo, PrinterStatus, PrintOutcome, QuitAnswer } from '#kiosk/bridge/host-api.ts';
import type { HostCall } from '#kiosk/bridge/messages.ts';
import type { PeerAnswer, PeerCall } from '#kiosk/bridge/peer-messages.ts';
import { unreachable } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import type { PeersOf } from '#shared/lan/peers.ts';
import type { Printers } from './printers/printers.ts';

/** Secrets by name, kept for this machine. */
export interface SecretStore {
  readonly protection: HostInfo['keyStore'];
  save(name: string, value: string): Promise<void>;
  /** @returns null when nothing is kept under that name */
  load(name: string): Promise<string | null>;
}

export interface Host {
  readonly info: () => HostInfo;
  readonly printers: Pick<Printers, 'statuses' | 'print'>;
  readonly secrets: SecretStore;
  /** Absent where a person leaves by other means. */
  readonly quit?: (pin: string) => Promise<QuitAnswer>;
  /** Peers of the renderer that calls; absent where this host carries no frames. */
  readonly peers?: PeersOf;
}

export type Answer = HostInfo | readonly PrinterStatus[] | PrintOutcome | QuitAnswer | PeerAnswer | string | null;

async function runPeerCall(peers: PeersOf | undefined, call: PeerCall): Promise<PeerAnswer> {
  if (peers === undefined && call.call === 'peerOpen') return 'switched_off';
  if (peers === undefined) throw new Error('This device host does not connect to other kiosks.');
  switch (call.call) {
    case 'peerOpen':
      return peers.open(call.opening);
    case 'peerClose':
      await peers.close();
      return null;
    case 'peerDial':
      return peers.dial(call.address);
    case 'peerSend':
      return peers.send(call.line, call.bytes);
    case 'peerKeep':
      peers.keep(call.line);
      return null;
    case 'peerHangUp':
      peers.hangUp(call.line);
      return null;
    default:
      return unreachable(call);
  }
}

async function run(host: Host, call: HostCall): Promise<Answer> {
  switch (call.call) {
    case 'info':
      return host.info();
    case 'printers':
      return host.printers.statuses();
    case 'print':
      return host.printers.print(call.printerId, call.job);
    case 'saveSecret':
      await host.secrets.save(call.name, call.value);
      return null;
    case 'loadSecret':
      return host.secrets.load(call.name);
    case 'quit':
      return host.quit === undefined ? 'not_here' : host.quit(call.pin);
    default:
      return runPeerCall(host.peers, call);
  }
}

/**
 * @param name the call as it was spelled: a malformed print job is an outcome (certainly not printed), every other
 *   malformed call an error
 * @throws Error with a message for the caller when the call is malformed or this host does not connect to other kiosks,
 *   or the fault of the store
 */
export async function answerCall(host: Host, name: unknown, call: Result<HostCall>): Promise<Answer> {
  if (call.ok) return run(host, call.value);
  const { message, path = '' } = call.errors[0];
  if (name === 'print') return { outcome: 'failed', reason: 'bad_job', message };
  throw new Error(`${message} (${path})`);
}
