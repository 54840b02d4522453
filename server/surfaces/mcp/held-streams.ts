/** Open streams: each is held for as long as it is open and ends with its credential; their number is bounded by actor. */
import type { Request } from 'express';
import type { Actor } from '../../core/policy/actor.ts';
import type { Lines } from '../../http/open-connections.ts';
import { refusal } from '../../http/refusal-error.ts';
import { ownerOf } from './sessions.ts';

/** Maximum number of open streams of one actor; the tenant has a bound of its own besides (http/open-connections.ts). */
export const streamsPerOwnerMax = 100;

/**
 * @param end ends the stream: its credential is no longer valid, or the server stops
 * @param changed the rights of the credential have changed
 * @returns the release; throws `overloaded` where there are too many
 */
export type HoldStream = (
  request: Request,
  actor: Actor,
  end: () => void,
  changed: (actor: Actor) => void,
) => () => void;

export function holdStreams(lines: Lines): HoldStream {
  const openOf = new Map<string, number>();
  return (request, actor, end, changed) => {
    const { authorization } = request.headers;
    const owner = ownerOf(actor);
    const open = openOf.get(owner) ?? 0;
    const release =
      open < streamsPerOwnerMax &&
      lines.hold({ actor, authorization, sandbox: request.sandbox, end, leave: end, changed });
    if (!release) throw refusal('overloaded', 'Too many streams are open. Close some, then try again.');
    openOf.set(owner, open + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      release();
      const left = (openOf.get(owner) ?? 1) - 1;
      if (left > 0) openOf.set(owner, left);
      else openOf.delete(owner);
    };
  };
}
