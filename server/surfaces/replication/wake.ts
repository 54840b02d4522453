/** SY13, SY14: socket.io says `changed {head}` after commits, and ends when the credential does. A hint, never data. */
import type { Server } from 'socket.io';
import type { Actor } from '../../access/actor.ts';
import type { Identify } from '../../access/identify.ts';
import type { Log } from '../../http/log.ts';
import type { Platform } from '../../platform.ts';

/** Many commits a moment make one hint. */
const quietMs = 40;
const recheckMs = 5_000;
const socketsPerTenantMax = 2_000;

export function serveWakeUps(io: Server, platform: Platform, identify: Identify, log: Log): void {
  const tenants = new Map<string, Promise<() => void>>();

  io.use(async (socket, next) => {
    const { token, sandbox } = socket.handshake.auth as { token?: unknown; sandbox?: unknown };
    const found = await identify(`Bearer ${typeof token === 'string' ? token : ''}`, sandbox === true);
    if (!found.ok) return next(new Error(found.errors[0].code));
    if ((io.sockets.adapter.rooms.get(found.value.actor.tenant)?.size ?? 0) >= socketsPerTenantMax) return next(new Error('overloaded'));
    socket.data = { actor: found.value.actor, authorization: `Bearer ${String(token)}`, sandbox: sandbox === true };
    next();
  });

  async function watch(actor: Actor): Promise<() => void> {
    const view = await platform.follow(actor);
    let timer: NodeJS.Timeout | null = null;
    let head = await view.head();
    return view.onCommit((next) => {
      head = next;
      timer ??= setTimeout(() => {
        timer = null;
        io.to(actor.tenant).emit('changed', { head });
      }, quietMs);
    });
  }

  io.on('connection', (socket) => {
    const { actor, authorization, sandbox } = socket.data as { actor: Actor; authorization: string; sandbox: boolean };
    void socket.join(actor.tenant);
    if (!tenants.has(actor.tenant)) {
      const started = watch(actor);
      tenants.set(actor.tenant, started);
      started.catch((fault: unknown) => {
        tenants.delete(actor.tenant);
        log.error('wake-ups failed', { fault: String(fault) });
      });
    }
    // A token that has run out, or was revoked, ends the line; a client with a fresh one comes back by itself.
    const recheck = setInterval(async () => {
      const still = await identify(authorization, sandbox);
      if (still.ok) return;
      socket.emit('closed', { code: still.errors[0].code });
      socket.disconnect(true);
    }, recheckMs);
    socket.on('disconnect', () => clearInterval(recheck));
  });
}
