/** Gives every request its id and one log line at its end: the route's pattern and ids, never the path as it came. */
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { isId } from '#shared/base/id.ts';
import type { Identity } from './caller-of.ts';
import type { Log } from './log.ts';

/** The route as it was mounted: `/t/:secret`, `/events/:eventId/checkin`: what stands in the place of a parameter may be a secret or a person. */
export function patternOf(request: Request): string {
  const path: unknown = request.route?.path;
  if (typeof path === 'string') return path;
  if (Array.isArray(path)) return String(path[0]);
  return request.baseUrl === '' ? 'none' : `${request.baseUrl}/*`;
}

function whoSent(identity: Identity | undefined): { readonly actor?: string; readonly tenant?: string } {
  if (!identity) return {};
  const { kind, id, tenant } = identity.actor;
  return { actor: `${kind}:${id}`, tenant };
}

export function logRequests(log: Log): RequestHandler {
  return (request, response, next) => {
    request.id = randomUUID();
    response.setHeader('X-Request-Id', request.id);
    if (log.isDebug === false) return next();
    const startedAt = performance.now();
    response.on('finish', () => {
      const ids = Object.values(request.params ?? {}).filter(isId);
      log.debug('request', {
        id: request.id,
        method: request.method,
        route: patternOf(request),
        ...(ids.length > 0 ? { ids } : {}),
        ...(request.sandbox ? { sandbox: true } : {}),
        status: response.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...whoSent(request.identity),
      });
    });
    next();
  };
}
