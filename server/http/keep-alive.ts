/** Keeps WebSockets open: a connection that answers no ping is cut, and one that the server leaves has a moment to close. */
import type { WebSocket } from 'ws';

/** Interval of pings, in ms; a connection that has not answered the last one by then is cut. */
const pingMs = 20_000;
const goodbyeMs = 1_000;

/** Returns how to stop. */
export function keepAlive(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Closes the connection, and cuts it where the other end has not closed it a second later. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}

/** Closes the connection because the server stops. */
export function leave(socket: WebSocket): void {
  closeSoon(socket, 1001, 'Going away');
}
