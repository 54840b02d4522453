/** WebSockets that stay open: who answers no ping is cut, and who is left is given a moment to go. */
import type { WebSocket } from 'ws';

/** A line is looked at so often; one that does not answer until then is cut. */
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

/** Closes it; one that does not close with us is cut. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}

/** The server goes. */
export function leave(socket: WebSocket): void {
  closeSoon(socket, 1001, 'Going away');
}
