/** The product of the vectors of an event with themselves: half of the matrix, in strips of rows that fit a cache. */

import { Arena } from './arena.ts';
import { blockFloats, loadBlockKernel } from './block-kernel.ts';
import { floats, loadDotKernel, rowsA, rowsB } from './dot-kernel.ts';
import type { WasmMemory } from './wasm-engine.ts';
import { WorkMemory } from './work-memory.ts';

/** Rows of a strip, and of a tile of the other side: together they stay in the second cache. */
export const stripRows = 32;
const tileRows = 128;
const floatBytes = 4;

const upTo = (value: number, step: number) => Math.ceil(value / step) * step;

export interface Products {
  /** Products of the strip that was computed last; its row i begins at `i * width`, with the first person of the strip. */
  readonly cosines: Float32Array;
  /** Computes the products of rows `from` to `from + rows` with all from `from` on. */
  readonly strip: (from: number, rows: number) => void;
  /** Number of floats from one row of `cosines` to the next. */
  readonly width: number;
  readonly memory: WasmMemory;
  /** Memory for the `more` bytes that the caller needs beside the products. */
  readonly arena: Arena;
  /**
   * Finds, in a row of the strip, the starts in `cosines` of blocks that hold a product of at least `bar`, in order from the
   * block of column `column` on; a block may hold what is before the column or after the last person.
   *
   * @param blocks is filled with them
   * @returns how many they are
   */
  readonly pickBlocks: (row: number, column: number, bar: number, blocks: Int32Array) => number;
}

/**
 * The product of the matrix with itself, strip by strip.
 *
 * @param more bytes that the memory has for `arena`, beside the products
 * @param kept where the memory comes from
 */
export function productsOf(
  vectors: Float32Array,
  count: number,
  dim: number,
  more = 0,
  kept = new WorkMemory(),
): Products {
  const row = upTo(dim, floats) * floatBytes;
  const held = upTo(count, stripRows) + rowsB;
  const width = upTo(count, tileRows) + tileRows;
  const out = held * row;
  const barAt = out + stripRows * width * floatBytes;
  const blocksAt = barAt + floatBytes;
  const end = blocksAt + (width / blockFloats + 1) * floatBytes;
  const memory = kept.take(end + more);
  const all = new Float32Array(memory.buffer);
  if (row === dim * floatBytes) all.set(vectors.subarray(0, count * dim));
  else for (let i = 0; i < count; i += 1) all.set(vectors.subarray(i * dim, (i + 1) * dim), (i * row) / floatBytes);
  const { dots } = loadDotKernel(memory);
  const writeBlocks = loadBlockKernel(memory);
  const picked = new Int32Array(memory.buffer, blocksAt, width / blockFloats + 1);
  const stride = width * floatBytes;
  return {
    cosines: new Float32Array(memory.buffer, out, stripRows * width),
    width,
    memory,
    arena: new Arena(memory, end),
    pickBlocks(atRow, column, bar, blocks) {
      all[barAt / floatBytes] = bar;
      const begin = out + atRow * stride;
      const first = begin + Math.floor(column / blockFloats) * blockFloats * floatBytes;
      writeBlocks(first, begin + stride, barAt, blocksAt);
      let many = 0;
      for (; picked[many] !== 0; many += 1) blocks[many] = ((picked[many] as number) - out) / floatBytes;
      return many;
    },
    strip(from, rows) {
      const aEnd = (from + upTo(rows, rowsA)) * row;
      for (let tile = from; tile < count; tile += tileRows) {
        const tileEnd = tile + upTo(Math.min(tileRows, count - tile), rowsB);
        dots(from * row, aEnd, tile * row, tileEnd * row, row, out + (tile - from) * floatBytes, stride);
      }
    },
  };
}
