/** The topic tails of this process, one for each tenant that has open public pages. */
import type { Topic } from '../../collections/public-page.ts';
import type { Platform } from '../../platform.ts';
import { wholeLog } from '../subscriptions/read-subscription.ts';
import type { LiveTails } from './live-tails.ts';
import { TopicTail, type Watcher } from './topic-tail.ts';

export interface TopicWatch {
  /** The place in the log up to which the watcher has been woken. */
  readonly id: string;
  /** Something that it follows has changed since its last place, or it did not name one. */
  readonly hasMissed: boolean;
  stop(): void;
}

export interface TopicTails {
  /** @param lastId what the watcher was sent last, by any server; null: it is new */
  watch(tenant: string, topics: readonly Topic[], watcher: Watcher, lastId: string | null): Promise<TopicWatch>;
  close(): void;
}

export function openTopicTails(
  platform: Platform,
  { inTurn }: Pick<LiveTails, 'inTurn'>,
  onFault: (fault: unknown) => void,
): TopicTails {
  const tails = new Map<string, Promise<TopicTail>>();
  let isClosed = false;

  function opened(tenant: string): Promise<TopicTail> {
    const known = tails.get(tenant);
    if (known) return known;
    const opening = wholeLog(platform, tenant).then((view) => TopicTail.open(view, onFault));
    tails.set(tenant, opening);
    opening.catch(() => drop(tenant, opening));
    return opening;
  }

  function drop(tenant: string, opening: Promise<TopicTail>): void {
    if (tails.get(tenant) === opening) tails.delete(tenant);
  }

  return {
    async watch(tenant, topics, watcher, lastId) {
      let opening = opened(tenant);
      let tail = await opening;
      while (tail.isOver) {
        drop(tenant, opening);
        opening = opened(tenant);
        tail = await opening;
      }
      const forget = tail.watch(topics, watcher);
      const stop = () => {
        forget();
        if (!tail.isIdle) return;
        // A tenant without open pages is not kept open by them.
        drop(tenant, opening);
        tail.close();
      };
      try {
        // Asked after the watcher stands in the index: what changes meanwhile wakes it.
        const hasMissed = lastId === null || (await inTurn(() => tail.hasMissed(topics, lastId)));
        if (isClosed) watcher.ended();
        return { id: tail.id, hasMissed, stop };
      } catch (fault) {
        stop();
        throw fault;
      }
    },
    close() {
      isClosed = true;
      for (const opening of tails.values()) opening.then((tail) => tail.close()).catch(onFault);
    },
  };
}
