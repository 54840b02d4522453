/** Lists the methods of a path from the mounted routes, for 405 and for OPTIONS. */
import type { Express, Router } from 'express';
import { indexedRoutes, type MountedRoute } from './route-index.ts';

const shownOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  );
}

export interface Route {
  /** Path as it was mounted. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** Returns the routes in the order of mounting, without what is mounted as a whole (folders of files). */
export function mountedRoutes({ router }: { readonly router: Router }): readonly Route[] {
  return router.stack.flatMap((layer) => {
    const below = indexedRoutes(layer.handle);
    if (below) return mountedRoutes({ router: below });
    const route = layer.route as MountedRoute | undefined;
    if (!route) return [];
    const methods = Object.keys(route.methods).map((name) => name.toUpperCase());
    return [route.path].flat().map((path) => ({ path, methods }));
  });
}

/**
 * To be called after everything is mounted.
 *
 * @returns a function that gives the methods of a path in a fixed order; empty: the path has no route
 */
export function methodsByPath(app: Express): (path: string) => readonly string[] {
  const routes = mountedRoutes(app).map(({ path, methods }) => ({ segments: path.split('/'), methods }));
  return (path) => {
    const asked = path.replace(/\/$/, '').split('/');
    const found = new Set(routes.filter((r) => matches(r.segments, asked)).flatMap((r) => r.methods));
    if (found.size === 0) return [];
    if (found.has('GET')) found.add('HEAD');
    found.add('OPTIONS');
    return shownOrder.filter((name) => found.has(name));
  };
}
