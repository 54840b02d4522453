/** The last step of the kiosk's build. The worker goes through the build as an entry of its own, named `sw`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { drawIcons, sealVersion, workerFile } from './seal-version.ts';

/** @param iconSvg absolute path of the kiosk's icon */
export function sealKiosk(iconSvg: string): Plugin {
  return {
    name: 'gatehouse-seal-kiosk',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) throw new Error('the kiosk is built into a folder');
        const worker = await readFile(join(dir, workerFile), 'utf8');
        await drawIcons(dir, iconSvg);
        await sealVersion(dir, worker);
      },
    },
  };
}
