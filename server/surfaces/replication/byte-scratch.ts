/**
 * Text put together as UTF-8 in memory that is used again: a snapshot is made of hundreds of texts of some hundred
 * kilobytes, which as strings would fill the heap before a garbage collection.
 */
const firstBytes = 256 * 1024;
/** UTF-8 bytes that one UTF-16 unit takes at most. */
const bytesPerUnit = 3;

export class ByteScratch {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  /** View of the bytes of this moment; later writes overwrite it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  write(text: string): void {
    const needed = this.#length + text.length * bytesPerUnit;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
  }
}
