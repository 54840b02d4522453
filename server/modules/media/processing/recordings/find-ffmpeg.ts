/** Is ffmpeg on this machine? Looked for at each recording, so that one installed later is used without a restart. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Ffmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

function onPath(name: string, path: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of path.split(delimiter)) {
    // A relative entry would find what someone put into the working folder.
    if (!/^(?:\/|[A-Za-z]:)/.test(folder)) continue;
    try {
      accessSync(join(folder, file), constants.X_OK);
      return join(folder, file);
    } catch {
      // The program is not in this folder.
    }
  }
  return null;
}

/** @param path folders as in the environment's PATH. @returns null where one of the two programs is missing */
export function findFfmpeg(path: string): Ffmpeg | null {
  const ffmpeg = onPath('ffmpeg', path);
  const ffprobe = onPath('ffprobe', path);
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null;
}
