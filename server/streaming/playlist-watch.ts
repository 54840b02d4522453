/**
 * Says when the playlist of a stream has been written again. The streaming process may run on another computer that shares
 * the folder, so the file is looked at: by one timer for a stream, and only while something waits for it.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import { secondMs } from '#shared/base/time.ts';
import { folderOf, playlistName } from './hls-files.ts';

const lookMs = 30;
/** Longest wait for a change: after that, those that wait look by themselves. */
const waitMs = secondMs;

interface Watched {
  readonly waiting: (() => void)[];
  readonly written: bigint | null;
  readonly untilMs: number;
}

const writtenAt = (path: string): Promise<bigint | null> =>
  stat(path, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => null,
  );

/** Resolves at the next change, or after a second without one. */
export type Changed = () => Promise<void>;

/** @returns a function that begins to look; what is read after it has resolved is not older than what `Changed` waits for */
export function watchPlaylists(dataDir: string): (stream: string) => Promise<Changed> {
  const watched = new Map<string, Promise<Watched>>();
  const look = async (stream: string, path: string, one: Watched): Promise<void> => {
    const isOver = performance.now() >= one.untilMs || (await writtenAt(path)) !== one.written;
    if (!isOver) {
      setTimeout(() => void look(stream, path, one), lookMs);
      return;
    }
    watched.delete(stream);
    for (const wake of one.waiting) wake();
  };
  const begin = async (stream: string): Promise<Watched> => {
    const path = join(must(folderOf(dataDir, stream), 'a place of playlists'), playlistName);
    const one = { waiting: [], written: await writtenAt(path), untilMs: performance.now() + waitMs };
    setTimeout(() => void look(stream, path, one), lookMs);
    return one;
  };
  return async (stream) => {
    if (folderOf(dataDir, stream) === null) return async () => undefined;
    const known = watched.get(stream) ?? begin(stream);
    watched.set(stream, known);
    const { waiting } = await known;
    const changed = new Promise<void>((resolve) => waiting.push(resolve));
    return () => changed;
  };
}
