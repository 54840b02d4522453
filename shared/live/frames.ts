/**
 * The frames of live subscriptions, one JSON object each: on the WebSocket `/live`, on socket.io (events named by
 * `type`, the frame as their one argument), and as the data of server-sent events. Spoken by server/surfaces/live and
 * the SDK. What a client does with a change: `create` and `update` put the record, `delete` and `leave` remove it.
 */
import { isObject, parseJson } from '../base/json.ts';
import { ok, type Refusal, type Result, refuse } from '../base/result.ts';

/** A frame larger than this ends the line with 1009. */
export const frameBytesMax = 2 * 1024 * 1024;
/** A client that gives its token in a frame offers this subprotocol, where it is no page in a browser. */
export const liveProtocol = 'gatehouse-live';
const idLengthMax = 100;
const tokenLengthMax = 2_000;
const nameLengthMax = 100;

export type ClientFrame =
  /** Identifies the client; the first frame where no Authorization header came with the request. */
  | { readonly type: 'init'; readonly token: string }
  | SubscribeFrame
  | { readonly type: 'unsubscribe'; readonly id: string }
  /**
   * Subscribes to the list of tools for a page (`/api/schema/tools`), now and after each change; one subscription a
   * connection.
   */
  | { readonly type: 'tools'; readonly id: string }
  /** Answered by `pong`: browsers cannot send pings of their own. */
  | { readonly type: 'ping' };

export interface SubscribeFrame {
  readonly type: 'subscribe';
  /** The client's own name for the subscription: every frame about it carries it. */
  readonly id: string;
  readonly collection: string;
  /** A filter in the JSON form of a list's filter, over the record itself, not through relations. */
  readonly where?: unknown;
  /** Changes after this place in the log; absent: from now on. */
  readonly since?: number;
  /** Log of which `since` is a place; refused as `log_changed` where the server has another (a restored backup). */
  readonly log?: string;
}

/** `leave`: a record no longer fits the filter, or is no longer the subscriber's to see; only its id is sent. */
export type LiveOp = 'create' | 'update' | 'delete' | 'leave';

export interface LiveRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface ChangeFrame {
  readonly type: 'change';
  readonly id: string;
  /** Its place in the log; rises within a subscription. */
  readonly seq: number;
  readonly op: LiveOp;
  /** Record after the change; of a deletion the last state there was; of `leave` only the id. */
  readonly record: LiveRecord;
}

export type ServerFrame =
  /** The credential is good. */
  | { readonly type: 'ready' }
  /** Changes after `seq` follow. */
  | { readonly type: 'subscribed'; readonly id: string; readonly seq: number; readonly log: string }
  | ChangeFrame
  /** There was nothing for this subscription up to here: a client that has to subscribe again sends `seq` as `since`. */
  | { readonly type: 'position'; readonly id: string; readonly seq: number }
  | ResyncFrame
  | { readonly type: 'unsubscribed'; readonly id: string }
  /** The answer of `/api/schema/tools` now has this version (its `meta.version`). */
  | { readonly type: 'tools'; readonly id: string; readonly version: string }
  | { readonly type: 'pong' }
  /** With an id: that subscription was refused. Without: a frame was invalid, or the connection ends. */
  | ({ readonly type: 'error'; readonly id?: string } & Refusal);

/** The subscription has ended. */
export interface ResyncFrame {
  readonly type: 'resync';
  readonly id: string;
  /**
   * Why: `slow_reader`, `schema_changed`, `access_changed`, `collection_unknown`, `insufficient_scope`, `log_changed`.
   */
  readonly code: string;
  readonly message: string;
  /** Subscribe again from here and nothing is missed; null: read the records again, then subscribe. */
  readonly since: number | null;
}

/** Codes with which the server closes a connection. All others are the protocol's own: 1003 no text, 1009 too large a frame. */
export const closeCodes = {
  /** The server stops: connect again at once, and subscribe from the last place. */
  goingAway: 1001,
  /** More lines, or more that is no frame, than is allowed. */
  policy: 1008,
  /** Too many lines: come back later. */
  tryLater: 1013,
  /** No credential, one that is not good, or no longer. Another attempt with it is pointless. */
  unauthenticated: 4401,
} as const;

function invalid(message: string): Result<never> {
  return refuse({ code: 'invalid_request', message });
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= lengthMax;
}

function readSubscribe(frame: Readonly<Record<string, unknown>>): Result<SubscribeFrame> {
  const { collection, id, log, since, where } = frame;
  if (!isText(id, idLengthMax))
    return invalid(`\`id\` must name the subscription: text of 1 to ${idLengthMax} characters.`);
  if (!isText(collection, nameLengthMax)) return invalid('`collection` must be the name of a collection.');
  if (since !== undefined && since !== null && !(Number.isSafeInteger(since) && Number(since) >= 0))
    return invalid('`since` must be a whole number from 0.');
  if (log !== undefined && log !== null && !isText(log, nameLengthMax))
    return invalid('`log` must be the ID of a log.');
  return ok({
    type: 'subscribe',
    id,
    collection,
    ...(where === undefined || where === null ? {} : { where }),
    ...(typeof since === 'number' ? { since } : {}),
    ...(typeof log === 'string' ? { log } : {}),
  });
}

/** @param frame as parsed from JSON. @returns it, or `invalid_request`; fields that it has beside are left out */
export function readClientFrame(frame: unknown): Result<ClientFrame> {
  if (!isObject(frame))
    return invalid('A frame must be a JSON object: {"type": "subscribe", "id": …, "collection": …}.');
  const { id, token, type } = frame;
  if (type === 'subscribe') return readSubscribe(frame);
  if (type === 'ping') return ok({ type });
  if (type === 'unsubscribe' || type === 'tools')
    return isText(id, idLengthMax) ? ok({ type, id }) : invalid('`id` must name the subscription.');
  if (type === 'init')
    return isText(token, tokenLengthMax)
      ? ok({ type, token })
      : invalid('`token` must be an API key or an access token.');
  return invalid('`type` must be one of init, subscribe, unsubscribe, tools, ping.');
}

/**
 * @param text of a WebSocket's text frame, or of a server-sent event
 * @returns null unless it is an object with a `type`; the rest is not checked
 */
export function readServerFrame(text: string): ServerFrame | null {
  const frame = parseJson(text);
  return isObject(frame) && typeof frame['type'] === 'string' ? (frame as ServerFrame) : null;
}
