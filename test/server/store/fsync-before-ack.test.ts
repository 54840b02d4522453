/** kill -9 cannot see a missing fsync; the system calls can. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { runWriter } from './child-writer.ts';

interface Trace {
  readonly acks: number;
  readonly syncs: number;
  /** Acknowledgements written while pages of the write-ahead log had not been flushed, or without a new flush. */
  readonly early: readonly string[];
}

/** Reads the calls of the thread that acknowledges, in the order in which the kernel answered them. */
function readTrace(lines: readonly string[]): Trace {
  let dirty = false;
  let flushed = false;
  let acks = 0;
  let syncs = 0;
  const early: string[] = [];
  for (const line of lines) {
    if (/^pwrite64\(\d+<[^>]*-wal>/.test(line)) dirty = true;
    if (/^(fsync|fdatasync)\(\d+<[^>]*-wal>\)\s*= 0$/.test(line)) {
      dirty = false;
      flushed = true;
      syncs++;
    }
    // Callers that shared a commit are acknowledged together: one flush may come before several acknowledgements.
    if (/^write\(1<[^>]*>, "ack /.test(line)) {
      acks++;
      if (dirty || !flushed) early.push(line);
    } else if (dirty) flushed = false;
  }
  return { acks, syncs, early };
}

test.each([1, 8])(
  'ST1 an acknowledgement follows the flush of the log (%i callers)',
  async (callers) => {
    const strace = await needBinary('strace', 'strace');
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-trace-'));
    const options = [
      '-f',
      '-ff',
      '-y',
      '-s',
      '16',
      '-e',
      'trace=pwrite64,fsync,fdatasync,write',
      '-o',
      join(folder, 'calls'),
    ];
    const report = await runWriter({
      folder: join(folder, 'data'),
      commits: 40,
      callers,
      strace: [strace, ...options],
    });
    expect(report.acks.size).toBe(40);
    const threads = readdirSync(folder).filter((name) => name.startsWith('calls.'));
    const texts = threads.map((name) => readFileSync(join(folder, name), 'utf8'));
    const calls = texts.find((text) => text.includes('"ack ')) ?? '';
    const trace = readTrace(calls.split('\n'));
    expect(trace.acks).toBe(40);
    expect(trace.syncs).toBeGreaterThanOrEqual(40 / callers);
    expect(trace.early).toEqual([]);
    rmSync(folder, { recursive: true });
  },
  360_000,
);
