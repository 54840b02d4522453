import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/fixtures/longest-first.ts';
import { testFiles } from './test/projects.ts';

/**
 * Two cores: browser tests share them with the servers they start, so files run two at a time at most. The limits are
 * there to end what hangs, not to judge what is slow: a busy machine must not turn a test red.
 */
export default defineConfig({
  test: {
    projects: [...testFiles()].map(([name, include]) => ({ extends: true, test: { name, include: [...include] } })),
    globalSetup: 'test/fixtures/run-folder.ts',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
