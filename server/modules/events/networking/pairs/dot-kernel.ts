/**
 * Dot products of some rows with other rows, four rows times two at once: what is loaded is used eight times, and eight
 * sums stay in registers. Relaxed SIMD, where the engine knows it, multiplies and adds in one instruction.
 */
import { must } from '#shared/base/assert.ts';
import { assemble, type Code, op } from './assemble.ts';
import { kernelOf, type WasmMemory, wasm } from './wasm-engine.ts';

/** Rows come in such numbers, and a row has such a number of floats: the caller fills up with zeros. */
export const rowsA = 4;
export const rowsB = 2;
export const floats = 8;

/** Parameters: addresses, and the lengths `bytes` and `stride`, all in bytes. */
const [a, aEnd, b, bEnd, bytes, out, stride] = [0, 1, 2, 3, 4, 5, 6];
const [right, place, k, left1, left2, left3, right1, end] = [7, 8, 9, 10, 11, 12, 13, 14];
const firstVector = 15;
const sum = (row: number, column: number) => firstVector + row * rowsB + column;
const loaded = (column: number) => firstVector + rowsA * rowsB + column;
const lefts = [a, left1, left2, left3] as const;
const rights = [right, right1] as const;
const lanes = 4;

const add = (local: number, value: Code): Code => [...op.get(local), ...value, ...op.i32Add, ...op.set(local)];
const sumOf = (x: number, y: number, to: number): Code => [...op.get(x), ...op.get(y), ...op.i32Add, ...op.set(to)];
const at = (row: number, offset: number): Code => [...op.get(row), ...op.get(k), ...op.i32Add, ...op.load(offset)];

function multiplyAdd(isRelaxed: boolean, left: Code, column: number, to: number): Code {
  return isRelaxed
    ? [...left, ...op.get(loaded(column)), ...op.get(to), ...op.relaxedMultiplyAdd, ...op.set(to)]
    : [...left, ...op.get(loaded(column)), ...op.multiply, ...op.get(to), ...op.add, ...op.set(to)];
}

/** Four floats of each row, at this offset from `k`. */
function step(isRelaxed: boolean, offset: number): Code {
  const loads = rights.flatMap((row, column) => [...at(row, offset), ...op.set(loaded(column))]);
  const left = firstVector + rowsA * rowsB + rowsB;
  return [
    ...loads,
    ...lefts.flatMap((row, i) => [
      ...at(row, offset),
      ...op.set(left),
      ...rights.flatMap((_, column) => multiplyAdd(isRelaxed, op.get(left), column, sum(i, column))),
    ]),
  ];
}

/** The four lanes of a sum, added up, to its place in the answer. */
function store(row: number, column: number): Code {
  const lane = (n: number) => [...op.get(sum(row, column)), ...op.lane(n)];
  const total = [...lane(0), ...lane(1), ...op.f32Add, ...lane(2), ...lane(3), ...op.f32Add, ...op.f32Add];
  return [...op.get(end), ...total, ...op.f32Store(column * 4)];
}

function body(isRelaxed: boolean): Code {
  const width = lanes * 4;
  const inner = op.doWhile(
    [...step(isRelaxed, 0), ...step(isRelaxed, width), ...add(k, op.i32Const(2 * width))],
    [...op.get(k), ...op.get(bytes), ...op.i32LtU],
  );
  const sums = Array.from({ length: rowsA * rowsB }, (_, i) => [...op.zero, ...op.set(firstVector + i)]).flat();
  const stores = lefts.flatMap((_, row) => [
    ...rights.flatMap((_right, column) => store(row, column)),
    ...add(end, op.get(stride)),
  ]);
  const columns = op.doWhile(
    [
      ...sumOf(right, bytes, right1),
      ...op.i32Const(0),
      ...op.set(k),
      ...sums,
      ...inner,
      ...op.get(place),
      ...op.set(end),
      ...stores,
      ...sumOf(right1, bytes, right),
      ...add(place, op.i32Const(rowsB * 4)),
    ],
    [...op.get(right), ...op.get(bEnd), ...op.i32LtU],
  );
  const nextRows = [...sumOf(left3, bytes, a), ...Array.from({ length: rowsA }, () => add(out, op.get(stride))).flat()];
  return op.doWhile(
    [
      ...sumOf(a, bytes, left1),
      ...sumOf(left1, bytes, left2),
      ...sumOf(left2, bytes, left3),
      ...op.get(b),
      ...op.set(right),
      ...op.get(out),
      ...op.set(place),
      ...columns,
      ...nextRows,
    ],
    [...op.get(a), ...op.get(aEnd), ...op.i32LtU],
  );
}

export function kernelBytes(isRelaxed: boolean): Uint8Array<ArrayBuffer> {
  const source = { name: 'dots', parameters: 7, integers: 8, vectors: rowsA * rowsB + rowsB + 1 };
  return assemble({ ...source, body: body(isRelaxed) });
}

/**
 * Writes the products of rows `a` to `aEnd` with rows `b` to `bEnd`, as 32-bit floats; all in bytes of the memory.
 *
 * @param bytes of one row
 * @param stride from one row of the answer to the next
 */
export type Dots = (
  a: number,
  aEnd: number,
  b: number,
  bEnd: number,
  bytes: number,
  out: number,
  stride: number,
) => void;

export interface DotKernel {
  readonly dots: Dots;
  readonly isRelaxed: boolean;
}

const kernels = [false, true].map((isRelaxed) => kernelOf('dots', () => kernelBytes(isRelaxed)));
let isKnown: boolean | null = null;

/** @param relaxed whether to use relaxed SIMD; absent: where the engine validates it */
export function loadDotKernel(memory: WasmMemory, relaxed?: boolean): DotKernel {
  isKnown ??= wasm.validate(kernelBytes(true));
  const isRelaxed = relaxed ?? isKnown;
  return { dots: must(kernels[isRelaxed ? 1 : 0], 'a kernel')(memory) as Dots, isRelaxed };
}
