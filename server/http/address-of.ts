import type { Request } from 'express';

/** The other end of the connection; what headers say of it can be made up by anybody. */
export function addressOf(request: Request): string {
  return request.socket.remoteAddress ?? 'unknown';
}
