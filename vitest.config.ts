import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/fixtures/longest-first.ts';
import { clusterProject, testFiles } from './test/projects.ts';

/**
 * Two cores, two files at a time: with three, six browser journeys took 390 CPU seconds instead of 347 and 204 s instead of 193,
 * the store tests of `server/modules`, operations and mails 322 instead of 265 and 166 s instead of 155 (29 November 2026). The limits
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
    maxWorkers: 2,
    // One file after another in one process, with the modules that they import: half of the time of a file with a server went
    // into importing and into code that had not been compiled yet.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
