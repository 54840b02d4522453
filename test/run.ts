/**
 * `npm test`: types, lint and the web apps, then the tests. Arguments go to Vitest; `--project unit` alone runs the tests
 * that need none of these, at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const args = process.argv.slice(2);

/** @returns the exit code */
async function run(command: string, ...words: readonly string[]): Promise<number> {
  const child = spawn(command, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Each leaves a core idle for a part of its time: side by side. */
const first = ['check:types', 'check:style', 'build'];

const projects = args.flatMap((word, at) => (word === '--project' ? [args[at + 1]] : []));
const unitAlone = projects.length > 0 && projects.every((name) => name === 'unit');
const codes = unitAlone ? [] : await Promise.all(first.map((script) => run('npm', 'run', '-s', script)));
process.exitCode = codes.find((code) => code !== 0) ?? (await run('npx', 'vitest', 'run', ...args));
