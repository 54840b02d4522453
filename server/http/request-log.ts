/**
 * Gives every request its id. With log level `debug`, each answer that is sent is one line of the log: the route's pattern
 * and ids, never the path as it came.
 */
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { isId } from '#shared/base/id.ts';
import type { Identity } from './caller-of.ts';
import type { Log } from './log.ts';

/**
 * The pattern of the request's route, because a parameter in the path may be a secret or name a person.
 *
 * @returns e.g. `/t/:secret`; `<base>/*` below a mounted app; `none` where no route answers
 */
export function routePatternOf(request: Request): string {
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

/** @returns the middleware that sets `request.id` and the header X-Request-Id */
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
        route: routePatternOf(request),
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
