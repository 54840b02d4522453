import { defineConfig } from 'vitest/config';

// Two cores: browser tests share them with the servers they start, so files run two at a time at most.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
