/**
 * Compiles the WebAssembly kernels of the code for pairs, and declares the types of the JavaScript engine's WebAssembly that
 * this code uses; the server's type libraries do not describe them.
 */

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
 * Compiles a kernel once in this process, at its first use: a module that is compiled again begins with slow code again.
 *
 * @param name the exported function of the kernel
 * @returns a function that gives the kernel's function for a memory
 */
export function kernelOf(name: string, bytes: () => Uint8Array<ArrayBuffer>): (memory: WasmMemory) => unknown {
  let module: object | null = null;
  return (memory) => {
    module ??= new wasm.Module(bytes());
    return new wasm.Instance(module, { env: { memory } }).exports[name];
  };
}
