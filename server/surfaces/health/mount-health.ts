/** For load balancers, kiosks and people: is it alive, is it ready, do its followers keep up, which version is it. */
import { readFileSync } from 'node:fs';
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';
import type { Mount } from '../../http/door.ts';

export interface FollowerState {
  readonly name: string;
  readonly lag: number;
  readonly lastError?: string;
}

export interface HealthParts {
  readonly followers: { status(): readonly FollowerState[] };
  readonly directory: { all(): Promise<readonly unknown[]> };
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

export function mountHealth({ followers, directory }: HealthParts): Mount {
  return {
    name: 'health',
    mount(app) {
      app.get('/', (_request, response) => response.redirect(302, '/console/'));
      app.get('/healthz', (_request, response) => {
        response.json({ status: 'ok' });
      });
      app.get('/readyz', async (_request, response) => {
        await directory.all();
        const failing = followers.status().filter((f) => f.lastError !== undefined);
        response.json({
          status: failing.length > 0 ? 'degraded' : 'ok',
          failingFollowers: failing.map(({ name, lag }) => ({ name, lag })),
          version,
          syncVersion,
          syncVersionFloor,
        });
      });
    },
  };
}
