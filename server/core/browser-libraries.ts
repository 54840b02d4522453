/**
 * Libraries that browsers are served and the server itself does not run. They are development packages, like React: `npm run
 * build` copies the one file of each that is served, so that a server installed without those packages (`npm ci --omit=dev`)
 * has it, and not the 50 MB around it.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Modules that are asked for, and the names of their copies. */
export const browserLibraries = {
  'hls.js/dist/hls.min.js': 'hls.min.js',
  '@graphql-yoga/render-graphiql/graphiql': 'graphiql.cjs',
} as const;
export type BrowserLibrary = keyof typeof browserLibraries;

const here = join(import.meta.dirname, '..', '..');

/** Folder of the copies that the build makes, below the project's folder. */
export const copiesFolder = join('dist', 'libraries');

/** @returns the file as its package has it; null: the package is not installed */
export function installedLibrary(name: BrowserLibrary, root = here): string | null {
  try {
    return createRequire(join(root, 'package.json')).resolve(name);
  } catch {
    return null;
  }
}

/**
 * @returns an absolute path: the package's file, else the copy of the last build
 * @throws where there is neither, with what to do
 */
export function browserLibrary(name: BrowserLibrary, root = here): string {
  const installed = installedLibrary(name, root);
  if (installed !== null) return installed;
  const copy = join(root, copiesFolder, browserLibraries[name]);
  if (existsSync(copy)) return copy;
  throw new Error(
    `${name} is neither installed nor built. Run "npm run build", with development packages, and keep dist.`,
  );
}
