/** Writes a stream to this machine's disk, up to a bound, and computes its hash and size. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { StoreFull } from './contract.ts';

export interface Received {
  readonly path: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** The stream has more bytes than the bound. */
export class TooLong extends Error {}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * @param bytesMax reading ends with TooLong at the first byte beyond
 * @throws TooLong, StoreFull, or what `source` throws; the file is the caller's to remove
 */
export async function receive(source: AsyncIterable<Uint8Array>, path: string, bytesMax: number): Promise<Received> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of source) {
      if (size + chunk.length > bytesMax) throw new TooLong(`more than ${bytesMax} bytes`);
      hash.update(chunk);
      let at = 0;
      while (at < chunk.length) at += (await file.write(chunk, at, chunk.length - at, size + at)).bytesWritten;
      size += chunk.length;
    }
  } catch (fault) {
    if (fault instanceof Error && 'syscall' in fault && 'code' in fault && fullCodes.has(fault.code))
      throw new StoreFull('the disk is full', { cause: fault });
    throw fault;
  } finally {
    await file.close();
  }
  return { path, size, sha256: hash.digest('hex') };
}
