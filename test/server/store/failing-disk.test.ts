/**
 * A disk that fails: the n-th flush, the n-th write, and no space left. What was acknowledged stays, what was not is
 * reported as a fault, and a store that could not be opened can be opened later.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { checkTruth, runWriter, type WriterReport } from './child-writer.ts';

const commits = 8;
const flushes = 'fsync,fdatasync';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** One run with a fault injected into the system calls of the writer. */
async function runInjected(calls: string, inject: string, data: string, count = commits): Promise<WriterReport> {
  const strace = await needBinary('strace', 'strace');
  const options = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${inject}`];
  return runWriter({ folder: data, commits: count, callers: 1, strace: [strace, ...options] });
}

/** @returns in a run without faults: the number of the flush that makes the first commit durable, and of the last one of all */
async function countFlushes(): Promise<{ readonly first: number; readonly all: number }> {
  const strace = await needBinary('strace', 'strace');
  const trace = join(folder, 'trace');
  const options = ['-f', '-o', trace, '-e', `trace=${flushes},write`];
  await runWriter({ folder: join(folder, 'counted'), commits, callers: 1, strace: [strace, ...options] });
  const lines = readFileSync(trace, 'utf8').split('\n');
  const isFlush = (line: string) => /\bf(?:data)?sync\(/.test(line);
  const firstAck = lines.findIndex((line) => line.includes('write(1, "ack '));
  expect(firstAck).toBeGreaterThan(0);
  return { first: lines.slice(0, firstAck).filter(isFlush).length, all: lines.filter(isFlush).length };
}

/** @returns what the runs came to, over all n */
async function sweep(
  calls: string,
  error: string,
  ns: readonly number[],
): Promise<Record<'faults' | 'unusable' | 'whole', number>> {
  const seen = { faults: 0, unusable: 0, whole: 0 };
  for (const n of ns) {
    const data = join(folder, `n${n}`);
    const report = await runInjected(calls, `error=${error}:when=${n}`, data);
    if (report.last === 'end') {
      expect(report.acks.size + report.faults.length, `${calls} ${n}`).toBe(commits);
      // One failure costs one commit: the store works on.
      expect(report.faults.length, `${calls} ${n}`).toBeLessThanOrEqual(1);
      if (report.faults.length === 0) seen.whole++;
      else seen.faults++;
    } else {
      expect(report.last, `${calls} ${n}`).toMatch(/^unusable/);
      seen.unusable++;
    }
    await checkTruth(data, report);
  }
  return seen;
}

const everyNth = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from + 1) / step) }, (_, i) => from + i * step);

test('ST1 ST5 the n-th flush fails with EIO, n = 1 to all', async () => {
  const { all } = await countFlushes();
  const seen = await sweep(flushes, 'EIO', everyNth(1, all, 1));
  expect(seen.faults).toBeGreaterThanOrEqual(commits - 1);
  expect(seen.unusable).toBeGreaterThan(0);
}, 300_000);

test('ST1 ST5 a commit that was refused when its flush or write failed is not there after kill -9', async () => {
  const strace = await needBinary('strace', 'strace');
  const seen = { refused: 0, inDoubt: 0 };
  const run = async (calls: string, error: string, when: string) => {
    const data = join(folder, `${calls} ${error} ${when}`);
    const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${when}`];
    const report = await runWriter({
      folder: data,
      commits,
      callers: 1,
      strace: [strace, '-f', '-o', '/dev/null', ...inject],
      dieAtFault: true,
    });
    await checkTruth(data, report);
    seen.refused += report.refused.size;
    seen.inDoubt += report.faults.length - report.refused.size;
  };
  const { first } = await countFlushes();
  // Once: the store can still take care that nothing comes back. From then on, every time: it cannot.
  for (const n of everyNth(first, first + 6, 2)) await run(flushes, 'EIO', String(n));
  expect(seen.refused).toBeGreaterThanOrEqual(4);
  expect(seen.inDoubt).toBe(0);
  for (const n of [first + 2, first + 5]) await run(flushes, 'EIO', `${n}+`);
  expect(seen.inDoubt).toBe(2);
  for (const n of everyNth(105, 160, 11)) await run('pwrite64', n % 2 ? 'EIO' : 'ENOSPC', String(n));
  expect(seen.refused).toBeGreaterThanOrEqual(7);
}, 300_000);

test('ST1 ST5 the n-th write fails with ENOSPC or EIO', async () => {
  const full = await sweep('pwrite64', 'ENOSPC', everyNth(2, 170, 11));
  expect(full.faults).toBeGreaterThan(3);
  const broken = await sweep('pwrite64', 'EIO', everyNth(100, 172, 9));
  expect(broken.faults).toBeGreaterThan(2);
}, 300_000);

test('ST1 ST5 the disk is full and stays full', async () => {
  const disk = join(folder, 'small');
  mkdirSync(disk);
  const mounted = mountSmallDisk(disk);
  try {
    const data = join(disk, 'data');
    // Where a file system cannot be mounted, the kernel's answer is injected instead.
    const report = mounted
      ? await runWriter({ folder: data, commits: 400, callers: 4 })
      : await runInjected('pwrite64', 'error=ENOSPC:when=300+', data, 100);
    expect(report.acks.size).toBeGreaterThan(0);
    expect(report.faults.length).toBeGreaterThan(0);
    for (const fault of report.faults) expect(fault).toMatch(/full/);
    if (mounted) execFileSync('mount', ['-o', 'remount,size=8m', disk]);
    await checkTruth(data, report);
  } finally {
    if (mounted) execFileSync('umount', [disk]);
  }
});

function mountSmallDisk(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
