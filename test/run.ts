/**
 * `npm test`: types and lint, the web apps, then the tests. Arguments go to Vitest; `--project unit` alone runs the tests
 * that need neither, at once.
 */
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);

function run(command: string, ...words: readonly string[]): void {
  const { status } = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

const projects = args.flatMap((word, at) => (word === '--project' ? [args[at + 1]] : []));
if (projects.length === 0 || projects.some((name) => name !== 'unit')) {
  run('npm', 'run', '-s', 'check');
  run('npm', 'run', '-s', 'build');
}
run('npx', 'vitest', 'run', ...args);
