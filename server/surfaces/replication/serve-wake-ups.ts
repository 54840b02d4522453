/**
 * SY13, SY14, SY20: socket.io says `changed {head}` after commits, and ends when the credential does. A hint, never data.
 * A kiosk's line, as it comes and goes, is a word about the kiosk.
 */
import type { Server, Socket } from 'socket.io';
import type { Result } from '#shared/base/result.ts';
import { wholeLog } from '../../core/log/subscriptions/follow-changes.ts';
import type { Platform } from '../../core/platform.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import { faultFields, type Log } from '../../http/log.ts';
import { socketCredential } from '../../http/socket-credential.ts';
import type { Revocations } from '../../identity/credentials/revocations.ts';
import type { Identify } from '../../identity/identify.ts';
import type { KioskLines } from '../../identity/kiosks/kiosk-lines.ts';
import { DeviceNews } from './device-news.ts';
import { newsOfDevices } from './replica-view.ts';

/** Many commits a moment make one hint. */
const quietMs = 40;
/** Tokens that ran out, and what other processes revoked, are found out by looking again. */
const recheckMs = 5_000;
const socketsPerTenantMax = 2_000;

export interface WakeParts {
  readonly platform: Platform;
  readonly identify: Identify;
  readonly revocations: Revocations;
  readonly kioskLines: KioskLines;
  readonly log: Log;
}

/** The room of a tenant's kiosks; all its sockets are in the tenant's own. */
const devicesOf = (tenant: string): string => `${tenant} devices`;

interface Line {
  readonly actor: Actor;
  /** Ends the socket when the credential has ended. */
  readonly recheck: () => Promise<void>;
  readonly end: (code: string) => void;
}

/** Returns how to stop: nothing is written any more when that has resolved. */
export function serveWakeUps(io: Server, parts: WakeParts): () => Promise<void> {
  const { platform, identify, revocations, kioskLines, log } = parts;
  const lines = new Set<Line>();
  const telling = new Set<Promise<void>>();
  let leaving = false;
  const hinted = new Set<string>();

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
    await hintTenant(actor);
    const recheck = async () => {
      const still = await identify(authorization, sandbox, 'socket.io');
      if (!still.ok) end(socket, still.errors[0].code);
    };
    const line: Line = { actor, recheck, end: (code) => end(socket, code) };
    socket.data = line;
    return null;
  }

  /** One listener a tenant, for as long as the process lives. */
  async function hintTenant(actor: Actor): Promise<void> {
    const { tenant } = actor;
    if (hinted.has(tenant)) return;
    hinted.add(tenant);
    try {
      const view = await wholeLog(platform, tenant);
      const held = async () => newsOfDevices(await platform.registry(tenant));
      const news = new DeviceNews(view, await view.head(), held);
      let hintComes = false;
      let head = 0;
      /** Looks at what devices hold come one after another. */
      let looking: Promise<void> = Promise.resolve();
      const hint = async () => {
        hintComes = false;
        io.to(tenant).except(devicesOf(tenant)).emit('changed', { head });
        if (!io.sockets.adapter.rooms.has(devicesOf(tenant))) return news.pass(head);
        // Where that cannot be learnt, they look for themselves.
        const isNews = await news.any().catch(() => true);
        if (isNews) io.to(devicesOf(tenant)).emit('changed', { head });
      };
      view.onCommit((next) => {
        head = next;
        if (hintComes) return;
        hintComes = true;
        setTimeout(() => {
          looking = looking.then(hint);
        }, quietMs);
      });
    } catch (fault) {
      hinted.delete(tenant);
      throw fault;
    }
  }

  /** A fault costs no more than this one word: the kiosk's next status says the same. */
  function tell(word: () => Promise<Result<unknown>>): Promise<void> {
    const told = word()
      .then((done) => {
        if (!done.ok) log.warn('kiosk line not noted', { code: done.errors[0].code });
      })
      .catch((fault: unknown) => log.warn('kiosk line not noted', faultFields(fault)))
      .finally(() => telling.delete(told));
    telling.add(told);
    return told;
  }

  function noteLine(socket: Socket, kiosk: string): void {
    const opened = tell(() => kioskLines.opened(kiosk, socket.id));
    socket.on('disconnect', () => {
      // Where this server goes, the kiosk does not: it comes back here or elsewhere, or falls silent.
      if (!leaving) void opened.then(() => tell(() => kioskLines.closed(kiosk, socket.id)));
    });
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
    if (kiosk) noteLine(socket, kiosk.kiosk);
    const { tenant } = line.actor;
    void socket.join([tenant, ...(kiosk ? [devicesOf(tenant)] : [])]);
  });

  // A person has several sessions, and one of them has ended: each line asks whether it was its own.
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
    leaving = true;
    stopListening();
    clearInterval(looking);
    await Promise.all(telling);
  };
}
