/** Sends `changed {head}` to the sockets of a tenant after its commits: many commits in a moment make one hint. */
import type { Server } from 'socket.io';
import { wholeLog } from '../../core/log/subscriptions/read-subscription.ts';
import type { Platform } from '../../core/platform.ts';
import { DeviceNews } from './device-news.ts';
import { newsOfDevices } from './replica-view.ts';

const quietMs = 40;

/** The socket.io room of a tenant's kiosks; all its sockets are in the room of the tenant's id. */
export const kiosksOf = (tenant: string): string => `${tenant} devices`;

export interface ChangeHints {
  /** Sends hints to the tenant's sockets from now on, for as long as the process lives. */
  follow(tenant: string): Promise<void>;
}

/** @returns what to call at each commit, with the head of the log */
function hintsOf(io: Server, tenant: string, news: DeviceNews): (head: number) => void {
  const kiosks = kiosksOf(tenant);
  let isWaiting = false;
  let head = 0;
  /** Checks of what kiosks hold run one after another. */
  let checks: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    isWaiting = false;
    io.to(tenant).except(kiosks).emit('changed', { head });
    if (!io.sockets.adapter.rooms.has(kiosks)) return news.pass(head);
    // If that cannot be found out, the kiosks pull by themselves.
    const isNews = await news.any().catch(() => true);
    if (isNews) io.to(kiosks).emit('changed', { head });
  }

  return (next) => {
    head = next;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      checks = checks.then(send);
    }, quietMs);
  };
}

export function createChangeHints(io: Server, platform: Platform): ChangeHints {
  const followed = new Set<string>();
  return {
    async follow(tenant) {
      if (followed.has(tenant)) return;
      followed.add(tenant);
      try {
        const view = await wholeLog(platform, tenant);
        const held = async () => newsOfDevices(await platform.registry(tenant));
        view.onCommit(hintsOf(io, tenant, new DeviceNews(view, await view.head(), held)));
      } catch (fault) {
        followed.delete(tenant);
        throw fault;
      }
    },
  };
}
