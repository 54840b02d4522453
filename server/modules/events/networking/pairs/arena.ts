/** Arrays in a WebAssembly memory, one after the other, so that a kernel and the code around it read the same numbers. */
import type { WasmMemory } from './wasm-engine.ts';

const doubleBytes = 8;

export class Arena {
  readonly #memory: WasmMemory;
  #next: number;

  /** @param from the first byte that is free */
  constructor(memory: WasmMemory, from: number) {
    this.#memory = memory;
    this.#next = from;
  }

  ints(length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, this.#take(length * Int32Array.BYTES_PER_ELEMENT), length);
  }

  doubles(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#memory.buffer, this.#take(length * Float64Array.BYTES_PER_ELEMENT), length);
  }

  /** Returns the most bytes that `arrays` arrays of `bytes` bytes in all take. */
  static bytesOf(arrays: number, bytes: number): number {
    return bytes + arrays * doubleBytes;
  }

  #take(bytes: number): number {
    const at = Math.ceil(this.#next / doubleBytes) * doubleBytes;
    this.#next = at + bytes;
    return at;
  }
}
