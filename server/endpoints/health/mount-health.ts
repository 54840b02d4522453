/**
 * Answers load balancers, kiosks and people: is the server alive, is it ready, do its followers keep up, which version is it.
 * The server is ready while it can read and write and is not about to stop; else `/readyz` answers 503, within seconds.
 */
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';
import { version } from '../../core/version.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { WriteCheck } from './write-check.ts';

export interface FollowerState {
  readonly name: string;
  /** Number of changes not yet processed. */
  readonly lag: number;
  /** Absent: the follower works. */
  readonly lastError?: string;
}

export interface HealthParts {
  readonly followers: { status(): readonly FollowerState[] };
  /** Runs a small query on the database; rejects where it does not answer. */
  readonly answers: () => Promise<unknown>;
  readonly checkWriting: WriteCheck;
  /** True while the server is stopping. */
  readonly isLeaving: () => boolean;
}

/** A probe needs its answer soon: a database that takes longer counts as unavailable. */
const databaseAnswersMs = 2_000;

function notReady(code: string, message: string): RefusalError {
  return new RefusalError([{ code, message }], { headers: { 'Retry-After': '1' } });
}

async function answersInTime(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), databaseAnswersMs);
  work.then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(timer));
}

export function mountHealth({ followers, answers, checkWriting, isLeaving }: HealthParts): Mount {
  return {
    name: 'health',
    mount(app) {
      app.get('/', (_request, response) => response.redirect(302, '/console/'));
      app.get('/healthz', (_request, response) => {
        response.json({ status: 'ok' });
      });
      app.get('/readyz', async (_request, response) => {
        if (isLeaving()) throw notReady('overloaded', 'The server is stopping. Try another server.');
        if (!(await answersInTime(answers())))
          throw notReady('storage_unavailable', 'The database is not responding right now.');
        const problem = await checkWriting();
        if (problem !== null) throw notReady('storage_unavailable', problem);
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
