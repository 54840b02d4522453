/**
 * The memory of a thread, kept from one task to the next: the system takes longer to give the pages of a new one (5 ms a
 * MB on the machine of bench row M1) than the kernels to write them.
 */
import { type WasmMemory, wasm } from './wasm-engine.ts';

const pageBytes = 65_536;

export class WorkMemory {
  #memory: WasmMemory | null = null;

  /** @returns at least so many bytes, all 0; what was taken before is lost */
  take(bytes: number): WasmMemory {
    const kept = this.#memory;
    if (kept && kept.buffer.byteLength >= bytes) {
      new Uint8Array(kept.buffer).fill(0);
      return kept;
    }
    const made = new wasm.Memory({ initial: Math.ceil(bytes / pageBytes) });
    this.#memory = made;
    return made;
  }
}
