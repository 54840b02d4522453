/** Files of the device host that a power cut leaves whole: flushed before they get their name, and the name flushed too. */
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes a folder after a file in it got its name. */
export async function flushFolder(path: string): Promise<void> {
  // Windows has no flush of folders, and needs none.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes the folder and its missing parents, readable by their owner alone, and flushes their names. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let at = folder; at !== dirname(firstMade); at = dirname(at)) await flushFolder(dirname(at));
}

/** Replaces the file whole, so that a crash leaves the old or the new one. Readable by its owner alone; its folder is made. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await flushFolder(dirname(path));
}
