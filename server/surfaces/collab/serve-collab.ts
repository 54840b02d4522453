/**
 * WebSocket `/collab/ws/{collection}/{id}/{field}`: any stock y-websocket client. Who may not is refused before the
 * upgrade. Credentials come in the header, or as browsers can: `protocols: ['gatehouse', 'bearer.<credential>']`, of which
 * `gatehouse` is answered. Never in the address. Close codes: 1003 garbage, 1009 too large, 1013 come back and ask for
 * what you lack, 4401 credential ended, 4403 not yours any more, 4404 record gone.
 */
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { ServerResponse } from '../../core/node-http.ts';
import type { Platform } from '../../core/platform.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { addressOf } from '../../http/client-address.ts';
import { closeSoon, keepAlive } from '../../http/keep-alive.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { Lines } from '../../http/open-connections.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { refuseUpgrade, type Upgrade } from '../../http/upgrades.ts';
import type { Identify } from '../../identity/identify.ts';
import { type DocumentName, parseDocumentName } from '../../modules/documents/document-name.ts';
import { frames, readFrame } from '../../modules/documents/frames.ts';
import {
  bytesPerSpanMax,
  closeCodes,
  floodSpanMs,
  frameBytesMax,
  messagesPerSpanMax,
  questionBytes,
  unsentBytesMax,
} from '../../modules/documents/limits.ts';
import type { Collab } from '../../modules/documents/open-collab.ts';
import { permit } from '../../modules/documents/permit.ts';
import type { Peer, Room } from '../../modules/documents/room.ts';

export const collabPath = '/collab/ws';
const protocol = 'gatehouse';
const bearerPrefix = 'bearer.';

export interface CollabParts {
  readonly collab: Collab;
  readonly platform: Platform;
  readonly identify: Identify;
  readonly lines: Lines;
  /** Draws requests from the tenant's minute; throws the 429 when it was one too many. */
  readonly charge: (tenant: TenantRecord, response: Response, requests: number) => Promise<void>;
  readonly statusOf: (code: string) => number;
  readonly log: Log;
}

/** Stock clients close a connection that brings no message for half a minute, and do not count pings. */
const beatMs = 20_000;
const emptyAwareness = frames.awareness(new Uint8Array([0]));

/** A connection that asks to join: its actor and the document. */
interface Guest {
  readonly actor: Actor;
  readonly authorization: string | undefined;
  readonly name: DocumentName;
  readonly mayWrite: boolean;
  readonly room: Room;
  readonly upgrade: Upgrade;
}

function credentialOf({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  const bearer = offered.find((one) => one.startsWith(bearerPrefix));
  return bearer && `Bearer ${bearer.slice(bearerPrefix.length)}`;
}

function nameOf({ path }: Upgrade): DocumentName | null {
  const prefix = `${collabPath}/`;
  try {
    return path.startsWith(prefix) ? parseDocumentName(decodeURIComponent(path.slice(prefix.length))) : null;
  } catch {
    return null;
  }
}

const noName: Refusal = {
  code: 'route_unknown',
  message: `The address must be ${collabPath}/{collection}/{id}/{field}.`,
};

async function admit({ charge, collab, identify, platform }: CollabParts, upgrade: Upgrade): Promise<Result<Guest>> {
  const authorization = credentialOf(upgrade.request);
  const found = await identify(authorization, upgrade.sandbox);
  if (!found.ok) return found;
  const { tenant } = found.value;
  const actor = { ...found.value.actor, from: addressOf(upgrade.request) };
  // The limit writes its state into headers, which no client reads here.
  await charge(tenant, new ServerResponse(upgrade.request) as Response, 1);
  const name = nameOf(upgrade);
  if (!name) return refuse(noName);
  const permitted = await permit(platform, actor, name);
  if (!permitted.ok) return permitted;
  const room = await (await collab.rooms()).enter(actor, actorName(actor), name);
  if (!room.ok) return room;
  return { ok: true, value: { actor, authorization, name, upgrade, room: room.value, ...permitted.value } };
}

/** Counts what one connection sends. @returns whether it has sent too much within the span */
function flood(): (bytes: number) => boolean {
  let [since, messages, sum] = [0, 0, 0];
  return (bytes) => {
    const now = performance.now();
    if (now - since > floodSpanMs) [since, messages, sum] = [now, 0, 0];
    messages += 1;
    sum += bytes;
    return messages > messagesPerSpanMax || sum > bytesPerSpanMax;
  };
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

function seat(parts: CollabParts, guest: Guest, socket: WebSocket): void {
  const { actor, authorization, name, room, upgrade } = guest;
  const close = (code: number, reason: string) => {
    room.leave(peer);
    closeSoon(socket, code, reason);
  };
  const shownAs = actor.shownAs ?? actor.label;
  let now = actor;
  const lookAgain = () => {
    permit(parts.platform, now, name, true).then(
      (still) => {
        if (still.ok) return room.setMayWrite(peer, still.value.mayWrite);
        const isGone = parts.statusOf(still.errors[0].code) === 404;
        close(isGone ? closeCodes.gone : closeCodes.forbidden, still.errors[0].code);
      },
      (fault: unknown) => parts.log.warn('collab permission not checked', faultFields(fault)),
    );
  };
  const peer: Peer = {
    name: actorName(actor),
    ...(shownAs === undefined ? {} : { shownAs }),
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > unsentBytesMax) return close(closeCodes.again, 'too_slow');
      socket.send(frame);
    },
    close,
    lookAgain,
  };
  const release = parts.lines.hold({
    actor,
    authorization,
    sandbox: upgrade.sandbox,
    end: (code) => close(closeCodes.credential, code),
    leave: () => close(closeCodes.leaving, 'leaving'),
    changed(changed) {
      now = changed;
      lookAgain();
    },
  });
  const stopPings = keepAlive(socket);
  const beats = setInterval(() => peer.send(emptyAwareness), beatMs);
  beats.unref();
  const isTooMuch = flood();
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const bytes = bytesOf(data);
    const message = isBinary ? readFrame(bytes) : null;
    if (!message) return close(closeCodes.garbage, 'garbage');
    const cost = message.kind === 'ask' ? questionBytes : bytes.byteLength;
    if (isTooMuch(cost)) return close(closeCodes.again, 'too_fast');
    if (message.kind === 'ask') return room.answer(peer, message.stateVector);
    if (message.kind === 'edit') return room.edit(peer, message.update);
    if (message.kind === 'who') return room.tellPresent(peer);
    room.hearAwareness(peer, message.update);
  });
  // The library reports a broken frame in the close code that it sends itself (1002, 1009).
  socket.on('error', () => {});
  socket.once('close', () => {
    stopPings();
    clearInterval(beats);
    release?.();
    room.leave(peer);
  });
  if (!release || !room.join(peer, guest.mayWrite)) close(closeCodes.again, 'too_many');
}

/** @returns the handler of connections below `/collab/ws` */
export function serveCollab(parts: CollabParts): (upgrade: Upgrade) => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax - 1,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });

  async function open(upgrade: Upgrade): Promise<void> {
    const admitted = await admit(parts, upgrade);
    if (!admitted.ok) return refuseUpgrade(upgrade.socket, parts.statusOf(admitted.errors[0].code), admitted.errors[0]);
    sockets.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, (socket) =>
      seat(parts, admitted.value, socket),
    );
  }

  return (upgrade) => {
    open(upgrade).catch((fault: unknown) => {
      if (fault instanceof RefusalError)
        return refuseUpgrade(upgrade.socket, parts.statusOf(fault.errors[0].code), fault.errors[0]);
      parts.log.error('collab socket failed', faultFields(fault));
      refuseUpgrade(upgrade.socket, 503, { code: 'storage_unavailable', message: 'Try again in a moment.' });
    });
  };
}
