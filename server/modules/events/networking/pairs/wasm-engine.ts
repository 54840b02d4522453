/** The parts of the engine's WebAssembly that the code for pairs uses; the server's type libraries do not describe them. */

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WasmEngine {
  readonly validate: (bytes: Uint8Array<ArrayBuffer>) => boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  /** `initial` in pages of 64 KiB. */
  readonly Memory: new (size: {
    readonly initial: number;
  }) => WasmMemory;
}

export const wasm: WasmEngine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly;

/**
 * A kernel of this process: compiled once, because a module that was compiled again would begin with slow code again.
 *
 * @returns its function, for each memory
 */
export function kernelOf(name: string, bytes: () => Uint8Array<ArrayBuffer>): (memory: WasmMemory) => unknown {
  let module: object | null = null;
  return (memory) => {
    module ??= new wasm.Module(bytes());
    return new wasm.Instance(module, { env: { memory } }).exports[name];
  };
}
