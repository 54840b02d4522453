/** Checks whether a request comes from this machine itself: for pages that show the state of a server. */
import type { Request } from 'express';

/** A proxy on this machine calls from it, too, and names its client in one of these headers. */
const proxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

export function isLocal(request: Request): boolean {
  return loopback.test(request.socket.remoteAddress ?? '') && !proxied.some((name) => name in request.headers);
}
