/**
 * `npm run cluster-tests [-- --shard 1/4]`: all test files that stand on the store that is chosen, on a Citus cluster. Arguments go to
 * Vitest. Ends with 1 where there is no cluster to be had.
 */
import { spawnSync } from 'node:child_process';
import { hasCluster, noCluster } from './fixtures/cluster/find-script.ts';
import { filesOnChosenStore } from './projects.ts';

if (!hasCluster && process.env['TEST_DATABASE_URL'] === undefined) {
  console.error(noCluster);
  process.exit(1);
}

function run(command: string, ...words: readonly string[]): void {
  const env = { ...process.env, TEST_STORE: 'cluster' };
  const { status } = spawnSync(command, words, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

run('npm', 'run', '-s', 'build');
run('npx', 'vitest', 'run', ...process.argv.slice(2), ...filesOnChosenStore());
