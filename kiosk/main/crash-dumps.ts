/**
 * A dump of a crashed process holds what was in memory: stacks, and, in a dump of the whole process, also names and keys.
 * None is sent anywhere (crashReporter in index.ts); dumps on the disk are deleted at every start and after every crash.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Never throws: the kiosk starts with a dump on the disk, too. @param folder of Crashpad, as Electron names it */
export async function dropCrashDumps(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names)
    if (/\.(dmp|meta)$/.test(name))
      await rm(join(folder, name), { force: true }).catch((error: unknown) => console.error('crash dump:', error));
}
