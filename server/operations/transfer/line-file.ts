/** Lines into a gzip file and out of it. A file appears under its name only when it is whole and on disk. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { flushFile, moveFile } from '../../store/durable-files/durable-file.ts';
import { UsageError } from '../command.ts';
import { type Line, parseLine, transferFormat } from './lines.ts';

/** A record has at most 1 MB as it came in; a change holds it twice, and JSON may escape every byte of it. */
const lineCharsMax = 32 * 1024 * 1024;

/** Throws UsageError where something stands at `path` already and may not be replaced. */
export async function needFree(path: string, overwrite: boolean): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder: name a file.`);
  if (there && !overwrite) throw new UsageError(`${path} already exists; --overwrite replaces it.`);
}

/**
 * Makes a file that appears under `path` only when it is whole and on disk.
 *
 * @param write gets a path beside the final one; the file it makes there must be readable by its owner alone, because keys
 *   and people are in it
 * @throws UsageError where the file cannot be written
 */
export async function appearWhole(path: string, write: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    await write(beside);
    await flushFile(beside);
    await moveFile(beside, path);
  } catch (fault) {
    await rm(beside, { force: true });
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' || code === 'ENOSPC')
      throw new UsageError(`${path} cannot be written (${String(code)}).`, { cause: fault });
    throw fault;
  }
}

/** @returns how many lines there are, the last one included */
export async function writeLines(path: string, lines: AsyncIterable<Line>): Promise<number> {
  let count = 0;
  async function* texts() {
    for await (const line of lines) {
      count += 1;
      yield `${JSON.stringify(line)}\n`;
    }
    count += 1;
    yield `${JSON.stringify({ kind: 'end', lines: count } satisfies Line)}\n`;
  }
  await pipeline(Readable.from(texts()), createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return count;
}

/** Throws UsageError for what is no such file, is cut short, or is of a newer version. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 0;
  let ended = false;
  try {
    for await (const text of textLines(path)) {
      number += 1;
      if (ended) throw new UsageError('The file continues after its end.');
      const line = parseLine(text, number);
      if (number === 1) needKnown(line);
      if (line.kind === 'end' && line.lines !== number)
        throw new UsageError('Lines are missing from the file: it was changed.');
      ended = line.kind === 'end';
      yield line;
    }
  } catch (fault) {
    throw explained(path, fault);
  }
  if (!ended) throw new UsageError(`${path} is incomplete.`);
}

function needKnown(line: Line): void {
  if (line.kind !== 'tenant' && line.kind !== 'house') throw new UsageError('The file is not a Gatehouse export.');
  if (line.format > transferFormat)
    throw new UsageError(
      `The file has format ${line.format}. This version supports ${transferFormat}: use a newer version.`,
    );
}

function explained(path: string, fault: unknown): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    return new UsageError(`${path} cannot be read (${code}).`, { cause: fault });
  if (code.startsWith('Z_'))
    return new UsageError(`${path} is damaged or incomplete, or is not a gzip file.`, { cause: fault });
  return fault;
}

async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.on('error', (fault) => plain.destroy(fault));
  let held = '';
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      held += decode(decoder, chunk);
      let from = 0;
      for (let at = held.indexOf('\n', from); at !== -1; at = held.indexOf('\n', from)) {
        yield held.slice(from, at);
        from = at + 1;
      }
      held = held.slice(from);
      if (held.length > lineCharsMax) throw new UsageError('A line of the file is too long.');
    }
    if (held !== '') throw new UsageError('The last line of the file is incomplete.');
  } finally {
    source.destroy();
  }
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new UsageError('The file must be UTF-8.', { cause });
  }
}
