import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/fixtures/longest-first.ts';
import { clusterProject, testFiles } from './test/projects.ts';

/**
 * Two cores, three files at a time: a browser test, which shares the cores with its servers, waits half of its time. The limits are
 * there to end what hangs, not to judge what is slow: a busy machine must not turn a test red.
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
