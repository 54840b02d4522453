/** Live subscriptions in their three dialects over one engine: WebSocket, socket.io, server-sent events. */
import type { Server } from 'socket.io';
import type { Mount } from '../../http/request-handler.ts';
import type { Upgrade } from '../../http/upgrades.ts';
import type { LiveSocketParts } from './live-socket.ts';
import { openTickets, type Sealing } from './live-tickets.ts';
import { mountChanges } from './mount-changes.ts';
import { serveLive } from './serve-live.ts';
import { serveLiveEvents } from './serve-live-events.ts';

export interface Live {
  /** Must be mounted before `/api/v1/{collection}/{id}`. */
  readonly mount: Mount;
  /** Handles upgrades at `/live`. */
  readonly upgrade: (upgrade: Upgrade) => void;
  readonly serveEvents: (io: Server) => void;
}

export function openLive({ sealing, ...parts }: LiveSocketParts & { readonly sealing: Sealing }): Live {
  return {
    mount: mountChanges({ ...parts, tickets: openTickets(sealing, parts.clock) }),
    upgrade: serveLive(parts),
    serveEvents: (io) => serveLiveEvents(io, parts),
  };
}
