/** The request of `GET /api/v1/{collection}/changes`: what to subscribe to, and from which place in the log. */
import type { Request } from 'express';
import type { SubscribeFrame } from '#shared/live/frames.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';

const parameters = ['where', 'since', 'log', 'ticket'];

function placeOf(text: unknown): number {
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw refusal('invalid_value', '`since` must be a whole number from 0.', { path: 'since' });
}

/** The id of one of our events; or a place alone, from clients that keep only that. */
function lastEvent(id: string): { readonly since: number; readonly log?: string } {
  const [, seq, log] = /^(\d{1,15})(?:@([\w-]{1,100}))?$/.exec(id) ?? [];
  if (seq === undefined)
    throw refusal('invalid_header', 'Last-Event-ID must be the ID of an event from this server.', {
      path: 'Last-Event-ID',
    });
  return { since: Number(seq), ...(log === undefined ? {} : { log }) };
}

export interface ChangesRequest {
  readonly frame: SubscribeFrame & { readonly dialect: 'url' };
  /** An EventSource that connects again: refusals reach it as events, because it sees no status. */
  readonly isReturning: boolean;
}

export function readChangesRequest(request: Request): ChangesRequest {
  const tree: Readonly<Record<string, unknown>> = valueOrRefusal(parseQueryString(queryTextOf(request)));
  const unknown = Object.keys(tree).find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 100);
    throw refusal('unknown_parameter', `Unknown parameter ${name}.`, {
      path: name,
      detail: { allowed: parameters },
    });
  }
  const { log, since, where } = tree;
  const collection = String(request.params['collection']);
  const last = request.headers['last-event-id'];
  const isReturning = last !== undefined && last !== '';
  return {
    isReturning,
    frame: {
      type: 'subscribe',
      id: collection,
      collection,
      dialect: 'url',
      ...(where === undefined ? {} : { where }),
      ...(typeof log === 'string' ? { log } : {}),
      ...(since === undefined || isReturning ? {} : { since: placeOf(since) }),
      ...(isReturning ? lastEvent(String(last)) : {}),
    },
  };
}
