/**
 * Determines whether this server is a box for a venue. Its data folder remembers it: a process that opens the folder later
 * never sends what only the server upstream sends.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '#shared/base/json.ts';
import { writeWhole } from '../store/durable-files/durable-file.ts';
import type { BoxSetting } from '../surfaces/box/open-box.ts';
import type { Config } from './config.ts';

const fileName = 'venue-box.json';

/** @returns null: it is none */
export function boxSetting({ box, dataDir }: Pick<Config, 'box' | 'dataDir'>): BoxSetting | null {
  const path = join(dataDir, fileName);
  if (box) return box;
  const kept = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null;
  return isObject(kept) && typeof kept['upstream'] === 'string' ? { upstream: kept['upstream'], code: null } : null;
}

export async function keepBoxSetting(dataDir: string, { upstream }: BoxSetting): Promise<void> {
  await writeWhole(join(dataDir, fileName), `${JSON.stringify({ upstream })}\n`);
}
