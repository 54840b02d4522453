/**
 * A file is flushed before it is reported as kept (a letter to be sent, an upload to be there): content, name and
 * folders.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needBinary } from '#test/fixtures/need-binary.ts';

const child = new URL('./write-everything.ts', import.meta.url).pathname;
const calls = 'write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,mkdir,mkdirat';

/** A call that another thread interrupted stands on two lines of the trace: here on one, where it ended. */
function wholeCalls(trace: string): readonly string[] {
  const begun = new Map<string, string>();
  const calls: string[] = [];
  for (const line of trace.split('\n')) {
    const [, process = '', start] = /^(\d+)\s+(.*) <unfinished \.\.\.>$/.exec(line) ?? [];
    if (start !== undefined) {
      begun.set(process, start);
      continue;
    }
    const [, resumed = '', end] = /^(\d+)\s+<\.\.\. \w+ resumed>(.*)$/.exec(line) ?? [];
    calls.push(end === undefined ? line : `${resumed} ${begun.get(resumed) ?? ''}${end}`);
  }
  return calls;
}

test('a call on two lines of the trace is read as one', () => {
  const trace = ['7 fsync(3</d> <unfinished ...>', '8 write(4</e>, "x", 1) = 1', '7 <... fsync resumed>) = 0'];
  expect(wholeCalls(trace.join('\n'))).toEqual(['8 write(4</e>, "x", 1) = 1', '7 fsync(3</d>) = 0']);
});

/** By what is said to be kept: the files and folders that were changed before and not flushed since. */
function unflushedAt(trace: string, folder: string): Readonly<Record<string, readonly string[]>> {
  const dirty = new Set<string>();
  const ours = (path: string | undefined): path is string => path?.startsWith(folder) === true;
  const found: Record<string, readonly string[]> = {};
  for (const line of wholeCalls(trace)) {
    const kept = /write\(1<[^>]*>, "kept ([^\\]+)/.exec(line);
    if (kept) {
      found[kept[1] ?? ''] = [...dirty].map((path) => path.slice(folder.length));
      continue;
    }
    const [, call = '', rest = ''] = /^\d+\s+(\w+)\((.*)\) = \d/.exec(line) ?? [];
    const opened = /^\d+<([^>]*)>/.exec(rest)?.[1];
    const named = [...rest.matchAll(/"([^"]*)"/g)].map((match) => match[1]);
    if (/^p?writev?/.test(call)) {
      if (ours(opened)) dirty.add(opened);
    } else if (/^f(data)?sync$/.test(call)) dirty.delete(opened ?? '');
    else if (call.startsWith('rename')) {
      const [from = '', to = ''] = named;
      if (!ours(to)) continue;
      dirty.add(dirname(to));
      if (dirty.delete(from)) dirty.add(to);
    } else if (call.startsWith('link')) {
      const [from = '', to = ''] = named;
      if (!ours(to)) continue;
      dirty.add(dirname(to));
      if (dirty.has(from)) dirty.add(to);
    } else if (call.startsWith('mkdir') && ours(named[0]) && named[0] !== folder) dirty.add(dirname(named[0]));
  }
  return found;
}

test('nothing is said to be kept that a power cut could take back', async () => {
  const strace = await needBinary('strace', 'strace');
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-flush-'));
  try {
    const trace = join(folder, 'trace');
    const data = join(folder, 'data');
    const options = ['-f', '-y', '-s', '300', '-e', `trace=${calls}`, '-o', trace];
    await promisify(execFile)(strace, [...options, process.execPath, child, data]);
    const unflushed = unflushedAt(readFileSync(trace, 'utf8'), folder);
    expect(Object.keys(unflushed)).toHaveLength(9);
    const wrong = Object.entries(unflushed).filter(([, paths]) => paths.length > 0);
    expect(Object.fromEntries(wrong)).toEqual({});
  } finally {
    rmSync(folder, { recursive: true });
  }
});
