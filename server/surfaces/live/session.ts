/**
 * One client on one connection, independent of the dialect: frames are handled one after the other, and answers are sent by
 * its wire. The dialect that opens a session closes it with the connection, and when the credential ends.
 */
import type { Refusal, Result } from '#shared/base/result.ts';
import { type ClientFrame, readClientFrame } from '#shared/live/frames.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { faultFields } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { SessionSubscriptions, type Subscribing, type SubscriptionsParts } from './session-subscriptions.ts';
import { followTools } from './tool-news.ts';

/** Maximum number of frames that wait to be handled; no honest client sends more at once. */
export const framesWaitingMax = 500;
/** Maximum number of frames that cannot be read, on one connection. */
export const badFramesMax = 20;

export interface SessionParts extends SubscriptionsParts {
  readonly actor: Actor;
  /** Called where the client sends more than is tolerated: it ends the connection. */
  readonly onAbuse: () => void;
}

export interface Session {
  /** @param frame as parsed */
  receive(frame: unknown): void;
  /** A frame that could not be parsed. */
  receiveBad(errors: readonly Refusal[]): void;
  /** Subscribes at once, not in the order of frames. @returns the refusals; then nothing was sent */
  subscribe(frame: Subscribing): Promise<Result<null>>;
  /** Called where the rights of the credential have changed. */
  become(actor: Actor): Promise<void>;
  close(): void;
}

export function openSession(parts: SessionParts): Session {
  const { charge, log, onAbuse, wire } = parts;
  const subscriptions = new SessionSubscriptions(parts, parts.actor);
  const tools = followTools(parts, wire, () => subscriptions.actor);
  let handled: Promise<void> = Promise.resolve();
  let waiting = 0;
  let bad = 0;

  function refused(errors: readonly Refusal[], id?: string): void {
    for (const error of errors.slice(0, 1)) wire.send({ type: 'error', ...(id === undefined ? {} : { id }), ...error });
  }

  async function answer(frame: ClientFrame): Promise<void> {
    switch (frame.type) {
      case 'ping':
        return wire.send({ type: 'pong' });
      case 'init':
        return refused([{ code: 'invalid_request', message: 'This connection is already authenticated.' }]);
      case 'tools':
        await charge();
        return subscriptions.isOver ? undefined : tools.begin(frame.id);
      case 'unsubscribe':
        tools.end(frame.id);
        subscriptions.end(frame.id);
        return wire.send({ type: 'unsubscribed', id: frame.id });
      case 'subscribe': {
        const done = await subscriptions.begin(frame);
        if (!done.ok) refused(done.errors, frame.id);
      }
    }
  }

  function receiveBad(errors: readonly Refusal[]): void {
    bad += 1;
    refused(errors);
    if (bad > badFramesMax) onAbuse();
  }

  async function handle(given: unknown): Promise<void> {
    if (subscriptions.isOver) return;
    const frame = readClientFrame(given);
    if (!frame.ok) return receiveBad(frame.errors);
    try {
      await answer(frame.value);
    } catch (fault) {
      const id = 'id' in frame.value ? frame.value.id : undefined;
      if (fault instanceof RefusalError) return refused(fault.errors, id);
      log.error('live frame failed', faultFields(fault));
      refused([{ code: 'internal_error', message: 'Something went wrong on our side. Try again in a moment.' }], id);
    }
  }

  return {
    subscribe: (frame) => subscriptions.begin(frame),
    receiveBad,
    receive(frame) {
      waiting += 1;
      if (waiting > framesWaitingMax) return onAbuse();
      handled = handled
        .then(() => handle(frame))
        .finally(() => {
          waiting -= 1;
        });
    },
    async become(actor) {
      const checked = subscriptions.become(actor);
      tools.announce();
      await checked;
    },
    close() {
      subscriptions.close();
      tools.end();
    },
  };
}
