/**
 * SY13, SY14, SY20: sockets that receive a hint after commits, never data, and end with their credential. A kiosk's socket
 * also shows whether the kiosk is connected.
 */
import type { Server, Socket } from 'socket.io';
import type { Platform } from '../../core/platform.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import { faultFields, type Log } from '../../http/log.ts';
import { socketCredential } from '../../http/socket-credential.ts';
import type { Revocations } from '../../identity/credentials/revocations.ts';
import type { Identify } from '../../identity/identify.ts';
import type { KioskLines } from '../../identity/kiosks/kiosk-lines.ts';
import { createChangeHints, kiosksOf } from './change-hints.ts';
import { noteKioskConnections } from './kiosk-connections.ts';

/** Tokens that ran out, and those that other processes revoked, are found by checking again. */
const recheckMs = 5_000;
const socketsPerTenantMax = 2_000;

export interface WakeParts {
  readonly platform: Platform;
  readonly identify: Identify;
  readonly revocations: Revocations;
  readonly kioskLines: KioskLines;
  readonly log: Log;
}

interface Line {
  readonly actor: Actor;
  /** Ends the socket when the credential has ended. */
  readonly recheck: () => Promise<void>;
  readonly end: (code: string) => void;
}

/** @returns a function that stops the checks; when it has resolved, nothing is written any more */
export function serveWakeUps(io: Server, parts: WakeParts): () => Promise<void> {
  const { platform, identify, revocations, kioskLines, log } = parts;
  const lines = new Set<Line>();
  const hints = createChangeHints(io, platform);
  const connections = noteKioskConnections(kioskLines, log);

  function end(socket: Socket, code: string): void {
    socket.emit('closed', { code });
    socket.disconnect(true);
  }

  async function admit(socket: Socket): Promise<string | null> {
    const { authorization, sandbox } = socketCredential(socket);
    const found = await identify(authorization, sandbox, 'socket.io');
    if (!found.ok) return found.errors[0].code;
    const { actor } = found.value;
    if ((io.sockets.adapter.rooms.get(actor.tenant)?.size ?? 0) >= socketsPerTenantMax) return 'overloaded';
    await hints.follow(actor.tenant);
    const recheck = async () => {
      const still = await identify(authorization, sandbox, 'socket.io');
      if (!still.ok) end(socket, still.errors[0].code);
    };
    const line: Line = { actor, recheck, end: (code) => end(socket, code) };
    socket.data = line;
    return null;
  }

  io.use((socket, next) => {
    admit(socket).then(
      (refused) => next(refused === null ? undefined : new Error(refused)),
      (fault: unknown) => {
        log.error('socket not admitted', faultFields(fault));
        next(new Error('internal_error'));
      },
    );
  });
  io.on('connection', (socket) => {
    const line = socket.data as Line;
    lines.add(line);
    socket.on('disconnect', () => lines.delete(line));
    const { kiosk } = line.actor;
    if (kiosk) connections.note(socket, kiosk.kiosk);
    const { tenant } = line.actor;
    void socket.join([tenant, ...(kiosk ? [kiosksOf(tenant)] : [])]);
  });

  // A person has several sessions, and one of them has ended: each line checks whether it was its own.
  const stopListening = revocations.onRevoked((name) => {
    for (const line of lines)
      if (actorName(line.actor) === name) line.recheck().catch(() => line.end('credential_revoked'));
  });
  const looking = setInterval(() => {
    for (const { recheck } of lines)
      recheck().catch((fault: unknown) => log.warn('socket not checked', faultFields(fault)));
  }, recheckMs);
  looking.unref();
  return async () => {
    stopListening();
    clearInterval(looking);
    await connections.leave();
  };
}
