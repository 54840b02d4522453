/** Many routes that begin alike stand in a router of their own, so that other requests pass all of them at one comparison. */
import type { Express, RequestHandler, Router } from 'express';

const routers = new WeakMap<object, Router>();

/** @param prefixes what each path of the router begins with; its routes name their whole path */
export function mountBelow(app: Express, prefixes: readonly string[], router: Router): void {
  const handler: RequestHandler = (request, response, next) => {
    const isBelow = prefixes.some((prefix) => {
      const after = request.url[prefix.length];
      return request.url.startsWith(prefix) && (after === undefined || after === '/' || after === '?');
    });
    // A router inside another one answers OPTIONS by itself, with its own routes alone; allowed-methods.ts knows all.
    if (isBelow && request.method !== 'OPTIONS') router(request, response, next);
    else next();
  };
  routers.set(handler, router);
  app.use(handler);
}

/** @returns undefined for a handler that `mountBelow` did not make */
export const routerOf = (handler: object): Router | undefined => routers.get(handler);
