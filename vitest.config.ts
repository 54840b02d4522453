import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/fixtures/longest-first.ts';
import { clusterProject, testFiles } from './test/projects.ts';

/**
 * Three files at a time on two cores, because a third of their time is waiting: a whole run took 1,084 s and 1,918 CPU seconds, with
 * two at a time 1,229 s and 1,695 (29 November 2026, a quiet hour; on a machine three times slower the two took the same). The limits
 * are there to end what hangs, not to judge what is slow: a busy machine must not turn a test red.
 */
export default defineConfig({
  test: {
    projects: [
      ...[...testFiles()].map(([name, include]) => ({
        extends: true as const,
        test: { name, include: [...include], isolate: name === 'alone' },
      })),
      ...clusterProject().map((test) => ({ extends: true as const, test })),
    ],
    globalSetup: 'test/fixtures/run-folder.ts',
    setupFiles: 'test/fixtures/leave-as-found.ts',
    pool: 'forks',
    maxWorkers: 3,
    // One file after another in one process, with the modules that they import: half of the time of a file with a server went
    // into importing and into code that had not been compiled yet.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
