/** The Electron of this checkout, where there is a screen for its window, and its environment. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @returns its path; null: no screen, or not downloaded */
export function electronBinary(): string | null {
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'] && process.platform === 'linux') return null;
  try {
    const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..');
    const file = join(folder, 'path.txt');
    // Asking the package itself would start a download where the binary is missing.
    return existsSync(file) ? join(folder, 'dist', process.platform === 'win32' ? 'electron.exe' : 'electron') : null;
  } catch {
    return null;
  }
}

/** @returns the environment of the Electron kiosk, as kiosk/main/kiosk-config.ts reads it, with the address of its server */
export function electronEnvironment(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  return { ...env, GATEHOUSE_URL: url };
}
