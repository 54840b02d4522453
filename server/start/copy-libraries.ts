/** A part of `npm run build`: the files of packages that a server in use is installed without (`core/browser-libraries.ts`). */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserLibrary, browserLibraries, copiesFolder, installedLibrary } from '../core/browser-libraries.ts';

/**
 * @param root where the copies go, below it
 * @throws where a package is not installed, with what to do
 */
export function copyLibraries(root: string): void {
  const folder = join(root, copiesFolder);
  mkdirSync(folder, { recursive: true });
  for (const [name, copy] of Object.entries(browserLibraries)) {
    const file = installedLibrary(name as BrowserLibrary);
    if (file === null) throw new Error(`${name} is not installed. Run "npm install".`);
    copyFileSync(file, join(folder, copy));
  }
}
