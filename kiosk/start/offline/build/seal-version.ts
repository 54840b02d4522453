/** Finishes a build of the kiosk: icons, and inside the service worker the list of all other files with their digests. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import sharp from 'sharp';
import type { KioskVersion, VersionFile } from '../wire/messages.ts';

export const workerFile = 'sw.js';
const placeholder = 'GATEHOUSE_KIOSK_VERSION';
/** Sides of the icons in pixels, as the web app manifest names them. */
const iconSides = [192, 512] as const;
const iconGround = '#1d3fbb';
/** Launchers cut a maskable icon down to a circle of 80 % of its side. */
const maskableShare = 0.8;

/** @param folder the built kiosk's folder @param iconSvg the picture that the icons are drawn from */
export async function drawIcons(folder: string, iconSvg: string): Promise<void> {
  for (const side of iconSides) {
    await sharp(iconSvg, { density: 1_200 })
      .resize(side)
      .png()
      .toFile(join(folder, `icon-${side}.png`));
  }
  const [, side] = iconSides;
  const inner = await sharp(iconSvg, { density: 1_200 })
    .resize(Math.round(side * maskableShare))
    .toBuffer();
  await sharp({ create: { width: side, height: side, channels: 4, background: iconGround } })
    .composite([{ input: inner }])
    .png()
    .toFile(join(folder, 'icon-maskable-512.png'));
}

/**
 * Writes the list of the folder's other files, each with its SHA-256, into its service worker.
 *
 * @param folder the built kiosk's folder, with its icons
 * @param worker the worker's text, with the placeholder still in it
 */
export async function sealVersion(folder: string, worker: string): Promise<KioskVersion> {
  if (!worker.includes(placeholder)) throw new Error(`the service worker lacks ${placeholder}`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => path !== workerFile)
    .sort();
  const files: VersionFile[] = [];
  for (const path of paths) {
    files.push({ path, integrity: `sha256-${digest(await readFile(join(folder, path))).toString('base64')}` });
  }
  const id = digest(worker + JSON.stringify(files))
    .toString('hex')
    .slice(0, 16);
  const version: KioskVersion = { id, files };
  // A function supplies the text, because a replacement text has characters with a meaning of their own.
  await writeFile(
    join(folder, workerFile),
    worker.replaceAll(placeholder, () => JSON.stringify(version)),
  );
  return version;
}

function digest(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
