/** Mail without a mail server: each one a file `.eml` in a folder, as it would have been sent. For trying things out. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeWhole } from '../../store/durable-files/durable-file.ts';

/** A message id without what a file name should not hold; ids sort by birth, and so do the files. */
function fileName(messageId: string): string {
  return `${messageId.replace(/@.*$/, '').replace(/[^A-Za-z0-9-]/g, '')}.eml`;
}

/** Keeps a mail in the folder; after it returned, the mail is there for good and may be called sent. */
export async function keepInOutbox(folder: string, messageId: string, message: Uint8Array | Readable): Promise<void> {
  await writeWhole(join(folder, fileName(messageId)), message);
}
