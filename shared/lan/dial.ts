/** Dials another host. A machine that does not answer is given up after a short while: the renderer tries again. */
import { connect } from 'node:net';
import type { DialAnswer } from '#shared/peers/peer-api.ts';
import type { PeerLimits } from './limits.ts';
import type { Lines } from './lines.ts';
import { tcpWire } from './wire.ts';

export interface Dialler {
  dial(address: string): Promise<DialAnswer>;
  stop(): void;
}

/** @returns host and port of an address that `readPeerAddress` returned */
function parts(address: string): { readonly host: string; readonly port: number } {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}

export function createDialler(lines: Lines, limits: PeerLimits): Dialler {
  const underWay = new Set<() => void>();

  function dial(address: string): Promise<DialAnswer> {
    return new Promise((resolve) => {
      const socket = connect(parts(address));
      const giveUp = (): void => {
        socket.destroy();
        done('unreachable');
      };
      function done(answer: DialAnswer): void {
        underWay.delete(giveUp);
        socket.setTimeout(0);
        socket.off('close', giveUp);
        resolve(answer);
      }
      underWay.add(giveUp);
      socket.on('error', () => {});
      socket.once('close', giveUp);
      socket.setTimeout(limits.dialMs, giveUp);
      socket.once('connect', () => {
        if (!lines.hasPlace()) {
          socket.destroy();
          done('busy');
          return;
        }
        lines.add(address, (events) => tcpWire(socket, events));
        done('dialled');
      });
    });
  }

  return {
    dial: async (address) => (underWay.size >= limits.dials || !lines.hasPlace() ? 'busy' : dial(address)),
    stop() {
      for (const giveUp of [...underWay]) giveUp();
    },
  };
}
