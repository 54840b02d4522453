/**
 * Writes the files of a folder one after the other, and says how much is waiting. A file that cannot be written is left out;
 * only the first of several in a row is reported.
 */
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class FolderWriter {
  readonly #folder: string;
  readonly #onFault: (said: string) => void;
  #last: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #isFailing = false;

  constructor(folder: string, onFault: (said: string) => void) {
    this.#folder = folder;
    this.#onFault = onFault;
  }

  /** Bytes that were handed in and are not on the disk. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** The last file could not be written. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** A new file; one that an earlier process left is replaced. */
  create(name: string, bytes: Uint8Array): void {
    this.#then(bytes.length, () => writeFile(join(this.#folder, name), bytes));
  }

  append(name: string, bytes: Uint8Array | string): void {
    this.#then(bytes.length, () => appendFile(join(this.#folder, name), bytes));
  }

  /** Whole or not at all: readers see the old file or the new one. */
  replace(name: string, bytes: Uint8Array | string): void {
    const path = join(this.#folder, name);
    this.#then(bytes.length, async () => {
      await writeFile(`${path}.new`, bytes);
      await rename(`${path}.new`, path);
    });
  }

  remove(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#then(0, async () => {
      for (const name of names) await rm(join(this.#folder, name), { force: true });
    });
  }

  /** Resolves when all is written that was handed in before. */
  done(): Promise<void> {
    return this.#last;
  }

  #then(bytes: number, work: () => Promise<void>): void {
    this.#waitingBytes += bytes;
    this.#last = this.#last.then(async () => {
      try {
        await work();
        this.#isFailing = false;
      } catch (fault) {
        if (!this.#isFailing) this.#onFault(fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown');
        this.#isFailing = true;
      }
      this.#waitingBytes -= bytes;
    });
  }
}
