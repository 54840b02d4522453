/**
 * Builds the kiosk, the console and the browser tools where they are older than their source. Safe to call from several
 * processes at once: one builds, the others wait for it, and a running server serves the old files until the new ones are
 * complete. Called by `npm start`, by `npm run venue` and by the tests that need the built pages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isFresh } from './is-fresh.js';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'dist');
const lockFile = join(dist, '.building');
const lockPollMs = 200;
/** A build takes seconds; on a machine that does ten things at once, a minute or two. */
const lockWaitMs = 600_000;

interface WebApp {
  readonly name: 'kiosk' | 'console' | 'browser-tools';
  readonly config: string;
  /** Files and folders it is made of. */
  readonly sources: readonly string[];
}

const apps: readonly WebApp[] = [
  { name: 'kiosk', config: 'vite.config.ts', sources: ['kiosk', 'shared'] },
  { name: 'console', config: 'vite.console.config.ts', sources: ['server/web/console', 'server/web/parts', 'shared'] },
  {
    name: 'browser-tools',
    config: 'vite.browser-tools.config.ts',
    sources: ['server/web/tools', 'server/web/parts', 'shared'],
  },
];

/** @param say called once, before a build begins */
export async function buildWebApps(say: (line: string) => void = () => {}): Promise<void> {
  if (apps.every(isBuilt)) return;
  const unlock = await lock();
  try {
    // The previous holder of the lock may have built them.
    const stale = apps.filter((app) => !isBuilt(app));
    if (stale.length > 0) say(`Building the ${stale.map(({ name }) => name).join(' and the ')}…`);
    for (const app of stale) await build(app);
  } finally {
    await unlock();
  }
}

const isBuilt = ({ name, config, sources }: WebApp): boolean =>
  isFresh(join(dist, name, 'index.html'), [...sources, config]);

async function build({ name, config }: WebApp): Promise<void> {
  const begun = new Date();
  const fresh = join(dist, `.${name}-new-${process.pid}`);
  const old = join(dist, `.${name}-old-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = [vite, 'build', '--config', config, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'error'];
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A test runner's own setting would make a development build of it.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw new Error(`The ${name} could not be built: Vite exited with ${code}.`);
  }
  // A source that changed while it was read counts as newer than what came of it.
  await utimes(join(fresh, 'index.html'), begun, begun);
  if (existsSync(join(dist, name))) await rename(join(dist, name), old);
  await rename(fresh, join(dist, name));
  await rm(old, { recursive: true, force: true });
}

/** @returns the function that releases the lock */
async function lock(): Promise<() => Promise<void>> {
  await mkdir(dist, { recursive: true });
  const endMs = Date.now() + lockWaitMs;
  while (Date.now() < endMs) {
    const taken = await writeFile(lockFile, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    );
    if (taken) return () => rm(lockFile, { force: true });
    if (!(await isHeld())) await rm(lockFile, { force: true });
    await wait(lockPollMs);
  }
  throw new Error(`Another build has not finished. If none is running, delete ${lockFile}.`);
}

async function isHeld(): Promise<boolean> {
  const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  // The lock was just made and not written yet, or just released: another process may hold it by now, so it is not removed.
  if (!Number.isInteger(holder) || holder <= 0) return true;
  try {
    process.kill(holder, 0);
    return true;
  } catch {
    return false;
  }
}
