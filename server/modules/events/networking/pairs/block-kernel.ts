/** WebAssembly: finds the blocks of a row of scores in which a score reaches a minimum, so that the caller reads only these. */
import { assemble, type Code, op } from './assemble.ts';
import { kernelOf, type WasmMemory } from './wasm-engine.ts';

/** Products of a block: four registers. */
export const blockFloats = 16;
const registerBytes = 16;
const blockBytes = 4 * registerBytes;

/** Parameters, all addresses. */
const [from, end, barAt, out] = [0, 1, 2, 3];
const bar = 4;

const below = (n: number): Code => [...op.get(from), ...op.load(n * registerBytes), ...op.get(bar), ...op.less];

/** Each block is written, and the place moves on only where one reaches the bar: there is no branch to guess wrong. */
function body(): Code {
  const all = [...below(0), ...below(1), ...op.and, ...below(2), ...op.and, ...below(3), ...op.and, ...op.allLanes];
  const any = [...all, ...op.i32EqualsZero];
  const block = [
    ...[...op.get(out), ...op.get(from), ...op.i32Store(0)],
    ...[...op.get(out), ...any, ...op.i32Const(2), ...op.i32ShiftLeft, ...op.i32Add, ...op.set(out)],
    ...[...op.get(from), ...op.i32Const(blockBytes), ...op.i32Add, ...op.set(from)],
  ];
  return [
    ...[...op.get(barAt), ...op.splat, ...op.set(bar)],
    ...op.doWhile(block, [...op.get(from), ...op.get(end), ...op.i32LtU]),
    ...[...op.get(out), ...op.i32Const(0), ...op.i32Store(0)],
  ];
}

/**
 * Writes to `out` the addresses of the blocks from `from` to before `end` that hold a float not below the one at
 * `barAt` (NaN is not), then 0; all in bytes of the memory.
 */
export type Blocks = (from: number, end: number, barAt: number, out: number) => void;

const kernel = kernelOf('blocks', () =>
  assemble({ name: 'blocks', parameters: 4, integers: 0, vectors: 1, body: body() }),
);

export const loadBlockKernel = (memory: WasmMemory): Blocks => kernel(memory) as Blocks;
