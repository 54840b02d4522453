/** The mesh's journal on this member's disk. A loss costs knowledge, never a scan, so nothing waits for it. */
import { isObject } from '../base/json.ts';
import { createOneAtATime } from '../base/one-at-a-time.ts';
import { readEntry } from './entry.ts';
import type { HeardEntry } from './heard-entry.ts';
import type { MeshParts } from './mesh.ts';
import type { HeardRows } from './ports.ts';

export interface HeardStore {
  readonly heard: readonly HeardEntry[];
  readonly store: MeshParts['store'];
  /** Resolves when all that was put is on the disk, or was given up. */
  settled(): Promise<void>;
}

/** @param rows null: nothing is kept over a restart */
export async function openHeardStore(rows: HeardRows | null, onFault: (error: unknown) => void): Promise<HeardStore> {
  const oneAtATime = createOneAtATime();
  const read = await (rows?.all() ?? []);
  const run = (work: (to: HeardRows) => Promise<void>): void => {
    if (rows !== null) void oneAtATime(() => work(rows)).catch(onFault);
  };
  return {
    heard: read.flatMap(({ value }) => readHeard(value) ?? []),
    store: {
      put: (entries) => run((to) => to.put(entries.map((value) => ({ id: value.entry.scan.id, value })))),
      drop: (ids) => run((to) => to.forget(ids)),
    },
    settled: () => oneAtATime(async () => undefined),
  };
}

function readHeard(value: unknown): HeardEntry | null {
  if (!isObject(value)) return null;
  const { entry: stored, heardAtMs, answered } = value;
  const entry = readEntry(stored);
  if (entry === null || typeof heardAtMs !== 'number' || typeof answered !== 'boolean') return null;
  return { entry, heardAtMs, answered };
}
