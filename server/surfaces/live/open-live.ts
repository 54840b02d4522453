/** Live subscriptions in their three dialects over one engine: WebSocket, socket.io, server-sent events. */
import type { Server } from 'socket.io';
import { openRegistryNews } from '../../following/registry-news.ts';
import { openTails } from '../../following/tails.ts';
import type { Mount } from '../../http/door.ts';
import { faultFields } from '../../http/log.ts';
import type { Upgrade } from '../../http/upgrades.ts';
import type { LiveSocketParts } from './live-socket.ts';
import { mountChanges } from './mount-changes.ts';
import { serveLive } from './serve-live.ts';
import { serveLiveEvents } from './serve-live-events.ts';
import { openTickets, type Sealing } from './tickets.ts';

export interface Live {
  /** To be mounted before whoever takes `/api/v1/{collection}/{id}`. */
  readonly mount: Mount;
  /** At `/live`. */
  readonly upgrade: (upgrade: Upgrade) => void;
  readonly serveEvents: (io: Server) => void;
  readonly close: () => void;
}

export function openLive(given: Omit<LiveSocketParts, 'tails' | 'news'> & { readonly sealing: Sealing }): Live {
  const tails = openTails(given.platform, (fault) => given.log.warn('log not followed', faultFields(fault)));
  const news = openRegistryNews(given.platform, (fault) =>
    given.log.warn('registry not looked at', faultFields(fault)),
  );
  const parts = { ...given, tails, news };
  return {
    mount: mountChanges({ ...parts, tickets: openTickets(given.sealing, given.clock) }),
    upgrade: serveLive(parts),
    serveEvents: (io) => serveLiveEvents(io, parts),
    close() {
      tails.close();
      news.close();
    },
  };
}
