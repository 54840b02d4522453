/** Notes at a kiosk's record when its socket opens and closes. */
import type { Socket } from 'socket.io';
import type { Result } from '#shared/base/result.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { KioskLines } from '../../identity/kiosks/kiosk-lines.ts';

export interface KioskConnections {
  note(socket: Socket, kiosk: string): void;
  /** The server stops: what closes from now on is not noted. Resolves when nothing is written any more. */
  leave(): Promise<void>;
}

export function noteKioskConnections(kioskLines: KioskLines, log: Log): KioskConnections {
  const writing = new Set<Promise<void>>();
  let isLeaving = false;

  /** A fault costs this one note: the kiosk's next status says the same. */
  function write(work: () => Promise<Result<unknown>>): Promise<void> {
    const written = work()
      .then((done) => {
        if (!done.ok) log.warn('kiosk line not noted', { code: done.errors[0].code });
      })
      .catch((fault: unknown) => log.warn('kiosk line not noted', faultFields(fault)))
      .finally(() => writing.delete(written));
    writing.add(written);
    return written;
  }

  return {
    note(socket, kiosk) {
      const opened = write(() => kioskLines.opened(kiosk, socket.id));
      socket.on('disconnect', () => {
        // A kiosk outlives a stop of this server: it connects again, here or at another server, or becomes silent.
        if (!isLeaving) void opened.then(() => write(() => kioskLines.closed(kiosk, socket.id)));
      });
    },
    async leave() {
      isLeaving = true;
      await Promise.all(writing);
    },
  };
}
