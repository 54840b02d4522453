/**
 * Whether something that was built is newer than all it was built of. In JavaScript, because main.js asks it before anything that
 * compiles TypeScript is loaded.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..', '..');

/** What the built server is made of, below the project's folder. */
export const serverSources = ['server', 'shared', 'vite.server.config.ts'];

/** @returns when the file was changed, or anything in the folder; a folder's own time tells of files that went away */
function newestMs(whole) {
  const own = statSync(whole);
  const inside = own.isDirectory() ? readdirSync(whole, { recursive: true, encoding: 'utf8' }) : [];
  return Math.max(own.mtimeMs, ...inside.map((name) => statSync(join(whole, name)).mtimeMs));
}

export function isFresh(built, sources, root = here) {
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return [...sources, 'package-lock.json'].every((source) => newestMs(join(root, source)) < mtimeMs);
}
