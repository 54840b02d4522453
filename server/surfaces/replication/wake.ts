/** SY13, SY14: socket.io says `changed {head}` after commits, and ends when the credential does. A hint, never data. */
import type { Server, Socket } from 'socket.io';
import { type Actor, actorName } from '../../access/actor.ts';
import type { Identify } from '../../access/identify.ts';
import type { Revocations } from '../../access/revocations.ts';
import { faultFields, type Log } from '../../http/log.ts';
import { socketCredential } from '../../http/socket-credential.ts';
import type { Platform } from '../../platform.ts';

/** Many commits a moment make one hint. */
const quietMs = 40;
/** Tokens that ran out, and what other processes revoked, are found out by looking again. */
const recheckMs = 5_000;
const socketsPerTenantMax = 2_000;

export interface WakeParts {
  readonly platform: Platform;
  readonly identify: Identify;
  readonly revocations: Revocations;
  readonly log: Log;
}

interface Line {
  readonly actor: Actor;
  /** Ends the socket when the credential has ended. */
  readonly recheck: () => Promise<void>;
}

/** Returns how to stop. */
export function serveWakeUps(io: Server, { platform, identify, revocations, log }: WakeParts): () => void {
  const lines = new Set<Line>();
  const hinted = new Set<string>();

  function end(socket: Socket, code: string): void {
    socket.emit('closed', { code });
    socket.disconnect(true);
  }

  async function admit(socket: Socket): Promise<string | null> {
    const { authorization, sandbox } = socketCredential(socket);
    const found = await identify(authorization, sandbox);
    if (!found.ok) return found.errors[0].code;
    const { actor } = found.value;
    if ((io.sockets.adapter.rooms.get(actor.tenant)?.size ?? 0) >= socketsPerTenantMax) return 'overloaded';
    await hintTenant(actor);
    const recheck = async () => {
      const still = await identify(authorization, sandbox);
      if (!still.ok) end(socket, still.errors[0].code);
    };
    const line: Line = { actor, recheck };
    socket.data = line;
    return null;
  }

  /** One listener a tenant, for as long as the process lives. */
  async function hintTenant(actor: Actor): Promise<void> {
    const { tenant } = actor;
    if (hinted.has(tenant)) return;
    hinted.add(tenant);
    try {
      const view = await platform.follow(actor);
      let hintComes = false;
      let head = 0;
      view.onCommit((next) => {
        head = next;
        if (hintComes) return;
        hintComes = true;
        setTimeout(() => {
          hintComes = false;
          io.to(tenant).emit('changed', { head });
        }, quietMs);
      });
    } catch (fault) {
      hinted.delete(tenant);
      throw fault;
    }
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
    void socket.join([line.actor.tenant, actorName(line.actor)]);
  });

  const stopListening = revocations.onRevoked((actor) => {
    const code = actor.startsWith('kiosk:') ? 'kiosk_revoked' : 'credential_revoked';
    io.to(actor).emit('closed', { code });
    io.in(actor).disconnectSockets(true);
  });
  const looking = setInterval(() => {
    for (const { recheck } of lines)
      recheck().catch((fault: unknown) => log.warn('socket not looked at', faultFields(fault)));
  }, recheckMs);
  looking.unref();
  return () => {
    stopListening();
    clearInterval(looking);
  };
}
