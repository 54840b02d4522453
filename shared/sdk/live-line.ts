/**
 * One connection to `/live` for all subscriptions of a client: opened with the first, closed with the last, reopened when
 * it breaks. The frames: shared/live/frames.ts.
 */
import type { GatehouseError } from './gatehouse-error.ts';
import { LiveConnection, type LiveConnectionParts } from './live-connection.ts';
import { LiveSubscriptions, type Subscription, type SubscriptionHandlers } from './live-subscriptions.ts';

/** No subscription has this id. */
const toolsId = 'tools';

/** Handlers for pages that show the tools (shared/sdk/react), by a version that `/api/schema/tools` has as well. */
export interface ToolsHandlers {
  /** Called at first, after each reconnection, and when there are others. */
  readonly onVersion: (version: string) => void;
  /** The credential is not good any more; `onVersion` comes again after another login. */
  readonly onEnd: (error: GatehouseError) => void;
}

export interface LiveLine {
  subscribe(handlers: SubscriptionHandlers): Subscription;
  /** @returns how to stop */
  followTools(handlers: ToolsHandlers): () => void;
  /** Another login: the connection is opened again with its token, if it is in use. */
  relogin(): void;
}

export function createLiveLine(parts: LiveConnectionParts): LiveLine {
  const toolsFollowers = new Set<ToolsHandlers>();
  const connection = new LiveConnection(parts, {
    isNeeded: isUsed,
    onReady() {
      subscriptions.requestAll();
      requestTools();
    },
    onFrame(frame) {
      if (frame.type !== 'tools') return subscriptions.receive(frame);
      for (const { onVersion } of [...toolsFollowers]) onVersion(frame.version);
    },
    onFailed(error) {
      subscriptions.failAll(error);
      for (const { onEnd } of [...toolsFollowers]) onEnd(error);
    },
  });
  const subscriptions = new LiveSubscriptions(connection, stopIfUnused);

  function isUsed(): boolean {
    return subscriptions.size > 0 || toolsFollowers.size > 0;
  }

  function stopIfUnused(): void {
    if (!isUsed()) connection.stop();
  }

  function requestTools(): void {
    if (connection.isReady && toolsFollowers.size > 0) connection.send({ type: 'tools', id: toolsId });
  }

  return {
    subscribe(handlers) {
      const subscription = subscriptions.add(handlers);
      connection.start();
      return subscription;
    },
    followTools(handlers) {
      toolsFollowers.add(handlers);
      requestTools();
      connection.start();
      return () => {
        toolsFollowers.delete(handlers);
        if (toolsFollowers.size === 0) connection.send({ type: 'unsubscribe', id: toolsId });
        stopIfUnused();
      };
    },
    relogin() {
      if (isUsed()) connection.restart();
    },
  };
}
