/**
 * Live subscriptions over socket.io: the frames of `/live`, events named by their `type` with the frame as their one
 * argument. It is the same socket that hears `changed`; a session begins with its first frame. The client sends its
 * credential as `auth: {token, sandbox?}`, which was checked when the socket was admitted.
 */
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { Server, Socket } from 'socket.io';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { ServerFrame } from '#shared/live/frames.ts';
import { ServerResponse } from '../../core/node-http.ts';
import { faultFields } from '../../http/log.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { socketCredential } from '../../http/socket-credential.ts';
import { changeFrame } from './encode-batch.ts';
import type { LiveSocketParts } from './live-socket.ts';
import { tooManyLines } from './no-line.ts';
import { framesWaitingMax, openSession, type Session } from './session.ts';
import { roomIn, type Wire } from './wire.ts';

/** Maximum number of packets that wait for the transport of one socket. */
const packetsWaitingMax = 64;

function wireOf(socket: Socket): Wire {
  const { conn } = socket;
  let waiting = 0;
  // All packets that waited were handed to the transport, which emits this when it takes more.
  conn.on('drain', () => {
    waiting = 0;
  });
  const hasRoom = () => waiting < packetsWaitingMax;
  const send = (frame: ServerFrame) => {
    if (!socket.connected) return;
    waiting += 1;
    socket.emit(frame.type, frame);
  };
  return {
    hasRoom,
    room: roomIn(conn),
    send,
    sendChanges(id, { changes }) {
      let sent = 0;
      for (const change of changes) {
        if (!hasRoom()) break;
        send(changeFrame(id, change));
        sent += 1;
      }
      return sent;
    },
  };
}

export function serveLiveEvents(io: Server, parts: LiveSocketParts): void {
  const { charge, identify, lines, log } = parts;

  function end(socket: Socket, refusal: Refusal): void {
    socket.emit('error', { type: 'error', ...refusal });
    socket.emit('closed', { code: refusal.code });
    socket.disconnect(true);
  }

  async function begin(socket: Socket): Promise<Session> {
    const { authorization, sandbox } = socketCredential(socket);
    const found = await identify(authorization, sandbox);
    if (!found.ok) throw new RefusalError(found.errors);
    const { actor, tenant } = found.value;
    let session: Session | null = null;
    const release = lines.hold({
      actor,
      authorization,
      sandbox,
      end: (code) => end(socket, { code, message: 'The credential is no longer valid.' }),
      // The stop of the server ends all sockets, like connections that break: clients connect again by themselves.
      leave: () => {},
      changed(other) {
        session?.become(other).catch((fault: unknown) => {
          log.error('live connection not checked', faultFields(fault));
          socket.disconnect(true);
        });
      },
    });
    if (!release) throw new RefusalError([tooManyLines]);
    const opened = openSession({
      ...parts,
      wire: wireOf(socket),
      actor,
      charge: () => charge(tenant, new ServerResponse(socket.request as IncomingMessage) as Response, 1),
      onAbuse: () => socket.disconnect(true),
    });
    session = opened;
    const close = () => {
      opened.close();
      release();
    };
    if (socket.connected) socket.once('disconnect', close);
    else close();
    return opened;
  }

  io.on('connection', (socket) => {
    let session: Promise<Session> | null = null;
    let waiting = 0;
    socket.onAny((name: string, given: unknown) => {
      waiting += 1;
      if (waiting > framesWaitingMax) {
        socket.disconnect(true);
        return;
      }
      session ??= begin(socket);
      session
        .then((opened) => opened.receive({ ...(isObject(given) ? given : {}), type: name }))
        .catch((fault: unknown) => {
          if (fault instanceof RefusalError) return end(socket, fault.errors[0]);
          log.error('live socket failed', faultFields(fault));
          socket.disconnect(true);
        })
        .finally(() => {
          waiting -= 1;
        });
    });
  });
}
