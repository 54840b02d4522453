/**
 * Notices that the kiosk starts over and over, so that it shows a quiet page instead of flickering: keeps the times of
 * the last starts in a small file. A file that cannot be read or written stops nothing.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { parseJson } from '#shared/base/json.ts';

const keptStarts = 5;
const withinMs = 120_000;

/** @param starts Unix milliseconds of the last starts, this one included, oldest first */
export function isStartLoop(starts: readonly number[], now: number): boolean {
  return starts.length >= keptStarts && starts.slice(-keptStarts).every((at) => at <= now && now - at < withinMs);
}

/** Notes this start. @returns whether it is one too many */
export async function noteStart(path: string, now: number): Promise<boolean> {
  // Without a file, or with a torn one, this is the first start.
  const before = parseJson(await readFile(path, 'utf8').catch(() => ''));
  const known = Array.isArray(before) ? before.filter((at): at is number => typeof at === 'number') : [];
  const starts = [...known, now].slice(-keptStarts);
  await writeFile(path, JSON.stringify(starts)).catch((error: unknown) => console.error('start guard:', error));
  return isStartLoop(starts, now);
}

/** Nothing but words; tries the real page again by itself. Served by app-protocol.ts. */
export const safePagePath = 'safe.html';
export const safePage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="30;url=/">
<title>Gatehouse</title><style>body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;font:1.5rem/1.5 system-ui,sans-serif;background:#111;color:#eee}</style>
<h1>This kiosk is restarting</h1><p>Please use the one next to it. Scans already shown green are saved.</p>`;
