/**
 * What one client follows on one line, in no dialect: frames in, subscriptions, frames out by its wire. Frames are heard
 * one after the other. Whoever made it ends it with its line, and when the credential has ended.
 */

import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { type ClientFrame, readClientFrame, type SubscribeFrame } from '#shared/live/frames.ts';
import { aheadOfLog } from '../../core/log/subscriptions/follow-changes.ts';
import { openWatch, type Watched } from '../../core/log/subscriptions/watch.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { faultFields } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { LiveParts } from './live-parts.ts';
import { Subscription } from './subscription.ts';
import { followTools } from './tool-news.ts';
import type { Wire } from './wire.ts';

export const subscriptionsPerSessionMax = 100;
/** Frames that may wait to be heard; more at once is nobody's honest need. */
export const framesWaitingMax = 500;
/** Frames that are none, on one line. */
export const badFramesMax = 20;
const patienceMs = 15_000;
/** How often a client is told how far it is, where nothing was for it. */
const positionMs = 15_000;

export interface SessionParts extends LiveParts {
  readonly wire: Wire;
  readonly actor: Actor;
  /** Counts one subscription against the tenant's minute, or throws the refusal. */
  readonly charge: () => Promise<void>;
  /** More than is borne: the line is to be ended. */
  readonly onAbuse: () => void;
  /** A subscription has ended by itself. */
  readonly onEnded?: () => void;
}

/** `dialect`: a filter out of a query string is all text. */
type Subscribing = SubscribeFrame & { readonly dialect?: 'json' | 'url' };

interface Running {
  readonly subscription: Subscription;
  readonly watched: Watched;
}

const accessChanged: Refusal = {
  code: 'access_changed',
  message: 'Your access has changed. Reload the records, then subscribe again.',
};

export interface Session {
  /** @param frame as parsed */
  hear(frame: unknown): void;
  /** A frame that could not be parsed. */
  heardBad(errors: readonly Refusal[]): void;
  /** Subscribes without a frame's detour. @returns its refusals; then nothing was sent */
  subscribe(frame: Subscribing): Promise<Result<null>>;
  /** The credential may see something else now. */
  become(actor: Actor): Promise<void>;
  close(): void;
}

export function openSession(parts: SessionParts): Session {
  const { charge, log, onAbuse, tails, wire } = parts;
  const running = new Map<string, Running>();
  let actor = parts.actor;
  let heard: Promise<void> = Promise.resolve();
  let waiting = 0;
  let bad = 0;
  let isOver = false;
  const tools = followTools(parts, wire, () => actor);

  const onFault = (fault: unknown) => log.warn('live subscription interrupted', faultFields(fault));

  async function subscribe(frame: Subscribing): Promise<Result<null>> {
    const { collection, dialect = 'json', id, log: logId, since, where } = frame;
    if (running.has(id)) return refuse({ code: 'id_reused', message: 'A subscription with this ID already exists.' });
    if (running.size >= subscriptionsPerSessionMax)
      return refuse({
        code: 'overloaded',
        message: `A connection can have at most ${subscriptionsPerSessionMax} subscriptions. End some, or open another connection.`,
        detail: { limit: subscriptionsPerSessionMax },
      });
    await charge();
    const watched: Watched = { collection, where, dialect };
    const tail = await tails.of(actor.tenant);
    const head = await tail.head();
    let asker: Actor;
    let watch: Awaited<ReturnType<typeof openWatch>>;
    do {
      asker = actor;
      watch = await openWatch(parts, asker, watched);
    } while (asker !== actor);
    if (!watch.ok) return watch;
    const from = since ?? head;
    if (from > head || (logId !== undefined && logId !== tail.logId)) return refuse(aheadOfLog(head));
    if (isOver) return ok(null);
    const subscription = new Subscription({
      id,
      watch: watch.value,
      from,
      tail,
      tails,
      wire,
      patienceMs: parts.patienceMs ?? patienceMs,
      onFault,
      onEnd() {
        running.delete(id);
        parts.onEnded?.();
      },
    });
    running.set(id, { subscription, watched });
    wire.send({ type: 'subscribed', id, seq: from, log: tail.logId });
    subscription.start();
    return ok(null);
  }

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
        return isOver ? undefined : tools.begin(frame.id);
      case 'unsubscribe':
        tools.end(frame.id);
        running.get(frame.id)?.subscription.stop();
        running.delete(frame.id);
        return wire.send({ type: 'unsubscribed', id: frame.id });
      case 'subscribe': {
        const done = await subscribe(frame);
        if (!done.ok) refused(done.errors, frame.id);
      }
    }
  }

  function heardBad(errors: readonly Refusal[]): void {
    bad += 1;
    refused(errors);
    if (bad > badFramesMax) onAbuse();
  }

  async function hearOne(given: unknown): Promise<void> {
    if (isOver) return;
    const frame = readClientFrame(given);
    if (!frame.ok) return heardBad(frame.errors);
    try {
      await answer(frame.value);
    } catch (fault) {
      const id = 'id' in frame.value ? frame.value.id : undefined;
      if (fault instanceof RefusalError) return refused(fault.errors, id);
      log.error('live frame failed', faultFields(fault));
      refused([{ code: 'internal_error', message: 'Something went wrong on our side. Try again in a moment.' }], id);
    }
  }

  const beating = setInterval(() => {
    for (const { subscription } of running.values()) subscription.tellPosition();
  }, positionMs);
  beating.unref();
  return {
    subscribe,
    heardBad,
    hear(frame) {
      waiting += 1;
      if (waiting > framesWaitingMax) return onAbuse();
      heard = heard
        .then(() => hearOne(frame))
        .finally(() => {
          waiting -= 1;
        });
    },
    async become(other) {
      actor = other;
      tools.tell();
      for (const { subscription, watched } of [...running.values()]) {
        const watch = await openWatch(parts, other, watched);
        if (!watch.ok) subscription.ended(watch.errors[0], null);
        else if (watch.value.key !== subscription.watch.key) subscription.ended(accessChanged, null);
      }
    },
    close() {
      isOver = true;
      clearInterval(beating);
      tools.end();
      for (const { subscription } of running.values()) subscription.stop();
      running.clear();
    },
  };
}
