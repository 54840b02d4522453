/** P7: start to ready, idle memory, and how much a production installation weighs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, type Row } from './row.ts';

const root = join(import.meta.dirname, '..', '..');
const rounds = 5;
/** After the server has given back what its start needed. */
const idleMs = 12_000;

interface Started {
  readonly readyMs: number;
  readonly idleMb: number;
}

async function startOnce(dataDir: string): Promise<Started> {
  const before = performance.now();
  const child = spawn(process.execPath, [join(root, 'server', 'start', 'main.js')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('gatehouse ready')) break;
  const readyMs = performance.now() - before;
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const idleMb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { readyMs, idleMb };
}

async function emptyNode(): Promise<number> {
  const before = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - before;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}

/** What `npm install --omit=dev` would put there, from the lock file. */
function productionMb(): number {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const folders = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && existsSync(join(root, path)))
    .map(([path]) => path)
    .filter((path, _i, all) => !all.some((other) => path.startsWith(`${other}/`)));
  return folders.reduce((sum, path) => sum + bytesBelow(join(root, path)), 0) / 1024 / 1024;
}

export async function benchProcess(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    await startOnce(dataDir);
    const starts: Started[] = [];
    const empty: number[] = [];
    for (let i = 0; i < rounds; i += 1) {
      starts.push(await startOnce(dataDir));
      empty.push(await emptyNode());
    }
    const readyMs = median(starts.map((s) => s.readyMs));
    const emptyMs = median(empty);
    const idleMb = median(starts.map((s) => s.idleMb));
    const weightMb = productionMb();
    return [
      {
        row: 'P7',
        name: 'start to ready',
        value: readyMs,
        unit: 'ms',
        ceiling: { name: 'an empty Node process', value: emptyMs },
        ratio: readyMs / emptyMs,
        target: '≤ 600 ms',
        met: readyMs <= 600,
      },
      {
        row: 'P7',
        name: 'idle memory',
        value: idleMb,
        unit: 'MB',
        target: '≤ 120 MB',
        met: idleMb <= 120,
        short: 'Some 45 MB of it are an empty process of the same runtime.',
      },
      {
        row: 'P7',
        name: 'production node_modules',
        value: weightMb,
        unit: 'MB',
        target: '≤ 120 MB',
        met: weightMb <= 120,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
