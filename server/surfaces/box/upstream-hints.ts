/** Hints that there is something to pull, by socket.io; the open line also shows upstream that the box runs (SY13, SY20). */
import { secondMs } from '#shared/base/time.ts';

export interface UpstreamHints {
  close(): void;
}

const reconnectMaxMs = 5 * secondMs;

/** @param token asked at every connection: it lives for an hour, the connection for days */
export async function followHints(baseUrl: string, token: () => string, onHint: () => void): Promise<UpstreamHints> {
  // Loaded where it is wanted: a server that is no box has no use for it.
  const { io } = await import('socket.io-client');
  let isOpen = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const socket = io(baseUrl, {
    transports: ['websocket'],
    auth: (send) => send({ token: token() }),
    reconnectionDelayMax: reconnectMaxMs,
  });
  for (const name of ['changed', 'connect', 'disconnect']) socket.on(name, onHint);
  // The library does not reconnect after the server itself ended or refused the connection.
  const again = (): void => {
    if (!socket.active && isOpen) retry = setTimeout(() => socket.connect(), reconnectMaxMs);
  };
  socket.on('disconnect', again);
  socket.on('connect_error', again);
  return {
    close() {
      isOpen = false;
      clearTimeout(retry);
      socket.off();
      socket.disconnect();
    },
  };
}
