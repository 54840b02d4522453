/** Hints that there is something to pull, by socket.io. Only hints: without one a kiosk pulls every half minute (SY13). */
import { io } from 'socket.io-client';
import { secondMs } from '#shared/base/time.ts';
import { firstRetryMs } from './backoff.ts';

/** Shorter than for requests: without it every change waits for the next pull. */
const reconnectMaxMs = 5 * secondMs;

export interface WakeUp {
  /** Opens the connection, or keeps it shut while the network is cut. */
  setOpen(open: boolean): void;
  close(): void;
}

export interface WakeUpOptions {
  readonly baseUrl: string;
  readonly token: () => string;
  /** The server has something new, or the connection came or went. */
  readonly onHint: () => void;
}

export type ConnectWakeUp = (options: WakeUpOptions) => WakeUp;

export const connectWakeUp: ConnectWakeUp = ({ baseUrl, token, onHint }) => {
  let open = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const socket = io(baseUrl, {
    transports: ['websocket'],
    // Asked at every connection: a token lives for an hour, the connection for days.
    auth: (send) => send({ token: token() }),
    reconnectionDelay: firstRetryMs,
    reconnectionDelayMax: reconnectMaxMs,
    randomizationFactor: 0.5,
  });
  socket.on('changed', onHint);
  socket.on('connect', onHint);
  // Whether the server is gone or has shut this kiosk out: a request finds out.
  socket.on('disconnect', onHint);
  // The library does not reconnect after the server itself ended or refused the connection (the token has expired).
  const again = (): void => {
    if (!socket.active && open) retry = setTimeout(() => socket.connect(), reconnectMaxMs);
  };
  socket.on('disconnect', again);
  socket.on('connect_error', again);
  return {
    setOpen: (wanted) => {
      open = wanted;
      clearTimeout(retry);
      if (open) socket.connect();
      else socket.disconnect();
    },
    close: () => {
      open = false;
      clearTimeout(retry);
      socket.off();
      socket.disconnect();
    },
  };
};
